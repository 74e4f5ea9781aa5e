// Package play carries out what players do in their match: moves, plans and drafts, undoing, talk, votes, and what
// the host does about time and turns. Each command is a function of the desk, the line, and the text after the
// command's word.
package play

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// PlayLine plays a move: the first of the alternatives in group that is legal. If it is not the seat's turn it keeps
// them all as a draft. rest has the lines that follow in the letter.
func PlayLine(d *desk.Desk, group []speech.Line, rest []speech.Line) desk.Result {
	if !d.May(speech.ToChange) {
		return desk.AskForProof()
	}
	if a := RefuseUnlessPlaying(d); a.Refuses() {
		return a
	}
	long, isLong := d.Table.Match.State().(engine.LongTurn)
	finishes := isLong && long.Finishes(group[0].Folded)
	if slices.Contains(d.Ended, d.Table.Row.ID) {
		switch {
		case d.Table.Match.Choosing():
			return draft(d, group) // which says that nothing is dealt yet
		case finishes: // "h1 on s5, done"
			return desk.Result{State: model.LineQuiet}
		case isLong:
			return desk.Refuse("house.turn-over")
		}
		return desk.Refuse("house.second-move")
	}
	if of, lost := d.LostStep(); lost && !d.HasMoved() {
		return d.AnswerLostStep(of)
	}
	if places, dealt := pastPlaces(d); places != nil && !d.HasMoved() {
		return late(d, group, places, dealt)
	}
	if !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		return draft(d, group)
	}
	if a := twoMoves(d, group, rest); a.Refuses() {
		return a
	}
	if !d.Settled {
		if a, waits := keepInGrace(d, group, rest); waits {
			return a
		}
	}
	if finishes {
		return finish(d)
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
			return desk.AnswerDone(says...)
		}
		if first == nil {
			first = no
		}
		if unreadable(no) {
			break
		}
	}
	return desk.RefuseWith(first)
}

// unreadable reports whether a move was refused because of what it says, "the corner, 4" where 4 is none, and not by the
// rules. Then nobody knows what was meant, and what stands behind "or" is not tried.
func unreadable(no *engine.Refusal) bool {
	return no.Kind == engine.Unreadable || no.Kind == engine.OtherCard
}

// carry plays a command, in the form that Parse returns, for the seat at hand.
func carry(d *desk.Desk, command string) *engine.Refusal {
	goesOn, onTurn := false, d.Table.Match.HoldsUp(d.Seat.Name) // a choice for which nobody waits is no turn
	if long, ok := d.Table.Match.State().(engine.LongTurn); ok {
		goesOn = long.TurnGoesOn(d.Seat.Name, command)
	}
	facts, no := d.Table.Match.Play(d.Seat.Name, command)
	if no != nil {
		return no
	}
	d.Table.Append(facts...)
	d.Table.DropPlan(d.Seat.No, model.PlanDraft)
	d.Moved = append(d.Moved, d.Table.Row.ID)
	if onTurn && (!goesOn || !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name)) {
		d.Ended = append(d.Ended, d.Table.Row.ID)
	}
	d.NoteChanged(d.Table)
	return nil
}

// RefuseUnlessPlaying refuses unless the sender has a seat in a running match.
func RefuseUnlessPlaying(d *desk.Desk) desk.Result {
	t := d.Table
	switch {
	case t == nil:
		return d.WhichMatch()
	case d.Operator:
		return desk.Refuse("house.operator-plays-not")
	case d.Seat == nil:
		return desk.Refuse("house.not-seated", "match", int(t.Row.ID))
	case t.Row.Phase == model.PhaseLobby:
		return desk.Refuse("house.not-started", "match", int(t.Row.ID))
	case t.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(t.Row.ID))
	case d.Seat.State == model.SeatBot:
		return desk.Refuse("house.bot-sits")
	case d.Seat.State != model.SeatJoined:
		return desk.Refuse("house.not-seated", "match", int(t.Row.ID))
	}
	return desk.Result{} // also while the match is paused: that only stops the clocks
}

// twoMoves looks for another move for the same step in the rest of the letter. If there is a different one, it
// refuses both, because the house cannot know which is meant.
func twoMoves(d *desk.Desk, group, rest []speech.Line) desk.Result {
	state := d.Table.Match.State()
	one, no := state.Parse(d.Seat.Name, group[0].Folded, places(d))
	if no != nil {
		return desk.Result{}
	}
	long, isLong := state.(engine.LongTurn)
	if isLong && long.TurnGoesOn(d.Seat.Name, one.Command) {
		return desk.Result{}
	}
	for _, line := range rest {
		if line.Match != 0 && line.Match != d.Table.Row.ID {
			break
		}
		if line.Or || line.Block {
			continue
		}
		r := speech.ReadCommand(line.Folded, d.Game())
		if r.Kind == speech.Failed {
			break
		}
		if r.Kind != speech.GameLine || isLong && long.Finishes(line.Folded) {
			continue
		}
		if two, no := state.Parse(d.Seat.Name, line.Folded, places(d)); no == nil && two.Command != one.Command {
			return desk.Refuse("house.two-moves", "one", one.Command, "two", two.Command).Offering(one.Command, two.Command)
		}
	}
	return desk.Result{}
}

