// Package play is what those at a table do with the game: moves, plans and drafts, second thoughts,
// talk, votes, and the host's acts on time and turns. Each word is a function of the desk, the line
// and what follows the word.
package play

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// PlayLine plays one line of the game or the first of its alternatives that is
// accepted; out of turn it keeps them as a draft. rest are the lines after it.
func PlayLine(d *desk.Desk, group []command.Line, rest []command.Line) desk.Answer {
	if !d.May(command.ToChange) {
		return desk.HeldBack()
	}
	if a, ok := MayMove(d); !ok {
		return a
	}
	long, isLong := d.Table.Match.State().(engine.LongTurn)
	if slices.Contains(d.Ended, d.Table.Row.ID) {
		if isLong {
			return desk.Refuse("house.turn-over")
		}
		return desk.Refuse("house.second-move")
	}
	if of, lost := d.LostStep(); lost && !d.HasMoved() {
		return d.LateLost(of)
	}
	if places := pastPlaces(d); places != nil && !d.HasMoved() {
		return late(d, group, places)
	}
	if !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		return draft(d, group)
	}
	if isLong && long.Finishes(group[0].Folded) {
		return finish(d)
	}
	if a, ok := twoMoves(d, group, rest); !ok {
		return a
	}
	if d.Table.Row.Terms.Slips > 0 && !d.Settled {
		return letWait(d, group, rest)
	}
	places := places(d)
	var first *engine.Refusal
	for i, line := range group {
		skipped := skip(d, line.Folded)
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, places)
		if no == nil {
			no = carry(d, move.Command)
		}
		if no == nil {
			says := append([]engine.Phrase{engine.Say("house.played", "command", move.Command)}, move.Notes...)
			says = append(says, skipped...)
			if i > 0 && first != nil {
				says = append(says, engine.Say("house.played-instead", "words", group[0].Raw, "why", first.Phrase))
			}
			return desk.Done(says...)
		}
		if first == nil {
			first = no
		}
	}
	return desk.Refused(first)
}

// carry plays a canonical command of the seat at hand.
func carry(d *desk.Desk, command string) *engine.Refusal {
	goesOn := false
	if long, ok := d.Table.Match.State().(engine.LongTurn); ok {
		goesOn = long.TurnGoesOn(d.Seat.Name, command)
	}
	facts, no := d.Table.Match.Play(d.Seat.Name, command)
	if no != nil {
		return no
	}
	d.W.Append(d.Table, facts...)
	d.Table.DropPlan(d.Seat.No, model.PlanDraft)
	d.Moved = append(d.Moved, d.Table.Row.ID)
	if !goesOn || !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		d.Ended = append(d.Ended, d.Table.Row.ID)
	}
	d.Touch(d.Table)
	return nil
}

// MayMove wants somebody who sits at a match that runs; else the answer says why not.
func MayMove(d *desk.Desk) (desk.Answer, bool) {
	t := d.Table
	switch {
	case t == nil:
		return d.WhichMatch(), false
	case d.Operator:
		return desk.Refuse("house.operator-plays-not"), false
	case d.Seat == nil:
		return desk.Refuse("house.not-seated", "match", int(t.Row.ID)), false
	case t.Row.Phase == model.PhaseLobby:
		return desk.Refuse("house.not-started", "match", int(t.Row.ID)), false
	case t.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(t.Row.ID)), false
	case d.Seat.State == model.SeatBot:
		return desk.Refuse("house.bot-sits"), false
	case d.Seat.State != model.SeatJoined:
		return desk.Refuse("house.not-seated", "match", int(t.Row.ID)), false
	case t.Row.Phase == model.PhasePaused:
		return desk.Refuse("house.paused"), false
	}
	return desk.Answer{}, true
}

// twoMoves looks ahead: two moves for one step that differ are both refused,
// for nobody can know which was meant.
func twoMoves(d *desk.Desk, group, rest []command.Line) (desk.Answer, bool) {
	state := d.Table.Match.State()
	one, no := state.Parse(d.Seat.Name, group[0].Folded, places(d))
	if no != nil {
		return desk.Answer{}, true
	}
	if long, ok := state.(engine.LongTurn); ok && long.TurnGoesOn(d.Seat.Name, one.Command) {
		return desk.Answer{}, true
	}
	for _, line := range rest {
		if line.Match != 0 && line.Match != d.Table.Row.ID {
			break
		}
		if line.Or || line.Block {
			continue
		}
		r := command.Read(line.Folded, d.Game())
		if r.Kind == command.Failed {
			break
		}
		if r.Kind != command.GameLine {
			continue
		}
		if two, no := state.Parse(d.Seat.Name, line.Folded, places(d)); no == nil && two.Command != one.Command {
			return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.two-moves", "one", one.Command, "two", two.Command), Nearest: []string{one.Command, two.Command}}), false
		}
	}
	return desk.Answer{}, true
}

