package saboteur

import (
	"testing"

	"pgregory.net/rapid"

	"pitpost.example/engine"
)

// A log is trusted but may be wrong: everything that can be decoded is folded and shown without a
// panic.
func TestAnyLogFolds(t *testing.T) {
	cards := []string{"", "path-ne", "dead-n", "map", "rockfall", "start", "gold", "stone-ne", "repair-pick-cart", "broken-pick"}
	cells := []string{"", "A3", "B3", "I1", "I3", "-A3", "AX48", "AX47", "C3"}
	seats := []string{"", "Ana", "Bo", "Cy", "Nobody"}
	rapid.Check(t, func(r *rapid.T) {
		card := func() string { return rapid.SampledFrom(cards).Draw(r, "card") }
		cell := func() string { return rapid.SampledFrom(cells).Draw(r, "cell") }
		held := func() string {
			return rapid.SampledFrom([]string{"path-ne", "path-nesw", "dead-n", "map", "rockfall", "repair-pick-cart", "broken-pick"}).Draw(r, "held")
		}
		seat := func() string { return rapid.SampledFrom(seats).Draw(r, "seat") }
		value := func() int { return rapid.IntRange(1, 3).Draw(r, "value") }
		ask := rapid.SampledFrom([]string{"ask", "highest"}).Draw(r, "picks")
		s := newState(engine.Setup{Edition: "pt", Options: map[string]string{"picks": ask}, Seats: names[:3]})
		for range rapid.IntRange(1, 12).Draw(r, "facts") {
			var e engine.Event
			switch rapid.IntRange(0, 13).Draw(r, "kind") {
			case 0:
				e = Dealt{Round: 1, Starter: seat(), Roles: map[string]string{seat(): "miner", seat(): "saboteur"},
					Hands: map[string][]string{seat(): {held(), held(), held()}, seat(): {held()}}, Deck: []string{held()}}
			case 1, 2:
				e = Dug{Card: card(), Cell: cell(), Turned: rapid.Bool().Draw(r, "turned")}
			case 3:
				e = Revealed{Goal: cell(), Card: card()}
			case 4:
				e = Broke{Card: card(), Target: seat()}
			case 5:
				e = Repaired{Card: card(), Target: seat(), Tool: "pick"}
			case 6:
				e = Felled{Cell: cell(), Removed: card()}
			case 7:
				e = Looked{Goal: cell(), Saw: card()}
			case 8:
				e = Passed{Card: card()}
			case 9:
				e = Drew{Card: card()}
			case 10:
				e = Ended{Round: 1, Winners: "miners", Finisher: seat(), Gold: []int{value(), value()}}
			case 11:
				e = Picked{Value: value()}
			case 12:
				e = Paid{Nuggets: map[string]Nuggets{seat(): {Picks: []int{value()}}, seat(): {Sum: value()}}}
			case 13:
				e = MatchEnded{}
			}
			data, err := engine.Fact{Event: e}.Data()
			if err != nil {
				t.Fatal(err)
			}
			if e, err = (Game{}).Decode(e.Kind(), 1, data); err != nil {
				continue // Decode refuses it
			}
			f := engine.Fact{Seat: seat(), Event: e}
			for _, name := range seats {
				s.Tell(f, name)
			}
			s.Chosen(f)
			s.Command(f)
			s.Apply(f)
			for _, name := range seats {
				s.View(name)
				s.Idle(name)
				for _, c := range append(s.Legal(name), "1 B3", "pass 1", "pick 1") {
					s.Check(name, c)
					s.Parse(name, c, nil)
					s.Play(name, c, engine.Dice{})
				}
			}
			s.Concede(engine.Dice{})
		}
	})
}
