package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

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
	return h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, match, func(w *world.Tx) error {
		t := w.Table(match)
		s := t.Seat(seat)
		if s == nil {
			return fmt.Errorf("match %d has no seat %d", match, seat)
		}
		if s.Stopped != nil || !may(t, s) {
			return nil
		}
		if s.State == model.SeatInvited {
			never(w, s)
		}
		table.StopMail(w, t, s)
		table.Advance(w, t)
		return nil
	})
}

// never keeps all invitations from the address of somebody invited.
func never(w *world.Tx, s *model.Seat) {
	_, a := w.PlayerByAddress(s.Address)
	if a == nil {
		return
	}
	a.Blocked = true
	w.Do(world.SaveAddress{Address: *a})
}

// unsubscribing reads a letter to the address that stands for "no more mail" in
// our headers: whatever a mail program wrote into it, it means that one word.
func unsubscribing(d *desk.Desk) {
	word := "stop"
	switch {
	case d.Ref.Purpose != desk.ForStop:
		return
	case d.Ref.Seat == table.NoSeat:
		word = fmt.Sprintf("watch #%d off", d.Ref.Match)
	case d.Seat == nil:
		return
	case d.Seat.State == model.SeatInvited:
		word = "block"
	}
	d.Letter.Lines, d.Letter.Trouble = []command.Line{{Raw: word, Folded: word}}, nil
}
