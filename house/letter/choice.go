package letter

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// keepOpen stores the first refused line of a letter if no other question is asked. Then the next letter need only say
// what was asked: “C5” to “where?”, or “the second” to “did you mean …?”. If the letter did something before a line
// was refused, a question that was open before it lapses.
func keepOpen(d *desk.Desk) {
	for _, l := range d.Receipt.Lines {
		switch {
		case l.State == model.LineRefused && d.Receipt.Ask == 0:
			if yes, no := speech.ReadYesNo(l.Text, d.Lang); !yes && !no && l.Says[0].Key != whichOne {
				desk.KeepAskedBack(d, l.Text, l.Nearest)
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
	if d.Player == nil || d.ByKey() || d.Released || !d.May(speech.ToChange) {
		return nil, desk.Open{}
	}
	if d.Ref != nil && d.Ref.Purpose != model.ForTurn && d.Ref.Purpose != model.ForAnybody {
		return nil, desk.Open{}
	}
	for _, ask := range d.W.OpenAsks(d.Player.ID) {
		if ask.Kind != model.AskOpen || ask.Match != d.MatchID() {
			continue
		}
		open := world.DecodeJSON[desk.Open]("a line that was asked about", ask.Params)
		if open.Step == d.NextStep() && d.Proof <= open.Proof && (d.Ref == nil || d.Ref.Purpose != model.ForTurn || int(d.Ref.Step) == open.Step) {
			return &ask, open
		}
	}
	return nil, desk.Open{}
}

// mayChoose reports whether a line may be somebody's choice among what was offered.
func mayChoose(line speech.Line) bool {
	return !line.Block && !line.Quoted && line.Match == 0 && !line.Ends()
}

// chosen looks for the answer to an open line (see keepOpen) at the front of a letter: the missing part of that line,
// or one of the commands that were offered. It returns the lines with the answer replaced by the command it means. If
// it is not clear which of them is chosen, the house asks again.
func chosen(d *desk.Desk, lines []speech.Line) []speech.Line {
	at := 0
	if BeginsWithGreeting(lines) {
		at = 1
	}
	if len(lines) == 0 || atInvite(d) || !mayChoose(lines[at]) || at+1 < len(lines) && lines[at+1].Or {
		return lines
	}
	ask, open := openLine(d)
	if d.Open = ask; ask == nil || len(lines[at].Raw) > choiceMost {
		return lines
	}
	if yes, no := BeginsWithYes(d, lines[at:]); (yes || no) && !slices.ContainsFunc(lines[at+1:], func(l speech.Line) bool { return !isCourtesy(d, []speech.Line{l}) }) {
		return answeredOpen(d, lines[at:], ask, open, yes)
	}
	picked, unclear := pick(d, open, lines[at])
	if unclear {
		return whichOfThem(d, lines[at:], open)
	}
	if picked != nil {
		d.W.Answer(ask, model.AnswerYes)
		return append([]speech.Line{*picked}, lines[at+1:]...)
	}
	return lines
}

// choiceMost is how many bytes an answer that completes a line has at most. A line may be as long as a letter, and
// is read several times here.
const choiceMost = 200

// answeredOpen carries out a yes or a no to an open line. A yes chooses a command only if there is just one, and means
// nothing here if there is none. The answer is refused if another question is open too, because it could be meant for
// that.
func answeredOpen(d *desk.Desk, lines []speech.Line, ask *model.Ask, open desk.Open, yes bool) []speech.Line {
	if yes && len(open.Options) == 0 {
		return lines
	}
	if other, elsewhere := question(d); other != nil || elsewhere {
		return stopAt(d, lines, desk.Refuse("house.answer-its-letter"))
	}
	switch {
	case !yes:
		d.W.Answer(ask, model.AnswerNo)
		d.Record(lines[0], desk.AnswerDone(engine.Say("house.left-so")))
		return lines[1:]
	case len(open.Options) == 1:
		d.W.Answer(ask, model.AnswerYes)
		return append([]speech.Line{*asLine(d, open.Options[0])}, lines[1:]...)
	}
	return whichOfThem(d, lines, open)
}

// whichOne is the key of the text that asks again. The question that was asked first stays open.
const whichOne = "house.which-of-them"

// whichOfThem refuses an answer that chooses, but not clearly, and lists the commands to choose from.
func whichOfThem(d *desk.Desk, lines []speech.Line, open desk.Open) []speech.Line {
	return stopAt(d, lines, desk.Result{State: model.LineRefused, Says: []engine.Phrase{engine.Say(whichOne)}, Nearest: open.Options})
}

// pick returns the command that an answer makes of an open line, nil if it makes none. unclear is true if the answer
// chooses, but not clearly.
func pick(d *desk.Desk, open desk.Open, answer speech.Line) (picked *speech.Line, unclear bool) {
	bare, now := speech.StripCourtesies(answer.Raw, d.Lang), playable(d, answer)
	order := speech.ReadChosenOption(answer.Raw, len(open.Options), d.Lang)
	switch alone := ReadLine(d, answer); {
	case order > 0 && now == "" && len(bare) > 1:
		return asLine(d, open.Options[order-1]), false
	case bare == "", alone.Kind == speech.HouseWord, speech.IsSmallTalk(answer.Raw, d.Lang):
		return nil, false
	case alone.Kind == speech.GameLine && commands(d, answer.Folded, now != ""):
		return nil, false
	}
	for _, asked := range []string{open.Line, open.Line[:max(0, strings.LastIndex(open.Line, " "))]} { // without its last word too: "C5" after "3 C9"
		for _, said := range []string{answer.Raw, bare} {
			for _, text := range []string{asked + " " + said, said + " " + asked} {
				line := asLine(d, text)
				if asked == "" || line == nil || !completes(d, *line, asked) {
					continue
				}
				if now != "" && ReadLine(d, *line).Kind == speech.HouseWord {
					continue // a move that stands by itself completes no command of the house: "4 C4" below "force Bo"
				}
				if move := playable(d, *line); move != "" && move == now {
					return nil, false // the answer means that move by itself
				}
				return line, len(bare) == 1 && order > 0 // "b" can be Bo, or the second option
			}
		}
	}
	if now != "" {
		return nil, len(open.Options) > 0 && elsewhere(d, now, open.Options[0])
	}
	if fit := engine.FilterList(open.Options, func(option string) bool { return speech.ContainsWords(option, bare) }); len(fit) == 1 {
		return asLine(d, fit[0]), false
	}
	if order > 0 {
		return asLine(d, open.Options[order-1]), false
	}
	if option := singledOut(open.Options, answer.Raw); order == 0 && option != "" {
		return asLine(d, option), false
	}
	return nil, order < 0 && len(open.Options) > 0
}

// singledOutMost is how many words an answer has that names what only one of the options has.
const singledOutMost = 8

// singledOut returns the only option that has all the words by which an answer tells them apart, "the one at C4", or the one that it
// calls by its letter, "do B then"; "" if there is none.
func singledOut(options []string, said string) string {
	words := engine.SplitWords(said)
	if len(words) > singledOutMost || strings.ContainsAny(said, "?") {
		return ""
	}
	tells := func(word, option string) bool { return speech.ContainsWords(option, word) }
	apart := engine.FilterList(words, func(word string) bool {
		n := engine.CountWhere(options, func(option string) bool { return tells(word, option) })
		return n > 0 && n < len(options)
	})
	fit := engine.FilterList(options, func(option string) bool {
		return !slices.ContainsFunc(apart, func(word string) bool { return !tells(word, option) })
	})
	if len(apart) > 0 && len(fit) == 1 {
		return fit[0]
	}
	for i, option := range options {
		if len(apart) == 0 && slices.Contains(strings.Fields(strings.Trim(said, ".,!")), string(rune('A'+i))) {
			return option
		}
	}
	return ""
}

// elsewhere reports whether a move is of another kind than an option that was offered and can be played. So a number
// that does not fit "blast" is not taken for a card to dig.
func elsewhere(d *desk.Desk, move, option string) bool {
	line := asLine(d, option)
	one, _, _ := strings.Cut(move, " ")
	other, _, _ := strings.Cut(option, " ")
	return one != other && !strings.ContainsAny(one, "0123456789") && line != nil && playable(d, *line) != ""
}

// commands reports whether a line of the game begins with a word for what is done, as in "take 3", and not only with a
// card or place. Then it is a new command and no answer. A single word such as "done" counts if plays says that it can
// be played.
func commands(d *desk.Desk, folded string, plays bool) bool {
	first, rest, _ := strings.Cut(folded, " ")
	return (rest != "" || plays) && !strings.ContainsAny(first, "0123456789") && (d.Table == nil || d.Table.SeatNamed(first) == nil)
}

// asLine returns the line of a text, nil if the text has several lines or none.
func asLine(d *desk.Desk, text string) *speech.Line {
	if lines := d.Lines(text); len(lines) == 1 {
		return &lines[0]
	}
	return nil
}

// completes reports whether a line makes a complete command of asked: a legal move, or a command of the house that had
// nothing after it and now has a number, a time, an address or somebody at the table. Other words may be talk.
func completes(d *desk.Desk, line speech.Line, asked string) bool {
	r := ReadLine(d, line)
	if r.Kind != speech.HouseWord {
		return playable(d, line) != ""
	}
	word := asLine(d, asked)
	wanted := strings.ContainsAny(r.Rest, "0123456789@") || d.Table != nil && d.Table.SeatNamed(r.Rest) != nil
	speaks := slices.Contains([]string{"say", "tell", "note", "salt", "announce"}, r.Word)
	return wanted && !speaks && word != nil && word.Folded == r.Word
}

// playable returns the move of a line if it is legal now, or could be kept for later; "" otherwise.
func playable(d *desk.Desk, line speech.Line) string {
	if play.RefuseUnlessPlaying(d).Refuses() || ReadLine(d, line).Kind != speech.GameLine {
		return ""
	}
	move, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, nil)
	if no != nil {
		return ""
	}
	return move.Command
}
