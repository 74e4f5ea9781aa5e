package clonk

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Sizes of the table.
const (
	shafts    = 5
	spaces    = 4 // of a gallery
	dealtHand = 4
	mostHeld  = 5 // in hand at the end of a turn
	rebuild   = 3 // cards of a shaft built anew
)

// shaftUp is how the eight cards of a shaft lie at the start, bottom first.
var shaftUp = [8]bool{false, false, true, false, true, false, true, true}

// phase is what a state is waiting for.
type phase uint8

const (
	beforeDeal phase = iota
	opening          // tiles are laid open, and the starter's first card goes to the cart
	carting          // a seat's first card goes to the cart
	digging
	shoring
	dropping
	matchOver
)

// word is the phase as turn.json spells it.
func (p phase) word() string {
	return [...]string{"", "open", "cart", "dig", "shore", "drop", "over"}[p]
}

// tile is which of its two task tiles a seat has laid open.
type tile uint8

const (
	closed tile = iota
	colourTile
	kindTile
)

var tileWords = [...]string{"", "colour", "kind"}

func (t tile) String() string { return tileWords[t] }

func tileOf(word string) tile { return tile(max(0, slices.Index(tileWords[:], word))) }

// State is one position of a match: the table with all its secrets. Seats are
// numbered clockwise from 0, shafts from 0 too.
type State struct {
	setup engine.Setup
	rules rules
	table *Table
	phase phase

	starter int
	turn    int // whose turn it is
	round   int // in which everyone has one turn
	turns   int // taken in the match
	begun   bool
	gave    bool
	blasts  int // Kablooeys that may still be used in this turn

	players   []player
	shafts    [shafts][]lying // bottom first
	deck      []Card          // next first
	blasted   []Card          // out of the game
	snores    int             // in the supply
	kablooeys int
	awake     bool
	wokeIn    int // round
	result    *engine.Result
	ended     *MatchEnded
}

// player is what one seat has before it and in its hand.
type player struct {
	colour, kind int // of its task tiles
	open         tile
	hand         []Card
	cart         []Card // treasures, the top one last
	snores       int    // under the cart
	gallery      []slot
	kablooeys    int
	actions      []action // of its present or last turn
	dropped      []Card   // as surplus, known to the seat alone
}

// slot is a card in a gallery; giver is the seat that laid it, itself for what
// was dug.
type slot struct {
	card  Card
	giver int
	seq   int // of the fact that laid it
}

// lying is a card in a shaft.
type lying struct {
	card Card
	up   bool
	by   int // the seat that shored it, by the fact seq; 0 for those of the deal
	seq  int
}

// action is what a seat did that everybody saw.
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

// clone copies all that Apply changes in place; piles are only ever replaced.
func (s *State) clone() *State {
	c := *s
	c.players = slices.Clone(s.players)
	return &c
}

// seat is the number of a name, -1 for none.
func (s *State) seat(name string) int { return slices.Index(s.setup.Seats, name) }

// playing is the number of a seat that may move in this phase, or why none may.
func (s *State) playing(name string) (int, *engine.Refusal) {
	return kit.Playing("clonk", s.setup.Seats, name, s.phase != beforeDeal, s.phase == matchOver)
}

func (s *State) name(seat int) string { return s.setup.Seats[seat] }

// top is the card that can be taken from a shaft; none from an empty one.
func (s *State) top(shaft int) Card {
	if pile := s.shafts[shaft]; len(pile) > 0 {
		return pile[len(pile)-1].card
	}
	return none
}

// cartTop is the card on top of a cart.
func (p *player) cartTop() Card {
	if len(p.cart) == 0 {
		return none
	}
	return p.cart[len(p.cart)-1]
}

// before is the card that the next one dug has to match.
func (p *player) before() Card {
	if n := len(p.gallery); n > 0 {
		return p.gallery[n-1].card
	}
	return p.cartTop()
}

// ToMove lists the seats that are asked: before the first turn all who have
// not laid a tile open, then whose turn it is.
func (s *State) ToMove() []string {
	switch s.phase {
	case beforeDeal, matchOver:
		return nil
	case opening:
		var names []string
		for i := range s.players {
			if s.players[i].open == closed {
				names = append(names, s.name(i))
			}
		}
		if s.players[s.turn].open != closed {
			names = append(names, s.name(s.turn))
		}
		return names
	}
	return []string{s.name(s.turn)}
}

// HoldsUp says whether the table waits for a seat that is to move: it does not
// for those who only lay a tile open, for their colour tile will do.
func (s *State) HoldsUp(seat string) bool {
	return s.phase != opening || s.seat(seat) == s.turn
}

// MidTurn says that the turn has been begun and not ended. The starter's begins
// with the tile.
func (s *State) MidTurn() bool {
	return s.begun || s.phase == opening && s.players[s.turn].open != closed
}

// TurnGoesOn says whether the seat stays to move after a legal command.
func (s *State) TurnGoesOn(seat, command string) bool {
	i := s.seat(seat)
	if i < 0 || i != s.turn {
		return false
	}
	a, ok := s.legalAct(i, command)
	ends := a.verb == shoreVerb || a.verb == dropVerb
	return ok && (!ends || len(s.players[i].hand)-1 > mostHeld)
}

// Chosen says whether a fact is a seat's own choice. A gallery goes onto its
// cart by itself; the first card does not.
func (s *State) Chosen(f engine.Fact) bool {
	switch f.Event.(type) {
	case Opened, Dug, Gave, Blasted, Rested, Shored, Dropped:
		return true
	case Carted:
		return s.phase == opening || s.phase == carting
	}
	return false
}

// Result is the outcome once the match is over.
func (s *State) Result() *engine.Result { return s.result }
