package saboteur

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// act is a choice of a seat, as a canonical command says it: what to do, with the card at which
// place, to what.
type act struct {
	family family // of the card; 0 for a pass, pickGold for gold
	place  int    // of the card in the hand, from 0
	card   Card
	cell   Cell
	turned bool
	target int // number of a seat
	tool   Tools
	value  int
}

// pickGold is the family of an act that picks a gold card. It uses no card from the hand.
const pickGold family = 100

// command returns the canonical command of an act.
func (s *State) command(a act) string {
	return s.spell(a, strconv.Itoa(a.place+1))
}

// bound returns the command with the card's code instead of its place.
func (s *State) bound(a act) string {
	return s.spell(a, a.card.String())
}

func (s *State) spell(a act, card string) string {
	switch a.family {
	case 0:
		return "pass " + card
	case pickGold:
		return "pick " + strconv.Itoa(a.value)
	case pathFamily, fallFamily, mapFamily:
		if a.turned {
			return card + " " + a.cell.String() + " turned"
		}
		return card + " " + a.cell.String()
	}
	if a.card.twoTools() { // the command says which of them it mends
		return card + " " + s.name(a.target) + " " + a.tool.String()
	}
	return card + " " + s.name(a.target)
}

// read is the inverse of command. It accepts only the canonical spelling.
func (s *State) read(seat int, command string) (a act, ok bool) {
	words := strings.Split(command, " ")
	if seat < 0 || len(words) < 2 {
		return a, false
	}
	number, target := words[0], words[1]
	if number == "pick" || number == "pass" {
		number = target
	}
	n, _ := strconv.Atoi(number)
	hand := s.players[seat].hand
	switch {
	case words[0] == "pick":
		a = act{family: pickGold, value: n}
		return a, s.command(a) == command
	case n < 1 || n > len(hand):
		return a, false
	}
	a.place, a.card, ok = n-1, hand[n-1], true
	if words[0] != "pass" {
		a.family = a.card.face().family
	}
	switch a.family {
	case breakFamily, mendFamily:
		a.target, a.tool = s.seat(target), a.card.face().tools
		if a.card.twoTools() {
			a.tool &= toolOf(words[len(words)-1])
		}
		ok = a.target >= 0
	case pathFamily, fallFamily, mapFamily:
		a.cell, ok = cellOf(target)
		a.turned = a.family == pathFamily && len(words) == 3
	}
	return a, ok && s.command(a) == command
}

// Legal lists every canonical command of a seat; it is empty unless it is the seat's turn.
func (s *State) Legal(seat string) []string {
	return engine.MapSorted(s.acts(s.seat(seat)), s.command)
}

// acts lists all that a seat can do now.
func (s *State) acts(i int) []act {
	if i != s.turn {
		return nil
	}
	switch s.phase {
	case sharing:
		return engine.MapList(distinct(s.left), func(v int) act { return act{family: pickGold, value: v} })
	case digging:
		acts, openings := make([]act, 0, 64), s.openings(i)
		for place, card := range s.players[i].hand {
			acts = append(acts, act{place: place, card: card})
			acts = s.actsOf(acts, place, card, openings)
		}
		return acts
	}
	return nil
}

// opening is an empty cell with what it requires of a card.
type opening struct {
	cell   Cell
	socket socket
}

// openings lists the cells that could take some path card, if seat i has one and can dig.
func (s *State) openings(i int) []opening {
	if s.players[i].broken != 0 || !slices.ContainsFunc(s.players[i].hand, Card.isPath) {
		return nil
	}
	return s.allOpenings()
}

// allOpenings lists the cells that could take some path card.
func (s *State) allOpenings() []opening {
	r := s.holders()
	cells := s.maze.vacant(r)
	return engine.MapList(cells, func(c Cell) opening { return opening{c, s.maze.socket(c, r)} })
}

// holders returns the set of cards that a new card may be joined to; nil stands for all.
func (s *State) holders() *reach {
	if s.rules.joined {
		return s.maze.reached()
	}
	return nil
}

