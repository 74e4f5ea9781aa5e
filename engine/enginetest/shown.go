package enginetest

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// showsItself checks that views have what letters, pages and programs print.
func showsItself(t T, g engine.Game, all []table) {
	visit(t, g, all, 13, func(at table, s step) {
		for _, seat := range []string{"", s.seat} {
			viewIsWhole(t, at, s, s.state.View(seat))
		}
	})
}

func viewIsWhole(t T, at table, s step, v engine.View) {
	failIf(t, v.Scene.Width <= 0 || v.Scene.Height <= 0,
		"%s: the scene is %d × %d; a letter needs a picture, so a scene has a size", at.name, v.Scene.Width, v.Scene.Height)
	failIf(t, len(v.Board) < 5 && len(v.Grid) < 2,
		"%s: the board has %d rows and the grid %d; letters without pictures need one of them, five rows or a heading and a row",
		at.name, len(v.Board), len(v.Grid))
	for _, row := range v.Grid {
		failIf(t, len(row) != len(v.Grid[0]),
			"%s: rows of the grid have %d and %d cells; all have as many as the heading", at.name, len(v.Grid[0]), len(row))
	}
	failIf(t, len(v.Alt) == 0, "%s: the position has no words; Alt is read aloud in place of the picture", at.name)
	if names := engine.MapList(v.Seats, func(l engine.Ledger) string { return l.Seat }); !slices.Equal(names, at.setup.Seats) {
		t.Fatalf("%s: the ledger lists %q; it lists every seat as they sit, %q", at.name, names, at.setup.Seats)
	}
	places := engine.MapList(append(slices.Clone(v.Hand), v.Open...), func(h engine.HandCard) string { return h.Place })
	for i, place := range places {
		failIf(t, place == "" || slices.Contains(places[:i], place),
			"%s: cards of %s have the places %q; each has one of its own", at.name, v.Seat, places)
	}
	failIf(t, v.Seat == "" && len(v.Hand)+len(v.Choices) > 0, "%s: the public view has a hand or choices; those are a seat’s", at.name)
	commands := engine.MapList(v.Choices, func(c engine.Choice) string { return c.Command })
	if slices.Sort(commands); v.Seat == s.seat && !slices.Equal(commands, s.legal) {
		t.Fatalf("%s: the choices are %q and the legal commands %q; they are the same", at.name, commands, s.legal)
	}
	for _, c := range v.Choices {
		failIf(t, c.Place != "" && !slices.Contains(places, c.Place),
			"%s: %q uses a card at %q, where none is; Place is that of a card in Hand or Open", at.name, c.Command, c.Place)
	}
}

// retells checks that the command behind each choice can be found from the facts. pitpost verify
// needs that to check a record.
func retells(t T, g engine.Game, all []table) {
	visit(t, g, all, 17, func(at table, s step) {
		retelling, ok := s.state.(engine.Retelling)
		failIf(t, !ok, "%s: the choices of %s cannot be found again; verify needs Command (engine.Retelling)", at.name, g.Name())
		command := s.legal[s.n%len(s.legal)]
		facts, _ := s.state.Play(s.seat, command, at.dice)
		past := folded(g, at, s.log)
		for _, f := range facts {
			if f.Seat == s.seat && past.Chosen(f) {
				if found := past.(engine.Retelling).Command(f); found != command && !sameDeed(t, s, at, found, facts) {
					t.Fatalf("%s: %q is found again as %q; Command gives the command that led to a fact", at.name, command, found)
				}
			} else if found := retelling.Command(f); found != "" && !past.Chosen(f) {
				t.Fatalf("%s: %s is no choice and is found again as %q; Command gives \"\" for what is none", at.name, f.Event.Kind(), found)
			}
			past.Apply(f)
		}
	})
}

// sameDeed reports whether another command leads to the same facts, as with two equal cards.
func sameDeed(t T, s step, at table, command string, facts []engine.Fact) bool {
	other, refusal := s.state.Play(s.seat, command, at.dice)
	return refusal == nil && string(logBytes(t, other)) == string(logBytes(t, facts))
}

// obeys checks that a standing order plays a legal command or none.
func obeys(t T, g engine.Game, all []table) {
	orders := engine.StandingOrdersOf(g)
	if len(orders) == 0 {
		return
	}
	visit(t, g, all, 19, func(at table, s step) {
		obedient, ok := s.state.(engine.Obedient)
		if !ok {
			return // the check "names" reports that
		}
		for _, order := range orders {
			for _, seat := range at.setup.Seats {
				played := obedient.Standing(seat, order)
				failIf(t, played != "" && !slices.Contains(s.state.Legal(seat), played),
					"%s: by %q %s would play %q, which is not legal; a standing order plays a legal command or nothing", at.name, order, seat, played)
			}
		}
	})
}

// houseKeys lists the keys that the house prints for every game, from its house.<language>.toml.
var houseKeys = []string{"title", "blurb", "aim", "cards", "help", "example", "example-other"}

// hasWhatTheHousePrints checks that these keys exist and that Turns is plausible.
func hasWhatTheHousePrints(t T, g engine.Game, _ []table) {
	words := wordsIn[string](t, g.Strings(), "house.en.toml")
	keys := slices.Clone(houseKeys)
	if _, long := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: players[:2]}).(engine.LongTurn); long {
		keys = append(keys, "how-turn")
	}
	for _, e := range g.Editions() {
		keys = append(keys, "book-"+e)
	}
	for _, key := range keys {
		errorIf(t, words[g.Name()+"."+key] == "", "house.en.toml lacks %q; the house prints it of every game", g.Name()+"."+key)
	}
	for key := range words {
		errorIf(t, !strings.HasPrefix(key, g.Name()+"."), "house.en.toml has %q, which is no key of %s", key, g.Name())
	}
	if lasting, ok := g.(engine.Lasting); ok {
		for _, edition := range g.Editions() {
			least, _ := g.Seats()
			turns, shorter := lasting.Turns(engine.Setup{Edition: edition}, least)
			name, value, _ := strings.Cut(shorter, "=")
			errorIf(t, turns < least, "a match of %s is said to take %d turns; Turns counts those of all seats together", edition, turns)
			set := map[string]string{name: value}
			if _, refusal := g.Options(edition, engine.NewestRules, set); shorter != "" && refusal != nil {
				t.Errorf("%q would make a match shorter and is no option of %s", shorter, edition)
			}
		}
	}
}
