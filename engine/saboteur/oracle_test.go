package saboteur

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// oracle decides what may be laid where as slowly and plainly as the rules say it: cells by name,
// sides by letter, paths by walking them.
type oracle struct {
	open map[string]string // open sides of the cards face up, by cell
	dead map[string]bool
	down map[string]bool // goals face down
	path map[string]bool // cells joined to the start
}

func oracleOf(s *State) oracle {
	o := oracle{map[string]string{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for name, card := range s.data(nobody).Cells {
		o.lay(name, card)
	}
	for name, card := range s.data(nobody).Goals {
		if card == nil {
			o.down[name] = true
		} else {
			o.lay(name, *card)
		}
	}
	o.joined(0, 3, o.path)
	return o
}

func (o oracle) lay(name string, card laidCard) {
	o.open[name] = letters(card.Card, card.Turned != nil && *card.Turned)
	o.dead[name] = strings.HasPrefix(card.Card, "dead")
}

func letters(code string, turned bool) string {
	_, open, _ := strings.Cut(code, "-")
	if code == "start" || code == "gold" {
		open = "nesw"
	}
	if turned {
		open = strings.NewReplacer("n", "s", "s", "n", "e", "w", "w", "e").Replace(open)
	}
	return open
}

var opposite = map[string]string{"n": "s", "e": "w", "s": "n", "w": "e"}

func next(col, row int, side string) (int, int) {
	switch side {
	case "n":
		return col, row - 1
	case "s":
		return col, row + 1
	case "e":
		return col + 1, row
	}
	return col - 1, row
}

func at(col, row int) string { return fmt.Sprintf("%s%d", columnName(col), row) }

// joined collects the cells to which a path leads.
func (o oracle) joined(col, row int, found map[string]bool) {
	found[at(col, row)] = true
	for _, side := range []string{"n", "e", "s", "w"} {
		c, r := next(col, row, side)
		n := at(c, r)
		if strings.Contains(o.open[at(col, row)], side) && strings.Contains(o.open[n], opposite[side]) && !o.dead[n] && !found[n] {
			o.joined(c, r, found)
		}
	}
}

func (o oracle) fits(open string, col, row int, mustJoin bool) bool {
	if o.open[at(col, row)] != "" || o.down[at(col, row)] {
		return false
	}
	holds := false
	for _, side := range []string{"n", "e", "s", "w"} {
		c, r := next(col, row, side)
		other, faceUp := o.open[at(c, r)]
		if !faceUp {
			continue
		}
		mine, theirs := strings.Contains(open, side), strings.Contains(other, opposite[side])
		if mine != theirs {
			return false
		}
		if mine && (!mustJoin || o.path[at(c, r)]) {
			holds = true
		}
	}
	return holds
}

func TestLegalPathsAreTheOracles(t *testing.T) {
	for _, e := range []string{"pt", "mercurio"} {
		for seed := range byte(6) {
			s := newState(engine.Setup{Edition: e, Seats: names[:4]})
			d := engine.Dice{Seed: [32]byte{seed, 9}}
			for _, f := range s.Start(d) {
				s.Apply(f)
			}
			lot := d.For("oracle")
			for s.Result() == nil {
				seat := s.ToMove()[0]
				legal := s.Legal(seat)
				if s.players[s.turn].broken == 0 && lot.Intn(8) == 0 {
					compareWithOracle(t, s, seat, legal, e == "pt")
				}
				choice := legal[lot.Intn(len(legal))]
				if dig := s.Dig(seat); len(dig) > 0 && lot.Intn(3) > 0 {
					choice = dig[lot.Intn(len(dig))]
				}
				facts, refusal := s.Play(seat, choice, d)
				if refusal != nil {
					t.Fatal(refusal)
				}
				for _, f := range facts {
					s.Apply(f)
				}
			}
		}
	}
}

func compareWithOracle(t *testing.T, s *State, seat string, legal []string, mustJoin bool) {
	t.Helper()
	o := oracleOf(s)
	for place, card := range s.players[s.turn].hand {
		if !card.isPath() {
			continue
		}
		for col := -6; col < 16; col++ {
			for row := -6; row < 13; row++ {
				for _, turned := range []bool{false, true} {
					open := letters(card.String(), turned)
					if turned && !card.turns() {
						continue
					}
					command := fmt.Sprintf("%d %s", place+1, at(col, row))
					if turned {
						command += " turned"
					}
					if got, want := slices.Contains(legal, command), o.fits(open, col, row, mustJoin); got != want {
						t.Fatalf("%s with %v: %s listed: %v, by the rules: %v\n%s", seat, card, command, got, want,
							strings.Join(s.drawing(), "\n"))
					}
				}
			}
		}
	}
}
