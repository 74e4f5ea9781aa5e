package house

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// longestTurn is more choices than any turn has.
const longestTurn = 200

// places is the hand as printed in the letter that is answered. It holds all
// through the letter, in games whose turn has several choices; nil elsewhere.
func places(d *desk) []string {
	if _, ok := d.table.Match.State().(engine.LongTurn); !ok {
		return nil
	}
	id := d.table.Row.ID
	if printed, ok := d.printed[id]; ok {
		return printed
	}
	printed := []string{}
	for _, h := range d.table.Match.State().View(d.seat.Name).Hand {
		printed = append(printed, h.Card)
	}
	if d.printed == nil {
		d.printed = map[int64][]string{}
	}
	d.printed[id] = printed
	return printed
}

// skip makes the choice that a line passes over, and says so.
func skip(d *desk, line string) []engine.Phrase {
	p, ok := d.table.Match.State().(engine.Patient)
	if !ok {
		return nil
	}
	command := p.Skipped(d.seat.Name, line)
	if command == "" || carry(d, command) != nil {
		return nil
	}
	return []engine.Phrase{say("house.skipped", "command", command)}
}

// finish ends the sender's turn by safe moves.
func finish(d *desk) answer {
	id := d.table.Row.ID
	since := d.table.Match.Seq
	finishTurn(d.w, d.table, d.seat.Name)
	if d.table.Match.Seq == since {
		return refuse("house.second-move")
	}
	d.w.DropPlan(d.table, d.seat.No, model.PlanDraft)
	d.moved, d.ended = append(d.moved, id), append(d.ended, id)
	d.touch()
	return done(say("house.turn-finished"))
}

// finishTurn plays safe moves for a seat until it is no longer to move.
func finishTurn(w *world.Tx, t *model.Table, seat string) {
	for range longestTurn {
		if !slices.Contains(t.Match.ToMove(), seat) {
			return
		}
		playLegal(w, t, seat, t.Match.State().Idle(seat))
	}
	panic(world.Fault{Err: fmt.Errorf("match %d: the turn of %s has no end", t.Row.ID, seat)})
}

// keepDraft keeps moves for a turn to come in place of those kept before; in a
// game of long turns the lines of one letter are kept one after another.
// Nothing comes back when there are too many.
func keepDraft(d *desk, lines []string) []string {
	p := model.Plan{Kind: model.PlanDraft, Lines: lines, At: d.now()}
	if slices.Contains(d.drafted, d.table.Row.ID) {
		for _, old := range d.w.Plans(d.table, d.seat.No) {
			if old.Kind == model.PlanDraft {
				p.Lines = append(old.Lines, lines...)
			}
		}
	}
	if len(p.Lines) > 20 {
		return nil
	}
	if _, ok := d.table.Match.State().(engine.LongTurn); ok {
		d.drafted = append(d.drafted, d.table.Row.ID)
	}
	d.w.SetPlan(d.table, d.seat.No, p)
	return p.Lines
}

// playDrafted plays the lines of a draft in order, in a game of long turns,
// until one can no longer be played.
func playDrafted(w *world.Tx, t *model.Table, seat string, lines []string) {
	for _, line := range lines {
		if !slices.Contains(t.Match.ToMove(), seat) {
			return
		}
		command, _ := firstLegal(t, seat, []string{line})
		if command == "" {
			return
		}
		playLegal(w, t, seat, command)
	}
}
