package league

import (
	"slices"

	"pitpost.example/engine"
)

// seatAll orders the seats of all groups of at most so many rounds as a full group
// has seats, so that nobody has the same seat twice. That can always be done: it
// is the colouring of the edges between players and groups, of which none has more
// than a full group's number, and so many colours are enough (Kőnig). In a smaller
// group the seats close up.
func seatAll(s *engine.Stream, full int, rounds [][][]string) {
	var names []string
	var edges [][2]int // each player with each of their groups
	players := map[string]int{}
	groups := slices.Concat(rounds...)
	for g, seats := range groups {
		for _, name := range seats {
			if _, known := players[name]; !known {
				players[name] = len(names)
				names = append(names, name)
			}
			edges = append(edges, [2]int{players[name], g})
		}
	}
	engine.Mix(s, edges)
	c := &colouring{player: blank(len(players), full), group: blank(len(groups), full)}
	for _, e := range edges {
		c.paint(e[0], e[1])
	}
	order := byChance(s, full)
	for g, seats := range groups {
		at := seats[:0]
		for _, colour := range order {
			if p := c.group[g][colour]; p >= 0 {
				at = append(at, names[p])
			}
		}
	}
}

// colouring keeps, for each player and colour, the group it leads to, and the
// other way round; -1 for none. A colour is a seat.
type colouring struct {
	player, group [][]int
}

func blank(n, colours int) [][]int {
	out := make([][]int, n)
	for i := range out {
		out[i] = slices.Repeat([]int{-1}, colours)
	}
	return out
}

// paint colours one more edge: with a colour free at the player; where that is
// taken at the group, the path that leads on from there in that colour and one
// free at the group, turn about, changes its two colours.
func (c *colouring) paint(p, g int) {
	a, b := slices.Index(c.player[p], -1), slices.Index(c.group[g], -1)
	if c.group[g][a] >= 0 {
		c.turn(g, a, b)
	}
	c.player[p][a], c.group[g][a] = g, p
}

// turn exchanges two colours along the path that leaves a group by the first of
// them; the group lacks the second. It cannot come back to a player without the
// first colour, as each player on it is entered by that colour.
func (c *colouring) turn(g, a, b int) {
	var path [][2]int // player, group, from the near end
	for at, colour := g, a; ; {
		p := c.group[at][colour]
		if p < 0 {
			break
		}
		path = append(path, [2]int{p, at})
		next := c.player[p][b]
		if next < 0 {
			break
		}
		path = append(path, [2]int{p, next})
		at = next
	}
	colours := [2]int{a, b}
	for i, e := range path {
		old := colours[i%2]
		c.player[e[0]][old], c.group[e[1]][old] = -1, -1
	}
	for i, e := range path {
		now := colours[1-i%2]
		c.player[e[0]][now], c.group[e[1]][now] = e[1], e[0]
	}
}
