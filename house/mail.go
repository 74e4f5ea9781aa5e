package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/notice"
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
		c := table.ClockOf(w, t, n.Seat)
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
		return true, h.Unwatch(ctx, ref.Match, ref.Step, now)
	}
	return true, h.Unsubscribe(ctx, ref.Match, ref.Seat, ref.Step, now)
}

// Unsubscribe does the same for the player to whom the letter went that offers it. Where the
// seat is another's by now nothing is done. Letters of old name no player, 0: they count
// until the seat changes hands.
func (h *House) Unsubscribe(ctx context.Context, match int64, seat int, player int64, now time.Time) error {
	return h.stop(ctx, match, seat, now, func(t *model.Table, s *model.Seat) bool {
		return player == s.Player || player == 0 && t.Match.TakenOver(s.Name) == 0
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

// Unwatch ends all letters about a match to somebody who follows it. Doing it twice is doing
// it once.
func (h *House) Unwatch(ctx context.Context, match, player int64, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) {
		w.Unwatch(match, player)
	})
}
