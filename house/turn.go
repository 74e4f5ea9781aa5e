package house

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/model"
)

// Check says whether a line would be legal and what it would do, from what the
// seat's own view holds alone.
func Check(d *desk, _ command.Line, rest string) answer {
	if a, ok := mayMove(d); !ok {
		return a
	}
	if rest == "" {
		return answer{state: model.LineRefused, says: []engine.Phrase{d.withExample("house.check-what")}}
	}
	state := d.table.Match.State()
	out := answer{state: model.LineTold}
	long, isLong := state.(engine.LongTurn)
	for _, part := range strings.Split(rest, " or ") {
		if isLong && long.Finishes(part) {
			out.says = append(out.says, say("house.check-finish"))
			continue
		}
		move, no := state.Parse(d.seat.Name, part, pastPlaces(d))
		if no != nil {
			out.says = append(out.says, say("house.check-no"), no.Phrase)
			out.nearest = append(out.nearest, no.Nearest...)
			continue
		}
		if !contains(d.table.Match.ToMove(), d.seat.Name) {
			out.says = append(out.says, say("house.check-later", "command", move.Command))
			continue
		}
		out.says = append(append(out.says, say("house.check-yes", "command", move.Command)), move.Notes...)
		does := state.Check(d.seat.Name, move.Command)
		if len(does) > 0 {
			does[0] = say("house.check-does", "does", does[0])
		}
		out.says = append(out.says, does...)
	}
	return out
}

// Next keeps a move for the next turn. It binds the card, not its place.
func Next(d *desk, line command.Line, rest string) answer {
	if a, ok := mayMove(d); !ok {
		return a
	}
	if slices.Contains(engine.OrdersOf(d.game()), rest) {
		return standing(d, rest)
	}
	if rest == "" {
		return Plan(d, line, "")
	}
	var group []command.Line
	for _, part := range strings.Split(rest, " or ") { // a plan is tried in order
		group = append(group, command.Line{Raw: part, Folded: part})
	}
	lines, no := bind(d, group)
	if no != nil {
		return refused(no)
	}
	kept := d.w.Plans(d.table, d.seat.No)
	p := model.Plan{Kind: model.PlanNext, Lines: lines, At: d.now()}
	for _, old := range kept {
		if old.Kind == model.PlanNext {
			p.Lines = append(old.Lines, lines...)
		}
	}
	if len(p.Lines) > 20 {
		return refuse("house.plan-full")
	}
	d.w.SetPlan(d.table, d.seat.No, p)
	d.w.Append(d.table, engine.Fact{Event: engine.Planned{By: d.seat.Name}})
	return answer{state: model.LineKept, says: []engine.Phrase{say("house.planned", "lines", d.readable(p.Lines))}}
}

// Plan shows what is kept for the seat.
func Plan(d *desk, _ command.Line, _ string) answer {
	if d.seat == nil {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	kept := d.w.Plans(d.table, d.seat.No)
	var says []engine.Phrase
	for _, p := range kept {
		says = append(says, say("house.plan-"+string(p.Kind), "lines", d.readable(p.Lines)))
	}
	for _, word := range ordersOf(d.table, d.seat) {
		says = append(says, say("house.plan-standing", "word", word))
	}
	if len(says) == 0 {
		says = append(says, d.withExample("house.plan-none"))
	}
	return told(says...)
}

// Clear drops drafts, plans and what stands till dropped.
func Clear(d *desk, _ command.Line, _ string) answer {
	if d.seat == nil {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	d.w.DropPlan(d.table, d.seat.No, model.PlanDraft)
	d.w.DropPlan(d.table, d.seat.No, model.PlanNext)
	d.seat.Standing = model.Standing{Waited: d.seat.Standing.Waited, Nudged: d.seat.Standing.Nudged, Muted: d.seat.Standing.Muted}
	d.w.Save(d.table)
	if d.table.Row.Phase == model.PhaseRunning {
		d.w.Append(d.table, engine.Fact{Event: engine.Planned{By: d.seat.Name}})
	}
	return done(say("house.cleared"))
}

// standing keeps a standing order of the game.
func standing(d *desk, what string) answer {
	if d.table == nil {
		return d.whichMatch()
	}
	if a, ok := mayMove(d); !ok {
		return a
	}
	if !slices.Contains(d.seat.Standing.Orders, what) {
		d.seat.Standing.Orders = append(slices.Clone(d.seat.Standing.Orders), what)
	}
	d.w.Save(d.table)
	d.w.Append(d.table, engine.Fact{Event: engine.Planned{By: d.seat.Name}})
	d.touch()
	return answer{state: model.LineKept, says: []engine.Phrase{say("house.standing", "word", what)}}
}

// ordersOf lists the standing orders of a seat as its game ranks them.
func ordersOf(t *model.Table, s *model.Seat) []string {
	return slices.DeleteFunc(slices.Clone(engine.OrdersOf(t.Match.Game)), func(order string) bool { return !slices.Contains(s.Standing.Orders, order) })
}
