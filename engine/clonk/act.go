package clonk

import (
	"slices"

	"pitpost.example/engine"
)

type verb uint8

const (
	noVerb verb = iota
	openVerb
	cartVerb
	digVerb
	giveVerb
	blastVerb
	restVerb
	shoreVerb
	dropVerb
)

var verbWords = [...]string{"", "open", "cart", "dig", "give", "blast", "rest", "shore", "drop"}

func (v verb) String() string { return verbWords[v] }

// act is a choice of a seat: what it does, with which card, and where.
type act struct {
	verb verb
	tile tile
	// hand says that the card is at place in the hand, from 0. Otherwise it is the top card of
	// shaft place, from 0.
	hand   bool
	place  int
	target int // seat that gets a gift
	shaft  int // shaft that is shored
}

// command returns the canonical command of an act.
func (s *State) command(a act) string {
	if a.verb == cartVerb { // comes only from the hand
		return s.spell(a, number(a.place+1))
	}
	return s.spell(a, a.placeName())
}

// bound returns the command with the card's code instead of its place.
func (s *State) bound(i int, a act) string { return s.spell(a, s.card(i, a).String()) }

func (s *State) spell(a act, card string) string {
	switch a.verb {
	case openVerb:
		return "open " + a.tile.String()
	case restVerb:
		return "rest"
	case giveVerb:
		return "give " + s.name(a.target) + " " + card
	case shoreVerb:
		return "shore " + card + " s" + number(a.shaft+1)
	}
	return a.verb.String() + " " + card
}

// card returns the card that an act uses, or none.
func (s *State) card(i int, a act) Card {
	switch {
	case a.verb == openVerb || a.verb == restVerb:
		return none
	case a.hand && a.place < len(s.players[i].hand):
		return s.players[i].hand[a.place]
	case !a.hand:
		return s.top(a.place)
	}
	return none
}

// Legal lists every canonical command of a seat; it is empty if the seat is not asked.
func (s *State) Legal(seat string) []string {
	return engine.MapSorted(s.acts(s.seat(seat)), s.command)
}

// legalAct returns the legal act with that command.
func (s *State) legalAct(i int, command string) (act, bool) {
	for _, a := range s.acts(i) {
		if s.command(a) == command {
			return a, true
		}
	}
	return act{}, false
}

// acts lists all that a seat can do now.
func (s *State) acts(i int) []act {
	if !s.asked(i) {
		return nil
	}
	all := s.conceivable(i)
	return slices.DeleteFunc(all, func(a act) bool { return s.forbids(i, a) != nil })
}

// asked reports whether there is a seat i and it has a choice to make.
func (s *State) asked(i int) bool {
	if i < 0 || s.phase == beforeDeal || s.phase == matchOver {
		return false
	}
	return s.onTurn(i) || s.tileAsked(i)
}

// tileAsked reports whether a seat is asked which tile it shows.
func (s *State) tileAsked(i int) bool {
	return (s.phase == choosing || s.phase == opening) && s.players[i].open == closed
}

// conceivable lists all acts whose cards are there, allowed or not.
func (s *State) conceivable(i int) []act {
	acts := []act{{verb: openVerb, tile: colourTile}, {verb: openVerb, tile: kindTile}, {verb: restVerb}}
	for place := range s.players[i].hand {
		acts = append(acts, act{verb: cartVerb, hand: true, place: place}, act{verb: dropVerb, hand: true, place: place})
		acts = s.uses(acts, i, act{hand: true, place: place})
		for k := range shafts {
			acts = append(acts, act{verb: shoreVerb, hand: true, place: place, shaft: k})
		}
	}
	for k := range shafts {
		if s.top(k) != none {
			acts = append(acts, act{verb: blastVerb, place: k})
			acts = s.uses(acts, i, act{place: k})
		}
	}
	return acts
}

