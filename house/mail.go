package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/notice"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// MailFails tells the host of a match that letters to one of its seats come
// back, once for each letter that showed it, and the player where another of
// their addresses takes mail. The host is not told the address: who invited a
// player knows it, and nobody else may.
func (h *House) MailFails(ctx context.Context, s *mail.Struck, now time.Time) error {
	if !s.Fails || s.Match == 0 {
		return nil
	}
	err := h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, s.Match, func(w *world.Tx) {
		t := w.Table(s.Match)
		seat, host := t.Seat(s.Seat), t.Seat(t.Row.Host)
		if seat != nil && s.Elsewhere {
			table.Note(w, t, seat, model.PurposeNote, fmt.Sprintf("failed:%d", s.Letter), notice.Note{
				Subject: engine.Say("house.mail-fails-you-subject", "match", int(t.Row.ID)), Lines: []engine.Phrase{engine.Say("house.mail-fails-you", "address", s.Address)}})
		}
		if seat == nil || host == nil || host.No == seat.No {
			return
		}
		key := "house.mail-fails"
		switch {
		case s.Elsewhere:
			key = "house.mail-fails-elsewhere"
		case seat.State == model.SeatInvited:
			key = "house.mail-fails-invited"
		}
		table.Note(w, t, host, model.PurposeNote, fmt.Sprintf("failing:%d", s.Letter), notice.Note{
			Subject: engine.Say("house.mail-fails-subject", "match", int(t.Row.ID), "name", seat.Name), Lines: []engine.Phrase{engine.Say(key, "name", seat.Name)}})
	})
	if errors.Is(err, db.ErrNoMatch) {
		return nil
	}
	return err
}

// Complained takes a mail program's report that letters to an address are
// unwanted for a "stop" to every match that writes there, and for a "block".
func (h *House) Complained(ctx context.Context, address string, now time.Time) error {
	type seated struct {
		match int64
		seat  int
	}
	var stops []seated
	err := h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) {
		stops = stops[:0]
		player, a := w.PlayerByAddress(address)
		if player == nil {
			return
		}
		a.Blocked = true
		w.Do(world.SaveAddress{Address: *a})
		for _, id := range world.Get(w, world.Watched{Player: player.ID}) {
			w.Unwatch(id, player.ID)
		}
		for _, id := range world.Get(w, world.MatchesOf{Player: player.ID}) {
			t := w.Table(id)
			if s := table.SeatOf(t, player.ID); s != nil && (s.Address == a.Address || s.Address == "" && a.First) {
				stops = append(stops, seated{id, s.No})
			}
		}
	})
	if err != nil {
		return fmt.Errorf("a complaint: %w", err)
	}
	for _, s := range stops {
		if err := h.Stop(ctx, s.match, s.seat, now); err != nil {
			return fmt.Errorf("a complaint: %w", err)
		}
	}
	return nil
}

// Unsent gives a seat the time for which the letter of its turn could not leave, because the
// day's letters were spent: a player answers for what reached them.
func (h *House) Unsent(ctx context.Context, n *model.Notice, by time.Duration, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, n.Match, func(w *world.Tx) {
		t := w.Table(n.Match)
		c := table.ClockOf(t, n.Seat)
		if c == nil || c.Step != n.Step || c.StoppedAt != nil || t.Row.Phase != model.PhaseRunning {
			return
		}
		table.Shift(w, t, *c, by)
	})
}

// Stop ends all mail to a seat about its match, as the word does; somebody who was
// only invited is never invited again. Doing it twice is doing it once.
func (h *House) Stop(ctx context.Context, match int64, seat int, now time.Time) error {
	return h.stop(ctx, match, seat, now, func(*model.Table, *model.Seat) bool { return true })
}

// StopMail does what a link to unsubscribe means, by the letter that holds it: a seat hears no more of
// its match, or somebody who only looks on. Any other letter's word stops nothing, and false is given.
func (h *House) StopMail(ctx context.Context, ref desk.Ref, now time.Time) (known bool, err error) {
	switch {
	case ref.Purpose != desk.ForStop:
		return false, nil
	case ref.Seat < 0: // the step is the player who looks on
		return true, h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) {
			w.Unwatch(ref.Match, ref.Step)
		})
	}
	// The step is the player to whom the letter went. Where the seat is another's by now nothing is done;
	// letters of old name no player, 0: they count until the seat changes hands.
	return true, h.stop(ctx, ref.Match, ref.Seat, now, func(t *model.Table, s *model.Seat) bool {
		return ref.Step == s.Player || ref.Step == 0 && t.Match.TakenOver(s.Name) == 0
	})
}

func (h *House) stop(ctx context.Context, match int64, seat int, now time.Time, may func(*model.Table, *model.Seat) bool) error {
	return h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, match, func(w *world.Tx) {
		t := w.Table(match)
		s := t.Seat(seat)
		if s == nil {
			panic(world.Fault{Err: fmt.Errorf("match %d has no seat %d", match, seat)})
		}
		if s.Stopped != nil || !may(t, s) {
			return
		}
		if s.State == model.SeatInvited {
			letter.Never(w, s)
		}
		table.StopMail(w, t, s)
		table.Advance(w, t)
	})
}

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
