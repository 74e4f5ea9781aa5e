package clonk

import (
	"slices"

	"pitpost.example/engine"
)

// Apply folds one fact. It trusts the log and ignores seats that do not exist.
func (s *State) Apply(f engine.Fact) {
	i := s.seat(f.Seat)
	switch e := f.Event.(type) {
	case Tiled:
		s.phase = choosing
		s.takeTiles(e.Tiles)
	case Dealt:
		s.applyDealt(e)
	case MatchEnded:
		s.phase, s.begun = matchOver, false
		s.result = &engine.Result{Scores: e.Scores, Winners: e.Winners}
		s.ended = &e
	case Woke:
		s.applyWoke(i)
	case Reshuffled:
		s.deck = cardsOf(e.Deck)
	case Exposed:
		if pile := slices.Clone(s.shafts[e.Shaft-1]); len(pile) > 0 {
			pile[len(pile)-1].up = true
			s.shafts[e.Shaft-1] = pile
		}
	case Rebuilt:
		s.shafts[e.Shaft-1] = pileOf(e.Cards)
		s.deck = without(s.deck, cardsOf(lyingCodes(e.Cards))...)
	default:
		if i >= 0 {
			s.applyTurn(i, f)
		}
	}
}

func (s *State) applyDealt(e Dealt) {
	s.phase, s.round = opening, 1
	if s.rules.tilesFirst {
		s.phase = carting
	} else {
		s.takeTiles(e.Tiles)
	}
	s.starter = max(0, s.seat(e.Starter))
	s.turn = s.starter
	s.deck = cardsOf(e.Deck)
	for k := range s.shafts {
		s.shafts[k] = pileOf(e.Shafts[k])
	}
	for i := range s.players {
		s.players[i].hand = cardsOf(e.Hands[s.name(i)])
	}
}

func (s *State) takeTiles(tiles map[string]Tiles) {
	for i := range s.players {
		t := tiles[s.name(i)]
		s.players[i].colour = max(0, slices.Index(colours[:], t.Colour))
		s.players[i].kind = max(0, slices.Index(kinds[:], t.Kind))
	}
}

func pileOf(cards []Lying) []lying {
	return engine.MapList(cards, func(l Lying) lying { return lying{card: cardOf(l.Card), up: l.Up} })
}

// applyTurn folds what a seat did, or what happened in its turn.
func (s *State) applyTurn(i int, f engine.Fact) {
	p, chosen := &s.players[i], s.Chosen(f)
	s.begun = s.begun || chosen && s.onTurn(i)
	switch e := f.Event.(type) {
	case Opened:
		p.open = tileOf(e.Tile)
	case Carted:
		p.cart = append(slices.Clip(p.cart), cardsOf(e.Cards)...)
		p.gallery = nil
		if chosen {
			s.spend(i, p.cartTop())
		}
		s.phase = digging
	case Dug:
		s.take(i, cardOf(e.Card), e.From)
		p.gallery = append(slices.Clip(p.gallery), slot{cardOf(e.Card), i, f.Seq})
		p.did(action{verb: digVerb, card: cardOf(e.Card)})
	case Gave:
		s.gave = true
		s.take(i, cardOf(e.Card), e.From)
		if t := s.seat(e.Target); t >= 0 {
			q := &s.players[t]
			q.gallery = append(slices.Clip(q.gallery), slot{cardOf(e.Card), i, f.Seq})
			p.did(action{verb: giveVerb, card: cardOf(e.Card), target: t})
		}
	case Blasted:
		s.take(i, none, From(e.Shaft))
		s.blasted = append(slices.Clip(s.blasted), cardOf(e.Card))
		p.kablooeys--
		s.blasts--
		s.kablooeys++
		p.did(action{verb: blastVerb, card: cardOf(e.Card)})
	case Rested:
		drawn := cardsOf(e.Drew)
		p.snores += e.Snore
		s.snores -= e.Snore
		p.kablooeys += e.Kablooey
		s.kablooeys -= e.Kablooey
		p.hand = append(slices.Clip(p.hand), drawn...)
		s.deck = without(s.deck, drawn...)
		s.phase = shoring
		if len(p.hand) == 0 {
			s.endTurn()
		}
	case Shored:
		s.spend(i, cardOf(e.Card))
		pile := s.shafts[e.Shaft-1]
		s.shafts[e.Shaft-1] = append(slices.Clip(pile), lying{cardOf(e.Card), true, i, f.Seq})
		p.did(action{verb: shoreVerb, card: cardOf(e.Card)})
		s.phase = dropping
		s.endIfFew(p)
	case Dropped:
		s.spend(i, cardOf(e.Card))
		p.dropped = append(slices.Clip(p.dropped), cardOf(e.Card))
		s.endIfFew(p)
	}
}

// applyWoke sets the Awakening aside. If the turn that drew it is over, the round it belongs to may
// be over too.
func (s *State) applyWoke(i int) {
	s.deck = without(s.deck, awakening)
	s.awake, s.wokeIn = true, s.round
	if i != s.turn && s.turn == s.starter {
		s.wokeIn--
	}
}

func (s *State) endIfFew(p *player) {
	if len(p.hand) <= handMost {
		s.endTurn()
	}
}

// endTurn passes the turn to the next seat.
func (s *State) endTurn() {
	s.turns++
	s.turn = (s.turn + 1) % len(s.players)
	if s.turn == s.starter {
		s.round++
	}
	next := &s.players[s.turn]
	next.actions = nil
	s.begun, s.gave, s.blasts = false, false, next.kablooeys
	s.phase = digging
	if len(next.cart) == 0 {
		s.phase = carting
	}
}

// take removes a card from the hand or from a shaft.
func (s *State) take(i int, c Card, from From) {
	if from == 0 {
		s.spend(i, c)
		return
	}
	if pile := s.shafts[from-1]; len(pile) > 0 {
		s.shafts[from-1] = pile[: len(pile)-1 : len(pile)-1]
	}
}

// spend removes a card from a hand; later cards move up.
func (s *State) spend(i int, c Card) {
	s.players[i].hand = without(s.players[i].hand, c)
}

// without returns a new pile without some cards.
func without(pile []Card, gone ...Card) []Card {
	return slices.DeleteFunc(slices.Clone(pile), func(c Card) bool { return slices.Contains(gone, c) })
}

func (p *player) did(d action) {
	p.actions = append(slices.Clip(p.actions), d)
}
