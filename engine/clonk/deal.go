package clonk

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Start gives out the task tiles, of which every seat chooses one to show before the cards are dealt.
// By the first rules it deals at once.
func (s *State) Start(d engine.Dice) []engine.Fact {
	switch {
	case !s.rules.tilesFirst:
		return []engine.Fact{{Event: s.deal(d)}}
	case d.Logged != nil:
		return []engine.Fact{{Event: s.loggedTiles(d.Logged)}}
	}
	return []engine.Fact{{Event: Tiled{Tiles: s.tiles(d.For("tiles"))}}}
}

// deal deals the cards, by the first rules with the tiles, and says who starts.
func (s *State) deal(d engine.Dice) Dealt {
	if d.Logged != nil {
		return s.loggedDeal(d.Logged)
	}
	first := s.seat(s.setup.First)
	if first < 0 {
		first = d.For("start").Intn(len(s.setup.Seats))
	}
	e := s.dealFrom(d.For("deal 1"))
	e.Starter = s.name(first)
	return e
}

// loggedTiles returns the tiles that the log tells. It fails if nobody can have them.
func (s *State) loggedTiles(logged *engine.LoggedDraws) Tiled {
	e, ok := engine.FirstEvent[Tiled](logged)
	if !ok {
		logged.Fail("the task tiles are missing")
	} else if err := s.wholeTiles(e.Tiles); err != nil {
		logged.Fail("the task tiles: %w", err)
	}
	return e
}

// loggedDeal returns the deal that the log tells. It fails if that deal is impossible.
func (s *State) loggedDeal(logged *engine.LoggedDraws) Dealt {
	e, ok := engine.FirstEvent[Dealt](logged)
	if !ok {
		logged.Fail("the deal is missing")
	} else if err := s.whole(e); err != nil {
		logged.Fail("the deal: %w", err)
	}
	return e
}

// tiles shuffles the task tiles.
func (s *State) tiles(stream *engine.Stream) map[string]Tiles {
	tiles := make(map[string]Tiles, len(s.setup.Seats))
	colour, kind := colours, kinds
	engine.ShuffleList(stream, colour[:])
	engine.ShuffleList(stream, kind[:])
	for i, name := range s.setup.Seats {
		tiles[name] = Tiles{Colour: colour[i], Kind: kind[i]}
	}
	return tiles
}

// dealFrom shuffles the treasures, by the first rules after the tiles, from one stream;
// docs/shuffles.md describes the method for other programs.
func (s *State) dealFrom(stream *engine.Stream) Dealt {
	seats := s.setup.Seats
	e := Dealt{Hands: make(map[string][]string, len(seats))}
	if !s.rules.tilesFirst {
		e.Tiles = s.tiles(stream)
	}
	deck := everyTreasure()
	engine.ShuffleList(stream, deck)
	for k := range e.Shafts {
		for n, up := range shaftUp {
			e.Shafts[k] = append(e.Shafts[k], Lying{Card: deck[n].String(), Up: up})
		}
		deck = deck[len(shaftUp):]
	}
	for _, name := range seats {
		e.Hands[name] = codes(deck[:dealtHand])
		deck = deck[dealtHand:]
	}
	e.Deck = codes(s.withAwakening(deck, len(deck)/len(seats), stream))
	return e
}

// whole returns an error unless a deal has all the cards, each where it belongs.
func (s *State) whole(e Dealt) error {
	seats := s.setup.Seats
	switch {
	case s.seat(e.Starter) < 0 || len(e.Hands) != len(seats):
		return fmt.Errorf("not every seat has its hand, or nobody starts")
	case s.rules.tilesFirst && e.Tiles != nil:
		return fmt.Errorf("the task tiles were given out before")
	case !s.rules.tilesFirst:
		if err := s.wholeTiles(e.Tiles); err != nil {
			return err
		}
	}
	var all []string
	for k, pile := range e.Shafts {
		if len(pile) != len(shaftUp) {
			return fmt.Errorf("shaft %d has %d cards instead of %d", k+1, len(pile), len(shaftUp))
		}
		for n, l := range pile {
			if l.Up != shaftUp[n] {
				return fmt.Errorf("card %d of shaft %d lies the wrong way up", n+1, k+1)
			}
			all = append(all, l.Card)
		}
	}
	for _, name := range seats {
		if len(e.Hands[name]) != dealtHand {
			return fmt.Errorf("%s has %d cards instead of %d", name, len(e.Hands[name]), dealtHand)
		}
		all = append(all, e.Hands[name]...)
	}
	at := slices.Index(e.Deck, awakening.String())
	bottom := (len(e.Deck) - 1) / len(seats)
	above := len(e.Deck) - 1 - bottom
	if at < above || at > above && !s.rules.mixed {
		return fmt.Errorf("the Awakening does not lie where this edition puts it")
	}
	all = append(all, engine.RemoveFirst(e.Deck, awakening.String())...)
	return engine.ErrorIf(!engine.SameCards(all, codes(everyTreasure())), "the %d cards beside the Awakening are not every treasure once", len(all))
}

