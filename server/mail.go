package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// MailFails tells the host of a match that mail to one of its seats bounces, once for each letter that
// bounced: if its address is dead, and of an invitation in any case. If another address of the player takes mail, the
// player is told too.
func (h *House) MailFails(ctx context.Context, s *mail.Struck, now time.Time) error {
	if s.Match == 0 || !s.Fails && s.Purpose != model.PurposeInvite {
		return nil
	}
	err := h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, s.Match, func(w *world.Tx) {
		t := table.LoadTable(w, s.Match)
		seat := t.Seat(s.Seat)
		switch {
		case seat == nil:
			return
		case s.Elsewhere:
			t.Note(seat, fmt.Sprintf("failed:%d", s.Letter), t.News("house.mail-fails-you-subject", engine.Say("house.mail-fails-you", "address", s.Address)))
		case !s.Fails && seat.State != model.SeatInvited:
			return // they are at the table by now, or are not wanted any more
		}
		says := []engine.Phrase{engine.Say("house.mail-fails", "name", seat.Name)}
		switch {
		case s.Elsewhere:
			says = []engine.Phrase{engine.Say("house.mail-fails-elsewhere", "name", seat.Name)}
		case seat.State == model.SeatInvited:
			says = t.InvitationCameBack(seat, s.Reason)
		}
		t.NoteHost(seat, fmt.Sprintf("failing:%d", s.Letter), notice.Note{Pressing: seat.State == model.SeatInvited,
			Subject: engine.Say("house.mail-fails-subject", "match", int(t.Row.ID), "name", seat.Name), Lines: says})
	})
	if errors.Is(err, model.ErrNoMatch) {
		return nil
	}
	return err
}

// Complained handles a report by a mail program that letters to an address are unwanted. It counts as "stop"
// for every match that writes to that address, and as "block".
func (h *House) Complained(ctx context.Context, address string, now time.Time) error {
	var stops []model.Ref
	err := h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) {
		stops = stops[:0]
		player, a := w.PlayerByAddress(address)
		if player == nil {
			return
		}
		a.Blocked = true
		w.SaveAddress(*a)
		for _, id := range w.Watched(player.ID) {
			w.Unwatch(id, player.ID)
		}
		for t, s := range table.SeatsOf(w, player.ID) {
			if s.Address == a.Address || s.Address == "" && a.First {
				stops = append(stops, model.Ref{Match: t.Row.ID, Seat: s.No, Purpose: model.ForStop, Step: player.ID})
			}
		}
		table.NoteRefereeGone(w, player.ID)
	})
	if err != nil {
		return fmt.Errorf("a complaint: %w", err)
	}
	for _, s := range stops {
		if _, err := h.StopMail(ctx, s, now); err != nil {
			return fmt.Errorf("a complaint: %w", err)
		}
	}
	return nil
}

// GiveTimeForUnsent gives a seat extra time because the letter about its turn could not be sent: the house had used up
// its letters for the day.
func (h *House) GiveTimeForUnsent(ctx context.Context, n *model.Notice, by time.Duration, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, n.Match, func(w *world.Tx) {
		t := table.LoadTable(w, n.Match)
		c := t.Clock(n.Seat)
		if c == nil || c.Step != n.Step || c.StoppedAt != nil || t.Row.Phase != model.PhaseRunning {
			return
		}
		t.ShiftClock(*c, by)
	})
}

// StopMail does what an unsubscribe link says, as table.StopMailByToken does. It returns false for a token of another purpose.
func (h *House) StopMail(ctx context.Context, ref model.Ref, now time.Time) (known bool, err error) {
	if ref.Purpose != model.ForStop {
		return false, nil
	}
	match := ref.Match
	if ref.Seat < 0 {
		match = 0
	}
	return true, h.tryTo(ctx, model.Cause{Kind: model.CausePage, Now: now}, match, func(w *world.Tx) error { return table.StopMailByToken(w, ref) })
}

// AddHook saves a webhook of the operator's: for a match, for all public matches, or for a league. It returns
// its number and its secret, "" if its form is not signed. If the wish is invalid, the error is an
// *engine.Refusal.
func (h *House) AddHook(ctx context.Context, wish people.HookWish, now time.Time) (id int64, secret string, err error) {
	if no := wish.Check(); no != nil {
		return 0, "", no
	}
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, wish.Match, func(w *world.Tx) {
		id, secret = people.SaveHook(w, wish, 0)
		if wish.Match != 0 {
			people.TellTableOfHook(table.LoadTable(w, wish.Match), nil, wish.Host, id)
		}
	})
	return id, secret, err
}

// TurnHook gives a webhook a new secret. For HookTurns the old one signs too. The error is ErrNoHook if there
// is no such webhook or it is not signed.
func (h *House) TurnHook(ctx context.Context, id int64, now time.Time) (secret string, err error) {
	err = h.tryTo(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		if secret = people.RenewHookSecret(w, id); secret == "" {
			return people.ErrNoHook
		}
		return nil
	})
	return secret, err
}

// DropHook deletes a webhook and all its calls. The error is ErrNoHook if there is none.
func (h *House) DropHook(ctx context.Context, id int64, now time.Time) error {
	return h.tryTo(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		if !w.DropHook(id) {
			return people.ErrNoHook
		}
		return nil
	})
}

// HookOff turns a webhook off because its server asked for that ("gone") or has failed for days ("failing"),
// and tells the host who set it.
func (h *House) HookOff(ctx context.Context, id int64, why string, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(w *world.Tx) {
		hook := w.TurnOffHook(id, why)
		if hook == nil {
			return
		}
		h.Log.Warn("webhook ended", "webhook", id, "host", hook.Host, "why", why)
		if hook.Player == 0 {
			return
		}
		w.Queue(model.Notice{Key: fmt.Sprintf("webhook-off:%d:%d", id, now.UnixNano()), Player: hook.Player, Purpose: model.PurposeNote, Params: notice.EncodeParams(notice.Note{
			Subject: engine.Say("house.hook-ended-subject", "match", int(hook.Match)),
			Lines:   []engine.Phrase{engine.Say("house.hook-"+why, "match", int(hook.Match), "host", hook.Host)}})})
	})
}