// uses adds the two ways to lay a card into a gallery: one's own or another's.
func (s *State) uses(acts []act, i int, a act) []act {
	a.verb = digVerb
	acts = append(acts, a)
	a.verb = giveVerb
	for t := range s.players {
		if t != i {
			a.target = t
			acts = append(acts, a)
		}
	}
	return acts
}

// forbids says why a seat that is asked cannot do an act now; nil if it can.
func (s *State) forbids(i int, a act) *engine.Refusal {
	if a.verb == openVerb {
		if !s.tileAsked(i) {
			return engine.Refuse("clonk.opened-already")
		}
		return nil
	}
	if s.tileAsked(i) {
		return engine.Refuse("clonk.open-first")
	}
	if refusal := s.outOfPhase(a.verb); refusal != nil {
		return refusal
	}
	c := s.card(i, a)
	switch a.verb {
	case digVerb:
		return s.forbidsDig(i, c)
	case giveVerb:
		return s.forbidsGift(i, a.target, c)
	case blastVerb:
		switch {
		case s.players[i].kablooeys == 0:
			return engine.Refuse("clonk.no-kablooey")
		case s.blasts == 0:
			return engine.Refuse("clonk.kablooey-new")
		}
	}
	return nil
}

// phaseOf is the part of a turn in which a verb can be used.
var phaseOf = [...]phase{
	cartVerb: carting, digVerb: digging, giveVerb: digging, blastVerb: digging, restVerb: digging, shoreVerb: shoring, dropVerb: dropping,
}

// outOfPhase refuses a verb that belongs to another part of the turn.
func (s *State) outOfPhase(v verb) *engine.Refusal {
	now := s.phase
	if now == opening { // the seat has shown its tile
		now = carting
	}
	switch {
	case now == phaseOf[v]:
		return nil
	case v == cartVerb:
		return engine.Refuse("clonk.carted-already")
	}
	return engine.Refuse("clonk.now-"+now.word(), "verb", v.String())
}

func (s *State) forbidsDig(i int, c Card) *engine.Refusal {
	p := &s.players[i]
	if len(p.gallery) >= spaces {
		return engine.Refuse("clonk.gallery-full")
	}
	if before := p.before(); !c.matches(before) {
		return engine.Refuse("clonk.no-match", "card", cardPhrase(c), "before", cardPhrase(before))
	}
	return nil
}

// forbidsGift checks a gift against the gallery that it goes to.
func (s *State) forbidsGift(i, target int, c Card) *engine.Refusal {
	q := &s.players[target]
	name := s.name(target)
	switch {
	case target == i:
		return engine.Refuse("clonk.gift-self")
	case s.gave:
		return engine.Refuse("clonk.gave-already")
	case len(q.gallery) >= spaces:
		return engine.Refuse("clonk.gift-full", "seat", name)
	}
	before := s.giftFollows(target)
	if before == none {
		return engine.Refuse("clonk.gift-nowhere", "seat", name)
	}
	if !c.matches(before) {
		return engine.Refuse("clonk.gift-no-match", "card", cardPhrase(c), "before", cardPhrase(before), "seat", name)
	}
	return nil
}

// giftFollows returns the card that a gift to a seat has to match, or none if the seat can get no
// gift.
func (s *State) giftFollows(target int) Card {
	q := &s.players[target]
	for _, laid := range slices.Backward(q.gallery) {
		if s.rules.anyGift || laid.giver == target {
			return laid.card
		}
	}
	return q.cartTop()
}

// Idle returns the safe move: show the colour tile, put the first card onto the cart, rest, shore
// the first card on the first shaft, and drop the first card.
func (s *State) Idle(seat string) string {
	i := s.seat(seat)
	switch {
	case !s.asked(i):
		return ""
	case s.tileAsked(i):
		return "open colour"
	}
	return [...]string{opening: "cart 1", carting: "cart 1", digging: "rest", shoring: "shore h1 s1", dropping: "drop h1"}[s.phase]
}
