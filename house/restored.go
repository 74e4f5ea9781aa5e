package house

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// skipped is how many steps a match leaves out after a restore: more than any
// seat can have been asked for in the time that is lost.
const skipped = 1_000_000

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

// restored begins new steps in one match, and tells its seats.
func restored(w *world.Tx, t *model.Table, d model.Due) {
	var of time.Time
	if err := json.Unmarshal(d.Data, &of); err != nil {
		panic(world.Fault{Err: fmt.Errorf("match %d: to when it was restored: %w", d.ID, err)})
	}
	switch t.Row.Phase {
	case model.PhaseLobby:
		restoredLobby(w, t, of)
		return
	case model.PhaseRunning, model.PhasePaused:
		w.Append(t, skipLost(t, of)...)
		w.Save(t)
	default:
		return
	}
	paused := t.Row.Phase == model.PhasePaused
	eachClock(w, t, func(c model.Clock) {
		s := t.Seat(c.Seat)
		if !paused || s == nil {
			dropClock(w, t, c.Seat)
			return
		}
		c.Step = t.Match.Chair(s.Name).Steps + 1
		w.SetClock(t, c)
	})
	settle(w, t)
	due := t.Match.ToMove()
	for i := range t.Seats {
		if s := &t.Seats[i]; s.State == model.SeatJoined && (paused || !contains(due, s.Name)) {
			note(w, t, s, model.PurposeNote, "restored:"+itoa(of.Unix()), notice.Note{Subject: say("restored.subject", "match", int(t.Row.ID)),
				Lines: []engine.Phrase{say("restored.note", "at", engine.Moment(of)), say("restored.how")}})
		}
	}
}

// skipLost are the facts that begin new steps and another order of what is undrawn.
func skipLost(t *model.Table, of time.Time) []engine.Fact {
	return t.Match.Rewind(engine.Rewound{To: t.Match.Seq, By: "operator", Skip: skipped, Of: of.UTC()})
}

// restoredLobby has a match that has not begun leave steps out when it begins,
// for in the time that is lost it may have begun already. So that it is not
// dealt as it was then, a word of the house goes into the shuffle beside the
// host's.
func restoredLobby(w *world.Tx, t *model.Table, of time.Time) {
	t.Row.Terms.Restored = &of
	if s := t.Seat(t.Row.Host); s != nil {
		word := "restored " + w.Now().UTC().Format(time.RFC3339)
		if s.Salt != "" {
			word = s.Salt + " " + word
		}
		s.Salt = word
	}
	w.Save(t)
}

// lostStep says whether the letter at hand answers one in which the seat was
// asked for a move in a time that is lost, and to when the house was restored.
func (d *desk) lostStep() (of time.Time, lost bool) {
	if d.ref == nil || d.ref.Purpose != ForTurn || d.table == nil || d.seat == nil {
		return of, false
	}
	step := int(d.ref.Step)
	if begun := d.table.Row.Terms.Restored; begun != nil && step > 1 && step <= skipped {
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
	return answer{state: model.LineRefused, goOn: true, says: []engine.Phrase{say("restored.late", "at", engine.Moment(of))}}
}

// gone ends a letter that answers what a restore lost: a match, a question, a
// letter of the day, or one of ours that is not known here. Nothing in it is
// carried out, and it is answered once; false for any other letter.
func gone(d *desk) bool {
	table, number := isAbout(d)
	if table == "" || d.ref == nil && d.player == nil && d.letter.Trust != Proved {
		return false
	}
	of, gone := d.w.Gone(table, number)
	if !gone {
		return false
	}
	endLost(d, table, number, of)
	return true
}

// isAbout is the row that a letter names and that was not found; 0 for a letter
// of ours.
func isAbout(d *desk) (table string, number int64) {
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

func endLost(d *desk, table string, number int64, of time.Time) {
	d.table, d.seat = nil, nil
	says := say("restored.gone", "at", engine.Moment(of))
	if table == "matches" {
		says = say("restored.gone-match", "match", int(number), "at", engine.Moment(of))
	}
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: quoteLines(d.letter.Lines), State: model.LineRefused, Says: []engine.Phrase{says}})
	queueReceipt(d)
	d.end(model.LetterRefuse, "it answers what a restore lost")
}
