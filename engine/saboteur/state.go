package saboteur

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// phase says what a state waits for.
type phase uint8

const (
	beforeDeal phase = iota
	digging          // a seat has to play a card
	sharing          // a seat has to pick gold
	roundOver        // a round is over, and nobody has to choose
	matchOver
)

// nobody is the number that stands for no seat.
const nobody = kit.Nobody

// role is the role on a dwarf card.
type role uint8

const (
	noRole role = iota
	miner
	saboteur
)

// String returns the role as records spell it.
func (r role) String() string { return roleWords[r] }

var roleWords = [...]string{miner: "miner", saboteur: "saboteur"}

func roleOf(name string) role { return role(max(0, slices.Index(roleWords[:], name))) }

// State is one position of a match, with all its secrets. Seats are numbered clockwise from 0.
type State struct {
	setup engine.Setup
	rules rules
	round int
	phase phase
	turns int // public turns in the match so far

	turn     int  // the seat whose turn or pick it is
	starter  int  // of this round
	last     int  // the seat that took the last turn of this round, or -1
	lastPath int  // the seat that laid the last path card of this round, or -1
	passes   int  // passes in a row, in turns that began without a deck
	given    int  // rounds that all gave up, and
	giving   bool // this one was, or is just being given up

	players  []player
	spare    role
	goals    [3]Card
	deck     []Card // the next card first
	discards int
	maze     maze
	newest   Cell // where the last path card was laid, if marked
	marked   bool
	front    int // distance of the paths to the nearest goal, for judging actions

	supply [4]int // gold cards left, by value
	left   []int  // gold that was drawn and not picked yet, lowest first
	winner string // of the round that is over, as in Ended
	result *engine.Result
}

// player is what one seat has, openly and secretly.
type player struct {
	role    role
	hand    []Card
	broken  Tools
	seen    [3]bool  // goals that it looked at in this round
	picks   []int    // gold picked in this round and not yet paid
	kept    []int    // gold from earlier rounds
	actions []action // of this round
	thrown  []Card   // cards it discarded face down in this round; only the seat knows them
	shed    Card     // the one with which it passed in its last turn; only the seat knows it
	blame   int      // how suspicious its actions make it; see judge
}

// action is something that a seat did in this round and everybody saw.
type action struct {
	card   Card // the card that was played; none for a pass
	tool   Tools
	cell   Cell
	tile   tile // the card that was laid in the cell or removed from it
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

// clone copies what Apply changes in place. It shares slices that Apply replaces, or appends to
// after clipping their capacity.
func (s *State) clone() *State {
	c := *s
	c.players = slices.Clone(s.players)
	c.maze.laid = append(make([]Cell, 0, cap(s.maze.laid)+1), s.maze.laid...)
	return &c
}

// seat returns the number of a seat, or -1 for an unknown name.
func (s *State) seat(name string) int {
	return slices.Index(s.setup.Seats, name)
}

// playing returns the number of a seat that may move in this phase, or a Refusal that says why it
// may not.
func (s *State) playing(name string) (int, *engine.Refusal) {
	return kit.FindPlayingSeat("saboteur", s.setup.Seats, name, s.phase == digging || s.phase == sharing,
		s.phase == matchOver)
}

func (s *State) name(seat int) string { return s.setup.Seats[seat] }

// after returns the seat whose turn comes next.
func (s *State) after(seat int) int {
	n := len(s.players)
	if s.rules.counter {
		return (seat + n - 1) % n
	}
	return (seat + 1) % n
}

// CounterClockwise reports whether turns go counter-clockwise.
func (s *State) CounterClockwise() bool { return s.rules.counter }

// nextMiner returns the next miner counter-clockwise from a seat, which comes last itself.
func (s *State) nextMiner(seat int) int {
	n := len(s.players)
	for range n {
		if seat = (seat + n - 1) % n; s.players[seat].role == miner {
			break
		}
	}
	return seat
}

// firstPicker returns the finisher, or if that is a saboteur, the next miner.
func (s *State) firstPicker(finisher int) int {
	if s.players[finisher].role == miner {
		return finisher
	}
	return s.nextMiner(finisher)
}

// ToMove returns the seat that has to play a card or pick gold.
func (s *State) ToMove() []string {
	if s.phase == digging || s.phase == sharing {
		return []string{s.name(s.turn)}
	}
	return nil
}

// Result returns the result once the last round is paid.
func (s *State) Result() *engine.Result { return s.result }

// Chosen reports whether a fact is a seat's own choice: a card that it played or discarded, or gold
// that it picked from at least two values.
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
