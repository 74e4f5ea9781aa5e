package house

import (
	"context"
	"errors"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// PutAside notes a letter that took too long, and does nothing it says. Its sender is told if
// somebody vouches for them, or if they are whom the letter was sent to that it answers.
func (h *House) PutAside(ctx context.Context, l *Letter, why string) error {
	err := h.play(ctx, model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: noteOf(l)}, 0, func(w *world.Tx) error {
		d := &desk{house: w.Rules(), w: w, letter: l, ref: l.Ref, from: l.From, receipt: notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID}}
		known := mayBeTold(d)
		if known {
			d.receipt.Lines = []notice.Answered{{State: model.LineTold, Says: []engine.Phrase{say("letter.slow")}}}
			queueReceipt(d)
		}
		d.end(model.LetterSetAside, why)
		return nil
	})
	if errors.Is(err, db.ErrSeen) {
		return nil
	}
	return err
}

// mayBeTold finds the sender, and says whether they may be told of their letter.
func mayBeTold(d *desk) bool {
	player, address := d.w.PlayerByAddress(d.from)
	if d.letter.Trust == Forged || address != nil && address.Barred || d.from == "" {
		return false
	}
	d.player = player
	d.hear()
	owner := int64(0)
	if d.ref != nil {
		owner = ownerOf(d)
	}
	matching := player != nil && owner == player.ID
	if !matching {
		d.table, d.seat = nil, nil // the match is no business of theirs
	}
	return matching || d.letter.Trust == Proved
}

// noteOf is how a letter is noted.
func noteOf(l *Letter) *model.Letter {
	return &model.Letter{Hash: l.Hash, MessageID: l.MessageID, Door: l.Door, Sender: l.From, Subject: l.Subject,
		WordsHash: l.WordsHash, Kept: l.Kept, ReceivedAt: l.ReceivedAt}
}
