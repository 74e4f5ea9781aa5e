package house

import (
	"context"
	"errors"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// PutAside notes a letter that took too long, and does nothing it says. Its sender is told if
// somebody vouches for them, or if they are whom the letter was sent to that it answers.
func (h *House) PutAside(ctx context.Context, l *Letter, why string) error {
	err := h.DB.Play(ctx, model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: noteOf(l)}, 0, func(w *db.Work) error {
		d := &desk{House: h, w: w, letter: l, ref: l.Ref, from: l.From, receipt: notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID}}
		known, err := d.known()
		if err != nil {
			return err
		}
		if known {
			d.receipt.Lines = []notice.Answered{{State: model.LineTold, Says: []engine.Phrase{say("letter.slow")}}}
			if err := d.answer(); err != nil {
				return err
			}
		}
		return d.end(model.LetterSetAside, why)
	})
	if errors.Is(err, db.ErrSeen) {
		return nil
	}
	return err
}

// known finds the sender, and says whether they may be told of their letter.
func (d *desk) known() (bool, error) {
	player, address, err := d.w.PlayerByAddress(d.from)
	if err != nil || d.letter.Trust == Forged || address != nil && address.Barred || d.from == "" {
		return false, err
	}
	d.player = player
	if err := d.hear(); err != nil {
		return false, err
	}
	owner := int64(0)
	if d.ref != nil {
		if owner, err = d.owner(); err != nil {
			return false, err
		}
	}
	matching := player != nil && owner == player.ID
	if !matching {
		d.table, d.seat = nil, nil // the match is no business of theirs
	}
	return matching || d.letter.Trust == Proved, nil
}

// noteOf is how a letter is noted.
func noteOf(l *Letter) *model.Letter {
	return &model.Letter{Hash: l.Hash, MessageID: l.MessageID, Door: l.Door, Sender: l.From, Subject: l.Subject,
		WordsHash: l.WordsHash, Kept: l.Kept, ReceivedAt: l.ReceivedAt}
}
