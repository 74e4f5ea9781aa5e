package house

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Most webhooks of one match, and how long the secret before a new one signs too.
const (
	hooksMost = 5
	HookTurns = 24 * time.Hour
)

// Webhook lets the web be told what all at the table see: "webhook https://…".
func Webhook(d *desk.Desk, line command.Line, rest string) desk.Answer {
	if d.Operator || d.Player == nil {
		return desk.Refuse("house.hook-cli")
	}
	hooks := world.Get(d.W, world.MatchHooks{Match: d.Table.Row.ID})
	switch rest {
	case "":
		return hookList(d, hooks)
	case "off":
		return hooksOff(d, hooks)
	case "rotate":
		return hooksTurn(d, hooks)
	case "replay":
		n := d.W.ReplayFailed(d.Table.Row.ID)
		return desk.Done(table.Say("house.hook-replayed", "count", n))
	}
	_, raw, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	wish, no := readHook(raw)
	d.Cover(raw)
	if no != nil {
		return desk.Refused(no)
	}
	if phase := d.Table.Row.Phase; phase == model.PhaseOver || phase == model.PhaseAborted {
		return desk.Refuse("house.hook-over", "match", int(d.Table.Row.ID))
	}
	if len(hooks) >= hooksMost {
		return desk.Refuse("house.hook-many", "count", hooksMost)
	}
	return addHook(d, wish)
}

// HookWish is a webhook somebody asks for.
type HookWish struct {
	Form   model.HookForm
	URL    string
	Lang   string // "" for the asker's
	Scope  model.HookScope
	Match  int64
	League string

	host string
}

// readHook reads "https://…", "discord https://…" and "… es".
func readHook(raw string) (HookWish, *engine.Refusal) {
	wish := HookWish{Scope: model.ScopeMatch}
	for _, field := range strings.Fields(raw) {
		low := strings.ToLower(strings.Trim(field, "<>"))
		switch {
		case strings.HasPrefix(low, "http") && wish.URL == "":
			wish.URL = strings.Trim(field, "<>")
		case slices.Contains(command.HookForms(), model.HookForm(low)) && wish.Form == "" && wish.URL == "":
			wish.Form = model.HookForm(low)
		case command.LanguageNamed(low) != "" && wish.Lang == "" && wish.URL != "":
			wish.Lang = command.LanguageNamed(low)
		default:
			return wish, hookForm()
		}
	}
	return wish, wish.check()
}

func hookForm() *engine.Refusal {
	return &engine.Refusal{Phrase: table.Say("house.hook-form"), Nearest: []string{"webhook https://example.org/hook", "webhook discord https://discord.com/api/webhooks/…", "webhook off"}}
}

// check sees that the address can be one, and guesses the form by it.
func (h *HookWish) check() *engine.Refusal {
	u := desk.WebAddress(h.URL)
	if u == nil || u.Scheme == "http" && !oneself(u.Hostname()) {
		return hookForm()
	}
	h.URL, h.host = u.String(), u.Hostname()
	if h.Form == "" {
		h.Form = formOf(u)
	}
	return nil
}

// oneself says whether a name is this machine's own; whether it may be reached is another matter.
func oneself(host string) bool {
	return host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
}

// formOf guesses by an address which service it is of.
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

// newSecret is the secret of a webhook, as people are given it.
func newSecret(r *world.Rules) string {
	var b [32]byte
	r.Draw(b[:])
	return "whsec_" + base64.StdEncoding.EncodeToString(b[:])
}

// keepHook seals a checked wish and keeps it; the secret is "" where nothing is signed.
func keepHook(w *world.Tx, wish HookWish, player int64) (id int64, secret string) {
	hook := model.Hook{Scope: wish.Scope, Match: wish.Match, League: wish.League, Player: player, Form: wish.Form, Lang: wish.Lang, Host: wish.host,
		URL: w.Rules().Seal(desk.SealURL, []byte(wish.URL))}
	if wish.Form == model.FormStandard {
		secret = newSecret(w.Rules())
		hook.Secret = w.Rules().Seal(desk.SealSecret, []byte(secret))
	}
	id = w.AddHook(hook)
	w.Do(world.Greet{Hook: id, Match: wish.Match})
	return id, secret
}
