package saboteur

import (
	"fmt"
	"slices"
	"testing"

	"pitpost.example/engine"
)

// playedOn plays a match with sense, but for a choice by lot now and then, and
// shows every position in which a card is to be played.
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

// everyTable calls f for each edition at small, middling and full tables.
func everyTable(f func(edition string, players int)) {
	for _, edition := range (Game{}).Editions() {
		for _, players := range []int{3, 5, 8, 10} {
			f(edition, players)
		}
	}
}

// bare is a sketch without what is found out only when it is wanted.
func bare(t *sketch) sketch {
	b := *t
	b.survey = survey{}
	for i := range b.chart {
		b.chart[i] &^= reached
	}
	for i := range b.players {
		p := &b.players[i]
		for k := p.held; k < len(p.hand); k++ {
			p.hand[k] = none
		}
	}
	b.deck = nil
	return b
}

// What the rules make of a choice and what a sketch makes of it is the same: the
// chart, the hands, whose turn it is, what is said against whom, and the end.
func TestSketchFollowsTheRules(t *testing.T) {
	everyTable(func(edition string, players int) {
		checked := 0
		playedOn(t, edition, players, func(s *State, lot *engine.Stream) {
			var acts []act
			s.draft().think(func(d idea) { acts = append(acts, d.act) })
			a := acts[lot.Intn(len(acts))]
			seat := s.name(s.turn)
			facts, refusal := s.Play(seat, s.command(a), engine.Dice{})
			if refusal != nil {
				t.Fatalf("%s: %q: %v", edition, s.command(a), refusal)
			}
			sketched, played := s.draft(), s.clone()
			sketched.do(a)
			for _, f := range facts {
				if e, over := f.Event.(Ended); over {
					if !sketched.over || (e.Winners == "miners") != (sketched.finder != nobody) {
						t.Fatalf("%s: after %q the %s have won", edition, s.command(a), e.Winners)
					}
					return
				}
				played.Apply(f)
			}
			want := played.draft()
			if one, two := bare(sketched), bare(want); fmt.Sprint(one) != fmt.Sprint(two) || !slices.Equal(sketched.deck, want.deck) {
				t.Fatalf("%s: after %q of %s\n%v\nand not\n%v", edition, s.command(a), seat, one, two)
			}
			checked++
		})
		if checked < 10 {
			t.Fatalf("%s with %d: only %d choices", edition, players, checked)
		}
	})
}

// From the start it is seven cards to the middle goal and nine to the others, and
// a card in the way asks for a way round.
func TestNeed(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	s.applyDealt(lots{}.deal(1, names[:3]))
	need := func() (n [3]uint8) {
		d := s.draft()
		d.look()
		for g := range goalSpots {
			d.lookTo(g)
		}
		return d.survey.need
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

// Far from the goals, where the chart ends, a bot does not dig, but it still finds
// something to do.
func TestOffTheChart(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	s.applyDealt(lots{}.deal(1, names[:3]))
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
