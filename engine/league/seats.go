package league

import (
	"slices"

	"pitpost.example/engine"
)

// seatAll orders the seats of all groups so that nobody has the same seat twice. rounds holds at most full
// rounds, full being the size of a full group. This is an edge colouring of the bipartite graph of players
// and groups: no vertex has more than full edges, so full colours are enough (Kőnig). In a smaller group the
// seats close up.
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

// colouring maps each player and colour to the group that the edge of this colour leads to, and each group
// and colour to the player; -1 if no edge has that colour. A colour is a seat.
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

// paint colours one more edge, with a colour that is free at the player. If that colour is taken at the
// group, it first swaps this colour and one that is free at the group along the path that begins with the
// edge in the way.
func (c *colouring) paint(p, g int) {
	a, b := slices.Index(c.player[p], -1), slices.Index(c.group[g], -1)
	if c.group[g][a] >= 0 {
		c.turn(g, a, b)
	}
	c.player[p][a], c.group[g][a] = g, p
}

// turn swaps colours a and b along the path that leaves a group by a; the group has no edge of colour b. The
// path cannot reach the player of the new edge, who has no edge of colour a: every player on the path is
// entered by that colour.
func (c *colouring) turn(g, a, b int) {
	var path [][2]int // player and group of each edge, beginning at g
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
