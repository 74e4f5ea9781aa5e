package saboteur

import (
	"slices"
	"testing"

	"pitpost.example/engine"
)

// playedOn plays a match with careful moves and now and then a random one, and calls show at every
// position in which a card has to be played.
func playedOn(t *testing.T, edition string, players int, show func(s *State, lot *engine.Stream)) {
	t.Helper()
	d := engine.Dice{Seed: [32]byte{byte(players)}}
	s := newState(engine.Setup{Edition: edition, Options: map[string]string{"rounds": "1"}, Seats: names[:players]})
	for _, f := range s.Start(d) {
		s.Apply(f)
	}
	lot := d.For("test")
	for s.Result() == nil {
		if s.phase == digging {
			show(s, lot)
		}
		seat := s.ToMove()[0]
		command := s.Careful(seat, lot)
		if lot.Intn(4) == 0 {
			legal := s.Legal(seat)
			command = legal[lot.Intn(len(legal))]
		}
		facts, refusal := s.Play(seat, command, d)
		if refusal != nil {
			t.Fatalf("%q of %s is refused: %v", command, seat, refusal)
		}
		for _, f := range facts {
			s.Apply(f)
		}
	}
}

// everyTable calls f for each edition with small, medium and full tables.
func everyTable(f func(edition string, players int)) {
	for _, edition := range (Game{}).Editions() {
		for _, players := range []int{3, 5, 8, 10} {
			f(edition, players)
		}
	}
}

// From the start the middle goal needs seven cards and the others nine, and a card in the way makes
// the path longer.
func TestNeed(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	s.applyDealt(s.deal(engine.Dice{}, 1))
	need := func() (n [3]uint8) {
		var v survey
		v.look(&s.maze)
		for g := range goalCells {
			v.lookTo(&s.maze, g)
		}
		return v.need
	}
	for _, step := range []struct {
		lay    string
		card   Card
		turned bool
		want   [3]uint8
	}{
		{"B3", pathEW, false, [3]uint8{8, 6, 8}},
		{"C3", deadNESW, false, [3]uint8{9, 9, 9}},
		{"A4", pathNE, false, [3]uint8{9, 8, 8}},
	} {
		c, _ := cellOf(step.lay)
		s.maze.put(c, tileOf(step.card, step.turned))
		if got := need(); got != step.want {
			t.Errorf("with %v on %s %v cards are wanted, not %v", step.card, step.lay, got, step.want)
		}
	}
}

// Far from the goals, out of its sight, a bot does not dig, but it still finds something to do.
func TestOutOfSight(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	s.applyDealt(s.deal(engine.Dice{}, 1))
	for row := startCell.Row + 1; row < startCell.Row+12; row++ {
		s.maze.put(Cell{0, row}, tileOf(pathNESW, false))
	}
	for _, r := range []role{miner, saboteur} {
		for s.turn = range s.players {
			s.players[s.turn].role = r
			s.players[s.turn].hand = []Card{pathNESW, pathNSE, rockfall, deadN}
			seat := s.name(s.turn)
			legal := s.Legal(seat)
			for _, command := range append(s.Worth(seat), s.Careful(seat, nil)) {
				if !slices.Contains(legal, command) {
					t.Errorf("a %s likes %q, which is not legal", r, command)
				}
			}
		}
	}
}
