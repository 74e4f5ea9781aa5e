package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
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

// lostStep says whether the letter at hand answers one in which the seat was
// asked for a move in a time that is lost, and to when the house was restored.
func (d *desk) lostStep() (of time.Time, lost bool) {
	if d.ref == nil || d.ref.Purpose != ForTurn || d.table == nil || d.seat == nil {
		return of, false
	}
	step := int(d.ref.Step)
	if begun := d.table.Row.Terms.Restored; begun != nil && step > 1 && step <= table.Skipped {
		return *begun, true
	}
	if step >= d.step() {
		return of, false
	}
	return d.table.Match.Lost(d.seat.Name, step)
}

// lateLost answers a move asked for in a time that is lost: what the seat held
// then is not known, so nothing is offered in its place.
func (d *desk) lateLost(of time.Time) answer {
	if d.receipt.Digest {
		return answer{state: model.LineUnread}
	}
	d.receipt.Digest, d.receipt.Data = true, true
	return answer{state: model.LineRefused, goOn: true, says: []engine.Phrase{table.Say("restored.late", "at", engine.Moment(of))}}
}

// gone ends a letter that answers what a restore lost: a match, a question, a
// letter of the day, or one of ours that is not known here. Nothing in it is
// carried out, and it is answered once; false for any other letter.
func gone(d *desk) bool {
	kind, number := isAbout(d)
	if kind == "" || d.ref == nil && d.player == nil && d.letter.Trust != Proved {
		return false
	}
	of, gone := d.w.Gone(kind, number)
	if !gone {
		return false
	}
	endLost(d, kind, number, of)
	return true
}

// isAbout is the row that a letter names and that was not found; 0 for a letter
// of ours.
func isAbout(d *desk) (kind string, number int64) {
	match := d.letter.match()
	switch {
	case d.ref == nil && d.letter.Unknown:
		return "outbox", 0
	case d.ref != nil && d.ref.Purpose == ForAsk:
		return "asks", d.ref.Step
	case d.ref != nil && d.ref.Purpose == ForDaily:
		return "outbox", d.ref.Step
	case match != 0:
		return "matches", match
	}
	return "", 0
}

func endLost(d *desk, kind string, number int64, of time.Time) {
	d.table, d.seat = nil, nil
	says := table.Say("restored.gone", "at", engine.Moment(of))
	if kind == "matches" {
		says = table.Say("restored.gone-match", "match", int(number), "at", engine.Moment(of))
	}
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: quoteLines(d.letter.Lines), State: model.LineRefused, Says: []engine.Phrase{says}})
	queueReceipt(d)
	d.end(model.LetterRefuse, "it answers what a restore lost")
}
