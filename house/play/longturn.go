package play

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// places is the hand as printed in the letter that is answered. It holds all
// through the letter, in games whose turn has several choices; nil elsewhere.
func places(d *desk.Desk) []string {
	if _, ok := d.Table.Match.State().(engine.LongTurn); !ok {
		return nil
	}
	id := d.Table.Row.ID
	if printed, ok := d.Printed[id]; ok {
		return printed
	}
	printed := []string{}
	for _, h := range d.Table.Match.State().View(d.Seat.Name).Hand {
		printed = append(printed, h.Card)
	}
	if d.Printed == nil {
		d.Printed = map[int64][]string{}
	}
	d.Printed[id] = printed
	return printed
}

// skip makes the choice that a line passes over, and says so.
func skip(d *desk.Desk, line string) []engine.Phrase {
	p, ok := d.Table.Match.State().(engine.Patient)
	if !ok {
		return nil
	}
	command := p.Skipped(d.Seat.Name, line)
	if command == "" || carry(d, command) != nil {
		return nil
	}
	return []engine.Phrase{table.Say("house.skipped", "command", command)}
}

// finish ends the sender's turn by safe moves.
func finish(d *desk.Desk) desk.Answer {
	id := d.Table.Row.ID
	since := d.Table.Match.Seq
	table.FinishTurn(d.W, d.Table, d.Seat.Name)
	if d.Table.Match.Seq == since {
		return desk.Refuse("house.second-move")
	}
	d.W.DropPlan(d.Table, d.Seat.No, model.PlanDraft)
	d.Moved, d.Ended = append(d.Moved, id), append(d.Ended, id)
	d.Touch()
	return desk.Done(table.Say("house.turn-finished"))
}

// keepDraft keeps moves for a turn to come in place of those kept before; in a
// game of long turns the lines of one letter are kept one after another.
// Nothing comes back when there are too many.
func keepDraft(d *desk.Desk, lines []string) []string {
	p := model.Plan{Kind: model.PlanDraft, Lines: lines, At: d.Now()}
	if slices.Contains(d.Drafted, d.Table.Row.ID) {
		for _, old := range d.W.Plans(d.Table, d.Seat.No) {
			if old.Kind == model.PlanDraft {
				p.Lines = append(old.Lines, lines...)
			}
		}
	}
	if len(p.Lines) > 20 {
		return nil
	}
	if _, ok := d.Table.Match.State().(engine.LongTurn); ok {
		d.Drafted = append(d.Drafted, d.Table.Row.ID)
	}
	d.W.SetPlan(d.Table, d.Seat.No, p)
	return p.Lines
}
