package league

import (
	"slices"

	"pitpost.example/engine"
)

// Sizes splits n players into as few groups as possible, as equal as possible and larger ones first. out is
// the number of players who must sit out, because the rules allow no group for them.
func (r *Rules) Sizes(n int) (sizes []int, out int) {
	for ; n >= r.Least; n, out = n-1, out+1 {
		groups := (n + r.Group - 1) / r.Group
		if n/groups < r.Least {
			continue
		}
		for i := range groups {
			size := n / groups
			if i < n%groups {
				size++
			}
			sizes = append(sizes, size)
		}
		return sizes, out
	}
	return nil, out + n
}

// meetAll makes the groups of one division, round by round, so that people who have met little sit together.
func meetAll(s *engine.Stream, r *Rules, names []string, h History, count int) [][][]string {
	sizes, out := r.Sizes(len(names))
	satOut := map[string]int{}
	var rounds [][][]string
	for range count {
		in := slices.Clone(names)
		engine.ShuffleList(s, in)
		slices.SortStableFunc(in, func(a, b string) int { return satOut[b] - satOut[a] })
		for _, name := range in[len(in)-out:] {
			satOut[name]++
		}
		groups := mix(s, in[:len(in)-out], sizes, h)
		for _, g := range groups {
			h.Note(g, MetNow)
		}
		rounds = append(rounds, groups)
	}
	return rounds
}

// triesEach limits how many exchanges are tried, per player of a division.
const triesEach = 4000

// seating is an attempt at the groups of one round. Players are indices into the list of names.
type seating struct {
	met   [][]int32 // how much each two players have met, weighted
	at    []int     // the player in each chair; the chairs of a group are adjacent
	first []int     // for each chair, the first chair of its group
	last  []int     // for each chair, one past the last chair of its group
	tries int       // exchanges tried so far
}

// mix splits players into groups of the given sizes. It begins with the order in which they come, improves it
// by exchanging players, then repeatedly shakes the best result so far and improves it again.
func mix(s *engine.Stream, in []string, sizes []int, h History) [][]string {
	t := newSeating(in, sizes, h)
	t.improve()
	best, least := slices.Clone(t.at), t.cost()
	for least > 0 && t.tries < triesEach*len(in) && len(sizes) > 1 {
		for range 3 {
			a, b := s.Intn(len(t.at)), s.Intn(len(t.at))
			t.at[a], t.at[b] = t.at[b], t.at[a]
		}
		t.improve()
		if cost := t.cost(); cost <= least {
			least = cost
			copy(best, t.at)
		} else {
			copy(t.at, best)
		}
	}
	var groups [][]string
	for _, size := range sizes {
		groups = append(groups, engine.MapList(best[:size], func(player int) string { return in[player] }))
		best = best[size:]
	}
	return groups
}

func newSeating(in []string, sizes []int, h History) *seating {
	t := &seating{met: make([][]int32, len(in))}
	for i := range in {
		t.met[i] = make([]int32, len(in))
		t.at = append(t.at, i)
		for j := range i {
			weight := int32(h[pair(in[i], in[j])])
			t.met[i][j], t.met[j][i] = weight, weight
		}
	}
	for _, size := range sizes {
		first := len(t.first)
		for range size {
			t.first, t.last = append(t.first, first), append(t.last, first+size)
		}
	}
	return t
}

// improve exchanges players as long as that lowers the cost. It goes through the chairs in order, and
// exchanges each with the chair of another group that gains most (the first of equal ones), until a whole
// pass changes nothing.
func (t *seating) improve() {
	for changed := true; changed; {
		changed = false
		for a := range t.at {
			if t.metAround(t.at[a], a) == 0 {
				continue
			}
			gain, best := int32(0), -1
			for b := range t.at {
				if t.first[b] != t.first[a] {
					if g := t.gain(a, b); g > gain {
						gain, best = g, b
					}
				}
			}
			t.tries += len(t.at)
			if best >= 0 {
				t.at[a], t.at[best] = t.at[best], t.at[a]
				changed = true
			}
		}
	}
}

// metAround returns how much a player has met the group of a chair, not counting who sits in that chair.
func (t *seating) metAround(player, chair int) int32 {
	sum, met := int32(0), t.met[player]
	for c := t.first[chair]; c < t.last[chair]; c++ {
		if c != chair {
			sum += met[t.at[c]]
		}
	}
	return sum
}

func (t *seating) gain(a, b int) int32 {
	return t.metAround(t.at[a], a) + t.metAround(t.at[b], b) - t.metAround(t.at[b], a) - t.metAround(t.at[a], b)
}

// cost counts each meeting twice, once for each of the two players.
func (t *seating) cost() int32 {
	sum := int32(0)
	for chair, player := range t.at {
		sum += t.metAround(player, chair)
	}
	return sum
}
