package letter

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// keepOpen keeps the first refused line of a letter that puts no other question, so that an answer may name no
// more than what was asked: “C5” to “where?”, “the second” to “did you mean …?”. What was asked before is past
// once something else was done.
func keepOpen(d *desk.Desk) {
	for _, l := range d.Receipt.Lines {
		switch {
		case l.State == model.LineRefused && d.Receipt.Ask == 0:
			if yes, no := command.YesNo(l.Text, d.Lang); !yes && !no && l.Says[0].Key != whichOne {
				desk.LeaveOpen(d, l.Text, l.Nearest)
			}
			return
		case (l.State == model.LineDone || l.State == model.LineKept) && d.Open != nil && d.Open.Answer == "":
			d.W.Answer(d.Open, model.AnswerLapsed)
		}
	}
}

// openLine returns what the house last asked back about a line of the seat at its present step. The ask is nil if
// nothing is open, or if the letter answers a letter of another step. A letter that is better proved than the one
// with the line does not complete it: somebody else may have forged that one.
func openLine(d *desk.Desk) (*model.Ask, desk.Open) {
	if d.Player == nil || d.ByKey() || d.Released || !d.May(command.ToChange) {
		return nil, desk.Open{}
	}
	if d.Ref != nil && d.Ref.Purpose != desk.ForTurn && d.Ref.Purpose != desk.ForAnybody {
		return nil, desk.Open{}
	}
	for _, ask := range world.Get(d.W, world.OpenAsks{Player: d.Player.ID}) {
		if ask.Kind != model.AskOpen || ask.Match != d.MatchID() {
			continue
		}
		open := world.Read[desk.Open]("a line that was asked about", ask.Params)
		if open.Step == desk.StepAt(d) && d.Proof <= open.Proof && (d.Ref == nil || d.Ref.Purpose != desk.ForTurn || int(d.Ref.Step) == open.Step) {
			return &ask, open
		}
	}
	return nil, desk.Open{}
}

// chosen reads the answer to what the house asked back about a line, at the front of a letter: what was asked
// beside the line itself, or which of the commands that were offered. It is a command then like any other. Where
// it chooses and nobody can know which, it is asked once more.
func chosen(d *desk.Desk, lines []command.Line) []command.Line {
	at := 0
	if Greets(lines) {
		at = 1
	}
	if len(lines) == 0 || lines[at].Block || lines[at].Quoted || lines[at].Match != 0 || lines[at].Rest != 0 || at+1 < len(lines) && lines[at+1].Or || atInvite(d) {
		return lines
	}
	ask, open := openLine(d)
	if d.Open = ask; ask == nil {
		return lines
	}
	if yes, no := Yes(d, lines[at:]); (yes || no) && !slices.ContainsFunc(lines[at+1:], func(l command.Line) bool { return !isCourtesy(d, []command.Line{l}) }) {
		return answeredOpen(d, lines[at:], ask, open, yes)
	}
	picked, unclear := pick(d, open, lines[at])
	if unclear {
		return whichOfThem(d, lines[at:], open)
	}
	if picked != nil {
		d.W.Answer(ask, model.AnswerYes)
		return append([]command.Line{*picked}, lines[at+1:]...)
	}
	return lines
}

// answeredOpen takes a yes or a no to what was asked back: a yes says which command is meant where one alone was
// offered. Where another question is open too, nobody can know which is answered.
func answeredOpen(d *desk.Desk, lines []command.Line, ask *model.Ask, open desk.Open, yes bool) []command.Line {
	if other, elsewhere := question(d); other != nil || elsewhere {
		return stopAt(d, lines, desk.Refuse("house.answer-its-letter"))
	}
	switch {
	case !yes:
		d.W.Answer(ask, model.AnswerNo)
		d.Record(lines[0], desk.Done(engine.Say("house.left-so")))
		return lines[1:]
	case len(open.Options) == 1:
		d.W.Answer(ask, model.AnswerYes)
		return append([]command.Line{*asLine(d, open.Options[0])}, lines[1:]...)
	}
	return whichOfThem(d, lines, open)
}

// whichOne asks once more; what was asked first stays open.
const whichOne = "house.which-of-them"

