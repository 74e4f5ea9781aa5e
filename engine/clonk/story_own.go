package clonk

import (
	"maps"
	"slices"

	"pitpost.example/engine"
)

// trait is something that a portrait can be about.
type trait uint8

const (
	lostToEyes trait = iota // had the most eyes
	spared                  // had one eye fewer than the most
	justMissed              // was a coin or two short of winning
	justWon                 // won by a coin or two
	wokeDragon
	luckyDig // dug a card that it had just turned up
	bestTurn
	largestCart
	gave
	wasGiven
	blasted
	slept // Snores under the cart
	keptKablooeys
	taskPaid
	dugAll
	traits
)

// portraits has the weight of each trait for each time it was counted, and the key of its line.
var portraits = [traits]engine.Trait{
	lostToEyes:    {Weight: 55, Key: "clonk.own.eyes"},
	spared:        {Weight: 60, Key: "clonk.own.spared"},
	justMissed:    {Weight: 75, Key: "clonk.own.missed"},
	justWon:       {Weight: 80, Key: "clonk.own.won"},
	wokeDragon:    {Weight: 50, Key: "clonk.own.woke"},
	luckyDig:      {Weight: 20, Key: "clonk.own.lucky"},
	bestTurn:      {Weight: 9, Key: "clonk.own.turn"},
	largestCart:   {Weight: 45, Key: "clonk.own.cart"},
	gave:          {Weight: 26, Key: "clonk.own.gave"},
	wasGiven:      {Weight: 22, Key: "clonk.own.given"},
	blasted:       {Weight: 32, Key: "clonk.own.blasted"},
	slept:         {Weight: 28, Key: "clonk.own.slept"},
	keptKablooeys: {Weight: 16, Key: "clonk.own.kablooeys"},
	taskPaid:      {Weight: 5, Key: "clonk.own.task"},
	dugAll:        {Weight: 1, Key: "clonk.own.dug"},
}

// narrow is the largest lead of a close match. lucky is the number of coins from which a card that
// was just turned up is worth telling.
const (
	narrow = 2
	lucky  = 2
)

// account counts what a seat did and had.
type account struct {
	count  [traits]int
	gifts  []int // by receiver
	eyes   []int // on the gifts, by receiver
	turn   int   // coins dug in the present turn
	bared  []Card
	amount int // of coins, for a trait that is counted only once
}

// Portrait returns a line about what set the seat apart in the match. There is one only once the
// match is over, when everything is open.
func (g Game) Portrait(setup engine.Setup, facts []engine.Fact, seat string) *engine.Phrase {
	s, ok := g.Blank(setup).(*State)
	if !ok || s.seat(seat) < 0 {
		return nil
	}
	reader := s.seat(seat)
	accounts := make([]account, len(s.players))
	for i := range accounts {
		accounts[i].gifts, accounts[i].eyes = make([]int, len(accounts)), make([]int, len(accounts))
	}
	for _, f := range facts {
		if i := s.seat(f.Seat); i >= 0 {
			s.count(accounts, i, f.Event)
		}
		s.Apply(f)
	}
	if s.ended == nil {
		return nil
	}
	s.countEnd(accounts)
	counts := engine.MapList(accounts, func(a account) []int { return a.count[:] })
	p := s.portrait(&accounts[reader], engine.MostDistinctive(portraits[:], counts, reader), reader)
	return &p
}

// count counts a fact that is about to be applied.
func (s *State) count(accounts []account, i int, event engine.Event) {
	a := &accounts[i]
	switch e := event.(type) {
	case Dug:
		c := cardOf(e.Card)
		a.count[dugAll]++
		a.turn += s.table.coins[c]
		a.count[bestTurn] = max(a.count[bestTurn], a.turn)
		if s.table.coins[c] >= lucky && slices.Contains(a.bared, c) {
			a.count[luckyDig] = max(a.count[luckyDig], s.table.coins[c])
		}
	case Gave:
		if t := s.seat(e.Target); t >= 0 {
			a.gifts[t]++
			a.eyes[t] += s.table.eyes[cardOf(e.Card)]
			a.count[gave] = max(a.count[gave], a.gifts[t])
			accounts[t].count[wasGiven]++
		}
	case Blasted:
		a.count[blasted]++
	case Exposed:
		a.bared = append(a.bared, cardOf(e.Card))
	case Rested:
		a.turn, a.bared = 0, nil
	case Woke:
		a.count[wokeDragon]++
	}
}

// countEnd counts what the scoring at the end showed.
func (s *State) countEnd(accounts []account) {
	var tallies []count
	var carts, eyes []int
	for i := range accounts {
		n := s.tally(i)
		tallies, carts, eyes = append(tallies, n), append(carts, n.treasures), append(eyes, n.eyes)
	}
	best, second := topTwo(slices.Collect(maps.Values(s.ended.Scores)))
	largest, next := topTwo(carts)
	for i, n := range tallies {
		a := &accounts[i]
		a.count[slept], a.count[keptKablooeys], a.count[taskPaid] = s.players[i].snores, n.kablooeys, max(n.colourTile(), n.kindTile())
		if n.treasures == largest && largest > next {
			a.count[largestCart] = 1
		}
		s.countScore(a, i, best, second, slices.Max(eyes))
	}
}

// topTwo returns the two greatest numbers.
func topTwo(all []int) (best, second int) {
	slices.Sort(all)
	return all[len(all)-1], all[max(0, len(all)-2)]
}

// countScore counts how close a seat came to winning and what its eyes cost it.
func (s *State) countScore(a *account, i, best, second, mostEyes int) {
	name := s.name(i)
	won := slices.Contains(s.ended.Winners, name)
	switch short := best - s.ended.Scores[name]; {
	case won && best > second && best-second <= narrow:
		a.count[justWon], a.amount = 1, best-second
	case !won && short > 0 && short <= narrow:
		a.count[justMissed], a.amount = 1, short
	case s.ended.Losses[name] > 0:
		a.count[lostToEyes], a.amount = 1, s.ended.Losses[name]
	case s.tally(i).eyes == mostEyes-1:
		a.count[spared] = 1
	}
}

// portrait returns the line of a trait of seat i; -1 stands for none.
func (s *State) portrait(a *account, t, i int) engine.Phrase {
	if t < 0 {
		return engine.Say("clonk.own.quiet")
	}
	n, has := a.count[t], s.tally(i)
	say := func(pairs ...any) engine.Phrase { return engine.Say(portraits[t].Key, pairs...) }
	switch trait(t) {
	case lostToEyes:
		return say("eyes", eyesPhrase(has.eyes), "count", a.amount)
	case spared:
		return say("eyes", eyesPhrase(has.eyes))
	case justMissed, justWon:
		return say("count", a.amount)
	case wokeDragon:
		return say()
	case largestCart:
		return say("count", has.treasures)
	case gave:
		whom := slices.Index(a.gifts, n)
		return say("seat", s.name(whom), "count", n, "eyes", eyesPhrase(a.eyes[whom]))
	case taskPaid:
		tile := colourTile
		if has.kindTile() == n {
			tile = kindTile
		}
		return say("tile", s.players[i].tilePhrase(tile), "count", n)
	}
	return say("count", n)
}
