package league

import (
	"slices"

	"pitpost.example/engine"
)

// Sizes parts n players into as few groups as they need, as equal as can be, the
// larger first; out is how many cannot be seated in groups the rules allow.
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

// meetAll makes the groups of one division, round by round, so that those who
// have met least sit together.
func meetAll(s *engine.Stream, r *Rules, names []string, h History, count int) [][][]string {
	sizes, out := r.Sizes(len(names))
	satOut := map[string]int{}
	var rounds [][][]string
	for range count {
		in := slices.Clone(names)
		engine.Mix(s, in)
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

// triesEach is how many exchanges are weighed for each player of a division.
const triesEach = 4000

// seating is an attempt at the groups of one round. Players are numbers.
type seating struct {
	met   [][]int32 // weight of each two
	at    []int     // the player in each chair; chairs of a group are neighbours
	first []int     // for each chair, the first chair of its group
	last  []int     // and the one after its last
	tries int       // exchanges weighed
}

// mix parts players into groups of these sizes: cut as they come, then bettered
// exchange by exchange, then shaken and bettered again, the best being kept.
func mix(s *engine.Stream, in []string, sizes []int, h History) [][]string {
	t := newSeating(in, sizes, h)
	t.better()
	best, least := slices.Clone(t.at), t.cost()
	for least > 0 && t.tries < triesEach*len(in) && len(sizes) > 1 {
		for range 3 {
			a, b := s.Intn(len(t.at)), s.Intn(len(t.at))
			t.at[a], t.at[b] = t.at[b], t.at[a]
		}
		t.better()
		if cost := t.cost(); cost <= least {
			least = cost
			copy(best, t.at)
		} else {
			copy(t.at, best)
		}
	}
	var groups [][]string
	for _, size := range sizes {
		groups = append(groups, engine.Each(best[:size], func(player int) string { return in[player] }))
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

// better exchanges two players wherever that lowers the cost: chair by chair in
// order, of all exchanges with chairs of other groups the best, the first of
// equals, until a whole pass has changed nothing.
func (t *seating) better() {
	for changed := true; changed; {
		changed = false
		for a := range t.at {
			if t.with(t.at[a], a) == 0 {
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

// with is what a player has met of a chair's group, that chair left out.
func (t *seating) with(player, chair int) int32 {
	sum, met := int32(0), t.met[player]
	for c := t.first[chair]; c < t.last[chair]; c++ {
		if c != chair {
			sum += met[t.at[c]]
		}
	}
	return sum
}

func (t *seating) gain(a, b int) int32 {
	return t.with(t.at[a], a) + t.with(t.at[b], b) - t.with(t.at[b], a) - t.with(t.at[a], b)
}

// cost counts each meeting at both ends.
func (t *seating) cost() int32 {
	sum := int32(0)
	for chair, player := range t.at {
		sum += t.with(player, chair)
	}
	return sum
}
