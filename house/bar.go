package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Bar closes the house to an address, and to the person behind it: their letters are turned
// away, no mail goes to them but one last letter that says so, and bots play on for them.
// off opens it again; seats do not come back.
func (h *House) Bar(ctx context.Context, address string, off bool, now time.Time) (*Said, error) {
	out := &Said{Done: true}
	err := h.DB.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *db.Work) error {
		p, _, err := w.PlayerByAddress(address)
		if err != nil {
			return err
		}
		if p == nil && off {
			*out = Said{Lines: []engine.Phrase{say("acts.bar-nobody", "who", address)}}
			return nil
		}
		if p == nil {
			if p, err = w.NewPlayer(address, ""); err != nil {
				return err
			}
		}
		changed, err := w.Bar(p.ID, off)
		switch {
		case err != nil:
			return err
		case !changed:
			out.Lines = []engine.Phrase{say("acts.bar-already", "who", address)}
			return nil
		case off:
			out.Lines = []engine.Phrase{say("acts.unbarred", "who", address)}
			return nil
		}
		w.Queue(model.Notice{Key: fmt.Sprintf("%s%d:%d", db.LastWord, p.ID, now.UnixNano()), Player: p.ID, Address: address, Purpose: model.PurposeNote,
			Params: notice.Params(notice.Note{Subject: say("acts.barred-subject"), Lines: []engine.Phrase{say("acts.barred-you")}})})
		left, err := h.emptySeats(w, p.ID)
		out.Lines = []engine.Phrase{say("acts.barred", "who", address, "count", left)}
		return err
	})
	return out, err
}

// emptySeats takes a player off every seat they have, as a host's kick would.
func (h *House) emptySeats(w *db.Work, player int64) (n int, err error) {
	ids, err := w.Seated(player)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		t, err := w.Table(id)
		if err != nil {
			return 0, err
		}
		d := &desk{House: h, w: w, operator: true, sure: true, table: t}
		if s := seatOf(t, player); s != nil {
			if err := d.empty(s); err != nil {
				return 0, err
			}
			n++
		}
		if err := settle(h, w, t); err != nil {
			return 0, err
		}
	}
	return n, nil
}

func (d *desk) empty(s *model.Seat) error {
	switch {
	case d.table.Row.Phase != model.PhaseLobby:
		d.w.Append(d.table, engine.Fact{Event: engine.Resigned{Of: s.Name}})
		return d.leave(s, "house.all-kicked", d.by())
	case s.No == d.table.Row.Host:
		return abortMatch(d.w, d.table, d.by(), "")
	}
	d.takeOff(s)
	return nil
}
