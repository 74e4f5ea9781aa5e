package clonk

import (
	"reflect"

	"pitpost.example/engine"
)

// Play carries out a canonical command and everything that follows by itself. It needs dice only for
// the deal, which puts every card in its place.
func (s *State) Play(seat, command string, d engine.Dice) ([]engine.Fact, *engine.Refusal) {
	i, refusal := s.playing(seat)
	if refusal != nil {
		return nil, refusal
	}
	if !s.asked(i) {
		return nil, s.notAsked()
	}
	a, ok := s.legalAct(i, command)
	if !ok {
		return nil, engine.Refuse("clonk.unreadable", "line", command).OfKind(engine.Unreadable)
	}
	n := course{State: s.clone(), deals: func() Dealt { return s.deal(d) }}
	n.carry(i, a)
	return n.facts, nil
}

// notAsked says why a seat that is not asked can do nothing now.
func (s *State) notAsked() *engine.Refusal {
	if s.phase == choosing {
		return engine.Refuse("clonk.tile-chosen")
	}
	return engine.Refuse("clonk.not-your-turn", "seat", s.name(s.turn))
}

// Command returns the canonical command by which a seat made a choice that is about to be applied,
// or "" if the seat has no such choice.
func (s *State) Command(f engine.Fact) string {
	i := s.seat(f.Seat)
	if engine.IsEvent[Rested](f) {
		f.Event = Rested{}
	}
	for _, a := range s.acts(i) {
		if reflect.DeepEqual(s.event(i, a), f.Event) {
			return s.command(a)
		}
	}
	return ""
}

// Concede ends the match with the scores as they stand. Nobody wins; by the first rules who leads did.
func (s *State) Concede(engine.Dice) ([]engine.Fact, *engine.Refusal) {
	if s.phase == beforeDeal || s.phase == matchOver {
		return nil, nil
	}
	end := s.score()
	if s.rules.noWinner {
		end.Winners = []string{}
	}
	return []engine.Fact{{Event: end}}, nil
}

// course carries one choice to its end: it applies each fact as soon as it is made.
type course struct {
	*State
	facts []engine.Fact
	deals func() Dealt // deals the cards once all tiles are chosen
}

// add adds what happened in the turn of a seat, "" for outside a turn.
func (n *course) add(seat string, e engine.Event) {
	f := engine.Fact{Seat: seat, Event: e}
	n.facts = append(n.facts, f)
	n.Apply(f)
}

func (n *course) carry(i int, a act) {
	if n.phase == choosing {
		n.add(n.name(i), n.event(i, a))
		if len(n.ToMove()) == 0 {
			n.add("", n.deals())
		}
		return
	}
	turn := n.turn
	if a.verb == cartVerb { // the first turn begins: a seat that has not chosen a tile shows its colour
		for j := range n.players {
			if n.players[j].open == closed {
				n.add(n.name(j), Opened{Tile: colourTile.String()})
			}
		}
	}
	if a.verb == restVerb {
		n.rest(i)
	} else {
		n.add(n.name(i), n.event(i, a))
	}
	if !a.hand && a.verb != restVerb && a.verb != openVerb {
		n.uncover(i, a.place)
	}
	if n.turn != turn {
		n.nextTurn()
	}
}

// event returns the fact of the choice itself; for a rest, without what it brings.
func (s *State) event(i int, a act) engine.Event {
	card, from := s.card(i, a).String(), From(a.place+1)
	if a.hand {
		from = 0
	}
	switch a.verb {
	case openVerb:
		return Opened{Tile: a.tile.String()}
	case cartVerb:
		return Carted{Cards: []string{card}}
	case digVerb:
		return Dug{Card: card, From: from}
	case giveVerb:
		return Gave{Card: card, From: from, Target: s.name(a.target)}
	case blastVerb:
		return Blasted{Card: card, Shaft: a.place + 1}
	case shoreVerb:
		return Shored{Card: card, Shaft: a.shaft + 1}
	case dropVerb:
		return Dropped{Card: card}
	}
	return Rested{}
}

// uncover turns up the new top card of a shaft, or rebuilds the shaft after its last card is gone.
func (n *course) uncover(i, shaft int) {
	pile := n.shafts[shaft]
	if len(pile) > 0 {
		if !pile[len(pile)-1].up {
			n.add(n.name(i), Exposed{Shaft: shaft + 1, Card: n.top(shaft).String()})
		}
		return
	}
	cards, woke := n.draw(rebuild)
	if len(cards) > 0 {
		built := engine.MapListAt(cards, func(k int, c Card) Lying { return Lying{Card: c.String(), Up: k > 0 || len(cards) == 1} })
		n.add(n.name(i), Rebuilt{Shaft: shaft + 1, Cards: built})
	}
	if woke {
		n.add(n.name(i), Woke{})
	}
}

// draw returns the next cards of the draw pile, at most so many. If the Awakening comes up, woke is
// true and the card after it is taken instead.
func (n *course) draw(most int) (cards []Card, woke bool) {
	for _, c := range n.deck {
		if len(cards) == most {
			break
		}
		if c == awakening {
			woke = true
			continue
		}
		cards = append(cards, c)
	}
	return cards, woke
}

// spoils returns what a rest brings: something for each empty space, in the later spaces cards, and
// one more card.
func (s *State) spoils(i int) (snore, kablooey, cards int) {
	dug := len(s.players[i].gallery)
	if dug == 0 {
		snore = min(1, s.snores)
	}
	if dug <= 1 {
		kablooey = min(1, s.kablooeys)
	}
	return snore, kablooey, 1 + min(2, spaces-dug)
}

// rest ends the digging.
func (n *course) rest(i int) {
	snore, kablooey, cards := n.spoils(i)
	drawn, woke := n.draw(cards)
	n.add(n.name(i), Rested{Snore: snore, Kablooey: kablooey, Drew: codes(drawn)})
	if woke {
		n.add(n.name(i), Woke{})
	}
}

// nextTurn ends the match, or loads the gallery of the seat whose turn begins onto its cart.
func (n *course) nextTurn() {
	if n.lastRoundOver() {
		n.add("", n.score())
	} else if dug := n.players[n.turn].gallery; len(dug) > 0 {
		n.add(n.name(n.turn), Carted{Cards: codes(galleryCards(dug))})
	}
}

// lastRoundOver reports whether the last round has just ended: the one in which the Awakening was
// drawn, or in some editions the one after it.
func (s *State) lastRoundOver() bool {
	if !s.awake || s.turn != s.starter {
		return false
	}
	over := s.round - 1
	return over > s.wokeIn || !s.rules.extra
}
