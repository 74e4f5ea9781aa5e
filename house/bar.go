package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
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
			*out = Said{Lines: []engine.Phrase{table.Say("acts.bar-nobody", "who", address)}}
			return nil
		}
		if p == nil {
			p = w.NewPlayer(address, "")
		}
		changed := w.Bar(p.ID, off)
		switch {

		case !changed:
			out.Lines = []engine.Phrase{table.Say("acts.bar-already", "who", address)}
			return nil
		case off:
			out.Lines = []engine.Phrase{table.Say("acts.unbarred", "who", address)}
			return nil
		}
		w.Queue(model.Notice{Key: fmt.Sprintf("%s%d:%d", mail.LastWord, p.ID, now.UnixNano()), Player: p.ID, Address: address, Purpose: model.PurposeNote,
			Params: notice.Params(notice.Note{Subject: table.Say("acts.barred-subject"), Lines: []engine.Phrase{table.Say("acts.barred-you")}})})
		left := seats.EmptySeats(w, p.ID)
		out.Lines = []engine.Phrase{table.Say("acts.barred", "who", address, "count", left)}
		return nil
	})
	return out, err
}
