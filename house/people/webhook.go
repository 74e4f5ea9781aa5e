package people

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// How many webhooks a match can have, and how long the old secret still signs after a new one is made.
const (
	hooksMost = 5
	HookTurns = 24 * time.Hour
)

// RunWebhookCommand adds a webhook, which is told what everybody at the table sees: "webhook https://…". Other words
// list, remove, rotate or replay webhooks.
func RunWebhookCommand(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if d.Operator || d.Player == nil {
		return desk.Refuse("house.hook-cli")
	}
	hooks := d.W.MatchHooks(d.Table.Row.ID)
	switch rest {
	case "":
		return hookList(d, hooks)
	case "off":
		return hooksOff(d, hooks)
	case "rotate":
		return hooksTurn(d, hooks)
	case "replay":
		n := d.W.ReplayFailed(d.Table.Row.ID)
		return desk.AnswerDone(engine.Say("house.hook-replayed", "count", n))
	}
	raw := desk.AfterFirstWord(line)
	wish, no := readHook(raw)
	d.HideWebAddresses(raw)
	if no != nil {
		return desk.RefuseWith(no)
	}
	if d.Table.Row.Phase.Ended() {
		return desk.Refuse("house.hook-over", "match", int(d.Table.Row.ID))
	}
	if len(hooks) >= hooksMost {
		return desk.Refuse("house.hook-many", "count", hooksMost)
	}
	return addHook(d, wish)
}

// HookWish is a webhook that somebody asks for.
type HookWish struct {
	Form   model.HookForm
	URL    string
	Lang   string // "" for the language of whoever asks
	Scope  model.HookScope
	Match  int64
	League string

	Host string
}

// readHook reads "https://…", "discord https://…" and "… es".
func readHook(raw string) (HookWish, *engine.Refusal) {
	wish := HookWish{Scope: model.ScopeMatch}
	for field := range strings.FieldsSeq(raw) {
		low := strings.ToLower(strings.Trim(field, "<>"))
		switch {
		case strings.HasPrefix(low, "http") && wish.URL == "":
			wish.URL = strings.Trim(field, "<>")
		case slices.Contains(speech.HookForms, model.HookForm(low)) && wish.Form == "" && wish.URL == "":
			wish.Form = model.HookForm(low)
		case speech.FindLanguage(low) != "" && wish.Lang == "" && wish.URL != "":
			wish.Lang = speech.FindLanguage(low)
		default:
			return wish, hookForm()
		}
	}
	return wish, wish.Check()
}

func hookForm() *engine.Refusal {
	return &engine.Refusal{Phrase: engine.Say("house.hook-form"), Nearest: []string{"webhook https://example.org/hook", "webhook discord https://discord.com/api/webhooks/…", "webhook off"}}
}

// Check checks the URL and sets Host and, if it is not given, Form.
func (h *HookWish) Check() *engine.Refusal {
	u := desk.WebAddress(h.URL)
	if u == nil || u.Scheme == "http" && !isLoopback(u.Hostname()) {
		return hookForm()
	}
	h.URL, h.Host = u.String(), u.Hostname()
	h.Form = cmp.Or(h.Form, formOf(u))
	return nil
}

// isLoopback reports whether a host name means this machine. Whether webhooks may call it is decided elsewhere.
func isLoopback(host string) bool {
	return host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
}

// formOf guesses from a URL which service it belongs to.
func formOf(u *url.URL) model.HookForm {
	host := strings.ToLower(u.Hostname())
	switch {
	case (host == "discord.com" || host == "discordapp.com" || strings.HasSuffix(host, ".discord.com")) && strings.HasPrefix(u.Path, "/api/"):
		return model.FormDiscord
	case host == "hooks.slack.com":
		return model.FormSlack
	case strings.HasPrefix(u.Path, "/_matrix/client/"):
		return model.FormMatrix
	case strings.HasPrefix(host, "ntfy."):
		return model.FormNtfy
	}
	return model.FormStandard
}

// NewSecret returns a new secret for a webhook, as people are shown it.
func NewSecret(r *world.Rules) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(r.Draw(32))
}

// SaveHook seals and saves a webhook that was checked. secret is "" if its form is not signed.
func SaveHook(w *world.Tx, wish HookWish, player int64) (id int64, secret string) {
	hook := model.Hook{Scope: wish.Scope, Match: wish.Match, League: wish.League, Player: player, Form: wish.Form, Lang: wish.Lang, Host: wish.Host,
		URL: w.Rules().Seal(desk.SealURL, []byte(wish.URL))}
	if wish.Form == model.FormStandard {
		secret = NewSecret(w.Rules())
		hook.Secret = w.Rules().Seal(desk.SealSecret, []byte(secret))
	}
	id = w.AddHook(hook)
	return id, secret
}

