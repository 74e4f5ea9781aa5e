package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Restored makes every match of a house that was restored from a backup safe
// from letters of the time that is lost: they find steps that are past, and each
// seat that is due is asked anew. Each match is one transaction, so whoever goes
// on after a broken-off try goes on where it ended. It returns how many matches
// were done; one that cannot be read is logged, and left to the next sweep.
func (h *House) Restored(ctx context.Context, now time.Time) (int, error) {
	n := 0
	for {
		due, err := archive.DueRestored(ctx, h.DB, 500)
		if err != nil {
			return n, fmt.Errorf("matches to be made safe: %w", err)
		}
		done := 0
		for _, d := range due {
			err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, d.Match(), func(w *world.Tx) error {
				mine := w.TakeDue(d)
				if !mine {
					return nil
				}
				doDue(w, d)
				return nil
			})
			if ctx.Err() != nil {
				return n, ctx.Err()
			}
			if db.Away(err) {
				return n, err
			}
			if err != nil {
				h.Log.Error("a match could not be made safe", "match", d.Match(), "err", err)
				continue
			}
			done++
			failpoint.At("restore.match")
		}
		if n += done; done == 0 {
			return n, nil
		}
	}
}

// gone ends a letter that answers what a restore lost: a match, a question, a
// letter of the day, or one of ours that is not known here. Nothing in it is
// carried out, and it is answered once; false for any other letter.
func gone(d *desk.Desk) bool {
	kind, number := isAbout(d)
	if kind == "" || d.Ref == nil && d.Player == nil && d.Letter.Trust != desk.Proved {
		return false
	}
	of, gone := d.W.Gone(kind, number)
	if !gone {
		return false
	}
	endLost(d, kind, number, of)
	return true
}

// isAbout is the row that a letter names and that was not found; 0 for a letter
// of ours.
func isAbout(d *desk.Desk) (kind string, number int64) {
	match := d.Letter.Match()
	switch {
	case d.Ref == nil && d.Letter.Unknown:
		return "outbox", 0
	case d.Ref != nil && d.Ref.Purpose == desk.ForAsk:
		return "asks", d.Ref.Step
	case d.Ref != nil && d.Ref.Purpose == desk.ForDaily:
		return "outbox", d.Ref.Step
	case match != 0:
		return "matches", match
	}
	return "", 0
}

func endLost(d *desk.Desk, kind string, number int64, of time.Time) {
	d.Table, d.Seat = nil, nil
	says := table.Say("restored.gone", "at", engine.Moment(of))
	if kind == "matches" {
		says = table.Say("restored.gone-match", "match", int(number), "at", engine.Moment(of))
	}
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: []engine.Phrase{says}})
	queueReceipt(d)
	d.End(model.LetterRefuse, "it answers what a restore lost")
}