// actsOf adds to acts all ways to play a card, which is at a place in a hand.
func (s *State) actsOf(acts []act, place int, card Card, openings []opening) []act {
	f := card.face()
	a := act{family: f.family, place: place, card: card}
	switch f.family {
	case pathFamily:
		for _, o := range openings {
			a.cell = o.cell
			for _, a.turned = range [2]bool{false, true} {
				if o.socket.takes(card.sides(a.turned)) && (!a.turned || card.turns()) {
					acts = append(acts, a)
				}
			}
		}
	case breakFamily, mendFamily:
		for t := range s.players {
			for _, tool := range f.tools.each() {
				isBroken := s.players[t].broken&tool != 0
				if isBroken == (f.family == mendFamily) {
					a.target, a.tool = t, tool
					acts = append(acts, a)
				}
			}
		}
	case fallFamily:
		for _, c := range s.maze.laid {
			if s.maze.at(c).card().isPath() {
				a.cell = c
				acts = append(acts, a)
			}
		}
	case mapFamily:
		for _, c := range goalCells {
			if s.maze.at(c) == hiddenTile {
				a.cell = c
				acts = append(acts, a)
			}
		}
	}
	return acts
}

// forbids says why the seat to move cannot do an act, as the rules put it; nil if it can. It uses
// nothing that the seat may not know.
func (s *State) forbids(i int, a act) *engine.Refusal {
	if s.phase == sharing && a.family != pickGold {
		return engine.Refuse("saboteur.sharing")
	}
	switch a.family {
	case pickGold:
		return s.forbidsPick(a.value)
	case pathFamily:
		return s.forbidsPath(i, a)
	case breakFamily:
		if s.players[a.target].broken&a.tool != 0 {
			return engine.Refuse("saboteur.already-broken", "seat", s.name(a.target), "tool", toolPhrase(a.tool))
		}
	case mendFamily:
		if s.players[a.target].broken&a.tool == 0 {
			return engine.Refuse("saboteur.not-broken", "seat", s.name(a.target), "tool", toolPhrase(a.tool))
		}
	case fallFamily:
		return s.forbidsFall(a.cell)
	case mapFamily:
		return s.forbidsMap(a.cell)
	}
	return nil
}

func (s *State) forbidsPick(value int) *engine.Refusal {
	switch {
	case s.phase != sharing:
		return engine.Refuse("saboteur.no-gold-now")
	case !slices.Contains(s.left, value):
		return engine.Refuse("saboteur.no-such-gold", "value", value)
	}
	return nil
}

func (s *State) forbidsFall(c Cell) *engine.Refusal {
	switch t := s.maze.at(c); {
	case t == emptyTile:
		return engine.Refuse("saboteur.nothing-to-fell", "cell", c.String())
	case c == startCell || c.goal() >= 0:
		return engine.Refuse("saboteur.never-falls", "cell", c.String())
	}
	return nil
}

func (s *State) forbidsMap(c Cell) *engine.Refusal {
	switch {
	case c.goal() < 0:
		return engine.Refuse("saboteur.no-goal", "cell", c.String())
	case s.maze.at(c) != hiddenTile:
		return engine.Refuse("saboteur.goal-turned", "cell", c.String())
	}
	return nil
}

func (s *State) forbidsPath(i int, a act) *engine.Refusal {
	if b := s.players[i].broken; b != 0 {
		return engine.Refuse("saboteur.tools-broken", "tools", toolPhrases(b))
	}
	if a.turned && !a.card.turns() {
		return engine.Refuse("saboteur.turning-idle", "card", cardPhrase(a.card))
	}
	return s.forbidsCell(a.card.sides(a.turned), a.cell)
}

// forbidsCell says why a card with these open sides cannot be laid in a cell; nil if it can.
func (s *State) forbidsCell(open Sides, c Cell) *engine.Refusal {
	switch t := s.maze.at(c); {
	case t == hiddenTile:
		return engine.Refuse("saboteur.goal-there", "cell", c.String())
	case t != emptyTile:
		return engine.Refuse("saboteur.taken", "cell", c.String(), "card", cardPhrase(t.card()))
	}
	r := s.holders()
	k := s.maze.socket(c, r)
	switch {
	case k.open|k.closed == 0:
		return engine.Refuse("saboteur.nothing-beside", "cell", c.String())
	case k.takes(open):
		return nil
	}
	for _, side := range around {
		n := c.beside(side)
		if open&side == 0 && k.open&side != 0 {
			return engine.Refuse("saboteur.wall-meets-path", "cell", c.String(), "beside", n.String(), "side", sidePhrase(side))
		}
		if open&side != 0 && k.closed&side != 0 {
			return engine.Refuse("saboteur.path-meets-wall", "cell", c.String(), "beside", n.String(), "side", sidePhrase(side))
		}
	}
	if open&k.open == 0 {
		return engine.Refuse("saboteur.walls-only", "cell", c.String())
	}
	return engine.Refuse("saboteur.not-joined", "cell", c.String())
}
