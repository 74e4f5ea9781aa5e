package saboteur

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// phase is what a state is waiting for.
type phase uint8

const (
	beforeDeal phase = iota
	digging          // a seat is to play a card
	sharing          // a seat is to pick gold
	roundOver        // a round is over and nothing is asked
	matchOver
)

// role is what a dwarf card says.
type role uint8

const (
	noRole role = iota
	miner
	saboteur
)

// String is the role as records spell it.
func (r role) String() string { return roleWords[r] }

var roleWords = [...]string{miner: "miner", saboteur: "saboteur"}

func roleOf(name string) role { return role(max(0, slices.Index(roleWords[:], name))) }

// State is one position of a match: the table with all its secrets. Seats are
// numbered clockwise from 0.
type State struct {
	setup engine.Setup
	rules rules
	round int
	phase phase
	turns int // public turns taken in the match

	turn     int // whose turn it is, or whose pick
	starter  int // of this round
	last     int // who took the last turn of this round, -1 for nobody yet
	lastPath int // who laid the last path card of this round, -1 for nobody
	passes   int // in a row, each in a turn that began with the deck gone

	players  []player
	spare    role
	goals    [3]Card
	deck     []Card // next first
	discards int
	maze     maze
	newest   Cell // where the last path card was laid, if marked
	marked   bool
	front    int // how near the paths have come to a goal, for judging actions

	supply [4]int // gold cards left, by value
	left   []int  // gold drawn and not yet picked, lowest first
	winner string // of the round that is over: as Ended spells it
	result *engine.Result
}

// player is what one seat has before it and behind its hand.
type player struct {
	role    role
	hand    []Card
	broken  Tools
	seen    [3]bool  // goals looked at this round
	picks   []int    // gold picked in this round and not yet paid
	kept    []int    // gold of the rounds before
	actions []action // of this round
	thrown  []Card   // discarded face down in this round, known to the seat alone
	blame   int      // what its actions say against it
}

// action is something a seat did in this round that everybody saw.
type action struct {
	card   Card // that was played; none for a pass
	tool   Tools
	cell   Cell
	tile   tile // laid in the cell or taken away
	target int
	seq    int // of its fact
}

func (d action) family() family { return d.card.face().family }

func newState(setup engine.Setup) *State {
	return &State{
		setup:   setup,
		rules:   rulesOf(setup),
		players: make([]player, len(setup.Seats)),
		supply:  goldCards,
		last:    -1, lastPath: -1,
	}
}

// clone copies all that Apply changes in place; what it only replaces or
// appends to with the capacity clipped is shared.
func (s *State) clone() *State {
	c := *s
	c.players = slices.Clone(s.players)
	c.maze.laid = append(make([]Cell, 0, cap(s.maze.laid)+1), s.maze.laid...)
	return &c
}

// seat is the number of a name, -1 for none.
func (s *State) seat(name string) int {
	return slices.Index(s.setup.Seats, name)
}

// playing is the number of a seat that may move in this phase, or why none may.
func (s *State) playing(name string) (int, *engine.Refusal) {
	return kit.Playing("saboteur", s.setup.Seats, name, s.phase == digging || s.phase == sharing, s.phase == matchOver)
}

func (s *State) name(seat int) string { return s.setup.Seats[seat] }

// after is the seat whose turn follows.
func (s *State) after(seat int) int {
	n := len(s.players)
	if s.rules.counter {
		return (seat + n - 1) % n
	}
	return (seat + 1) % n
}

// nextMiner is the first miner against the clock from a seat, itself left out.
func (s *State) nextMiner(seat int) int {
	n := len(s.players)
	for i := 1; i <= n; i++ {
		if next := (seat + n - i) % n; s.players[next].role == miner {
			return next
		}
	}
	return seat
}

// firstPicker is the finisher, or the first miner after a saboteur.
func (s *State) firstPicker(finisher int) int {
	if s.players[finisher].role == miner {
		return finisher
	}
	return s.nextMiner(finisher)
}

// ToMove lists the one seat whose card or pick is awaited.
func (s *State) ToMove() []string {
	if s.phase == digging || s.phase == sharing {
		return []string{s.name(s.turn)}
	}
	return nil
}

// Result is the outcome once the last round is paid.
func (s *State) Result() *engine.Result { return s.result }

// Chosen says whether a fact is a seat's own choice: a card played or
// discarded, or gold picked while there was something to choose.
func (s *State) Chosen(f engine.Fact) bool {
	switch e := f.Event.(type) {
	case turn:
		return e.spends() != ""
	case Picked:
		return len(distinct(s.left)) > 1
	}
	return false
}

func distinct(values []int) []int {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
