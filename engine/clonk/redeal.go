package clonk

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Redeal writes another log that this seat could not tell from the one given:
// the cards it never saw change places, others' closed tiles are drawn anew, and
// the Awakening lies elsewhere where that is secret. Tests compare what the seat
// is shown in both; a match that is over has no secrets and comes back as it is.
func (g Game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	if kit.Rounds(log) == nil {
		return out
	}
	r := redeal{seat: seat, lot: lot, seen: map[string]bool{}, tiles: map[string]tile{}}
	for _, f := range log {
		r.look(f)
	}
	r.exchange()
	s := newState(setup, ownTable())
	for n, f := range out {
		out[n].Event = r.rewrite(f.Event, setup, s.rules)
	}
	return out
}

// redeal is what a seat saw of a match, and which card stands for which.
type redeal struct {
	seat  string
	lot   *engine.Stream
	seen  map[string]bool
	tiles map[string]tile // laid open, by seat
	swap  map[string]string
	woke  bool
	drawn int // cards gone from the draw pile
	gone  int // of those, before the fact being rewritten
}

func (r *redeal) see(cards ...string) {
	for _, c := range cards {
		r.seen[c] = true
	}
}

func (r *redeal) look(f engine.Fact) {
	own := f.Seat == r.seat && r.seat != ""
	switch e := f.Event.(type) {
	case Dealt:
		r.see(e.Hands[r.seat]...)
		for _, pile := range e.Shafts {
			r.see(lyingCodes(facing(pile))...)
		}
	case Opened:
		r.tiles[f.Seat] = tileOf(e.Tile)
	case Rebuilt:
		r.drawn += len(e.Cards)
		r.see(lyingCodes(facing(e.Cards))...)
	case Rested:
		r.drawn += len(e.Drew)
		if own {
			r.see(e.Drew...)
		}
	case Dropped:
		if own {
			r.see(e.Card)
		}
	case Woke:
		r.woke = true
	case Reshuffled:
	default: // done for all to see
		r.see(kit.Codes(e)...)
	}
}

// exchange mixes the cards that were not seen.
func (r *redeal) exchange() {
	var hidden []string
	for c := Card(1); c <= treasures; c++ {
		if !r.seen[c.String()] {
			hidden = append(hidden, c.String())
		}
	}
	r.swap = kit.Mixed(r.lot, hidden)
}

func (r *redeal) rewrite(event engine.Event, setup engine.Setup, rules rules) engine.Event {
	switch e := event.(type) {
	case Rebuilt:
		r.gone += len(e.Cards)
	case Rested:
		r.gone += len(e.Drew)
	}
	event = kit.Exchange(Game{}, event, r.swap)
	lies := rules.mixed && !r.woke
	switch e := event.(type) {
	case Dealt:
		e.Tiles = r.drawTiles(e.Tiles, setup.Seats)
		if lies {
			e.Deck = r.awakening(e.Deck, len(setup.Seats))
		}
		return e
	case Reshuffled:
		if lies {
			e.Deck = r.awakening(e.Deck, len(setup.Seats))
		}
		return e
	}
	return event
}

// awakening lays the Awakening elsewhere in the part of the bottom pile that
// has not been drawn.
func (r *redeal) awakening(deck []string, seats int) []string {
	at := slices.Index(deck, awakening.String())
	rest := slices.Delete(slices.Clone(deck), at, at+1)
	least := max(len(rest)-min(bottomPile(seats), len(rest)), r.drawn-r.gone)
	to := least + r.lot.Intn(len(rest)-least+1)
	return slices.Insert(rest, to, awakening.String())
}

// drawTiles draws anew what others keep closed.
func (r *redeal) drawTiles(tiles map[string]Tiles, seats []string) map[string]Tiles {
	free, sorts := slices.Clone(colours[:]), slices.Clone(kinds[:])
	known := func(name string, t tile) bool { return name == r.seat || r.tiles[name] == t }
	for name, t := range tiles {
		if known(name, colourTile) {
			free = slices.DeleteFunc(free, func(c string) bool { return c == t.Colour })
		}
		if known(name, kindTile) {
			sorts = slices.DeleteFunc(sorts, func(c string) bool { return c == t.Kind })
		}
	}
	engine.Mix(r.lot, free)
	engine.Mix(r.lot, sorts)
	out := map[string]Tiles{}
	for _, name := range seats {
		t := tiles[name]
		if !known(name, colourTile) {
			t.Colour, free = free[0], free[1:]
		}
		if !known(name, kindTile) {
			t.Kind, sorts = sorts[0], sorts[1:]
		}
		out[name] = t
	}
	return out
}
