package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// trait is something that a portrait can be about.
type trait uint8

const (
	noTrait        trait = iota
	reachedGold          // as a miner, laid the card that reached the gold
	undidOwnSide         // as a saboteur, laid that card
	helpedSaboteur       // as a miner, mended a saboteur's tools
	caughtSaboteur       // as a miner, broke a saboteur's tools
	helpedOwn            // as a saboteur, mended another saboteur's tools
	disguised            // as a saboteur, mended a miner's tools
	undetected           // as a saboteur, won, and nobody broke its tools
	trusted              // as a miner, mended another miner's tools
	hitMiner             // as a miner, broke another miner's tools
	sabotaged            // as a saboteur, broke a miner's tools
	felled
	sawGold
	suffered // others broke its tools
	mendedOwn
	laidDead
	laidPaths
	passed
	traits
)

// portraits has the weight of each trait for each time it was counted, and the key of its line.
var portraits = [traits]engine.Trait{
	reachedGold:    {Weight: 60, Key: "saboteur.own.finished"},
	undidOwnSide:   {Weight: 120, Key: "saboteur.own.undid"},
	helpedSaboteur: {Weight: 50, Key: "saboteur.own.helped"},
	caughtSaboteur: {Weight: 48, Key: "saboteur.own.caught"},
	helpedOwn:      {Weight: 48, Key: "saboteur.own.together"},
	disguised:      {Weight: 46, Key: "saboteur.own.disguised"},
	undetected:     {Weight: 45, Key: "saboteur.own.undetected"},
	trusted:        {Weight: 32, Key: "saboteur.own.trusted"},
	hitMiner:       {Weight: 34, Key: "saboteur.own.hit-miner"},
	sabotaged:      {Weight: 30, Key: "saboteur.own.sabotaged"},
	felled:         {Weight: 35, Key: "saboteur.own.felled"},
	sawGold:        {Weight: 30, Key: "saboteur.own.saw"},
	suffered:       {Weight: 24, Key: "saboteur.own.suffered"},
	mendedOwn:      {Weight: 18, Key: "saboteur.own.mended"},
	laidDead:       {Weight: 14, Key: "saboteur.own.dead"},
	laidPaths:      {Weight: 7, Key: "saboteur.own.paths"},
	passed:         {Weight: 8, Key: "saboteur.own.passed"},
}

// What finding the gold says of a seat, by its role, and what breaking and mending tools does, by its
// role and the role of the other seat.
var (
	ofFinding  = [3]trait{miner: reachedGold, saboteur: undidOwnSide}
	ofBreaking = [3][3]trait{miner: {miner: hitMiner, saboteur: caughtSaboteur}, saboteur: {miner: sabotaged}}
	ofMending  = [3][3]trait{miner: {miner: trusted, saboteur: helpedSaboteur}, saboteur: {miner: disguised, saboteur: helpedOwn}}
)

// account counts what a seat did. For what was done to another seat, it counts the seat that it was
// done to most often.
type account struct {
	count [traits]int
	by    [traits][]int // by seat
	saw   string        // the goal where it saw the gold
}

func (a *account) did(t trait) { a.count[t]++ }

// to counts an action done to a seat. The trait's count is that of the seat it was done to most
// often.
func (a *account) to(t trait, target, seats int) {
	if a.by[t] == nil {
		a.by[t] = make([]int, seats)
	}
	a.by[t][target]++
	a.count[t] = max(a.count[t], a.by[t][target])
}

// Portrait returns a line about what set the seat apart. Roles are open once a round is closed, but
// what a map showed is told only to the seat that used it.
func (Game) Portrait(setup engine.Setup, facts []engine.Fact, seat string) *engine.Phrase {
	s := newState(setup)
	reader := s.seat(seat)
	if reader < 0 {
		return nil
	}
	accounts := make([]account, len(s.players))
	for _, f := range facts {
		if i := s.seat(f.Seat); i >= 0 {
			s.count(accounts, i, f.Event, i == reader)
		}
		s.Apply(f)
		if e, ok := f.Event.(Ended); ok {
			s.countEnd(accounts, e)
		}
	}
	counts := engine.MapList(accounts, func(a account) []int { return a.count[:] })
	p := s.portrait(&accounts[reader], engine.MostDistinctive(portraits[:], counts, reader))
	return &p
}

// count counts an action that is about to be applied.
func (s *State) count(accounts []account, i int, event engine.Event, own bool) {
	a := &accounts[i]
	switch e := event.(type) {
	case Dug:
		if tileOf(cardOf(e.Card), e.Turned).deadEnd() {
			a.did(laidDead)
		} else {
			a.did(laidPaths)
		}
	case Broke:
		if t := s.seat(e.Target); t >= 0 && t != i {
			accounts[t].did(suffered)
			a.to(ofBreaking[s.players[i].role][s.players[t].role], t, len(accounts))
		}
	case Repaired:
		if t := s.seat(e.Target); t == i {
			a.did(mendedOwn)
		} else if t >= 0 {
			a.to(ofMending[s.players[i].role][s.players[t].role], t, len(accounts))
		}
	case Felled:
		a.did(felled)
	case Looked:
		if own && cardOf(e.Saw) == gold {
			a.did(sawGold)
			a.saw = e.Goal
		}
	case Passed:
		if e.Card != "" {
			a.did(passed)
		}
	}
}

// countEnd counts how a round ended, while its actions are still known.
func (s *State) countEnd(accounts []account, e Ended) {
	if i := s.seat(e.Finisher); i >= 0 {
		accounts[i].did(ofFinding[s.players[i].role])
		return
	}
	for i := range s.players {
		if e.Winners == "saboteurs" && s.players[i].role == saboteur && !s.hit(i) {
			accounts[i].did(undetected)
		}
	}
}

// hit reports whether another seat broke a tool of the seat in this round.
func (s *State) hit(i int) bool {
	for j := range s.players {
		if j != i && slices.ContainsFunc(s.players[j].actions, func(d action) bool { return d.family() == breakFamily && d.target == i }) {
			return true
		}
	}
	return false
}

// portrait returns the line of a trait; -1 stands for none.
func (s *State) portrait(a *account, t int) engine.Phrase {
	switch {
	case t < 0:
		return engine.Say("saboteur.own.quiet")
	case trait(t) == sawGold:
		return engine.Say(portraits[t].Key, "goal", a.saw)
	case a.by[t] != nil:
		whom := slices.Index(a.by[t], a.count[t])
		return engine.Say(portraits[t].Key, "seat", s.name(whom), "count", a.count[t])
	}
	return engine.Say(portraits[t].Key, "count", a.count[t])
}
