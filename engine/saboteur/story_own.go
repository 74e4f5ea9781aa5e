package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// trait is what a portrait can be of.
type trait uint8

const (
	reachedGold    trait = iota // laid the card that reached the gold, as a miner
	undidOwnSide                // the same as a saboteur
	helpedSaboteur              // as a miner, mended a saboteur's tools
	caughtSaboteur              // as a miner, broke them
	helpedOwn                   // as a saboteur, mended another's
	disguised                   // as a saboteur, mended a miner's
	undetected                  // a saboteur who won and whose tools nobody broke
	trusted                     // as a miner, mended a miner's tools
	hitMiner                    // as a miner, broke a miner's
	sabotaged                   // as a saboteur, broke a miner's
	felled
	sawGold
	suffered // had its tools broken by others
	mendedOwn
	laidDead
	laidPaths
	passed
	traits
)

// portraits are how much one of each is worth telling, and the lines in which they are told.
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

// account counts what a seat did: how often, and where it was done to somebody
// most often to whom.
type account struct {
	count [traits]int
	by    [traits][]int // by seat
	saw   string        // the goal under which it saw the gold
}

func (a *account) did(t trait) { a.count[t]++ }

// to counts an action done to a seat; the count of the trait is that of the seat it was done to most.
func (a *account) to(t trait, target, seats int) {
	if a.by[t] == nil {
		a.by[t] = make([]int, seats)
	}
	a.by[t][target]++
	a.count[t] = max(a.count[t], a.by[t][target])
}

// Portrait is the line about what is most particular of what a seat did. Roles are
// open when a round is closed; what a map showed is told to its reader alone.
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
	counts := engine.Each(accounts, func(a account) []int { return a.count[:] })
	p := s.portrait(&accounts[reader], engine.MostParticular(portraits[:], counts, reader))
	return &p
}

// count adds an action that is about to be applied.
func (s *State) count(accounts []account, i int, event engine.Event, own bool) {
	a, bad := &accounts[i], s.players[i].role == saboteur
	switch e := event.(type) {
	case Dug:
		if tileOf(cardOf(e.Card), e.Turned).deadEnd() {
			a.did(laidDead)
		} else {
			a.did(laidPaths)
		}
	case Broke:
		t := s.seat(e.Target)
		if t < 0 || t == i {
			return
		}
		accounts[t].did(suffered)
		worse := s.players[t].role == saboteur
		switch {
		case !bad && worse:
			a.to(caughtSaboteur, t, len(accounts))
		case !bad:
			a.to(hitMiner, t, len(accounts))
		case !worse:
			a.to(sabotaged, t, len(accounts))
		}
	case Repaired:
		t := s.seat(e.Target)
		switch {
		case t < 0:
		case t == i:
			a.did(mendedOwn)
		case s.players[t].role != saboteur && bad:
			a.to(disguised, t, len(accounts))
		case s.players[t].role != saboteur:
			a.to(trusted, t, len(accounts))
		case bad:
			a.to(helpedOwn, t, len(accounts))
		default:
			a.to(helpedSaboteur, t, len(accounts))
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

// countEnd adds how a round ended; the actions of the round are still known.
func (s *State) countEnd(accounts []account, e Ended) {
	if i := s.seat(e.Finisher); i >= 0 {
		if s.players[i].role == saboteur {
			accounts[i].did(undidOwnSide)
		} else {
			accounts[i].did(reachedGold)
		}
		return
	}
	for i := range s.players {
		if s.players[i].role == saboteur && !s.hit(i) {
			accounts[i].did(undetected)
		}
	}
}

// hit says whether somebody else broke a tool of the seat in this round.
func (s *State) hit(i int) bool {
	for j := range s.players {
		if j != i && slices.ContainsFunc(s.players[j].actions, func(d action) bool { return d.family() == breakFamily && d.target == i }) {
			return true
		}
	}
	return false
}

// portrait words a trait; none is -1.
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