// addHook saves a host's webhook and tells the table about it, and the host its secret.
func addHook(d *desk.Desk, wish HookWish) desk.Result {
	if d.House.Seal == nil {
		return desk.Refuse("house.hook-none-here")
	}
	t := d.Table
	wish.Match = t.Row.ID
	wish.Lang = cmp.Or(wish.Lang, d.Player.Lang)
	id, secret := SaveHook(d.W, wish, d.Player.ID)
	TellTableOfHook(t, d.Seat, wish.Host, id)
	says := []engine.Phrase{engine.Say("house.hook-on", "match", int(t.Row.ID), "host", wish.Host, "form", string(wish.Form), "lang", wish.Lang)}
	if secret != "" {
		d.TellOnce(model.SecretHook, secret)
		says = append(says, engine.Say("house.hook-secret"))
	}
	return desk.AnswerDone(says...)
}

// TellTableOfHook tells the players of a match that a webhook reports it.
func TellTableOfHook(t *table.Table, but *model.Seat, host string, id int64) {
	t.TellAll(but, fmt.Sprintf("webhook:%d", id), notice.Note{Subject: engine.Say("house.hook-told-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.hook-told", "match", int(t.Row.ID), "host", host)}, Pressing: true})
}

func hookList(d *desk.Desk, hooks []model.Hook) desk.Result {
	if len(hooks) == 0 {
		return desk.AnswerInfo(engine.Say("house.hook-none", "match", int(d.Table.Row.ID)))
	}
	says := []engine.Phrase{engine.Say("house.hook-list", "match", int(d.Table.Row.ID))}
	for _, h := range hooks {
		key := "house.hook-one"
		switch {
		case h.Off != "":
			key = "house.hook-one-off"
		case h.FailingAt != nil:
			key = "house.hook-one-failing"
		}
		says = append(says, engine.Say(key, "host", h.Host, "form", string(h.Form), "lang", h.Lang))
	}
	return desk.AnswerInfo(says...)
}

// hooksOff removes the webhooks that hosts of the match have set. The operator's stay.
func hooksOff(d *desk.Desk, hooks []model.Hook) desk.Result {
	for _, h := range hooks {
		if h.Player != 0 {
			d.W.DropHook(h.ID)
		}
	}
	return desk.AnswerDone(engine.Say("house.hook-off", "match", int(d.Table.Row.ID)))
}

// hooksTurn gives the host's webhooks new secrets.
func hooksTurn(d *desk.Desk, hooks []model.Hook) desk.Result {
	n := 0
	for _, h := range hooks {
		if h.Player == 0 || h.Secret == nil {
			continue
		}
		if secret := RenewHookSecret(d.W, h.ID); secret != "" {
			d.TellOnce(model.SecretHook, secret)
			n++
		}
	}
	if n == 0 {
		return desk.Refuse("house.hook-no-secret")
	}
	return desk.AnswerDone(engine.Say("house.hook-rotated"))
}

// RenewHookSecret gives a webhook a new secret, which it returns; "" if there is no such webhook or it is not signed.
// For HookTurns the old one signs too.
func RenewHookSecret(w *world.Tx, id int64) string {
	secret := NewSecret(w.Rules())
	if w.Rules().Seal == nil || !w.TurnHook(id, w.Rules().Seal(desk.SealSecret, []byte(secret)), w.Now().Add(HookTurns)) {
		return ""
	}
	return secret
}

// ErrNoHook means that there is no webhook with this number, or none that can do what is asked.
var ErrNoHook = errors.New("no such webhook")

// KeyPrefix starts every key of a seat.
const KeyPrefix = "pit_"

// ShowSeatKey shows a new key for the seat, once, for a program to play with; an older key stops working. "key off"
// removes the key.
func ShowSeatKey(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if d.Operator || d.Seat == nil || d.Player == nil || d.Seat.Player != d.Player.ID {
		return desk.Refuse("house.links-seat")
	}
	match := d.Table.Row.ID
	opens := model.SeatKey{Match: match, Seat: d.Seat.No, Player: d.Player.ID}
	if rest == "off" {
		d.W.DropKey(opens)
		return desk.AnswerDone(engine.Say("house.key-off", "match", int(match)))
	}
	if d.House.Seal == nil {
		return desk.Refuse("house.hook-none-here")
	}
	word := KeyPrefix + base64.RawURLEncoding.EncodeToString(d.House.Draw(32))
	d.W.KeepKey(opens, desk.HashSecret(word))
	d.TellOnce(model.SecretKey, word)
	return desk.AnswerDone(engine.Say("house.key-on", "match", int(match)))
}

// Final states of lines from a program, which letters do not have.
const (
	KeyAgain model.LetterState = "again" // the same lines came before
	KeyStep  model.LetterState = "step"  // another step is awaited
	KeyGone  model.LetterState = "gone"  // the seat belongs to another player
)
