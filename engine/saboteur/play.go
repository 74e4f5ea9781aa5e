package saboteur

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Play carries out a canonical command and everything that follows by itself.
func (s *State) Play(seat, command string, d engine.Dice) ([]engine.Fact, *engine.Refusal) {
	i, refusal := s.playing(seat)
	if refusal != nil {
		return nil, refusal
	}
	if i != s.turn {
		return nil, engine.Refuse("saboteur.not-your-turn", "seat", s.name(s.turn))
	}
	a, ok := s.read(i, command)
	if !ok {
		return nil, engine.Refuse("saboteur.unreadable", "line", command).OfKind(engine.Unreadable)
	}
	if refusal := s.forbids(i, a); refusal != nil {
		return nil, refusal
	}
	n := course{State: s.clone(), dice: d}
	n.carry(i, a)
	return n.facts, nil
}

// Command returns the canonical command by which a seat made a choice that is about to be applied,
// or "" if the seat has no such choice.
func (s *State) Command(f engine.Fact) string {
	for _, a := range s.acts(s.seat(f.Seat)) {
		if chosen(s.event(a)) == chosen(f.Event) {
			return s.command(a)
		}
	}
	return ""
}

// chosen returns what the seat knew about its choice when it made it.
func chosen(event engine.Event) engine.Event {
	switch e := event.(type) {
	case Felled:
		return Felled{Cell: e.Cell}
	case Looked:
		return Looked{Goal: e.Goal}
	}
	return event
}

// Concede ends the round: nobody wins it, and nobody is paid. While gold is picked the miners have
// won it, so it can no longer be given up. By rules 1 it ended as if the gold were out of reach, and
// gold that was being shared was picked by the house.
func (s *State) Concede(d engine.Dice) ([]engine.Fact, *engine.Refusal) {
	n := course{State: s.clone(), dice: d}
	n.Apply(engine.Fact{Event: engine.Conceded{}})
	switch {
	case s.phase == digging && s.rules.yields:
		n.add("", Ended{Round: n.round, Winners: "nobody"})
		n.payOut(Paid{Nuggets: map[string]Nuggets{}})
	case s.phase == digging:
		n.endWithoutGold()
	case s.phase == sharing && s.rules.yields:
		return nil, engine.Refuse("saboteur.concede-picking")
	case s.phase == sharing:
		for len(n.left) > 0 {
			n.add(n.name(n.turn), Picked{Value: n.left[len(n.left)-1]})
		}
		n.payOut(n.payMiners())
	}
	return n.facts, nil
}

// course carries one choice to its end: it applies each fact as soon as it is made.
type course struct {
	*State
	dice  engine.Dice
	facts []engine.Fact
	// trial says that the caller needs neither the facts nor anything after the end of the round.
	trial bool
}

// add adds what happened in the turn of a seat, "" for outside a turn.
func (n *course) add(seat string, e engine.Event) {
	f := engine.Fact{Seat: seat, Event: e}
	if !n.trial {
		n.facts = append(n.facts, f)
	}
	n.Apply(f)
}

func (n *course) carry(i int, a act) {
	n.add(n.name(i), n.event(a))
	if a.family == pickGold {
		n.share()
		return
	}
	if a.family == pathFamily && n.reveal(i, a.cell) {
		n.endWithGold(i)
		return
	}
	if len(n.deck) > 0 {
		n.add(n.name(i), Drew{Card: n.deck[0].String()})
	}
	n.onwards()
}

// event returns the fact of the choice itself.
func (s *State) event(a act) engine.Event {
	card := a.card.String()
	switch a.family {
	case pickGold:
		return Picked{Value: a.value}
	case pathFamily:
		return Dug{Card: card, Cell: a.cell.String(), Turned: a.turned}
	case breakFamily:
		return Broke{Card: card, Target: s.name(a.target)}
	case mendFamily:
		return Repaired{Card: card, Target: s.name(a.target), Tool: a.tool.String()}
	case fallFamily:
		return Felled{Cell: a.cell.String(), Removed: s.maze.at(a.cell).card().String()}
	case mapFamily:
		return Looked{Goal: a.cell.String(), Saw: s.goals[a.cell.goal()].String()}
	}
	return Passed{Card: card}
}

