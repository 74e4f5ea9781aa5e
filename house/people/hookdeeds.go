package people

import (
	"errors"
	"fmt"

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
	id, secret := KeepHook(d.W, wish, d.Player.ID)
	HookTable(d.W, t, d.Seat, wish.Host, id)
	says := []engine.Phrase{table.Say("house.hook-on", "match", int(t.Row.ID), "host", wish.Host, "form", string(wish.Form), "lang", wish.Lang)}
	if secret != "" {
		d.TellOnce(model.SecretHook, secret)
		says = append(says, table.Say("house.hook-secret"))
	}
	return desk.Done(says...)
}

// hookTable notes that the web is told of a match, and tells those who play it.
func HookTable(w *world.Tx, t *model.Table, but *model.Seat, host string, id int64) {
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
		secret := NewSecret(d.House)
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
