// Package dealer asks a house in memory the questions of people who have not seen the code.
package dealer

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/redeal"
	"pitpost.example/house/housetest"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// question is a row of testdata/questions.tsv.
type question struct{ lang, kind, game, text, must, holds string }

func questions(t *testing.T, file string) (all []question) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(row, "\t")
		if i == 0 {
			continue
		}
		if len(f) != 6 {
			t.Fatalf("%s: row %d has %d columns", file, i+1, len(f))
		}
		all = append(all, question{f[0], f[1], f[2], f[3], f[4], f[5]})
	}
	return all
}

// situation is a house in which the questions of a game are asked: "saboteur", "clonk", or "-" without a match.
type situation struct {
	house *housetest.House
	match int64
}

// set plays a match to the situation of the questions: it is Ana's turn, and in Saboteur Bo's pick is broken, Cy has
// looked at a goal and Ana's tools are whole.
func set(t *testing.T, game string) situation {
	t.Helper()
	h := housetest.New(t)
	if game == "-" {
		h.Write("Ana", "help")
		return situation{house: h}
	}
	guests := []string{"Bo", "Cy"}
	if game == "saboteur" {
		guests = append(guests, "Di", "Eli")
	}
	for range 40 {
		s := situation{h, h.Open(game, "", guests...)}
		for range 60 {
			if s.ready(game) {
				return s
			}
			if h.Table(s.match).Row.Phase.Ended() {
				break
			}
			who, move := s.next(game)
			if a := h.Answer(who, "turn", move); a.State != model.LetterApply {
				if a = h.Write(who, fmt.Sprintf("#%d %s", s.match, move)); a.State != model.LetterApply {
					t.Fatalf("%s> %s: %v", who, move, a)
				}
			}
		}
	}
	t.Fatalf("no match of %s came to the situation", game)
	return situation{}
}

// next returns who moves, and what leads to the situation.
func (s situation) next(game string) (who, move string) {
	m := s.house.Table(s.match).Match
	who = m.ToMove()[0]
	legal := m.State().Legal(who)
	move = legal[0]
	if dig, ok := m.State().(engine.Sensible); ok {
		move = dig.Careful(who, engine.Dice{}.For("situation"))
	}
	for _, choice := range m.State().View(who).Choices {
		switch {
		case game != "saboteur":
		case choice.Says.Key == "saboteur.do.break" && choice.Says.Args["seat"] == "Bo" && strings.Contains(fmt.Sprint(choice.Says.Args["tool"]), "pick"):
			return who, choice.Command
		case choice.Says.Key == "saboteur.do.look" && who == "Cy":
			return who, choice.Command
		}
	}
	return who, move
}

// ready reports whether the match has come to the situation.
func (s situation) ready(game string) bool {
	m := s.house.Table(s.match).Match
	if m.State() == nil || len(m.ToMove()) == 0 || m.ToMove()[0] != "Ana" {
		return false
	}
	own := engine.FilterList(m.Facts(), func(f engine.Fact) bool { return f.Seat == "Ana" })
	if game == "clonk" {
		return len(own) > 8 && !m.MidTurn("Ana")
	}
	kinds := s.house.Events(s.match, 0)
	broken := false
	for _, l := range m.State().View("").Seats {
		for _, p := range l.Now {
			text := fmt.Sprint(p)
			broken = broken || l.Seat == "Bo" && strings.Contains(text, "pick") && strings.Contains(text, "broken")
			if l.Seat == "Ana" && strings.Contains(text, "broken") {
				return false
			}
		}
	}
	return broken && strings.Contains(kinds, "saboteur.looked") && len(own) > 0
}

// ask has Ana ask in a language and returns the keys of the answer with their arguments, "note" if it was taken for one.
func (s situation) ask(lang, text string) string {
	h := s.house
	if player := h.World.Addresses["ana@example.org"].Player; player != 0 {
		p := h.World.Players[player]
		p.Lang = lang
		h.World.Players[player] = p
	}
	words := text
	l := h.Letter("Ana", words)
	if s.match != 0 {
		l = h.Reply("Ana", "turn", words)
	}
	a := h.Take(l)
	if a.Receipt == nil {
		return "silent " + string(a.State) + " " + a.Why
	}
	var said []string
	for _, line := range a.Receipt.Lines {
		said = append(said, string(line.State)+":")
		for _, p := range line.Says {
			said = append(said, phrase(p))
		}
		said = append(said, line.Chips...)
	}
	for _, p := range a.Receipt.Says {
		said = append(said, phrase(p))
	}
	return strings.Join(said, " ")
}

// phrase writes the key of a phrase with its arguments, in order.
func phrase(p engine.Phrase) string {
	text := p.Key
	for _, k := range slices.Sorted(maps.Keys(p.Args)) {
		text += fmt.Sprintf(" %s=%v", k, p.Args[k])
	}
	return "[" + text + "]"
}

