package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// addHook keeps a host's webhook, tells the table, and the host its secret.
func addHook(d *desk.Desk, wish HookWish) desk.Answer {
	if d.House.Seal == nil {
		return desk.Refuse("house.hook-none-here")
	}
	t := d.Table
	wish.Match = t.Row.ID
	if wish.Lang == "" {
		wish.Lang = d.Player.Lang
	}
	id, secret := keepHook(d.W, wish, d.Player.ID)
	hookTable(d.W, t, d.Seat, wish.host, id)
	says := []engine.Phrase{table.Say("house.hook-on", "match", int(t.Row.ID), "host", wish.host, "form", string(wish.Form), "lang", wish.Lang)}
	if secret != "" {
		d.TellOnce(model.SecretHook, secret)
		says = append(says, table.Say("house.hook-secret"))
	}
	return desk.Done(says...)
}

// hookTable notes that the web is told of a match, and tells those who play it.
func hookTable(w *world.Tx, t *model.Table, but *model.Seat, host string, id int64) {
	t.Row.Terms.Hooked = true
	w.Save(t)
	table.TellAll(w, t, but, fmt.Sprintf("webhook:%d", id), notice.Note{Subject: table.Say("house.hook-told-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{table.Say("house.hook-told", "match", int(t.Row.ID), "host", host)}})
}

func hookList(d *desk.Desk, hooks []model.Hook) desk.Answer {
	if len(hooks) == 0 {
		return desk.Told(table.Say("house.hook-none", "match", int(d.Table.Row.ID)))
	}
	says := []engine.Phrase{table.Say("house.hook-list", "match", int(d.Table.Row.ID))}
	for _, h := range hooks {
		key := "house.hook-one"
		switch {
		case h.Off != "":
			key = "house.hook-one-off"
		case h.FailingAt != nil:
			key = "house.hook-one-failing"
		}
		says = append(says, table.Say(key, "host", h.Host, "form", string(h.Form), "lang", h.Lang))
	}
	return desk.Told(says...)
}

// hooksOff ends the webhooks that hosts of the match have set; the operator's are the operator's.
func hooksOff(d *desk.Desk, hooks []model.Hook) desk.Answer {
	left := 0
	for _, h := range hooks {
		if h.Player == 0 {
			left++
			continue
		}
		d.W.Do(world.DropHook{ID: h.ID})
	}
	d.Table.Row.Terms.Hooked = left > 0
	d.W.Save(d.Table)
	return desk.Done(table.Say("house.hook-off", "match", int(d.Table.Row.ID)))
}

// hooksTurn gives the host's webhooks new secrets.
func hooksTurn(d *desk.Desk, hooks []model.Hook) desk.Answer {
	n := 0
	for _, h := range hooks {
		if h.Player == 0 || h.Secret == nil || d.House.Seal == nil {
			continue
		}
		secret := newSecret(d.House)
		d.W.Do(world.TurnHook{ID: h.ID, Secret: d.House.Seal(desk.SealSecret, []byte(secret)), Until: d.Now().Add(HookTurns)})
		d.TellOnce(model.SecretHook, secret)
		n++
	}
	if n == 0 {
		return desk.Refuse("house.hook-no-secret")
	}
	return desk.Done(table.Say("house.hook-rotated"))
}

// ErrNoHook says that there is no webhook of that number, or none that could do what is asked.
var ErrNoHook = errors.New("no such webhook")

// AddHook keeps a webhook of the operator's: for a match, the public matches of the house, or
// a league. It gives its number and its secret, "" where nothing is signed; a wish that cannot
// be is a Refusal.
func (h *House) AddHook(ctx context.Context, wish HookWish, now time.Time) (id int64, secret string, err error) {
	if no := wish.check(); no != nil {
		return 0, "", no
	}
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, wish.Match, func(w *world.Tx) error {
		if wish.Match != 0 {
			t := w.Table(wish.Match)
			id, secret = keepHook(w, wish, 0)
			hookTable(w, t, nil, wish.host, id)
			return nil
		}
		id, secret = keepHook(w, wish, 0)
		return nil
	})
	return id, secret, err
}

// TurnHook gives a webhook a new secret; the one before signs too for HookTurns. ErrNoHook
// where nothing is signed.
func (h *House) TurnHook(ctx context.Context, id int64, now time.Time) (secret string, err error) {
	hook, err := webhook.ByID(ctx, h.DB, id)
	if err != nil {
		return "", err
	}
	if hook == nil || hook.Secret == nil {
		return "", ErrNoHook
	}
	secret = newSecret(&h.Rules)
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		w.Do(world.TurnHook{ID: id, Secret: h.Rules.Seal(desk.SealSecret, []byte(secret)), Until: now.Add(HookTurns)})
		return nil
	})
	return secret, err
}

// DropHook forgets a webhook and all its calls; ErrNoHook if there is none.
func (h *House) DropHook(ctx context.Context, id int64, now time.Time) error {
	hook, err := webhook.ByID(ctx, h.DB, id)
	if err != nil {
		return err
	}
	if hook == nil {
		return ErrNoHook
	}
	return h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		w.Do(world.DropHook{ID: id})
		return nil
	})
}

// HookOff ends a webhook whose server wants it no more ("gone") or took nothing for days
// ("failing"), and tells the host who set it.
func (h *House) HookOff(ctx context.Context, id int64, why string, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(w *world.Tx) error {
		hook := w.HookOff(id, why)
		if hook == nil {
			return nil
		}
		h.Log.Warn("webhook ended", "webhook", id, "host", hook.Host, "why", why)
		if hook.Player == 0 {
			return nil
		}
		w.Queue(model.Notice{Key: fmt.Sprintf("webhook-off:%d:%d", id, now.UnixNano()), Player: hook.Player, Purpose: model.PurposeNote, Params: notice.Params(notice.Note{
			Subject: table.Say("house.hook-ended-subject", "match", int(hook.Match)),
			Lines:   []engine.Phrase{table.Say("house.hook-"+why, "match", int(hook.Match), "host", hook.Host)}})})
		return nil
	})
}
