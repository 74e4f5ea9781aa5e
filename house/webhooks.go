package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// AddHook keeps a webhook of the operator's: for a match, the public matches of the house, or
// a league. It gives its number and its secret, "" where nothing is signed; a wish that cannot
// be is a Refusal.
func (h *House) AddHook(ctx context.Context, wish people.HookWish, now time.Time) (id int64, secret string, err error) {
	if no := wish.Check(); no != nil {
		return 0, "", no
	}
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, wish.Match, func(w *world.Tx) {
		id, secret = people.KeepHook(w, wish, 0)
		if wish.Match != 0 {
			people.HookTable(w, w.Table(wish.Match), nil, wish.Host, id)
		}
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
		return "", people.ErrNoHook
	}
	secret = people.NewSecret(&h.Rules)
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		w.Do(world.TurnHook{ID: id, Secret: h.Rules.Seal(desk.SealSecret, []byte(secret)), Until: now.Add(people.HookTurns)})
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
		return people.ErrNoHook
	}
	return h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		w.Do(world.DropHook{ID: id})
	})
}

// HookOff ends a webhook whose server wants it no more ("gone") or took nothing for days
// ("failing"), and tells the host who set it.
func (h *House) HookOff(ctx context.Context, id int64, why string, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(w *world.Tx) {
		hook := world.Tell(w, &world.HookOff{ID: id, Why: why})
		if hook == nil {
			return
		}
		h.Log.Warn("webhook ended", "webhook", id, "host", hook.Host, "why", why)
		if hook.Player == 0 {
			return
		}
		w.Queue(model.Notice{Key: fmt.Sprintf("webhook-off:%d:%d", id, now.UnixNano()), Player: hook.Player, Purpose: model.PurposeNote, Params: notice.Params(notice.Note{
			Subject: engine.Say("house.hook-ended-subject", "match", int(hook.Match)),
			Lines:   []engine.Phrase{engine.Say("house.hook-"+why, "match", int(hook.Match), "host", hook.Host)}})})
	})
}
