package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Bar closes the house to an address, and to the person behind it: their letters are turned
// away, no mail goes to them but one last letter that says so, and bots play on for them.
// off opens it again; seats do not come back.
func (h *House) Bar(ctx context.Context, address string, off bool, now time.Time) (*Said, error) {
	out := &Said{Done: true}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		p, _ := w.PlayerByAddress(address)
		if p == nil && off {
			*out = Said{Lines: []engine.Phrase{say("acts.bar-nobody", "who", address)}}
			return nil
		}
		if p == nil {
			p = w.NewPlayer(address, "")
		}
		changed := w.Bar(p.ID, off)
		switch {

		case !changed:
			out.Lines = []engine.Phrase{say("acts.bar-already", "who", address)}
			return nil
		case off:
			out.Lines = []engine.Phrase{say("acts.unbarred", "who", address)}
			return nil
		}
		w.Queue(model.Notice{Key: fmt.Sprintf("%s%d:%d", mail.LastWord, p.ID, now.UnixNano()), Player: p.ID, Address: address, Purpose: model.PurposeNote,
			Params: notice.Params(notice.Note{Subject: say("acts.barred-subject"), Lines: []engine.Phrase{say("acts.barred-you")}})})
		left := emptySeats(w, p.ID)
		out.Lines = []engine.Phrase{say("acts.barred", "who", address, "count", left)}
		return nil
	})
	return out, err
}

// emptySeats takes a player off every seat they have, as a host's kick would.
func emptySeats(w *world.Tx, player int64) (n int) {
	ids := w.Seated(player)
	for _, id := range ids {
		t := w.Table(id)
		d := &desk{house: w.Rules(), w: w, operator: true, sure: true, table: t}
		if s := seatOf(t, player); s != nil {
			empty(d, s)
			n++
		}
		settle(w, t)
	}
	return n
}

func empty(d *desk, s *model.Seat) {
	switch {
	case d.table.Row.Phase != model.PhaseLobby:
		d.w.Append(d.table, engine.Fact{Event: engine.Resigned{Of: s.Name}})
		leave(d, s, "house.all-kicked", d.by())
		return
	case s.No == d.table.Row.Host:
		abortMatch(d.w, d.table, d.by(), "")
		return
	}
	takeOff(d, s)
}