// wholeTiles returns an error unless every seat has a tile of a colour and one of a kind, and no two
// the same.
func (s *State) wholeTiles(tiles map[string]Tiles) error {
	given := map[string]bool{}
	for _, name := range s.setup.Seats {
		t := tiles[name]
		if t.Colour == "" || t.Kind == "" || given[t.Colour] || given[t.Kind] {
			return fmt.Errorf("the task tiles are not one of each colour and kind")
		}
		given[t.Colour], given[t.Kind] = true, true
	}
	return engine.ErrorIf(len(tiles) != len(s.setup.Seats), "somebody who has no seat has task tiles")
}

// everyTreasure returns the treasures in order.
func everyTreasure() []Card {
	all := make([]Card, treasures)
	for i := range all {
		all[i] = Card(i + 1)
	}
	return all
}

// Undrawn lists the cards of the draw pile without the Awakening, which nobody draws.
func (s *State) Undrawn() []string { return codes(without(s.deck, awakening)) }

// Reshuffle shuffles the draw pile from its present order, but for what was seen of it, which comes
// first; docs/shuffles.md describes the method for other programs.
func (s *State) Reshuffle(d engine.Dice, seen []string) []engine.Fact {
	if len(s.deck) == 0 {
		return nil
	}
	if d.Logged != nil {
		return s.loggedReshuffle(d.Logged, seen)
	}
	stream := d.For("reshuffle")
	pile := engine.RemixPile(stream, without(s.deck, awakening), cardsOf(seen))
	if at := slices.Index(s.deck, awakening); at >= 0 {
		bottom := len(pile) - at // it stays where it is
		if s.rules.mixed {
			bottom = s.bottomLeft()
		}
		pile = s.withAwakening(pile, min(bottom, len(pile)-len(seen)), stream)
	}
	return []engine.Fact{{Event: Reshuffled{Deck: codes(pile)}}}
}

// bottomLeft returns how many treasures of the bottom pile are undrawn while the Awakening is.
func (s *State) bottomLeft() int {
	seats := len(s.setup.Seats)
	dealt := (treasures - shafts*len(shaftUp) - dealtHand*seats) / seats // into the bottom pile
	return min(dealt, len(s.deck)-1)
}

// withAwakening returns treasures with the Awakening on top of the last bottom of them, or with the mixed rule at a
// drawn place among those.
func (s *State) withAwakening(treasures []Card, bottom int, stream *engine.Stream) []Card {
	above := len(treasures) - bottom
	if s.rules.mixed {
		above += stream.Intn(bottom + 1)
	}
	return slices.Insert(slices.Clone(treasures), above, awakening)
}

// Reveals reports whether a fact turns up a card of a shaft, which lies there after a rewind too.
func (s *State) Reveals(f engine.Fact) bool { return engine.IsEvent[Exposed](f) }

// loggedReshuffle returns the order that the log tells. It fails if that order is impossible.
func (s *State) loggedReshuffle(logged *engine.LoggedDraws, seen []string) []engine.Fact {
	e, _ := engine.FirstEvent[Reshuffled](logged)
	pile := codes(s.deck)
	was, is := slices.Index(pile, awakening.String()), slices.Index(e.Deck, awakening.String())
	switch {
	case !engine.SameCards(e.Deck, pile):
		logged.Fail("the cards shuffled anew are not those of the draw pile")
	case !slices.Equal(e.Deck[:len(seen)], seen):
		logged.Fail("the cards that were drawn once do not lie on top, as they were drawn")
	case was >= 0 && !s.mayLie(is, was, len(seen)):
		logged.Fail("the Awakening does not lie where this edition puts it")
	}
	return []engine.Fact{{Event: e}}
}

// mayLie reports whether a reshuffle can put the Awakening behind so many cards, if it was behind
// others before and the first seen of the pile keep their places.
func (s *State) mayLie(is, was, seen int) bool {
	if s.rules.mixed {
		treasures := len(s.deck) - 1
		return is >= treasures-min(s.bottomLeft(), treasures-seen)
	}
	return is == max(was, seen)
}
