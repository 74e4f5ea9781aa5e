package clonk

import (
	"cmp"
	"maps"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// count is what one seat has at the end, or would have if the match ended now.
type count struct {
	treasures        int // in the cart and the gallery
	cards            int // coins on the cards
	ofColour, ofKind int // treasures of the colour and of the kind of its task tiles
	kablooeys        int
	eyes             int // including those of Snores
	snores           int
}

// colourTile and kindTile return what the task tiles pay.
func (c count) colourTile() int { return tileCoins(c.ofColour) }
func (c count) kindTile() int   { return tileCoins(c.ofKind) }

func (c count) coins() int {
	return c.cards + c.colourTile() + c.kindTile() + kablooeyCoins*c.kablooeys
}

// tally counts a seat's cart and gallery. Hands do not count.
func (s *State) tally(i int) count {
	p := &s.players[i]
	n := count{kablooeys: p.kablooeys, eyes: snoreEyes * p.snores, snores: p.snores}
	for _, c := range p.cart {
		n.add(c, s.table, p.colour, p.kind)
	}
	for _, laid := range p.gallery {
		n.add(laid.card, s.table, p.colour, p.kind)
	}
	return n
}

// add counts a treasure of a seat with these task tiles.
func (c *count) add(card Card, t *Table, colour, kind int) {
	c.treasures++
	c.cards += t.coins[card]
	c.eyes += t.eyes[card]
	if card.colour() == colour {
		c.ofColour++
	}
	if card.kind() == kind {
		c.ofKind++
	}
}

// counting returns the eyes that cost coins and break ties: those on treasures, in some editions
// with those of Snores.
func (s *State) counting(c count) int {
	if s.rules.allEyes {
		return c.eyes
	}
	return c.eyes - snoreEyes*c.snores
}

// score returns the result as the table stands. The seats with the most eyes, Snores in, lose half as
// many coins as they have eyes that count, rounded up. The most coins win, then the fewest eyes that
// count, then the most treasures.
func (s *State) score() MatchEnded {
	e := MatchEnded{
		Scores: map[string]int{}, Coins: map[string]int{}, Eyes: map[string]int{}, Losses: map[string]int{},
	}
	counts := engine.MapListAt(s.players, func(i int, _ player) count { return s.tally(i) })
	for i, n := range counts {
		e.Coins[s.name(i)], e.Eyes[s.name(i)] = n.coins(), n.eyes
	}
	most := mostOf(e.Eyes)
	for i, n := range counts {
		name := s.name(i)
		e.Losses[name] = 0
		if n.eyes == most {
			e.Losses[name] = (s.counting(n) + 1) / 2
		}
		e.Scores[name] = e.Coins[name] - e.Losses[name]
	}
	e.Winners = kit.BestSeats(s.setup.Seats, func(a, b string) bool {
		n, m := counts[s.seat(a)], counts[s.seat(b)]
		return cmp.Or(e.Scores[a]-e.Scores[b], s.counting(m)-s.counting(n), n.treasures-m.treasures) > 0
	})
	return e
}

func mostOf(eyes map[string]int) int { return slices.Max(slices.Collect(maps.Values(eyes))) }

// Scores returns the coins that each seat would have if the match ended now.
func (s *State) Scores() map[string]int { return s.score().Scores }
