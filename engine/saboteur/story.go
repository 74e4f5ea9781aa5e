package saboteur

import (
	"pitpost.example/engine"
)

// SoFar sums the round up from what lies on the table.
func (s *State) SoFar() []engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	paths, dead, falls, looks, broken := 0, 0, 0, 0, 0
	for _, c := range s.maze.laid {
		switch t := s.maze.at(c); {
		case c == startCell || c.goal() >= 0 || !t.faceUp():
		case t.deadEnd():
			dead++
		default:
			paths++
		}
	}
	for j := range s.players {
		for _, d := range s.players[j].actions {
			switch d.family {
			case fallFamily:
				falls++
			case mapFamily:
				looks++
			}
		}
		broken += len(s.players[j].broken.list())
	}
	var parts []engine.Phrase
	add := func(n int, p engine.Phrase) {
		if n > 0 {
			parts = append(parts, p)
		}
	}
	add(paths, engine.Say("saboteur.story.paths", "count", paths))
	add(dead, engine.Say("saboteur.story.dead", "count", dead))
	add(falls, engine.Say("saboteur.story.falls", "count", falls))
	add(looks, engine.Say("saboteur.story.looks", "count", looks))
	add(broken, engine.Say("saboteur.story.broken", "count", broken))
	if len(parts) == 0 {
		return []engine.Phrase{engine.Say("saboteur.story.begun", "round", s.round)}
	}
	return []engine.Phrase{engine.Say("saboteur.story.so-far", "round", s.round, "parts", parts)}
}

// nearGoals is the column from which goals are in reach.
const nearGoals = 7

// Remarks are what the house has to say of a fact that everybody sees.
func (s *State) Remarks(f engine.Fact) ([]engine.Phrase, int) {
	say := func(weight int, lines ...engine.Phrase) ([]engine.Phrase, int) { return lines, weight }
	switch e := f.Event.(type) {
	case Dealt:
		return say(60, engine.Say("saboteur.voice.dealt-a"), engine.Say("saboteur.voice.dealt-b"))
	case Dug:
		return remarkDug(e)
	case Felled:
		return say(50, engine.Say("saboteur.voice.fell-a", "cell", e.Cell), engine.Say("saboteur.voice.fell-b", "cell", e.Cell),
			engine.Say("saboteur.voice.fell-c"))
	case Broke:
		return say(40, engine.Say("saboteur.voice.broke-a"), engine.Say("saboteur.voice.broke-b"))
	case Repaired:
		return say(35, engine.Say("saboteur.voice.mended-a"), engine.Say("saboteur.voice.mended-b"))
	case Looked:
		return say(25, engine.Say("saboteur.voice.looked-a"), engine.Say("saboteur.voice.looked-b", "goal", e.Goal))
	case Passed:
		return say(10, engine.Say("saboteur.voice.passed-a"), engine.Say("saboteur.voice.passed-b"))
	case Drew:
		if len(s.deck) == 1 {
			return say(55, engine.Say("saboteur.voice.deck-gone"))
		}
	case Revealed:
		if cardOf(e.Card) == gold {
			return say(80, engine.Say("saboteur.voice.gold", "goal", e.Goal))
		}
		return say(80, engine.Say("saboteur.voice.stone-a"), engine.Say("saboteur.voice.stone-b", "goal", e.Goal))
	case Ended:
		switch e.Winners {
		case "miners":
			return say(100, engine.Say("saboteur.voice.miners-a"), engine.Say("saboteur.voice.miners-b"))
		case "saboteurs":
			return say(100, engine.Say("saboteur.voice.saboteurs-a"), engine.Say("saboteur.voice.saboteurs-b"))
		}
		return say(100, engine.Say("saboteur.voice.nobody"))
	case MatchEnded:
		return say(110, engine.Say("saboteur.voice.over-a"), engine.Say("saboteur.voice.over-b"))
	}
	return nil, 0
}

// remarkDug looks at where a card lies and whether it leads on.
func remarkDug(e Dug) ([]engine.Phrase, int) {
	c, ok := cellOf(e.Cell)
	switch {
	case !ok:
		return nil, 0
	case tileOf(cardOf(e.Card), e.Turned).deadEnd():
		return []engine.Phrase{engine.Say("saboteur.voice.dead-a"), engine.Say("saboteur.voice.dead-b", "cell", e.Cell)}, 20
	case c.Col < 0 || c.Col > goalCells[0].Col || c.Row < 1 || c.Row > 5:
		return []engine.Phrase{engine.Say("saboteur.voice.far", "cell", e.Cell)}, 30
	case c.Col >= nearGoals:
		return []engine.Phrase{engine.Say("saboteur.voice.near-a"), engine.Say("saboteur.voice.near-b")}, 30
	}
	return nil, 0
}
