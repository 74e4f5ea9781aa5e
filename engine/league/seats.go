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
	engine.ShuffleList(s, edges)
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

// paint colours one more edge, with a colour a that is free at the player. If the group has an edge of that
// colour, that edge takes a colour b that is free at the group, which may push an edge at its player to a, and
// so on. The path ends: it cannot reach the player of the new edge, who has no edge of colour a, because every
// player on it is entered by that colour.
func (c *colouring) paint(p, g int) {
	a, b := slices.Index(c.player[p], -1), slices.Index(c.group[g], -1)
	c.player[p][a] = g
	for g >= 0 {
		pushed := c.group[g][a]
		c.group[g][b], c.group[g][a] = pushed, p
		if pushed < 0 {
			return
		}
		p = pushed
		pushed = c.player[p][b]
		c.player[p][a], c.player[p][b] = pushed, g
		g = pushed
	}
}
