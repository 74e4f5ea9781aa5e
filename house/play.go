package house

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/model"
)

// PlayLine plays one line of the game or the first of its alternatives that is
// accepted; out of turn it keeps them as a draft. rest are the lines after it.
func PlayLine(d *desk, group []command.Line, rest []command.Line) answer {
	if !d.may(needs[gameLine]) {
		return heldBack()
	}
	if d.table == nil {
		return d.whichMatch()
	}
	if a, ok := mayMove(d); !ok {
		return a
	}
	long, isLong := d.table.Match.State().(engine.LongTurn)
	if slices.Contains(d.ended, d.table.Row.ID) {
		if isLong {
			return refuse("house.turn-over")
		}
		return refuse("house.second-move")
	}
	if of, lost := d.lostStep(); lost && !d.hasMoved() {
		return d.lateLost(of)
	}
	if places := pastPlaces(d); places != nil && !d.hasMoved() {
		return late(d, group, places)
	}
	if !slices.Contains(d.table.Match.ToMove(), d.seat.Name) {
		return draft(d, group)
	}
	if isLong && long.Finishes(group[0].Folded) {
		return finish(d)
	}
	if a, ok := twoMoves(d, group, rest); !ok {
		return a
	}
	if d.table.Row.Terms.Slips > 0 && !d.settled {
		return letWait(d, group, rest)
	}
	places := places(d)
	var first *engine.Refusal
	for i, line := range group {
		skipped := skip(d, line.Folded)
		move, no := d.table.Match.State().Parse(d.seat.Name, line.Folded, places)
		if no == nil {
			no = carry(d, move.Command)
		}
		if no == nil {
			says := append([]engine.Phrase{say("house.played", "command", move.Command)}, move.Notes...)
			says = append(says, skipped...)
			if i > 0 && first != nil {
				says = append(says, say("house.played-instead", "words", group[0].Raw, "why", first.Phrase))
			}
			return done(says...)
		}
		if first == nil {
			first = no
		}
	}
	return refused(first)
}

// carry plays a canonical command of the seat at hand.
func carry(d *desk, command string) *engine.Refusal {
	goesOn := false
	if long, ok := d.table.Match.State().(engine.LongTurn); ok {
		goesOn = long.TurnGoesOn(d.seat.Name, command)
	}
	facts, no := d.table.Match.Play(d.seat.Name, command)
	if no != nil {
		return no
	}
	d.w.Append(d.table, facts...)
	d.w.DropPlan(d.table, d.seat.No, model.PlanDraft)
	d.moved = append(d.moved, d.table.Row.ID)
	if !goesOn || !slices.Contains(d.table.Match.ToMove(), d.seat.Name) {
		d.ended = append(d.ended, d.table.Row.ID)
	}
	d.touch()
	return nil
}

func mayMove(d *desk) (answer, bool) {
	t := d.table
	switch {
	case d.operator:
		return refuse("house.operator-plays-not"), false
	case d.seat == nil:
		return refuse("house.not-seated", "match", int(t.Row.ID)), false
	case t.Row.Phase == model.PhaseLobby:
		return refuse("house.not-started", "match", int(t.Row.ID)), false
	case t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted:
		return refuse("house.over", "match", int(t.Row.ID)), false
	case d.seat.State == model.SeatBot:
		return refuse("house.bot-sits"), false
	case d.seat.State != model.SeatJoined:
		return refuse("house.not-seated", "match", int(t.Row.ID)), false
	case t.Row.Phase == model.PhasePaused:
		return refuse("house.paused"), false
	}
	return answer{}, true
}

// twoMoves looks ahead: two moves for one step that differ are both refused,
// for nobody can know which was meant.
func twoMoves(d *desk, group, rest []command.Line) (answer, bool) {
	state := d.table.Match.State()
	one, no := state.Parse(d.seat.Name, group[0].Folded, places(d))
	if no != nil {
		return answer{}, true
	}
	if long, ok := state.(engine.LongTurn); ok && long.TurnGoesOn(d.seat.Name, one.Command) {
		return answer{}, true
	}
	for _, line := range rest {
		if line.Match != 0 && line.Match != d.table.Row.ID {
			break
		}
		if line.Or || line.Block {
			continue
		}
		r := command.Read(line.Folded, d.game())
		if r.Kind == command.Failed {
			break
		}
		if r.Kind != command.GameLine {
			continue
		}
		two, no := state.Parse(d.seat.Name, line.Folded, places(d))
		if no == nil && two.Command != one.Command {
			return refuse("house.two-moves", "one", one.Command, "two", two.Command), false
		}
	}
	return answer{}, true
}

// pastPlaces is the hand printed in the answered letter if its step is past;
// nil for the present step and for letters older than any hand.
func pastPlaces(d *desk) []string {
	if d.ref == nil || d.ref.Purpose != ForTurn || int(d.ref.Step) >= d.step() {
		return nil
	}
	return d.table.Match.Printed(d.seat.Name, int(d.ref.Step))
}

// late answers a move for a step that is past: it is not played, but the card
// that was meant is found, the present digest is enclosed, and a yes plays it.
func late(d *desk, group []command.Line, places []string) answer {
	if d.receipt.Digest {
		return answer{state: model.LineUnread} // the letter's first move was late already
	}
	d.receipt.Digest, d.receipt.Data = true, true
	if long, ok := d.table.Match.State().(engine.LongTurn); ok && long.Finishes(group[0].Folded) {
		return answer{state: model.LineRefused, goOn: true, says: []engine.Phrase{say("house.late")}} // it names no card
	}
	move, no := d.table.Match.State().Parse(d.seat.Name, group[0].Folded, places)
	if no != nil {
		return answer{state: model.LineRefused, goOn: true, says: []engine.Phrase{say("house.late"), no.Phrase}}
	}
	id := d.asked(d.seat.Player, d.from, model.AskLate, heldFor, lateMove{Bound: move.Bound, Step: d.step()})
	d.receipt.Ask = id
	return answer{state: model.LineRefused, goOn: true, says: []engine.Phrase{say("house.late"), say("house.late-offer", "command", move.Command, "bound", move.Bound)}}
}

// lateMove is the params of asks of kind "late" and "draft".
type lateMove struct {
	Bound string `json:"bound"`
	Step  int    `json:"step"`
}

// draft keeps moves sent out of turn: offered first in the next digest, and
// played in place of the safe move.
func draft(d *desk, group []command.Line) answer {
	lines, no := bind(d, group)
	if no != nil {
		return refused(no)
	}
	if keepDraft(d, lines) == nil {
		return refuse("house.plan-full")
	}
	return answer{state: model.LineKept, says: []engine.Phrase{say("house.drafted", "command", d.readable(lines[:1])[0], "due", d.table.Match.ToMove())}}
}

// bind reads lines as moves and ties each to its card.
func bind(d *desk, group []command.Line) ([]string, *engine.Refusal) {
	var lines []string
	long, isLong := d.table.Match.State().(engine.LongTurn)
	for _, line := range group {
		if isLong && long.Finishes(line.Folded) {
			lines = append(lines, line.Folded) // what is left of a turn is played safe anyway
			continue
		}
		move, no := d.table.Match.State().Parse(d.seat.Name, line.Folded, nil)
		if no != nil {
			return nil, no
		}
		lines = append(lines, move.Bound)
	}
	return lines, nil
}
