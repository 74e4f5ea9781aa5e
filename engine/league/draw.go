package league

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"pitpost.example/engine"
)

// Entrant is a player in a season. Name is the name that the league shows; it is unique among the entrants.
type Entrant struct {
	Name     string
	Division int  // from 1; 0 for somebody in no division, such as a substitute
	Left     bool // has left the season
	// Adjusted is what an organiser gave or took, which counts beside the matches.
	Adjusted []Adjustment
}

// Adjustment is points that an organiser or the operator gave or took, and why.
type Adjustment struct {
	Name   string    `json:"name"`
	Points int       `json:"points"` // whole points, negative if they were taken
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Group is a match that was drawn.
type Group struct {
	No       int // from 1, in the order of the draw
	Division int
	Round    int      // from 1
	Wave     int      // from 0: the day within the round on which it begins
	Seats    []string // clockwise; the first of them starts
}

// History counts how often each two players have met before a draw, weighted by when.
type History map[[2]string]int

// A meeting in this season counts as much as four in the season before.
const (
	MetNow    = 4
	MetBefore = 1
)

// Note adds a meeting of these players, with the given weight.
func (h History) Note(seats []string, weight int) {
	for i, a := range seats {
		for _, b := range seats[:i] {
			h[pair(a, b)] += weight
		}
	}
}

func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// DrawGroups makes the groups of a whole season. In each of the r.Groups rounds every entrant sits in exactly one
// group. If a division cannot be split into groups of allowed sizes, some of its players sit out, in turn.
// The same seed, season and entrants give the same groups, whatever order the entrants come in. Draw adds the
// new meetings to h.
func DrawGroups(seed [32]byte, season int, r *Rules, entrants []Entrant, h History) []Group {
	return draw(seed, fmt.Sprintf("league draw %d", season), r, entrants, h, 1)
}

// DrawLate makes groups of the players who came late, for the rounds from the given one on. late counts the
// late draws of a season from 1, so that each has its own dice.
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

// spread distributes the groups of a round evenly over its days.
func spread(s *engine.Stream, groups []Group, waves int) {
	for i, g := range byChance(s, len(groups)) {
		groups[g].Wave = i * max(waves, 1) / len(groups)
	}
}

// byChance returns the numbers from 0 to n-1 in random order.
func byChance(s *engine.Stream, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	engine.ShuffleList(s, order)
	return order
}
