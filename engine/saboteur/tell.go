package saboteur

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Tell says what a seat ("" for the public) learns from a fact that is about to be applied.
func (s *State) Tell(f engine.Fact, seat string) *engine.News {
	reader, doer := s.seat(seat), s.seat(f.Seat)
	switch e := f.Event.(type) {
	case Dealt:
		return s.tellDealt(e, reader)
	case Revealed:
		return kit.MakeNews(e, engine.Say("saboteur.news.revealed", "goal", e.Goal, "card", laidPhrase(tileOf(cardOf(e.Card), e.Turned))))
	case Ended:
		return s.tellEnded(e, reader)
	case Paid:
		return s.tellPaid(e, reader)
	case Reshuffled:
		return kit.MakeNews(Reshuffled{}) // the rewind before it says it in words
	case MatchEnded:
		return kit.TellOutcome("saboteur", e, s.setup.Seats, e.Winners, func(name string) engine.Phrase {
			return engine.Say("saboteur.news.score", "seat", name, "count", e.Scores[name])
		})
	}
	if doer < 0 {
		return nil
	}
	return s.tellTurn(f.Event, doer, reader)
}

// tellTurn tells what a seat did on its turn: to itself as "you", to others without the cards they
// did not see.
func (s *State) tellTurn(event engine.Event, doer, reader int) *engine.News {
	own := doer == reader
	say := kit.Voice{Game: "saboteur", Doer: s.name(doer), Own: own}.Say
	switch e := event.(type) {
	case Dug:
		return kit.MakeNews(e, say("dug", "card", laidPhrase(tileOf(cardOf(e.Card), e.Turned)), "cell", e.Cell))
	case Broke:
		tool := toolPhrase(cardOf(e.Card).face().tools)
		return kit.MakeNews(e, s.tellTool("broke", tool, e.Target, doer, reader))
	case Repaired:
		return kit.MakeNews(e, s.tellTool("mended", toolPhrase(toolOf(e.Tool)), e.Target, doer, reader))
	case Felled:
		lies := tileOf(cardOf(e.Removed), false)
		if c, ok := cellOf(e.Cell); ok && s.maze.at(c).card() == lies.card() {
			lies = s.maze.at(c)
		}
		return kit.MakeNews(e, say("felled", "card", laidPhrase(lies), "cell", e.Cell))
	case Looked:
		if own {
			return kit.MakeNews(e, engine.Say("saboteur.news.own-looked", "goal", e.Goal, "card", codePhrase(e.Saw)))
		}
		return kit.MakeNews(Looked{Goal: e.Goal}, engine.Say("saboteur.news.looked", "seat", s.name(doer),
			"goal", e.Goal))
	case Passed:
		if e.Card == "" {
			return kit.MakeNews(e, say("passed-empty"))
		}
		if own {
			return kit.MakeNews(e, engine.Say("saboteur.news.own-passed", "card", codePhrase(e.Card)))
		}
		return kit.MakeNews(Passed{}, engine.Say("saboteur.news.passed", "seat", s.name(doer)))
	case Drew:
		if own {
			return kit.MakeNews(e, engine.Say("saboteur.news.own-drew", "card", codePhrase(e.Card)))
		}
	case Picked:
		if own {
			return kit.MakeNews(e, engine.Say("saboteur.news.own-picked", "count", e.Value))
		}
		return kit.MakeNews(nil, engine.Say("saboteur.news.picked", "seat", s.name(doer)))
	}
	return nil
}

// tellTool chooses the wording for a broken or mended tool by who acted on whom and who reads it.
func (s *State) tellTool(word string, tool engine.Phrase, target string, doer, reader int) engine.Phrase {
	key := "saboteur.news." + word
	t := s.seat(target)
	switch {
	case doer == reader && t == reader:
		return engine.Say("saboteur.news.own-"+word+"-own", "tool", tool)
	case doer == reader:
		return engine.Say("saboteur.news.own-"+word, "seat", target, "tool", tool)
	case t == doer:
		return engine.Say(key+"-own", "seat", target, "tool", tool)
	case t == reader:
		return engine.Say(key+"-yours", "seat", s.name(doer), "tool", tool)
	}
	return engine.Say(key, "seat", s.name(doer), "target", target, "tool", tool)
}

func (s *State) tellDealt(e Dealt, reader int) *engine.News {
	shown := Dealt{Round: e.Round, Starter: e.Starter}
	lines := []engine.Phrase{engine.Say("saboteur.news.dealt", "round", e.Round, "seat", e.Starter)}
	if reader >= 0 {
		name := s.name(reader)
		shown.Roles = map[string]string{name: e.Roles[name]}
		shown.Hands = map[string][]string{name: e.Hands[name]}
		lines = append(lines, engine.Say("saboteur.you."+e.Roles[name]))
	}
	return kit.MakeNews(shown, lines...)
}

