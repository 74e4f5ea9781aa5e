package saboteur

import (
	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// SoFar sums up the round from what lies on the table.
func (s *State) SoFar() []engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	dead := engine.CountWhere(s.maze.laid, func(c Cell) bool { return s.maze.at(c).deadEnd() })
	falls, looks, broken := 0, 0, 0
	for j := range s.players {
		p := &s.players[j]
		falls += engine.CountWhere(p.actions, func(d action) bool { return d.family() == fallFamily })
		looks += engine.CountWhere(p.actions, func(d action) bool { return d.family() == mapFamily })
		broken += len(p.broken.each())
	}
	var parts []engine.Phrase
	keys := []string{"saboteur.story.paths", "saboteur.story.dead", "saboteur.story.falls", "saboteur.story.looks", "saboteur.story.broken"}
	for i, n := range []int{s.pathsLaid() - dead, dead, falls, looks, broken} {
		if n > 0 {
			parts = append(parts, engine.Say(keys[i], "count", n))
		}
	}
	if len(parts) == 0 {
		return []engine.Phrase{engine.Say("saboteur.story.begun", "round", s.round)}
	}
	return []engine.Phrase{engine.Say("saboteur.story.so-far", "round", s.round, "parts", parts)}
}

// nearGoals is the first column that counts as close to the goals.
const nearGoals = 7

// Remarks returns what the house may say about a fact that everybody sees.
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
		return s.remarkEnded(e), 100
	case MatchEnded:
		return say(110, engine.Say("saboteur.voice.over-a"), engine.Say("saboteur.voice.over-b"))
	}
	return nil, 0
}

// remarkEnded looks at who won, if anybody did.
func (s *State) remarkEnded(e Ended) []engine.Phrase {
	switch {
	case s.givenUp(e):
		return []engine.Phrase{engine.Say("saboteur.voice.given-up")}
	case e.Winners == "miners":
		return []engine.Phrase{engine.Say("saboteur.voice.miners-a"), engine.Say("saboteur.voice.miners-b")}
	case e.Winners == "saboteurs":
		return []engine.Phrase{engine.Say("saboteur.voice.saboteurs-a"), engine.Say("saboteur.voice.saboteurs-b")}
	}
	return []engine.Phrase{engine.Say("saboteur.voice.nobody")}
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

// Glance says how far the paths are from the nearest goal that is face down, what is left of the
// deck, and who cannot dig.
func (s *State) Glance() []engine.Phrase {
	if s.phase != digging {
		return nil
	}
	var lines []engine.Phrase
	short, goal := unreachable, Cell{}
	for _, c := range s.maze.vacant(s.maze.reached()) {
		if g, far := s.toGoal(c); far < short {
			short, goal = far, g
		}
	}
	if short < unreachable {
		lines = append(lines, engine.Say("saboteur.glance.near", "count", short, "goal", goal.String()))
	}
	lines = append(lines, engine.Say("saboteur.glance.deck", "count", len(s.deck)))
	if stuck := engine.FilterList(s.setup.Seats, func(name string) bool { return s.players[s.seat(name)].broken != 0 }); stuck != nil {
		lines = append(lines, engine.Say("saboteur.glance.broken", "seats", stuck))
	}
	return lines
}

// Tale tells how a round ended.
func (s *State) Tale(f engine.Fact) []engine.Phrase {
	e, ok := f.Event.(Ended)
	if !ok {
		return nil
	}
	if e.Finisher != "" {
		return []engine.Phrase{engine.Say("saboteur.tale.miners", "round", e.Round, "count", s.pathsLaid(), "goal", s.goldCell(), "cell", s.newest.String(), "seat", e.Finisher)}
	}
	if s.givenUp(e) {
		return []engine.Phrase{engine.Say("saboteur.tale.given-up", "round", e.Round, "goal", s.goldCell())}
	}
	if e.Winners != "saboteurs" {
		return []engine.Phrase{engine.Say("saboteur.tale.nobody", "round", e.Round, "goal", s.goldCell())}
	}
	did := engine.FilterList(s.setup.Seats, func(name string) bool { return s.players[s.seat(name)].role == saboteur })
	return []engine.Phrase{engine.Say("saboteur.tale.saboteurs", "round", e.Round, "goal", s.goldCell(), "seats", did)}
}

// pathsLaid returns the number of path cards in the maze, including dead ends.
func (s *State) pathsLaid() int {
	return engine.CountWhere(s.maze.laid, func(c Cell) bool { return c != startCell && c.goal() < 0 })
}

// Points puts a score into words.
func (Game) Points(score int) engine.Phrase { return engine.Say("saboteur.points", "count", score) }

// Emblem returns the emoji of a side, or of the game.
func (Game) Emblem(side string) string {
	switch side {
	case miner.String():
		return "🪙"
	case saboteur.String():
		return "🧨"
	}
	return "⛏️"
}

// Gathered tells in one line that several seats passed.
func (Game) Gathered(first, next engine.Phrase) *engine.Phrase {
	switch next.Key {
	case "saboteur.news.passed", "saboteur.news.passed-empty":
		return kit.GatherPhrases(first, next, "seat")
	}
	return nil
}

// Lesson tells a newcomer the goal of the seat, and in the first letter how to read a card, in the
// second what broken tools do, in the third what others may hide.
func (s *State) Lesson(seat string, letter int) []engine.Phrase {
	i := s.seat(seat)
	if i < 0 || s.phase != digging {
		return nil
	}
	about := [engine.Lessons]string{"saboteur.lesson.cards", "saboteur.lesson.tools", "saboteur.lesson.others"}[letter-1]
	if s.rules.noSpare && about == "saboteur.lesson.others" {
		about = "saboteur.lesson.others-most"
	}
	return []engine.Phrase{engine.Say("saboteur.lesson." + s.players[i].role.String()), engine.Say(about, "card", cardPhrase(pathNEW), "count", sharesFor(len(s.players)).saboteurs)}
}

// Sides returns miners and saboteurs. If nobody won the round, won is "".
func (s *State) Sides(f engine.Fact) (of map[string]string, won string, ok bool) {
	e, ok := f.Event.(Ended)
	if !ok {
		return nil, "", false
	}
	of = map[string]string{}
	for i := range s.players {
		of[s.name(i)] = s.players[i].role.String()
	}
	switch e.Winners {
	case "miners":
		won = miner.String()
	case "saboteurs":
		won = saboteur.String()
	}
	return of, won, true
}

// Party names a side, "miner" or "saboteur".
func (Game) Party(side string) engine.Phrase { return engine.Say("saboteur.party." + side) }

// Role names one member of a side.
func (Game) Role(side string) engine.Phrase { return engine.Say("saboteur.role." + side) }
