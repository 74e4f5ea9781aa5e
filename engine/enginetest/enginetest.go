// Package enginetest checks what every game must keep; the interfaces in package engine state it.
// The test of engine/catalog calls CheckGame for each game in the list, and a game's own tests may call
// it for their options. CheckStories, CheckRuleSentences and CheckKeysUsed are called from a
// game's own tests. A failure
// names the broken rule in a sentence.
package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// redealer returns the game as an engine.Redealing.
func redealer(t T, g engine.Game) engine.Redealing {
	dealer, ok := g.(engine.Redealing)
	if !ok {
		t.Fatalf("%s has secrets and cannot deal them anew: give it Redeal", g.Name())
	}
	return dealer
}

// T receives the failures: a *testing.T, or a list of faults.
type T interface {
	Logf(format string, args ...any)
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// failIf ends the check if something is wrong; errorIf reports it and goes on.
func failIf(t T, wrong bool, why string, args ...any) {
	if wrong {
		t.Fatalf(why, args...)
	}
}

func errorIf(t T, wrong bool, why string, args ...any) {
	if wrong {
		t.Errorf(why, args...)
	}
}

// checks lists all checks that CheckGame makes, with their names.
var checks = []struct {
	name  string
	check func(T, engine.Game, []table)
}{
	{"names", names}, {"ends", ends}, {"folds", folds}, {"decodes strictly", decodesStrictly}, {"plays what it lists", playsWhatItLists},
	{"keeps promises", keepsPromises}, {"refuses the rest", refusesTheRest}, {"reads any line", readsAnyLine}, {"can be given up", canBeGivenUp},
	{"chooses at once", choosesAtOnce}, {"shuffles what is undrawn", shufflesUndrawn}, {"draws the same again", drawsTheSameAgain},
	{"keeps secrets", keepsSecrets}, {"bots see one seat", botsSeeOneSeat}, {"spells back", spellsBack},
	{"keeps names", keepsNames}, {"draws", draws}, {"has words", hasWords}, {"brings whole languages", bringsWholeLanguages},
	{"shows itself", showsItself}, {"retells", retells}, {"obeys", obeys}, {"has what the house prints", hasWhatTheHousePrints},
	{"tells its rules", tellsItsRules}, {"adjusts", adjusts}, {"answers questions", answersQuestions},
}

// CheckGame checks everything that a game promises, in every edition and with every number of players. If
// there are variants, it plays these options in the default edition instead. With -short two of these tables must do.
func CheckGame(t *testing.T, g engine.Game, variants ...map[string]string) {
	all := tables(g, variants...)
	if testing.Short() && len(all) > 2 {
		all = []table{all[0], all[len(all)-1]}
	}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) { c.check(t, g, all) })
	}
}

var players = []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}

// table is one way to set up a game.
type table struct {
	name  string
	setup engine.Setup
	dice  engine.Dice
	// choices is the number of choices in the first match that walk played here, and 0 until then.
	choices *int
}

// tables returns every edition with every number of players, or the default edition with each
// variant and three numbers of players.
func tables(g engine.Game, variants ...map[string]string) (all []table) {
	add := func(name any, s engine.Setup, n, seed int) {
		s.Seats = slices.Clone(players[:n])
		all = append(all, table{
			name: fmt.Sprintf("%v with %d", name, n), setup: s,
			dice: engine.Dice{Seed: [32]byte{byte(seed), byte(n)}}, choices: new(int),
		})
	}
	for v, options := range variants {
		for _, n := range smallMiddlingFull(g) {
			add(options, engine.Setup{Edition: g.Editions()[0], Rules: engine.NewestRules, Options: options}, n, 100+v)
		}
	}
	if len(variants) > 0 {
		return all
	}
	least, most := g.Seats()
	for e, edition := range g.Editions() {
		for n := least; n <= most; n++ {
			add(edition, engine.Setup{Edition: edition, Rules: engine.NewestRules}, n, e)
		}
		middling := smallMiddlingFull(g)[1]
		add(edition+" by rules 1", engine.Setup{Edition: edition, Rules: engine.FirstRules}, middling, e)
	}
	return all
}

// smallMiddlingFull returns the smallest number of players, the largest, and one halfway between
// them.
func smallMiddlingFull(g engine.Game) []int {
	least, most := g.Seats()
	return []int{least, (least + most) / 2, most}
}

// step is a position in which a seat has to choose.
type step struct {
	n     int // number of the choice, from 1
	state engine.State
	seat  string
	legal []string
	log   []engine.Fact  // up to this position
	lot   *engine.Stream // for dealing again in this walk
	short bool           // the match has few choices
}

// anew returns the log with everything dealt anew that the seat does not know, and whether it
// changed.
func (s step) anew(t T, g engine.Game, at table, seat string) (other []engine.Fact, changed bool) {
	other = redealer(t, g).Redeal(at.setup, s.log, seat, s.lot)
	return other, !bytes.Equal(logBytes(t, s.log), logBytes(t, other))
}

// due reports whether this is one of every so many positions to check. In a short match more are.
func (s step) due(every int) bool { return s.n%every == 1%every || s.short && s.n%6 == 5 }

// few is the largest number of choices in a short match.
const few = 75

// visit walks through every table and calls look for one of every so many positions, including the
// first.
func visit(t T, g engine.Game, all []table, every int, look func(at table, s step)) {
	for _, at := range all {
		walk(t, g, at, func(s step) {
			if s.due(every) {
				look(at, s)
			}
		})
	}
}

// longest is more choices than any match can take.
const longest = 5000