// holds reports whether an answer holds all words that are wanted, parted by spaces; "a|b" is one of several.
func holds(answer, wanted string) bool {
	for _, want := range strings.Fields(wanted) {
		if !slices.ContainsFunc(strings.Split(want, "|"), func(one string) bool { return strings.Contains(answer, one) }) {
			return false
		}
	}
	return strings.Contains(answer, "told:")
}

// count is how the questions of a kind and a language were answered.
type count struct{ answered, wrong, unsure, silent int }

func (c count) String() string {
	return fmt.Sprintf("%d/%d/%d/%d", c.answered, c.wrong, c.unsure, c.silent)
}

// least is the smallest share of questions that must be answered rightly, in percent.
const least = 95

// files has the questions of people who had not seen the code, and those written beside it.
var files = []string{"testdata/questions.tsv", "testdata/more.tsv", "testdata/later.tsv"}

func TestQuestions(t *testing.T) {
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { asks(t, file) })
	}
}

func asks(t *testing.T, file string) {
	at := map[string]situation{}
	for _, game := range []string{"saboteur", "clonk", "-"} {
		at[game] = set(t, game)
	}
	kinds, langs := map[string]map[string]count{}, map[string]bool{}
	var total count
	for _, q := range questions(t, file) {
		s := at[q.game]
		before := 0
		if s.match != 0 {
			before = s.house.Table(s.match).Match.Seq
		}
		s.house.Now = s.house.Now.Add(3600e9)
		answer := s.ask(q.lang, q.text)
		if s.match != 0 && s.house.Table(s.match).Match.Seq != before {
			t.Errorf("%s: %q moved something", q.lang, q.text)
		}
		c, sum := kinds[q.kind][q.lang], &total
		langs[q.lang] = true
		switch {
		case q.holds == "-" && !strings.Contains(answer, "told:"):
			c.answered++
			sum.answered++
		case holds(answer, q.holds):
			c.answered++
			sum.answered++
		case strings.Contains(answer, "dealer-unknown"):
			c.unsure++
			sum.unsure++
			t.Logf("unsure %s %s %s %q: want %s", q.lang, q.kind, q.game, q.text, q.holds)
		case strings.Contains(answer, "told:"):
			c.wrong++
			sum.wrong++
			t.Logf("wrong  %s %s %s %q: %s, want %s", q.lang, q.kind, q.game, q.text, answer, q.holds)
		default:
			c.silent++
			sum.silent++
			t.Logf("silent %s %s %s %q: %s, want %s", q.lang, q.kind, q.game, q.text, answer, q.holds)
		}
		if kinds[q.kind] == nil {
			kinds[q.kind] = map[string]count{}
		}
		kinds[q.kind][q.lang] = c
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\nanswered/wrong/unsure/silent\n%-10s", "")
	for _, lang := range slices.Sorted(maps.Keys(langs)) {
		fmt.Fprintf(&out, " %9s", lang)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&out, "\n%-10s", kind)
		for _, lang := range slices.Sorted(maps.Keys(langs)) {
			fmt.Fprintf(&out, " %9s", kinds[kind][lang])
		}
	}
	t.Logf("%s\nall: %s", out.String(), total)
	if all := total.answered + total.wrong + total.unsure + total.silent; total.answered*100 < least*all {
		t.Errorf("%d of %d questions were answered", total.answered, all)
	}
}

// TestAnswersTellNoSecrets deals the hidden cards anew and demands the same answers of the game.
func TestAnswersTellNoSecrets(t *testing.T) {
	for _, game := range []string{"saboteur", "clonk"} {
		m := set(t, game).table(t)
		setup := m.Setup
		dealer := redeal.WithRedealing(m.Game).(engine.Redealing)
		for n := range 20 {
			lot := engine.Dice{Seed: [32]byte{byte(n + 1)}}.For("redeal")
			other := engine.OpenMatch(m.Game, setup, [32]byte{})
			for _, f := range dealer.Redeal(setup, m.Standing(), "Ana", lot) {
				other.Apply(f)
			}
			for _, q := range slices.Concat(questions(t, files[0]), questions(t, files[1]), questions(t, files[2])) {
				asked, ok := speech.ReadQuestion(q.text, q.lang, speech.Place{Game: m.Game, Seats: m.Names(), Me: "Ana"})
				if !ok {
					continue
				}
				answers := m.Game.(engine.Asked)
				one, two := answers.Answer(setup, m.State(), "Ana", asked.Whole), answers.Answer(setup, other.State(), "Ana", asked.Whole)
				if !reflect.DeepEqual(one, two) {
					t.Errorf("%s: %q is answered by %v, and with other hidden cards by %v", q.lang, q.text, one, two)
				}
			}
		}
	}
}

func (s situation) table(t *testing.T) *engine.Match {
	t.Helper()
	return s.house.Table(s.match).Match
}