// pastPlaces returns the hand that was printed in the letter that is answered, if that letter asked for a past step,
// and reports whether cards have been dealt anew since. It returns nil for the present step, and if no hand is known.
func pastPlaces(d *desk.Desk) (places []string, dealt bool) {
	if d.Ref == nil || d.Ref.Purpose != model.ForTurn || int(d.Ref.Step) >= d.NextStep() {
		return nil, false
	}
	return d.Table.Match.Printed(d.Seat.Name, int(d.Ref.Step))
}

// late answers a move for a past step. It does not play the move, but finds the card that was meant, asks whether to
// play it now, and encloses the present digest. A card of an earlier deal is not found again, even if the seat holds
// one like it.
func late(d *desk.Desk, group []speech.Line, places []string, dealt bool) desk.Result {
	if d.Receipt.Digest {
		return desk.Result{State: model.LineUnread} // the first move of the letter has been answered as late
	}
	d.Receipt.Digest = true
	if long, ok := d.Table.Match.State().(engine.LongTurn); ok && long.Finishes(group[0].Folded) {
		return desk.Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late")}} // it names no card
	}
	if dealt {
		return desk.Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late"), engine.Say("house.late-dealt")}}
	}
	move, no := d.Table.Match.State().Parse(d.Seat.Name, group[0].Folded, places)
	if no != nil {
		return desk.Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late"), no.Phrase}}
	}
	d.Receipt.Ask = d.Asked(d.Seat.Player, d.From, model.AskLate, desk.HeldFor, desk.LateMove{Bound: move.Bound, Step: d.NextStep()})
	offer := "house.late-offer"
	if !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		offer = "house.late-draft"
	}
	return desk.Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("house.late"), engine.Say(offer, "command", move.Command, "bound", move.Bound)}}
}

// draft keeps moves that were sent out of turn. The next digest offers them first, and they are played instead of the
// safe move if time runs out. If a turn of the game has several moves, the lines of a letter are all kept, in order.
func draft(d *desk.Desk, group []speech.Line) desk.Result {
	lines, no := bind(d, group)
	if no != nil {
		return desk.RefuseWith(no)
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
	return desk.Result{State: model.LineKept, Says: []engine.Phrase{engine.Say("house.drafted", "command", d.Table.PrintKeptMoves(d.Seat.Name, lines[:1])[0], "due", d.Table.Match.Awaited())}}
}

// bind parses lines as moves and returns them with the cards themselves instead of places in the hand.
func bind(d *desk.Desk, group []speech.Line) ([]string, *engine.Refusal) {
	var lines []string
	var printed []string
	if d.HasMoved() { // the cards have moved up since
		printed = handRead(d)
	}
	long, isLong := d.Table.Match.State().(engine.LongTurn)
	for _, line := range group {
		if isLong && long.Finishes(line.Folded) {
			lines = append(lines, line.Folded) // what is left of a turn is played safe anyway
			continue
		}
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, printed)
		if no != nil {
			return nil, no
		}
		lines = append(lines, move.Bound)
	}
	return lines, nil
}

// places returns the hand as it was when the letter's first move was read, in games whose turn has several moves. All
// moves of a letter count places in this hand, as their writer saw it. It returns nil for other games.
func places(d *desk.Desk) []string {
	hand := handRead(d)
	if _, ok := d.Table.Match.State().(engine.LongTurn); !ok {
		return nil
	}
	return hand
}

// handRead returns the hand as it was when the letter's first move was read, which is the one that its writer saw.
func handRead(d *desk.Desk) []string {
	id := d.Table.Row.ID
	if printed, ok := d.Printed[id]; ok {
		return printed
	}
	printed := engine.MapList(d.Table.Match.State().View(d.Seat.Name).Hand,
		func(h engine.HandCard) string { return h.Card })
	if d.Printed == nil {
		d.Printed = map[int64][]string{}
	}
	d.Printed[id] = printed
	return printed
}

// skip makes a choice that comes before a line and that the line leaves out, and says so.
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

// finish ends the sender's turn with safe moves.
func finish(d *desk.Desk) desk.Result {
	id := d.Table.Row.ID
	since := d.Table.Match.Seq
	d.Table.FinishTurn(d.Seat.Name)
	if d.Table.Match.Seq == since {
		return desk.Refuse("house.second-move")
	}
	d.Table.DropPlan(d.Seat.No, model.PlanDraft)
	d.Moved, d.Ended = append(d.Moved, id), append(d.Ended, id)
	d.NoteChanged(d.Table)
	return desk.AnswerDone(engine.Say("house.turn-finished"))
}

// keep stores moves for a later turn in place of the seat's others of this kind. It returns false if there are too
// many.
func keep(d *desk.Desk, kind model.PlanKind, lines []string) bool {
	if len(lines) > 20 {
		return false
	}
	d.Table.SetPlan(d.Seat.No, model.Plan{Kind: kind, Lines: lines, At: d.Now()})
	return true
}
