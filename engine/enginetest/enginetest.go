// Package enginetest is what every game must satisfy: the catalogue's test
// runs it on each, so that a new game is held to it from its first day.
package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
)

// Redealer is a game whose secrets can be dealt anew: it writes another log
// that a seat could not tell from the one given.
type Redealer interface {
	Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact
}

// redealer is the game as one whose secrets can be dealt anew.
func redealer(t *testing.T, g engine.Game) Redealer {
	t.Helper()
	dealer, ok := g.(Redealer)
	if !ok {
		t.Fatalf("%s has secrets and cannot deal them anew: give it Redeal", g.Name())
	}
	return dealer
}

// Run holds a game to everything that is promised of one, in every edition with
// every number of players. With variants it plays those options instead, each
// beside the default edition.
func Run(t *testing.T, g engine.Game, variants ...map[string]string) {
	all := tables(g)
	if len(variants) > 0 {
		all = variations(g, variants)
	}
	t.Run("names", func(t *testing.T) { names(t, g) })
	t.Run("ends", func(t *testing.T) { ends(t, g, all) })
	t.Run("folds", func(t *testing.T) { folds(t, g, all) })
	t.Run("decodes strictly", func(t *testing.T) { decodesStrictly(t, g, all) })
	t.Run("plays what it lists", func(t *testing.T) { playsWhatItLists(t, g, all) })
	t.Run("refuses the rest", func(t *testing.T) { refusesTheRest(t, g, all) })
	t.Run("reads any line", func(t *testing.T) { readsAnyLine(t, g, all) })
	t.Run("can be given up", func(t *testing.T) { canBeGivenUp(t, g, all) })
	t.Run("shuffles what is undrawn", func(t *testing.T) { shufflesUndrawn(t, g, all) })
	t.Run("keeps secrets", func(t *testing.T) { keepsSecrets(t, g, all) })
	t.Run("bots see one seat", func(t *testing.T) { botsSeeOneSeat(t, g, all) })
	t.Run("spells back", func(t *testing.T) { spellsBack(t, g, all) })
	t.Run("keeps names", func(t *testing.T) { keepsNames(t, g, all) })
	t.Run("has words", func(t *testing.T) { hasWords(t, g, all) })
}

var players = []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}

// table is one way to set a game up.
type table struct {
	name  string
	setup engine.Setup
	dice  engine.Dice
}

// tables lists every edition with every number of players.
func tables(g engine.Game) []table {
	least, most := g.Seats()
	var all []table
	for e, edition := range g.Editions() {
		for n := least; n <= most; n++ {
			all = append(all, table{
				name:  fmt.Sprintf("%s with %d", edition, n),
				setup: engine.Setup{Edition: edition, Seats: slices.Clone(players[:n])},
				dice:  engine.Dice{Seed: [32]byte{byte(e), byte(n)}},
			})
		}
	}
	return all
}

// variations lists the default edition with each set of options, at small,
// middling and full tables.
func variations(g engine.Game, variants []map[string]string) []table {
	least, most := g.Seats()
	var all []table
	for v, options := range variants {
		for _, n := range []int{least, (least + most) / 2, most} {
			all = append(all, table{
				name:  fmt.Sprintf("%v with %d", options, n),
				setup: engine.Setup{Edition: g.Editions()[0], Options: options, Seats: slices.Clone(players[:n])},
				dice:  engine.Dice{Seed: [32]byte{100 + byte(v), byte(n)}},
			})
		}
	}
	return all
}

// step is a position in which a seat has to choose.
type step struct {
	n     int // of the choice, from 1
	state engine.State
	seat  string
	legal []string
	log   []engine.Fact  // up to here
	lot   *engine.Stream // of this walk, for what is dealt anew
}

// anew is the log dealt anew but for what a seat knows, and whether that changed it.
func (s step) anew(t *testing.T, g engine.Game, at table, seat string) (other []engine.Fact, changed bool) {
	t.Helper()
	other = redealer(t, g).Redeal(at.setup, s.log, seat, s.lot)
	return other, !bytes.Equal(logBytes(t, s.log), logBytes(t, other))
}

// visit walks through every table and looks at one position of so many, the first among them.
func visit(t *testing.T, g engine.Game, all []table, every int, look func(at table, s step)) {
	t.Helper()
	for _, at := range all {
		walk(t, g, at, func(s step) {
			if s.n%every == 1%every {
				look(at, s)
			}
		})
	}
}

// longest is more choices than any match can take.
const longest = 5000

