package play

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Hint keeps the first line that comes close to a move, until it is known whether the letter moves.
func Hint(d *desk.Desk, line command.Line) {
	if len(line.Maybe) == 0 || d.Hinted != nil || d.ByKey() || line.Quoted {
		return
	}
	if d.Table == nil || d.Seat == nil || d.Table.Row.Phase != model.PhaseRunning || !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		return
	}
	line.Match = d.Table.Row.ID
	d.Hinted, d.HintAt = &line, len(d.Receipt.Lines)
}

// AskMeant asks about the line that came close to a move, where the letter moved nothing and asks
// nothing else: "Did you mean 3 C5?"
func AskMeant(d *desk.Desk) {
	if d.Hinted == nil || len(d.Moved) > 0 || d.Receipt.Ask != 0 || d.Table == nil || d.Table.Row.ID != d.Hinted.Match || !d.May(command.ToChange) {
		return
	}
	if _, ok := MayMove(d); !ok {
		return
	}
	if _, lost := d.LostStep(); lost || pastPlaces(d) != nil {
		return
	}
	var commands, bound []string
	for _, line := range d.Hinted.Maybe {
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line, places(d))
		if no == nil && !slices.Contains(commands, move.Command) {
			commands, bound = append(commands, move.Command), append(bound, move.Bound)
		}
	}
	at := d.HintAt
	if len(commands) == 0 || at >= len(d.Receipt.Lines) || d.Receipt.Lines[at].State != model.LineAside {
		return
	}
	line := notice.Answered{Text: d.Receipt.Lines[at].Text, State: model.LineTold, Nearest: commands}
	if len(commands) == 1 {
		d.Receipt.Ask = d.Asked(d.Seat.Player, d.From, model.AskMeant, desk.HeldFor, desk.LateMove{Bound: bound[0], Step: d.Step()})
		line.Says = []engine.Phrase{engine.Say("house.meant", "line", line.Text, "command", commands[0])}
	} else {
		line.Says = []engine.Phrase{engine.Say("house.meant-one-of", "line", line.Text, "commands", commands[:min(3, len(commands))])}
	}
	d.Receipt.Lines[at] = line
	d.Acted = true
}

// StillMeant says whether the step at which a move was asked about is the present one.
func StillMeant(d *desk.Desk, ask *model.Ask) bool {
	t := d.W.FindTable(ask.Match)
	at := world.Read[desk.LateMove]("a move that was asked about", ask.Params)
	if t == nil || t.Seat(ask.Seat) == nil {
		return false
	}
	chair := t.Match.Chair(t.Seat(ask.Seat).Name)
	return chair != nil && chair.Steps+1 == at.Step
}
