package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// isDue reports whether it is the sender's turn in a match that runs.
func isDue(d *desk.Desk) bool {
	running := d.Table != nil && d.Seat != nil && d.Table.Row.Phase == model.PhaseRunning
	return running && slices.Contains(d.Table.Match.ToMove(), d.Seat.Name)
}

// tellWhyNot answers the question whether a move can be played, "Can I put 3 on C5?", with the reason why it cannot.
func tellWhyNot(line *notice.Answered, refusal *engine.Refusal) {
	if refusal != nil && line.State == model.LineAside && strings.HasSuffix(line.Text, "?") {
		line.State, line.Says, line.Nearest = model.LineShown, []engine.Phrase{refusal.Phrase}, refusal.Nearest
	}
}

// RememberHint remembers the first line of a letter that comes close to a move, or a later one that corrects it: "no
// wait, 3 on C5". AskIfMeant asks about it if the letter makes no move.
func RememberHint(d *desk.Desk, line speech.Line) {
	if len(line.Maybe) == 0 || d.Hinted != nil && !line.Corrects || d.ByKey() || line.Quoted {
		return
	}
	if !isDue(d) {
		return
	}
	line.Match = d.Table.Row.ID
	d.Hinted = &desk.NearMiss{Line: line, At: len(d.Receipt.Lines)}
}

// AskIfMeant asks about the line that came close to a move, "Did you mean 3 C5?", if the letter made no move and no
// other question is open.
func AskIfMeant(d *desk.Desk) {
	if !stillHinted(d) {
		return
	}
	if here := d.Table != nil && d.Table.Row.ID == d.Hinted.Match; !here || !d.May(speech.ToChange) || RefuseUnlessPlaying(d).Refuses() {
		return
	}
	past, _ := pastPlaces(d)
	if _, lost := d.LostStep(); lost || past != nil {
		return
	}
	var commands []string
	var moves []engine.Move
	var refusal *engine.Refusal
	for _, line := range d.Hinted.Maybe {
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line, places(d))
		refusal = cmp.Or(refusal, no)
		if no == nil && !slices.Contains(commands, move.Command) {
			commands, moves = append(commands, move.Command), append(moves, move)
		} else if no != nil && !strings.Contains(line, " ") && len(no.Nearest) > 1 { // a card without its place
			commands = append(commands, no.Nearest...)
		}
	}
	at := d.Hinted.At
	if waitsAs(d, commands) {
		return
	}
	if len(commands) == 0 {
		tellWhyNot(&d.Receipt.Lines[at], refusal)
		return
	}
	ask := func() {
		d.Receipt.Ask = d.Asked(d.Seat.Player, d.From, model.AskMeant, desk.HeldFor, desk.LateMove{Bound: moves[0].Bound, Step: d.NextStep()})
	}
	if checked := &d.Receipt.Lines[at]; checked.State != model.LineAside {
		if len(moves) == 1 && strings.HasPrefix(d.Hinted.Folded, "check ") {
			ask()
			checked.Says = append(checked.Says, engine.Say("house.check-play"))
		}
		return
	}
	line := notice.Answered{Text: d.Receipt.Lines[at].Text, State: model.LineShown, Nearest: commands}
	if len(commands) == 1 {
		ask()
		line.Says = []engine.Phrase{engine.Say("house.meant", "line", line.Text, "command", commands[0])}
		if end := strings.IndexAny(line.Text, ".!?\n"); end >= 0 && line.Text[end:] == "?" { // "Can I put 3 on C5?"
			line.Says = append(would(d, moves[0]), engine.Say("house.meant-so", "command", commands[0]))
		}
	} else {
		line.Nearest = commands[:min(3, len(commands))]
		line.Says = []engine.Phrase{engine.Say("house.meant-one-of", "line", line.Text, "commands", line.Nearest)}
		desk.KeepAskedBack(d, line.Text, line.Nearest)
	}
	d.Receipt.Lines[at] = line
	d.AskedBack = true
}

// stillHinted reports whether a line of the letter came close to a move, and the letter made none and asks nothing else.
func stillHinted(d *desk.Desk) bool {
	return d.Hinted != nil && len(d.Moved) == 0 && d.Receipt.Ask == 0 && d.Hinted.At < len(d.Receipt.Lines) && !keptHere(d)
}

// waitsAs reports whether these are the commands that wait already.
func waitsAs(d *desk.Desk, commands []string) bool {
	g := WaitingMoves(d)
	return g != nil && slices.Equal(g.Commands, commands)
}

// IsStillMeant reports whether the seat is still at the step for which a move was asked about.
func IsStillMeant(d *desk.Desk, ask *model.Ask) bool {
	t := d.W.FindTable(ask.Match)
	at := world.DecodeJSON[desk.LateMove]("a move that was asked about", ask.Params)
	if t == nil || t.Seat(ask.Seat) == nil {
		return false
	}
	chair := t.Match.Chair(t.Seat(ask.Seat).Name)
	return chair != nil && chair.Steps+1 == at.Step
}

// ReadNumberedMove returns the move that a line means in which "#4" is no match, as the line takes it, but a card: "#4 on B3". It
// returns none if that is no move.
func ReadNumberedMove(d *desk.Desk, line speech.Line) []string {
	if RefuseUnlessPlaying(d).Refuses() || !d.May(speech.ToChange) {
		return nil
	}
	move, no := d.Table.Match.State().Parse(d.Seat.Name, strconv.FormatInt(line.Match, 10)+" "+line.Folded, places(d))
	if no != nil {
		return nil
	}
	return []string{move.Command}
}
