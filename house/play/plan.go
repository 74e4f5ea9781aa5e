package play

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// CheckMove says whether a move would be legal and what it would do. It uses only what the seat knows. A sentence, such
// as "check I1 with the map", may be the move itself, so AskIfMeant asks about that.
func CheckMove(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if rest == "" {
		return desk.Result{State: model.LineRefused, Says: []engine.Phrase{d.WithExample("house.check-what")}}
	}
	state := d.Table.Match.State()
	out := desk.Result{State: model.LineShown}
	long, isLong := state.(engine.LongTurn)
	places, _ := pastPlaces(d)
	for part := range strings.SplitSeq(rest, " or ") {
		if isLong && long.Finishes(part) {
			out.Says = append(out.Says, engine.Say("house.check-finish"))
			continue
		}
		move, no := state.Parse(d.Seat.Name, part, places)
		if no != nil {
			out.Says = append(out.Says, engine.Say("house.check-no"), no.Phrase)
			out.Nearest = append(out.Nearest, no.Nearest...)
			continue
		}
		if !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
			out.Says = append(out.Says, engine.Say("house.check-later", "command", move.Command))
			continue
		}
		out.Says = append(out.Says, would(d, move)...)
		if part == rest && !strings.EqualFold(line.Raw, line.Folded) {
			line.Maybe = append(line.Maybe, move.Command)
		}
	}
	RememberHint(d, line)
	return out
}

// would says that a legal move works, and what it would do.
func would(d *desk.Desk, move engine.Move) []engine.Phrase {
	does := d.Table.Match.State().Check(d.Seat.Name, move.Command)
	if len(does) > 0 {
		does[0] = engine.Say("house.check-does", "does", does[0])
	}
	return slices.Concat([]engine.Phrase{engine.Say("house.check-yes", "command", move.Command)}, move.Notes, does)
}

// KeepNextMove keeps a move, or alternatives, for the seat's next turn. They are kept with the card itself and not its
// place in the hand, which may change until then.
func KeepNextMove(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if slices.Contains(engine.StandingOrdersOf(d.Game()), rest) {
		return KeepStandingOrder(d, line, rest)
	}
	if rest == "" {
		return ShowPlans(d, line, "")
	}
	if len(line.Maybe) > 0 && len(d.Moved) == 0 && slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) { // "when it's my turn: 3 C5"
		RememberHint(d, line)
		return desk.Result{State: model.LineAside}
	}
	parts := strings.Split(rest, " or ") // alternatives are tried in this order
	lines, no := bind(d, engine.MapList(parts, func(part string) speech.Line { return speech.Line{Raw: part, Folded: part} }))
	if no != nil {
		return desk.RefuseWith(no)
	}
	kept := d.Table.PlanFor(d.Seat.No, model.PlanNext)
	again := func(line string) bool { return slices.Contains(kept, line) }
	lines = append(kept, slices.DeleteFunc(lines, again)...)
	if !keep(d, model.PlanNext, lines) {
		return desk.Refuse("house.plan-full")
	}
	d.Table.Append(engine.Fact{Event: engine.Planned{By: d.Seat.Name}})
	return desk.Result{State: model.LineKept, Says: []engine.Phrase{engine.Say("house.planned", "choices", d.Table.PrintKeptMoves(d.Seat.Name, lines))}}
}

// ShowPlans shows the seat's drafts, plans and standing orders.
func ShowPlans(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	says := engine.MapList(d.Table.Plans[d.Seat.No], func(p model.Plan) engine.Phrase {
		lines := d.Table.PrintKeptMoves(d.Seat.Name, p.Lines)
		if p.Kind == model.PlanNext {
			return engine.Say("house.plan-next", "choices", lines)
		}
		return engine.Say("house.plan-draft", "lines", lines)
	})
	orders := d.Table.OrdersOf(d.Seat)
	says = append(says, engine.MapList(orders, func(word string) engine.Phrase { return engine.Say("house.plan-standing", "command", word) })...)
	switch {
	case WaitingMoves(d) != nil:
		if mustTell(d); len(says) == 0 {
			return desk.Result{State: model.LineQuiet}
		}
	case len(says) == 0:
		says = append(says, d.WithExample("house.plan-none"))
	}
	return desk.AnswerInfo(says...)
}

// ClearPlans drops the seat's drafts, plans and standing orders, and offers the lines that would bring them back.
func ClearPlans(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	kept := d.Table.Plans[d.Seat.No]
	orders := d.Table.OrdersOf(d.Seat)
	if len(kept) == 0 && len(orders) == 0 {
		return desk.AnswerInfo(d.WithExample("house.plan-none"))
	}
	var dropped []engine.Phrase
	var again []string
	for _, p := range kept {
		dropped = append(dropped, d.Table.PrintKeptMoves(d.Seat.Name, p.Lines)...)
		again = append(again, comesBack(d, p)...)
	}
	for _, word := range orders {
		dropped, again = append(dropped, engine.Say("house.bound", "before", word, "card", "", "after", "")), append(again, word)
	}
	d.Table.DropPlan(d.Seat.No, model.PlanDraft, model.PlanNext)
	d.Seat.Standing.Orders = nil
	if d.Table.Row.Phase == model.PhaseRunning {
		d.Table.Append(engine.Fact{Event: engine.Planned{By: d.Seat.Name}})
	}
	a := desk.AnswerDone(engine.Say("house.cleared", "lines", dropped))
	if len(again) > 0 {
		a.Chips = []string{strings.Join(again, "; ")}
	}
	return a
}

// comesBack returns the lines that bring a dropped plan back. Moves that are possible now name their cards as the hand
// has them now.
func comesBack(d *desk.Desk, p model.Plan) (lines []string) {
	long, isLong := d.Table.Match.State().(engine.LongTurn)
	for _, bound := range p.Lines {
		line := bound
		if move, no := d.Table.Match.State().Parse(d.Seat.Name, bound, nil); no == nil && !(isLong && long.Finishes(bound)) {
			line = move.Command
		}
		lines = append(lines, line)
	}
	switch {
	case p.Kind == model.PlanNext:
		return []string{"next " + strings.Join(lines, " or ")}
	case isLong:
		return lines
	}
	return []string{strings.Join(lines, " or ")}
}

// KeepStandingOrder keeps a standing order of the game for the seat, which is all of the line.
func KeepStandingOrder(d *desk.Desk, _ speech.Line, what string) desk.Result {
	if !slices.Contains(d.Seat.Standing.Orders, what) {
		d.Seat.Standing.Orders = append(slices.Clone(d.Seat.Standing.Orders), what)
	}
	d.Seat.Standing.Dealt = d.Table.Match.Deals
	d.Table.Append(engine.Fact{Event: engine.Planned{By: d.Seat.Name}})
	d.NoteChanged(d.Table)
	return desk.Result{State: model.LineKept, Says: []engine.Phrase{engine.Say("house.standing", "command", what)}}
}
