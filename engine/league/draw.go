package league

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"pitpost.example/engine"
)

// Entrant is somebody in a season. The name is the one the league shows, and no
// other entrant's.
type Entrant struct {
	Name     string
	Division int  // from 1; 0 for who is in none
	Left     bool // gone from the season
}

// Group is a match that was drawn.
type Group struct {
	No       int // from 1, in the order of the draw
	Division int
	Round    int      // from 1
	Wave     int      // from 0: on which of the round's days it begins
	Seats    []string // clockwise; the first of them starts
}

// History is who has met whom before a draw, weighed.
type History map[[2]string]int

// A meeting of this season counts four times one of the season before.
const (
	MetNow    = 4
	MetBefore = 1
)

// Note keeps that these sat together.
func (h History) Note(seats []string, weight int) {
	for i, a := range seats {
		for _, b := range seats[:i] {
			h[pair(a, b)] += weight
		}
	}
}

func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// Draw makes the groups of a whole season: in each of rules.Groups rounds every
// entrant sits in exactly one, but for those of a division that cannot be parted
// into groups the games take, who sit out in turn. The same seed, season and
// entrants, in whatever order, give the same groups. The history is added to.
func Draw(seed [32]byte, season int, r *Rules, entrants []Entrant, h History) []Group {
	return draw(seed, fmt.Sprintf("league draw %d", season), r, entrants, h, 1)
}

// DrawLate makes groups of those who came late, for the rounds from one on, by a
// number that counts the late draws of a season from 1.
func DrawLate(seed [32]byte, season, late int, r *Rules, entrants []Entrant, h History, from int) []Group {
	return draw(seed, fmt.Sprintf("league late %d %d", season, late), r, entrants, h, from)
}

func draw(seed [32]byte, purpose string, r *Rules, entrants []Entrant, h History, from int) []Group {
	dice := engine.Dice{Seed: seed}
	parts := map[int][]string{}
	for _, e := range entrants {
		parts[e.Division] = append(parts[e.Division], e.Name)
	}
	rounds := make([][]Group, r.Groups+1)
	for _, division := range slices.Sorted(maps.Keys(parts)) {
		names := parts[division]
		slices.Sort(names)
		s := dice.For(purpose + " division " + strconv.Itoa(division))
		drawn := meetAll(s, r, names, h, r.Groups-from+1)
		for first := 0; first < len(drawn); first += r.Group {
			seatAll(s, r.Group, drawn[first:min(first+r.Group, len(drawn))])
		}
		for i, groups := range drawn {
			for _, seats := range groups {
				rounds[from+i] = append(rounds[from+i], Group{Division: division, Round: from + i, Seats: seats})
			}
		}
	}
	var all []Group
	for round := from; round <= r.Groups; round++ {
		spread(dice.For(purpose+" waves "+strconv.Itoa(round)), rounds[round], r.Calendar.Waves)
		all = append(all, rounds[round]...)
	}
	for i := range all {
		all[i].No = i + 1
	}
	return all
}

// spread parts the groups of a round evenly over its days.
func spread(s *engine.Stream, groups []Group, waves int) {
	for i, g := range byChance(s, len(groups)) {
		groups[g].Wave = i * max(waves, 1) / len(groups)
	}
}

// byChance are the numbers from 0 to n-1 in an order by lot.
func byChance(s *engine.Stream, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	engine.Mix(s, order)
	return order
}