// walk plays a match with random moves, calls look at every position, and returns the whole log. It
// checks that exactly one fact of each choice is Chosen.
func walk(t T, g engine.Game, at table, look func(step)) []engine.Fact {
	state := g.Blank(at.setup)
	var log []engine.Fact
	add := func(facts []engine.Fact, by string) (choices int) {
		for _, f := range facts {
			f.Seq = len(log) + 1
			log = append(log, f)
			if by != "" && f.Seat == by && state.Chosen(f) {
				choices++
			}
			state.Apply(f)
		}
		return choices
	}
	add(state.Start(at.dice), "")
	lot, redeal := at.dice.For("walk"), at.dice.For("redeal")
	n := 0
	for ; state.Result() == nil; n++ {
		seats := state.ToMove()
		failIf(t, len(seats) == 0 || n == longest, "after %d choices the match is not over and %v are to move", n, seats)
		seat := seats[lot.Intn(len(seats))]
		legal := state.Legal(seat)
		failIf(t, len(legal) == 0, "%s is to move and has nothing to choose", seat)
		if look != nil {
			look(step{n + 1, state, seat, legal, log, redeal, *at.choices > 0 && *at.choices <= few})
		}
		command := choose(state, seat, legal, lot)
		facts, refusal := state.Play(seat, command, at.dice)
		if refusal != nil {
			t.Fatalf("%s: a legal command is refused: %s %v", seat, refusal.Key, refusal.Args)
		}
		choices := add(facts, seat)
		failIf(t, choices != 1,
			"%s: %d facts of %q are choices of %s; one is, and what follows from a choice is none", at.name, choices, command, seat)
	}
	if *at.choices == 0 {
		*at.choices = n
	}
	return log
}

// choose returns a random legal command. If the game can Dig, two of three choices come from Dig,
// so that matches also reach ends that random moves never reach.
func choose(state engine.State, seat string, legal []string, lot *engine.Stream) string {
	if d, ok := state.(engine.Digging); ok && lot.Intn(3) > 0 {
		if better := d.Dig(seat); len(better) > 0 {
			return better[lot.Intn(len(better))]
		}
	}
	return legal[lot.Intn(len(legal))]
}

// seen returns the view and the legal commands of a seat, as bytes.
func seen(t T, s engine.State, seat string) []byte {
	return asJSON(t, struct {
		View  engine.View
		Legal []string
	}{s.View(seat), s.Legal(seat)})
}

func asJSON(t T, v any) []byte {
	data, err := json.Marshal(v)
	failIf(t, err != nil, "%v", err)
	return data
}

func names(t T, g engine.Game, _ []table) {
	least, most := g.Seats()
	failIf(t, g.Name() == "" || least < 1 || most < least || len(g.Editions()) == 0, "a game has a name, seats and an edition")
	errorIf(t, !slices.IsSorted(g.Words()) || len(g.Words()) == 0, "the words of a game are a sorted list")
	for _, w := range g.Words() {
		errorIf(t, engine.NormaliseText(w) != w, "the word %q is not normalised", w)
	}
	orders := engine.StandingOrdersOf(g)
	for _, order := range orders {
		errorIf(t, engine.NormaliseText(order) != order || order == "", "the standing order %q is not normalised",
			order)
	}
	if _, obeys := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: players[:least]}).(engine.Obedient); obeys != (len(orders) > 0) {
		t.Errorf("a game with %d standing orders has states of which it is %v that they carry such out", len(orders), obeys)
	}
	for _, w := range engine.AlternativeWords(g) {
		errorIf(t, !slices.Contains(g.Words(), w), "%q begins a line with alternatives and is no word of the game", w)
	}
	if p, peopled := g.(engine.Peopled); peopled {
		for _, role := range p.Roles() {
			errorIf(t, engine.NormaliseText(role) != role || len(strings.Fields(role)) != 1,
				"nobody may be called %q, which is no name that anybody could have: Roles are single words, normalised", role)
		}
		if low := engine.NormaliseText(p.Anybody()); low == "" || slices.Contains(p.Roles(), low) || slices.Contains(g.Words(), low) {
			t.Errorf("whoever has no name is called %q; Anybody is a name, and none of Roles or Words", p.Anybody())
		}
	}
	for _, e := range g.Editions() {
		if differ, refusal := g.Options(e, engine.NewestRules, nil); refusal != nil || len(differ) != 0 {
			t.Errorf("edition %s by itself: %v %v", e, differ, refusal)
		}
	}
	if _, refusal := g.Options("no such edition", engine.NewestRules, nil); refusal == nil {
		t.Error("an edition that is not there is let pass")
	}
	odd := map[string]string{"no such option": "x"}
	if _, refusal := g.Options(g.Editions()[0], engine.NewestRules, odd); refusal == nil {
		t.Error("an option that is not there is let pass")
	}
}

func ends(t T, g engine.Game, all []table) {
	for _, at := range all {
		log := walk(t, g, at, nil)
		last := log[len(log)-1]
		failIf(t, last.Event.Kind() != "match.ended",
			"%s: the last fact is %s; the end of a match is \"match.ended\" in every game", at.name, last.Event.Kind())
		again := walk(t, g, at, nil)
		failIf(t, !bytes.Equal(logBytes(t, log), logBytes(t, again)),
			"%s: the same dice and choices gave another match; all chance comes from the dice", at.name)
	}
}

func logBytes(t T, log []engine.Fact) []byte {
	var all bytes.Buffer
	for _, f := range log {
		fmt.Fprintf(&all, "%s %q %s\n", f.Event.Kind(), f.Seat, asJSON(t, f.Event))
	}
	return all.Bytes()
}
