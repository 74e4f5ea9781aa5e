package house

import (
	"context"
	"errors"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// PutAside notes a letter that took too long, and does nothing it says. Its sender is told if
// somebody vouches for them, or if they are whom the letter was sent to that it answers.
func (h *House) PutAside(ctx context.Context, l *desk.Letter, why string) error {
	err := h.play(ctx, model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: letter.NoteOf(l)}, 0, func(w *world.Tx) error {
		d := &desk.Desk{House: w.Rules(), W: w, Letter: l, Ref: l.Ref, From: l.From, Receipt: notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID}}
		known := letter.MayBeTold(d)
		if known {
			d.Receipt.Lines = []notice.Answered{{State: model.LineTold, Says: []engine.Phrase{table.Say("letter.slow")}}}
			letter.QueueReceipt(d)
		}
		d.End(model.LetterSetAside, why)
		return nil
	})
	if errors.Is(err, db.ErrSeen) {
		return nil
	}
	return err
}
