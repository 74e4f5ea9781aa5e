package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
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
	err := h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, s.Match, func(w *world.Tx) error {
		t := w.Table(s.Match)
		seat, host := t.Seat(s.Seat), t.Seat(t.Row.Host)
		if seat != nil && s.Elsewhere {
			table.Note(w, t, seat, model.PurposeNote, fmt.Sprintf("failed:%d", s.Letter), notice.Note{
				Subject: table.Say("house.mail-fails-you-subject", "match", int(t.Row.ID)), Lines: []engine.Phrase{table.Say("house.mail-fails-you", "address", s.Address)}})
		}
		if seat == nil || host == nil || host.No == seat.No {
			return nil
		}
		key := "house.mail-fails"
		switch {
		case s.Elsewhere:
			key = "house.mail-fails-elsewhere"
		case seat.State == model.SeatInvited:
			key = "house.mail-fails-invited"
		}
		table.Note(w, t, host, model.PurposeNote, fmt.Sprintf("failing:%d", s.Letter), notice.Note{
			Subject: table.Say("house.mail-fails-subject", "match", int(t.Row.ID), "name", seat.Name), Lines: []engine.Phrase{table.Say(key, "name", seat.Name)}})
		return nil
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
	err := h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) error {
		stops = stops[:0]
		player, a := w.PlayerByAddress(address)
		if player == nil {
			return nil
		}
		a.Blocked = true
		w.Do(world.SaveAddress{Address: *a})
		watched := world.Get(w, world.Watched{Player: player.ID})
		for _, id := range watched {
			w.Unwatch(id, player.ID)
		}
		ids := world.Get(w, world.MatchesOf{Player: player.ID})
		for _, id := range ids {
			t := w.Table(id)
			if s := table.SeatOf(t, player.ID); s != nil && (s.Address == a.Address || s.Address == "" && a.First) {
				stops = append(stops, seated{id, s.No})
			}
		}
		return nil
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
