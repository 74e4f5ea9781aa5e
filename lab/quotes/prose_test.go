package quotes

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	reader "pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// every is the step between two wrapping columns; each language begins at another one.
const every = 7

// A letter of ours that is quoted and then wrapped, at any column from 40 to 100, makes no move, whether the
// house still has the letter or not. The house asks about lines that may be commands.
func TestWrappedProseIsNoMove(t *testing.T) {
	desk := open(t)
	column := 0
	for _, game := range catalog.GameNames() {
		for _, letters := range desk.everything(game) {
			for i := column % every; i < len(letters); i += every {
				o := letters[i]
				o.open(t)
				for _, text := range [][]string{o.text, asOutlook.text(o.page)} {
					column++
					width := 40 + column*23%61
					for name, known := range map[string]reader.Known{"known": {Ours: [][]byte{o.raw}}, "not known": {}} {
						quoted := wrapBehind(mark(plain(text...), "> "), width)
						raw := mail(rand.New(rand.NewPCG(1, uint64(column))), []string{"From: Ana <ana@example.com>"}, []part{{"text/plain", "thanks!\n\n" + strings.Join(texts(quoted), "\n")}})
						got := read(raw, known, o.ear())
						for _, line := range got.lines {
							if o.acts(line, true) {
								t.Errorf("%s, %s, column %d: %q", o.name, name, width, line.Raw)
							}
						}
					}
				}
			}
		}
	}
}

// everything returns what the house writes to the players who are due, by
// language: an invitation, digests, and answers to questions.
func (g *office) everything(game string) [][]*ours {
	all := make([][]*ours, len(languages))
	add := func(no int, name string, purposes ...string) {
		for i, raw := range g.last(no, languages, purposes...) {
			all[i] = append(all[i], &ours{name: game + " " + languages[i], raw: raw, game: catalog.FindGame(game), position: g.fold().Match.State(), seat: name, lang: languages[i], seats: g.fold().Match.Names()})
		}
	}
	g.begin(game)
	add(1, "Bo", "invite")
	running := func() bool { return g.fold().Match.Phase == engine.Running } // a short match may end
	for n := 0; n < 4 && running(); n++ {
		no, name := g.due()
		add(no, name, "turn", "receipt")
		for _, words := range []string{"help\nrules\ncards", "story\nstatus\nmatches", "check pass 1\n3 Z9\nsay hello", "next pass 1\nvoice off"} {
			g.write(name, words, model.Ref{Match: g.match, Seat: no, Purpose: model.ForTurn, Step: int64(g.fold().Match.Chair(name).Steps + 1)})
			add(no, name, "receipt")
		}
		for n := 0; n < 4 && running(); n++ {
			g.move()
		}
	}
	return all
}

// ear returns what reads lines for the seat of the letter, as the house does.
func (o *ours) ear() speech.Ear {
	return speech.Ear{Lang: o.lang, Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: catalog.AllGames(), At: func(int64) speech.Place {
		return speech.Place{Game: o.game, Seats: o.seats, Me: o.seat}
	}}
}

// acts reports whether the house would act on a line: play or plan
// something legal or, if words is set, change a setting or the match.
func (o *ours) acts(line speech.Line, words bool) bool {
	if line.Block || line.Heard {
		return true
	}
	switch reading := speech.ReadCommand(line.Folded, o.game); reading.Kind {
	case speech.HouseWord:
		return (words || reading.Word == "next") && !slices.Contains(harmless, reading.Word)
	case speech.GameLine:
		_, refused := o.position.Parse(o.seat, line.Folded, nil)
		return refused == nil
	}
	return false
}