// reveal turns up every goal that a path reaches, including those reached through goals just turned
// up, and reports whether one is the gold.
func (n *course) reveal(i int, justLaid Cell) bool {
	for {
		r := n.maze.reached()
		goals := n.maze.opens(r)
		if len(goals) == 0 {
			return false
		}
		found := false
		for _, g := range goals {
			card := n.goals[g.goal()]
			found = found || card == gold
			n.add(n.name(i), Revealed{Goal: g.String(), Card: card.String(), Turned: n.maze.layGoal(card, g, justLaid, r)})
		}
		if found {
			return true
		}
	}
}

// onwards ends the round if there is nothing left to play. Otherwise it passes for seats without
// cards, up to the next seat that has a choice.
func (n *course) onwards() {
	for {
		passed := n.passes >= len(n.players) && (n.rules.passesEnd || n.rules.stuckEnd && n.allStuck())
		if passed || !slices.ContainsFunc(n.players, func(p player) bool { return len(p.hand) > 0 }) {
			n.endWithoutGold()
			return
		}
		if len(n.players[n.turn].hand) > 0 {
			return
		}
		n.add(n.name(n.turn), Passed{})
	}
}

// allStuck reports whether nobody had another choice in the last turn, where all have passed in a row
// without a deck. Since nothing has changed on the table in these turns, it shows now what each could
// have played then. It is asked only for this, and nothing else is made of it: how many in this row
// had no choice tells what hands hide.
func (s *State) allStuck() bool {
	for i := range s.players {
		cards := s.players[i].hand
		if card := s.players[i].shed; card != none {
			cards = append(slices.Clip(cards), card)
		}
		if s.canPlay(i, cards) {
			return false
		}
	}
	return true
}

// canPlay reports whether a seat could do more with some of these cards than discard it.
func (s *State) canPlay(i int, cards []Card) bool {
	var openings []opening
	if s.players[i].broken == 0 && slices.ContainsFunc(cards, Card.isPath) {
		openings = s.allOpenings()
	}
	return slices.ContainsFunc(cards, func(card Card) bool { return len(s.actsOf(nil, 0, card, openings)) > 0 })
}

func (n *course) endWithGold(finisher int) {
	if n.trial {
		n.add("", Ended{Winners: "miners"})
		return
	}
	gold := draw(n.dice, n.round, n.supply, n.goldDrawn())
	n.add("", Ended{Round: n.round, Winners: "miners", Finisher: n.name(finisher), Gold: gold})
	if n.phase == sharing {
		n.share()
		return
	}
	n.payOut(n.payMiners())
}

// share picks for the seats as long as there is nothing to choose.
func (n *course) share() {
	for len(distinct(n.left)) == 1 {
		n.add(n.name(n.turn), Picked{Value: n.left[0]})
	}
	if len(n.left) == 0 {
		n.payOut(n.payMiners())
	}
}

func (n *course) endWithoutGold() {
	winners := "saboteurs"
	if n.inPlay(saboteur) == 0 {
		winners = "nobody"
	}
	n.add("", Ended{Round: n.round, Winners: winners})
	if !n.trial {
		n.payOut(n.paySaboteurs())
	}
}

// payOut pays, and deals the next round or ends the match.
func (n *course) payOut(paid Paid) {
	starter := n.nextStarter()
	n.add("", paid)
	if n.round < n.rules.rounds {
		e := n.deal(n.dice, n.round+1)
		e.Starter = n.name(starter)
		n.add("", e)
		return
	}
	n.add("", n.outcome())
}

// nextStarter returns the seat after the one that took the last turn or laid the last path card, or
// clockwise of the one that took the last turn, as the edition says. If a round was given up before
// its first turn, its starter starts again.
func (s *State) nextStarter() int {
	switch {
	case s.rules.afterPath && s.lastPath >= 0:
		return s.after(s.lastPath)
	case s.rules.leftOf && s.last >= 0:
		return (s.last + 1) % len(s.players)
	case s.last >= 0:
		return s.after(s.last)
	}
	return s.starter
}

func (s *State) outcome() MatchEnded {
	e := MatchEnded{Scores: make(map[string]int, len(s.players))}
	for i := range s.players {
		e.Scores[s.name(i)] = total(s.players[i].kept)
	}
	if s.rules.yields && s.given > 0 && s.given == s.round {
		e.Winners = []string{} // all rounds were given up
		return e
	}
	e.Winners = kit.BestSeats(s.setup.Seats, func(a, b string) bool { return e.Scores[a] > e.Scores[b] })
	return e
}

// total adds up the values of gold cards.
func total(gold []int) (sum int) {
	for _, v := range gold {
		sum += v
	}
	return sum
}

// Scores returns the gold that each seat got in the rounds that are over.
func (s *State) Scores() map[string]int { return s.outcome().Scores }