// whichOfThem says that an answer chooses and nobody can know what, with what there is to choose from.
func whichOfThem(d *desk.Desk, lines []command.Line, open desk.Open) []command.Line {
	return stopAt(d, lines, desk.Answer{State: model.LineRefused, Says: []engine.Phrase{engine.Say(whichOne)}, Nearest: open.Options})
}

// pick is the command that an answer makes of an open line, nil for none; unclear says that it chooses, and
// nobody can know which.
func pick(d *desk.Desk, open desk.Open, answer command.Line) (picked *command.Line, unclear bool) {
	bare, now := command.Bare(answer.Raw, d.Lang), playable(d, answer)
	order := command.Chosen(answer.Raw, len(open.Options), d.Lang)
	switch alone := ReadLine(d, answer); {
	case order > 0 && now == "" && len(bare) > 1:
		return asLine(d, open.Options[order-1]), false
	case bare == "", alone.Kind == command.HouseWord, command.Idle(answer.Raw, d.Lang):
		return nil, false
	case alone.Kind == command.GameLine && commands(d, answer.Folded, now != ""):
		return nil, false
	}
	for _, asked := range []string{open.Line, open.Line[:max(0, strings.LastIndex(open.Line, " "))]} { // "3 C9", and then "C5"
		for _, said := range []string{answer.Raw, bare} {
			for _, text := range []string{asked + " " + said, said + " " + asked} {
				line := asLine(d, text)
				if asked == "" || line == nil || !completes(d, *line, asked) {
					continue
				}
				if move := playable(d, *line); move != "" && move == now {
					return nil, false // which it says by itself
				}
				return line, len(bare) == 1 && order > 0 // "b" for Bo, or for the second
			}
		}
	}
	if now != "" {
		return nil, len(open.Options) > 0 && elsewhere(d, now, open.Options[0])
	}
	if n := slices.IndexFunc(open.Options, func(option string) bool { return command.Holds(option, bare) }); n >= 0 {
		if other := slices.IndexFunc(open.Options[n+1:], func(option string) bool { return command.Holds(option, bare) }); other < 0 {
			return asLine(d, open.Options[n]), false
		}
	}
	if order > 0 {
		return asLine(d, open.Options[order-1]), false
	}
	return nil, order < 0 && len(open.Options) > 0
}

// elsewhere says that a move is of another kind than one that was offered: a number that is no answer to "blast"
// digs nothing.
func elsewhere(d *desk.Desk, move, option string) bool {
	line := asLine(d, option)
	one, _, _ := strings.Cut(move, " ")
	other, _, _ := strings.Cut(option, " ")
	return one != other && !strings.ContainsAny(one, "0123456789") && line != nil && playable(d, *line) != ""
}

// commands says whether a line of the game says what is done, "done" or "take 3", and not only with what: it is no
// answer then. One word does where it can be played.
func commands(d *desk.Desk, folded string, plays bool) bool {
	first, rest, _ := strings.Cut(folded, " ")
	return (rest != "" || plays) && !strings.ContainsAny(first, "0123456789") && (d.Table == nil || table.SeatNamed(d.Table, first) == nil)
}

// asLine is the one line that a text is, nil where it is several or none.
func asLine(d *desk.Desk, text string) *command.Line {
	if lines := d.Lines(text); len(lines) == 1 {
		return &lines[0]
	}
	return nil
}

// completes says whether a line is a move that can be made, or a word of the house that stood alone with what it
// wants: a number, a time, an address, or somebody at the table. Any other word may be talk.
func completes(d *desk.Desk, line command.Line, asked string) bool {
	r := ReadLine(d, line)
	if r.Kind != command.HouseWord {
		return playable(d, line) != ""
	}
	word := asLine(d, asked)
	wanted := strings.ContainsAny(r.Rest, "0123456789@") || d.Table != nil && table.SeatNamed(d.Table, r.Rest) != nil
	speaks := slices.Contains([]string{"say", "tell", "note", "salt", "announce"}, r.Word)
	return wanted && !speaks && word != nil && word.Folded == r.Word
}

// playable is the move of a line that the writer may make, or plan, as things stand; "" for none.
func playable(d *desk.Desk, line command.Line) string {
	if _, ok := play.MayMove(d); !ok || ReadLine(d, line).Kind != command.GameLine {
		return ""
	}
	move, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, nil)
	if no != nil {
		return ""
	}
	return move.Command
}
