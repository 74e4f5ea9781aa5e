package saboteur_test

import (
	"encoding/json"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/saboteur"
	"pitpost.example/engine/saboteur/redeal"
)

// How many had no choice in a row of passes tells what hands hide, so nobody is shown it before the round ends.
// All pass here whenever they can. From where the deck is gone each position is dealt anew for each seat, and
// must show it the same in every way in which a seat is shown anything.
func TestNobodyIsShownWhoCouldNotPlay(t *testing.T) {
	rows := 0 // positions in which all had just passed and the round went on
	for seed := range byte(12) {
		setup := engine.Setup{Edition: "es", Rules: 2, Options: map[string]string{"rounds": "1"},
			Seats: []string{"Ana", "Bo", "Cy"}}
		dice := engine.Dice{Seed: [32]byte{seed}}
		state := saboteur.Game{}.Blank(setup)
		lot := dice.For("redeal")
		var log []engine.Fact
		add := func(facts []engine.Fact) {
			for _, f := range facts {
				f.Seq = len(log) + 1
				log = append(log, f)
				state.Apply(f)
			}
		}
		add(state.Start(dice))
		for passed := 0; state.Result() == nil; {
			seat := state.ToMove()[0]
			if len(state.(engine.Reshuffling).Undrawn()) == 0 {
				passed++
				for _, reader := range append([]string{""}, setup.Seats...) {
					other := saboteur.Game{}.Blank(setup)
					for _, f := range (redeal.Game{}).Redeal(setup, log, reader, lot) {
						other.Apply(f)
					}
					if was, is := shown(t, state, reader), shown(t, other, reader); was != is {
						t.Fatalf("seed %d: %q is shown\n%s\nand with other hidden cards\n%s", seed, reader, was, is)
					}
				}
				if passed > len(setup.Seats) {
					rows++
				}
			}
			facts, no := state.Play(seat, "pass 1", dice)
			if no != nil {
				t.Fatal(no)
			}
			add(facts)
		}
	}
	if rows < 12 {
		t.Errorf("only %d positions come after a whole row of passes", rows)
	}
}

// shown returns all that a seat is shown of a position.
func shown(t *testing.T, s engine.State, seat string) string {
	t.Helper()
	all := []any{s.View(seat), s.Legal(seat), s.Idle(seat), s.ToMove(),
		s.(engine.Glancing).Glance(), s.(engine.Commented).SoFar()}
	for _, command := range s.Legal(seat) {
		all = append(all, s.Check(seat, command))
	}
	if len(s.Legal(seat)) > 0 {
		stream := engine.Dice{}.For("advice")
		all = append(all, s.(engine.Sensible).Careful(seat, stream), s.(engine.Guessing).Worth(seat))
		guess := s.(engine.Guessing).Guess(seat, engine.Dice{}.For("guess"))
		all = append(all, guess.(engine.Guessing).Try(seat, "pass 1", engine.Dice{}.For("try")))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