// walk plays a match by lot, hands every position to look, and gives the whole
// log.
func walk(t *testing.T, g engine.Game, at table, look func(step)) []engine.Fact {
	t.Helper()
	state := g.Blank(at.setup)
	var log []engine.Fact
	add := func(facts []engine.Fact) {
		for _, f := range facts {
			f.Seq = len(log) + 1
			log = append(log, f)
			state.Apply(f)
		}
	}
	add(state.Start(at.dice))
	lot, redeal := at.dice.For("walk"), at.dice.For("redeal")
	for n := 0; state.Result() == nil; n++ {
		seats := state.ToMove()
		if len(seats) == 0 || n == longest {
			t.Fatalf("after %d choices the match is not over and %v are to move", n, seats)
		}
		seat := seats[lot.Intn(len(seats))]
		legal := state.Legal(seat)
		if len(legal) == 0 {
			t.Fatalf("%s is to move and has nothing to choose", seat)
		}
		if look != nil {
			look(step{n + 1, state, seat, legal, log, redeal})
		}
		facts, refusal := state.Play(seat, choose(state, seat, legal, lot), at.dice)
		if refusal != nil {
			t.Fatalf("%s: a legal command is refused: %s %v", seat, refusal.Key, refusal.Args)
		}
		add(facts)
	}
	return log
}

// choose takes a legal command by lot, two times in three one with a purpose
// if the game can tell, so that matches also come to the ends that chance alone never reaches.
func choose(state engine.State, seat string, legal []string, lot *engine.Stream) string {
	if d, ok := state.(bot.Digger); ok && lot.Intn(3) > 0 {
		if better := d.Dig(seat); len(better) > 0 {
			return better[lot.Intn(len(better))]
		}
	}
	return legal[lot.Intn(len(legal))]
}

// seen is all that a seat can be shown of a position, as bytes.
func seen(t *testing.T, s engine.State, seat string) []byte {
	t.Helper()
	return asJSON(t, struct {
		View  engine.View
		Legal []string
	}{s.View(seat), s.Legal(seat)})
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func names(t *testing.T, g engine.Game) {
	least, most := g.Seats()
	if g.Name() == "" || least < 1 || most < least || len(g.Editions()) == 0 {
		t.Fatal("a game has a name, seats and an edition")
	}
	if !slices.IsSorted(g.Words()) || len(g.Words()) == 0 {
		t.Error("the words of a game are a sorted list")
	}
	for _, w := range g.Words() {
		if engine.Normalise(w) != w {
			t.Errorf("the word %q is not normalised", w)
		}
	}
	orders := engine.OrdersOf(g)
	for _, order := range orders {
		if engine.Normalise(order) != order || order == "" {
			t.Errorf("the standing order %q is not normalised", order)
		}
	}
	if _, obeys := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: players[:least]}).(engine.Obedient); obeys != (len(orders) > 0) {
		t.Errorf("a game with %d standing orders has states of which it is %v that they carry such out", len(orders), obeys)
	}
	for _, w := range engine.AlternativesOf(g) {
		if !slices.Contains(g.Words(), w) {
			t.Errorf("%q begins a line with alternatives and is no word of the game", w)
		}
	}
	for _, e := range g.Editions() {
		if differ, refusal := g.Options(e, nil); refusal != nil || len(differ) != 0 {
			t.Errorf("edition %s by itself: %v %v", e, differ, refusal)
		}
	}
	if _, refusal := g.Options("no such edition", nil); refusal == nil {
		t.Error("an edition that is not there is let pass")
	}
	if _, refusal := g.Options(g.Editions()[0], map[string]string{"no such option": "x"}); refusal == nil {
		t.Error("an option that is not there is let pass")
	}
}

func ends(t *testing.T, g engine.Game, all []table) {
	for _, at := range all {
		t.Run(at.name, func(t *testing.T) {
			log := walk(t, g, at, nil)
			last := log[len(log)-1]
			if last.Event.Kind() != "match.ended" {
				t.Fatalf("the last fact is %s", last.Event.Kind())
			}
			again := walk(t, g, at, nil)
			if !bytes.Equal(logBytes(t, log), logBytes(t, again)) {
				t.Error("the same dice and choices gave another match")
			}
		})
	}
}

func logBytes(t *testing.T, log []engine.Fact) []byte {
	t.Helper()
	var all bytes.Buffer
	for _, f := range log {
		fmt.Fprintf(&all, "%s %q %s\n", f.Event.Kind(), f.Seat, asJSON(t, f.Event))
	}
	return all.Bytes()
}
