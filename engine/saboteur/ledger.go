package saboteur

import (
	"cmp"
	"slices"

	"pitpost.example/engine"
)

// before says what lies in front of a seat.
func (s *State) before(j int) []engine.Phrase {
	if s.phase != digging {
		return nil
	}
	p := &s.players[j]
	now := []engine.Phrase{engine.Say("saboteur.ledger.cards", "count", len(p.hand))}
	if p.broken != 0 {
		now = append(now, engine.Say("saboteur.ledger.broken", "tools", toolPhrases(p.broken)))
	}
	return now
}

// did sums up a seat's actions of this round for a reader ("broke your lantern"). It counts paths
// and passes, gathers looks at different goals where the first one stands, and lists the rest one by one.
func (s *State) did(j, reader int) []engine.Phrase {
	paths, passes, looks := 0, 0, 0
	var rest []engine.Phrase
	var goals []string
	for _, d := range s.players[j].actions {
		switch d.family() {
		case pathFamily:
			paths++
		case breakFamily:
			rest = append(rest, s.toolAction("saboteur.ledger.broke", d, j, reader))
		case mendFamily:
			rest = append(rest, s.toolAction("saboteur.ledger.mended", d, j, reader))
		case fallFamily:
			rest = append(rest, engine.Say("saboteur.ledger.felled", "cell", d.cell.String()))
		case mapFamily:
			switch goal := d.cell.String(); {
			case slices.Contains(goals, goal):
				rest = append(rest, engine.Say("saboteur.ledger.looked", "goals", []string{goal}))
			case len(goals) == 0:
				looks, rest, goals = len(rest), append(rest, engine.Phrase{}), []string{goal}
			default:
				goals = append(goals, goal)
			}
		default:
			passes++
		}
	}
	if len(goals) > 0 {
		rest[looks] = engine.Say("saboteur.ledger.looked", "goals", goals)
	}
	if paths > 0 {
		rest = append([]engine.Phrase{engine.Say("saboteur.ledger.paths", "count", paths)}, rest...)
	}
	if passes > 0 {
		rest = append(rest, engine.Say("saboteur.ledger.passes", "count", passes))
	}
	return rest
}

// toolAction chooses the wording by who acted on whom and who reads it.
func (s *State) toolAction(key string, d action, doer, reader int) engine.Phrase {
	tool := toolPhrase(d.tool)
	switch d.target {
	case doer:
		return engine.Say(key+"-own", "tool", tool)
	case reader:
		return engine.Say(key+"-yours", "tool", tool)
	}
	return engine.Say(key, "seat", s.name(d.target), "tool", tool)
}

// inWords describes the position for those who cannot see the picture: every card of the maze,
// column by column, then the goals.
func (s *State) inWords() []engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	lines := []engine.Phrase{engine.Say("saboteur.alt.start", "cell", startCell.String())}
	byColumn := func(a, b Cell) int { return cmp.Or(cmp.Compare(a.Col, b.Col), cmp.Compare(a.Row, b.Row)) }
	for _, c := range slices.SortedFunc(slices.Values(s.maze.laid), byColumn) {
		if t := s.maze.at(c); t.card().isPath() {
			lines = append(lines, engine.Say("saboteur.alt."+t.card().kind(), "cell", c.String(), "sides", sidePhrases(t.sides())))
		}
	}
	for _, c := range goalCells {
		t := s.maze.at(c)
		if t == hiddenTile {
			lines = append(lines, engine.Say("saboteur.alt.goal", "cell", c.String()))
			continue
		}
		lines = append(lines, engine.Say("saboteur.alt.turned-goal",
			"cell", c.String(), "card", laidPhrase(t), "sides", sidePhrases(t.sides())))
	}
	if s.marked {
		lines = append(lines, engine.Say("saboteur.alt.newest", "cell", s.newest.String()))
	}
	return lines
}
