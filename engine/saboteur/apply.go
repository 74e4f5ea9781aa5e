package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// Apply folds one fact. It trusts the log and ignores seats and cells that do not exist.
func (s *State) Apply(f engine.Fact) {
	i := s.seat(f.Seat)
	switch e := f.Event.(type) {
	case Dealt:
		s.applyDealt(e)
	case Ended:
		s.applyEnded(e)
	case Paid:
		s.applyPaid(e)
	case MatchEnded:
		s.phase = matchOver
		s.result = &engine.Result{Scores: e.Scores, Winners: e.Winners}
	case Revealed:
		s.applyRevealed(e)
	case engine.Conceded:
		s.giving = true
	case engine.Changed:
		if rounds := e.Options["rounds"]; rounds != "" {
			s.rules.rounds = int(rounds[0] - '0')
		}
	case Reshuffled:
		s.deck = cardsOf(e.Deck)
	default:
		if i >= 0 {
			s.applyTurn(i, f)
		}
	}
}

// applyTurn folds what a seat did on its turn. The card played passes the turn on: nobody chooses
// anything in what else happens in the same turn.
func (s *State) applyTurn(i int, f engine.Fact) {
	p := &s.players[i]
	switch e := f.Event.(type) {
	case Drew:
		p.hand = append(slices.Clip(p.hand), cardOf(e.Card))
		if len(s.deck) > 0 {
			s.deck = s.deck[1:]
		}
	case Picked:
		s.applyPicked(i, e)
	case turn:
		card := cardOf(e.spends())
		p.shed = none
		p.hand = engine.RemoveFirst(p.hand, card)
		s.applyPlayed(i, card, f)
		s.turnTaken(i, f.Event)
	}
}

// applyPlayed folds the effect of a card that has left the hand.
func (s *State) applyPlayed(i int, card Card, f engine.Fact) {
	switch e := f.Event.(type) {
	case Dug:
		if c, ok := cellOf(e.Cell); ok {
			s.maze.put(c, tileOf(card, e.Turned))
			s.newest, s.marked = c, true
			s.note(i, action{card: card, cell: c, tile: s.maze.at(c), seq: f.Seq})
		}
		s.lastPath = i
	case Broke:
		if t := s.seat(e.Target); t >= 0 {
			tool := card.face().tools
			s.players[t].broken |= tool
			s.note(i, action{card: card, target: t, tool: tool})
		}
	case Repaired:
		if t := s.seat(e.Target); t >= 0 {
			tool := toolOf(e.Tool)
			s.players[t].broken &^= tool
			s.discards += 2
			s.note(i, action{card: card, target: t, tool: tool})
		}
	case Felled:
		s.discards += 2
		if c, ok := cellOf(e.Cell); ok {
			s.note(i, action{card: card, cell: c, tile: s.maze.at(c)})
			s.maze.take(c)
			s.marked = s.marked && s.newest != c
		}
	case Looked:
		s.discards++
		if c, ok := cellOf(e.Goal); ok && c.goal() >= 0 {
			s.players[i].seen[c.goal()] = true
			s.note(i, action{card: card, cell: c})
		}
	case Passed:
		if card != none {
			s.discards++
			thrown := s.players[i].thrown
			s.players[i].thrown = append(slices.Clip(thrown), card)
			s.players[i].shed = card
		}
		s.note(i, action{})
	}
}

func (s *State) turnTaken(i int, event engine.Event) {
	if _, passed := event.(Passed); passed && len(s.deck) == 0 {
		s.passes++
	} else {
		s.passes = 0
	}
	s.turns++
	s.last = i
	s.turn = s.after(i)
}

// note records what a seat did, as everybody saw it.
func (s *State) note(i int, d action) {
	p := &s.players[i]
	p.actions = append(slices.Clip(p.actions), d)
	p.blame = min(max(p.blame+s.judge(i, d), -mostBlame), mostBlame)
}

func toolOf(word string) Tools { return Tools(max(0, slices.Index(toolWords[:], word))) }

func (s *State) applyDealt(e Dealt) {
	s.round = e.Round
	s.phase = digging
	s.starter = max(0, s.seat(e.Starter))
	s.turn = s.starter
	s.last, s.lastPath, s.passes, s.discards = -1, -1, 0, 0
	s.marked, s.left, s.winner, s.giving = false, nil, "", false
	s.maze.set()
	s.front = distance(startCell, goalCells[1]) - 1
	for i := range s.players {
		name := s.name(i)
		s.players[i] = player{
			role: roleOf(e.Roles[name]),
			hand: cardsOf(e.Hands[name]),
			kept: s.players[i].kept,
		}
	}
	s.spare = roleOf(e.Spare)
	for g, c := range goalCells {
		s.goals[g] = cardOf(e.Goals[c.String()])
	}
	s.deck = cardsOf(e.Deck)
}

func (s *State) applyRevealed(e Revealed) {
	c, ok := cellOf(e.Goal)
	if !ok || c.goal() < 0 {
		return
	}
	s.goals[c.goal()] = cardOf(e.Card)
	s.maze.put(c, tileOf(cardOf(e.Card), e.Turned))
}

func (s *State) applyEnded(e Ended) {
	s.phase, s.winner = roundOver, e.Winners
	if s.giving {
		s.given++
	}
	for i := range s.players {
		s.players[i].hand = nil
	}
	for g, c := range goalCells { // everybody wants to know first where the gold was
		if s.maze.at(c) == hiddenTile {
			s.maze.put(c, tileOf(s.goals[g], false))
		}
	}
	s.left = slices.Clone(e.Gold)
	slices.Sort(s.left)
	for _, v := range e.Gold {
		s.supply[v] = max(0, s.supply[v]-1)
	}
	if finisher := s.seat(e.Finisher); finisher >= 0 && len(s.left) > 0 {
		s.turn = s.firstPicker(finisher)
		if s.rules.ask {
			s.phase = sharing
		}
	}
}

func (s *State) applyPicked(i int, e Picked) {
	p := &s.players[i]
	p.picks = append(slices.Clip(p.picks), e.Value)
	s.left = engine.RemoveFirst(s.left, e.Value)
	s.turns++
	s.turn = s.nextMiner(i)
	if len(s.left) == 0 {
		s.phase = roundOver
	}
}

func (s *State) applyPaid(e Paid) {
	s.phase, s.left = roundOver, nil
	for i := range s.players {
		p := &s.players[i]
		p.picks = nil
		switch n, ok := e.Nuggets[s.name(i)]; {
		case n.Picks != nil:
			p.kept = append(slices.Clip(p.kept), n.Picks...)
		case ok:
			p.kept = append(slices.Clip(p.kept), n.Sum)
			s.supply, _ = withdraw(s.supply, n.Sum)
		}
	}
}
