package house

import (
	"context"
	"errors"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// PutAside notes a letter that took too long, and does nothing it says. Its sender is told if
// somebody vouches for them, or if they are whom the letter was sent to that it answers.
func (h *House) PutAside(ctx context.Context, l *desk.Letter, why string) error {
	err := h.play(ctx, model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: noteOf(l)}, 0, func(w *world.Tx) error {
		d := &desk.Desk{House: w.Rules(), W: w, Letter: l, Ref: l.Ref, From: l.From, Receipt: notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID}}
		known := mayBeTold(d)
		if known {
			d.Receipt.Lines = []notice.Answered{{State: model.LineTold, Says: []engine.Phrase{table.Say("letter.slow")}}}
			queueReceipt(d)
		}
		d.End(model.LetterSetAside, why)
		return nil
	})
	if errors.Is(err, db.ErrSeen) {
		return nil
	}
	return err
}

// mayBeTold finds the sender, and says whether they may be told of their letter.
func mayBeTold(d *desk.Desk) bool {
	player, address := d.W.PlayerByAddress(d.From)
	if d.Letter.Trust == desk.Forged || address != nil && address.Barred || d.From == "" {
		return false
	}
	d.Player = player
	d.Hear()
	owner := int64(0)
	if d.Ref != nil {
		owner = ownerOf(d)
	}
	matching := player != nil && owner == player.ID
	if !matching {
		d.Table, d.Seat = nil, nil // the match is no business of theirs
	}
	return matching || d.Letter.Trust == desk.Proved
}

// noteOf is how a letter is noted.
func noteOf(l *desk.Letter) *model.Letter {
	return &model.Letter{Hash: l.Hash, MessageID: l.MessageID, Door: l.Door, Sender: l.From, Subject: l.Subject,
		WordsHash: l.WordsHash, Kept: l.Kept, ReceivedAt: l.ReceivedAt}
}
