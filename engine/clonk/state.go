package clonk

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Sizes of the table.
const (
	shafts    = 5
	spaces    = 4 // in a gallery
	dealtHand = 4
	handMost  = 5 // in hand at the end of a turn
	rebuild   = 3 // cards in a rebuilt shaft
)

// shaftUp says which of the eight cards of a shaft are face up at the start, the bottom card first.
var shaftUp = [8]bool{false, false, true, false, true, false, true, true}

// phase says what a state waits for.
type phase uint8

const (
	beforeDeal phase = iota
	choosing         // seats choose at once which tile to show, before the cards are dealt
	opening          // by the first rules: seats show a tile, and the starter's first card goes to the cart
	carting          // a seat's first card goes to the cart
	digging
	shoring
	dropping
	matchOver
)

// word returns the phase as turn.json spells it.
func (p phase) word() string {
	return [...]string{"", "tiles", "open", "cart", "dig", "shore", "drop", "over"}[p]
}

// tile says which of its two task tiles a seat has shown.
type tile uint8

const (
	closed tile = iota
	colourTile
	kindTile
)

var tileWords = [...]string{"", "colour", "kind"}

func (t tile) String() string { return tileWords[t] }

func tileOf(word string) tile { return tile(max(0, slices.Index(tileWords[:], word))) }

// State is one position of a match, with all its secrets. Seats are numbered clockwise from 0, and
// shafts from 0.
type State struct {
	setup engine.Setup
	rules rules
	table *Table
	phase phase

	starter int
	turn    int // the seat whose turn it is
	round   int // everybody has one turn in a round
	turns   int // turns taken in the match
	begun   bool
	gave    bool
	blasts  int // Kablooeys that can still be used in this turn

	players   []player
	shafts    [shafts][]lying // the bottom card first
	deck      []Card          // the next card first
	blasted   []Card          // out of the game
	snores    int             // in the supply
	kablooeys int
	awake     bool
	wokeIn    int // the round in which it woke
	result    *engine.Result
	ended     *MatchEnded
}

// player is what one seat has, openly and secretly.
type player struct {
	colour, kind int // of its task tiles
	open         tile
	hand         []Card
	cart         []Card // treasures, the top one last
	snores       int    // under the cart
	gallery      []slot
	kablooeys    int
	actions      []action // of its present or last turn
	dropped      []Card   // surplus cards; only the seat knows them
}

// slot is a card in a gallery. giver is the seat that laid it, which is its own seat unless it was
// a gift.
type slot struct {
	card  Card
	giver int
	seq   int // number of the fact that laid it
}

// lying is a card in a shaft.
type lying struct {
	card Card
	up   bool
	by   int // the seat that shored it; seq is the number of that fact, 0 for a card of the deal
	seq  int
}

// action is something that a seat did and everybody saw.
type action struct {
	verb   verb
	card   Card
	target int
}

func newState(setup engine.Setup, t *Table) *State {
	return &State{
		setup: setup, rules: rulesOf(setup), table: t,
		players: make([]player, len(setup.Seats)),
		snores:  snores, kablooeys: kablooeys,
	}
}

// clone copies what Apply changes in place. Piles are only ever replaced, so they are shared.
func (s *State) clone() *State {
	c := *s
	c.players = slices.Clone(s.players)
	return &c
}

// seat returns the number of a seat, or -1 for an unknown name.
func (s *State) seat(name string) int { return slices.Index(s.setup.Seats, name) }

// playing returns the number of a seat that may move in this phase, or a Refusal that says why it
// may not.
func (s *State) playing(name string) (int, *engine.Refusal) {
	return kit.FindPlayingSeat("clonk", s.setup.Seats, name, s.phase != beforeDeal, s.phase == matchOver)
}

func (s *State) name(seat int) string { return s.setup.Seats[seat] }

// top returns the card that can be taken from a shaft, or none if the shaft is empty.
func (s *State) top(shaft int) Card {
	if pile := s.shafts[shaft]; len(pile) > 0 {
		return pile[len(pile)-1].card
	}
	return none
}

// cartTop returns the card on top of a cart, or none.
func (p *player) cartTop() Card {
	if len(p.cart) == 0 {
		return none
	}
	return p.cart[len(p.cart)-1]
}

// before returns the card that the next dug card has to match.
func (p *player) before() Card {
	if n := len(p.gallery); n > 0 {
		return p.gallery[n-1].card
	}
	return p.cartTop()
}

// ToMove lists the seats that are asked: before the first turn all that have not shown a tile, then
// the seat whose turn it is.
func (s *State) ToMove() []string {
	switch s.phase {
	case beforeDeal, matchOver:
		return nil
	case choosing, opening:
		names := engine.FilterList(s.setup.Seats,
			func(name string) bool { return s.players[s.seat(name)].open == closed })
		if s.phase == choosing {
			return names
		}
		if s.players[s.turn].open != closed {
			names = append(names, s.name(s.turn))
		}
		return names
	}
	return []string{s.name(s.turn)}
}

// Choosing reports whether all seats choose at once which task tile they show.
func (s *State) Choosing() bool { return s.phase == choosing }

// shown returns the tile that lies open before a seat. While the seats choose, none does.
func (s *State) shown(i int) tile {
	if s.phase == choosing {
		return closed
	}
	return s.players[i].open
}

// dealt reports whether the cards are dealt and the match is not over.
func (s *State) dealt() bool { return s.phase > choosing && s.phase < matchOver }

// onTurn reports whether it is the turn of a seat, begun or not.
func (s *State) onTurn(i int) bool { return i == s.turn && s.dealt() }

// HoldsUp reports whether the table waits for a seat that is to move. It does not wait for seats
// that only have to show a tile after the deal, because the house can show their colour tile.
func (s *State) HoldsUp(seat string) bool {
	return s.phase != opening || s.seat(seat) == s.turn
}

// MidTurn reports whether a turn has begun and not ended. The starter's first turn begins with the
// tile.
func (s *State) MidTurn() bool { return s.begun }

// TurnGoesOn reports whether the seat is still to move after a legal command.
func (s *State) TurnGoesOn(seat, command string) bool {
	i := s.seat(seat)
	a, ok := s.legalAct(i, command)
	ends := a.verb == shoreVerb || a.verb == dropVerb
	return ok && s.onTurn(i) && (!ends || len(s.players[i].hand)-1 > handMost)
}

// Chosen reports whether a fact is a seat's own choice. A gallery goes onto its cart by itself, but
// the first card on a cart is a choice.
func (s *State) Chosen(f engine.Fact) bool {
	switch f.Event.(type) {
	case Opened, Dug, Gave, Blasted, Rested, Shored, Dropped:
		return true
	case Carted:
		return s.phase == opening || s.phase == carting
	}
	return false
}

// Result returns the result once the match is over.
func (s *State) Result() *engine.Result { return s.result }
