package bot

import (
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

func opened(t *testing.T, seed byte) *engine.Match {
	t.Helper()
	m := engine.OpenMatch(catalog.FindGame("saboteur"), engine.Setup{Edition: "pt"}, [32]byte{seed})
	for _, name := range []string{"Ana", "Bo", "Cy"} {
		m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	for _, f := range m.Start() {
		m.Apply(f)
	}
	return m
}

func look(m *engine.Match) Sight {
	seat := m.ToMove()[0]
	return SightOfSeat(m.State(), seat, m.State().Legal(seat))
}

func TestRandomChoosesEvenly(t *testing.T) {
	s := Sight{Seat: "Ana", Legal: []string{"a", "b", "c", "d", "e"}}
	stream := engine.Dice{}.For("test")
	counts := map[string]int{}
	const draws = 10000
	for range draws {
		counts[PlayRandomly(s, stream)]++
	}
	for _, c := range s.Legal {
		if n := counts[c]; n < draws/5-200 || n > draws/5+200 { // five standard deviations
			t.Errorf("%s was chosen %d times of %d", c, n, draws)
		}
	}
}

// In the first move every miner can lay a card, so nine moves of ten dig.
func TestDigDigs(t *testing.T) {
	m := opened(t, 1)
	s := look(m)
	want := m.State().(engine.Digging).Dig(s.Seat)
	if len(want) == 0 || len(want) == len(s.Legal) {
		t.Fatalf("%d of %d commands dig: not a position to tell by", len(want), len(s.Legal))
	}
	stream := engine.Dice{}.For("test")
	digs := 0
	const moves = 2000
	for range moves {
		command := DigOften(s, stream)
		if !slices.Contains(s.Legal, command) {
			t.Fatalf("%q is not legal", command)
		}
		if slices.Contains(want, command) {
			digs++
		}
	}
	if digs < moves*85/100 {
		t.Errorf("%d moves of %d dig", digs, moves)
	}
}

func TestBotsPlayWholeMatches(t *testing.T) {
	for _, name := range ListBots(catalog.FindGame("saboteur")) {
		m := opened(t, 2)
		stream := engine.Dice{}.For(name)
		for moves := 0; m.Phase == engine.Running; moves++ {
			s := look(m)
			if s.state.View(s.Seat).Seat != s.Seat {
				t.Fatal("the view is another seat's")
			}
			facts, refusal := m.Play(s.Seat, FindBot(name, Budget{Playouts: 20})(s, stream))
			if refusal != nil || moves > 1000 {
				t.Fatalf("%s, move %d: %v", name, moves, refusal)
			}
			for _, f := range facts {
				m.Apply(f)
			}
		}
	}
}

func TestNames(t *testing.T) {
	saboteur := catalog.FindGame("saboteur")
	for _, name := range ListBots(saboteur) {
		if CheckName(name, saboteur) != nil || FindBot(name, Budget{}) == nil {
			t.Errorf("%s is listed and not there", name)
		}
	}
	if CheckName("dig", catalog.FindGame("clonk")) == nil || CheckName("clever", saboteur) == nil || FindBot("clever", Budget{}) != nil {
		t.Error("a bot that is not there is let through")
	}
}