// tellEnded shows the dwarf cards. Only the first picker sees the gold that was drawn.
func (s *State) tellEnded(e Ended, reader int) *engine.News {
	shown := Ended{Round: e.Round, Winners: e.Winners, Finisher: e.Finisher}
	lines := []engine.Phrase{engine.Say("saboteur.news.ended-"+e.Winners, "round", e.Round), engine.Say("saboteur.news.gold-lay", "goal", s.goldCell())}
	if finisher := s.seat(e.Finisher); finisher >= 0 {
		lines = []engine.Phrase{engine.Say("saboteur.news.ended-miners", "round", e.Round, "seat", e.Finisher)}
		if reader == s.firstPicker(finisher) {
			shown.Gold = slices.Clone(e.Gold)
		}
	}
	if s.givenUp(e) {
		lines[0] = engine.Say("saboteur.news.ended-given-up", "round", e.Round)
	}
	lines = append(lines, engine.MapListAt(s.players, s.unmask)...)
	if s.spare != noRole {
		lines = append(lines, engine.Say("saboteur.news.spare-"+s.spare.String()))
	}
	return kit.MakeNews(shown, lines...)
}

// givenUp reports whether a round that is about to end was given up, so that nobody won it.
func (s *State) givenUp(e Ended) bool { return s.rules.yields && s.giving && e.Winners == "nobody" }

// goldCell returns the goal that hides the gold.
func (s *State) goldCell() string { return goalCells[max(0, slices.Index(s.goals[:], gold))].String() }

// unmask says which role a seat had and which goals it looked at.
func (s *State) unmask(j int, p player) engine.Phrase {
	var goals []string
	for _, d := range p.actions {
		if d.family() == mapFamily && !slices.Contains(goals, d.cell.String()) {
			goals = append(goals, d.cell.String())
		}
	}
	key := "saboteur.news.was-" + p.role.String()
	if len(goals) == 0 {
		return engine.Say(key, "seat", s.name(j))
	}
	return engine.Say(key+"-looked", "seat", s.name(j), "goals", goals)
}

// tellPaid tells everybody what a saboteur got, because the rules fix it, but tells a miner's gold,
// and what there was to pick from, only to that miner.
func (s *State) tellPaid(e Paid, reader int) *engine.News {
	shown := Paid{Nuggets: map[string]Nuggets{}}
	n := kit.MakeNews(shown)
	for j, name := range s.setup.Seats {
		got, ok := e.Nuggets[name]
		switch {
		case !ok:
		case got.Picks == nil:
			shown.Nuggets[name] = got
			n.Lines = append(n.Lines, engine.Say("saboteur.news.paid", "seat", name, "count", got.Sum))
		case j == reader:
			shown.Nuggets[name] = got
			n.Lines = append(n.Lines, s.tellPicks(got.Picks, reader))
		}
	}
	if len(n.Lines) == 0 && s.winner == "miners" {
		n.Lines = append(n.Lines, engine.Say("saboteur.news.shared"))
	}
	return n
}

func (s *State) tellPicks(picks []int, reader int) engine.Phrase {
	if s.rules.ask || len(s.left) == 0 {
		return engine.Say("saboteur.news.kept", "values", numbers(picks))
	}
	at, i := 0, s.turn
	for i != reader && at < len(s.left)-1 {
		at, i = at+1, s.nextMiner(i)
	}
	left := slices.Clone(s.left[:len(s.left)-at])
	slices.Reverse(left)
	return engine.Say("saboteur.news.kept-from", "values", numbers(picks), "left", numbers(left))
}

// Check says what a legal command would do, as far as the seat can see now.
func (s *State) Check(seat, command string) []engine.Phrase {
	i := s.seat(seat)
	a, ok := s.read(i, command)
	if !ok || !slices.Contains(s.acts(i), a) {
		return nil
	}
	lines := []engine.Phrase{s.says(i, a)}
	if a.family == pickGold {
		return lines
	}
	if a.family == pathFamily {
		after := s.clone()
		after.maze.put(a.cell, tileOf(a.card, a.turned))
		goals := after.maze.opens(after.maze.reached())
		lines = append(lines, engine.MapList(goals, func(g Cell) engine.Phrase { return engine.Say("saboteur.check.reveals", "goal", g.String()) })...)
	}
	if len(s.deck) > 0 {
		return append(lines, engine.Say("saboteur.check.draws", "count", 1))
	}
	return append(lines, engine.Say("saboteur.check.no-draw"))
}