// pastPlaces is the hand printed in the answered letter if its step is past;
// nil for the present step and for letters older than any hand.
func pastPlaces(d *desk.Desk) []string {
	if d.Ref == nil || d.Ref.Purpose != desk.ForTurn || int(d.Ref.Step) >= d.Step() {
		return nil
	}
	return d.Table.Match.Printed(d.Seat.Name, int(d.Ref.Step))
}

// late answers a move for a step that is past: it is not played, but the card
// that was meant is found, the present digest is enclosed, and a yes plays it.
func late(d *desk.Desk, group []command.Line, places []string) desk.Answer {
	if d.Receipt.Digest {
		return desk.Answer{State: model.LineUnread} // the letter's first move was late already
	}
	d.Receipt.Digest, d.Receipt.Data = true, true
	if long, ok := d.Table.Match.State().(engine.LongTurn); ok && long.Finishes(group[0].Folded) {
		return desk.Answer{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late")}} // it names no card
	}
	move, no := d.Table.Match.State().Parse(d.Seat.Name, group[0].Folded, places)
	if no != nil {
		return desk.Answer{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late"), no.Phrase}}
	}
	d.Receipt.Ask = d.Asked(d.Seat.Player, d.From, model.AskLate, desk.HeldFor, desk.LateMove{Bound: move.Bound, Step: d.Step()})
	return desk.Answer{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late"), engine.Say("house.late-offer", "command", move.Command, "bound", move.Bound)}}
}

// draft keeps moves sent out of turn: offered first in the next digest, and
// played in place of the safe move. In a game of long turns the lines of one letter
// are kept one after another.
func draft(d *desk.Desk, group []command.Line) desk.Answer {
	lines, no := bind(d, group)
	if no != nil {
		return desk.Refused(no)
	}
	kept := lines
	if slices.Contains(d.Drafted, d.Table.Row.ID) {
		kept = append(d.Table.PlanFor(d.Seat.No, model.PlanDraft), lines...)
	}
	if !keep(d, model.PlanDraft, kept) {
		return desk.Refuse("house.plan-full")
	}
	if _, ok := d.Table.Match.State().(engine.LongTurn); ok {
		d.Drafted = append(d.Drafted, d.Table.Row.ID)
	}
	return desk.Answer{State: model.LineKept, Says: []engine.Phrase{engine.Say("house.drafted", "command", d.Readable(lines[:1])[0], "due", d.Table.Match.ToMove())}}
}

// bind reads lines as moves and ties each to its card.
func bind(d *desk.Desk, group []command.Line) ([]string, *engine.Refusal) {
	var lines []string
	long, isLong := d.Table.Match.State().(engine.LongTurn)
	for _, line := range group {
		if isLong && long.Finishes(line.Folded) {
			lines = append(lines, line.Folded) // what is left of a turn is played safe anyway
			continue
		}
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, nil)
		if no != nil {
			return nil, no
		}
		lines = append(lines, move.Bound)
	}
	return lines, nil
}

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
	printed := engine.Each(d.Table.Match.State().View(d.Seat.Name).Hand, func(h engine.Held) string { return h.Card })
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
	return []engine.Phrase{engine.Say("house.skipped", "command", command)}
}

// finish ends the sender's turn by safe moves.
func finish(d *desk.Desk) desk.Answer {
	id := d.Table.Row.ID
	since := d.Table.Match.Seq
	table.FinishTurn(d.W, d.Table, d.Seat.Name)
	if d.Table.Match.Seq == since {
		return desk.Refuse("house.second-move")
	}
	d.Table.DropPlan(d.Seat.No, model.PlanDraft)
	d.Moved, d.Ended = append(d.Moved, id), append(d.Ended, id)
	d.Touch(d.Table)
	return desk.Done(engine.Say("house.turn-finished"))
}

// keep keeps moves for a turn to come in place of those of their kind; false where there are too many.
func keep(d *desk.Desk, kind model.PlanKind, lines []string) bool {
	if len(lines) > 20 {
		return false
	}
	d.Table.SetPlan(d.Seat.No, model.Plan{Kind: kind, Lines: lines, At: d.Now()})
	return true
}
