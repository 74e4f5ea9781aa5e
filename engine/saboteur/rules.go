package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// forbids says why a seat cannot do what it asks, in the rule's own words; nil
// when it can. It looks at nothing that the seat may not know.
func (s *State) forbids(i int, a act) *engine.Refusal {
	switch s.phase {
	case digging, sharing:
	case matchOver:
		return engine.Refuse("saboteur.over")
	default:
		return engine.Refuse("saboteur.not-begun")
	}
	if i != s.turn {
		return engine.Refuse("saboteur.not-your-turn", "seat", s.name(s.turn))
	}
	if s.phase == sharing {
		return s.forbidsPick(a)
	}
	switch a.family {
	case pickGold:
		return engine.Refuse("saboteur.no-gold-now")
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

func (s *State) forbidsPick(a act) *engine.Refusal {
	if a.family != pickGold {
		return engine.Refuse("saboteur.sharing")
	}
	if slices.Contains(s.left, a.value) {
		return nil
	}
	return engine.Refuse("saboteur.no-such-gold", "value", a.value)
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
	card := s.players[i].hand[a.place]
	if a.turned && !card.turns() {
		return engine.Refuse("saboteur.turning-idle", "card", cardPhrase(card))
	}
	return s.forbidsCell(card.sides(a.turned), a.cell)
}

// forbidsCell says why no card with these open sides can lie in a cell.
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
