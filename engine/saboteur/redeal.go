package saboteur

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Redeal returns another log that the seat cannot tell from the given one. What it may not know is
// dealt again: others' hands, roles and gold, the deck, cards discarded face down, and goals that it
// has not seen. The tests compare what the seat is shown in both. The log of a match that is over
// has no secrets and is returned unchanged.
func (g Game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	s := newState(setup)
	for _, facts := range kit.Rounds(out) {
		r := redeal{State: s, facts: facts, reader: s.seat(seat), lot: lot}
		for _, f := range facts {
			s.Apply(f)
		}
		if engine.Deals(facts[0]) {
			r.round()
		}
	}
	return out
}

// redeal deals one round again. Its State has folded the round as it really was.
type redeal struct {
	*State
	facts  []engine.Fact
	reader int
	lot    *engine.Stream
}

func (r *redeal) round() {
	e := r.facts[0].Event.(Dealt)
	e.Roles, e.Goals = maps.Clone(e.Roles), maps.Clone(e.Goals)
	if r.winner == "" {
		r.dwarfs(&e)
	}
	r.aims(&e)
	r.deckAndHands(e)
	r.nuggets()
}

// dwarfs shuffles the roles of all other seats and the spare.
func (r *redeal) dwarfs(e *Dealt) {
	others := engine.Where(r.setup.Seats, func(name string) bool { return r.seat(name) != r.reader })
	roles := append([]string{e.Spare}, engine.Each(others, func(name string) string { return e.Roles[name] })...)
	engine.Mix(r.lot, roles)
	e.Spare = roles[0]
	for i, name := range others {
		e.Roles[name] = roles[i+1]
	}
}

// aims shuffles the goals that are face down and that the reader has not seen.
func (r *redeal) aims(e *Dealt) {
	var hidden, cards []string
	for g, c := range goalCells {
		seen := r.reader >= 0 && r.players[r.reader].seen[g]
		if !seen && r.maze.at(c) == hiddenTile {
			hidden = append(hidden, c.String())
			cards = append(cards, e.Goals[c.String()])
		}
	}
	engine.Mix(r.lot, cards)
	for i, name := range hidden {
		e.Goals[name] = cards[i]
	}
	for i, f := range r.facts {
		if looked, ok := f.Event.(Looked); ok {
			looked.Saw = e.Goals[looked.Goal]
			r.facts[i].Event = looked
		}
	}
}

// deckAndHands gives every card of the deck a unique name, follows it through the round, and
// exchanges the cards that the reader never saw.
func (r *redeal) deckAndHands(e Dealt) {
	known, hands := map[string]bool{}, map[string][]string{}
	var all []string
	called := func(codes []string) []string {
		from := len(all)
		for _, c := range codes {
			all = append(all, c+"#"+strconv.Itoa(len(all)))
		}
		return all[from:len(all):len(all)]
	}
	for i, name := range r.setup.Seats {
		hands[name] = called(e.Hands[name])
		for _, card := range hands[name] {
			known[card] = i == r.reader
		}
	}
	e.Hands, e.Deck = maps.Clone(hands), called(e.Deck)
	deck := e.Deck
	for i, f := range r.facts {
		switch event := f.Event.(type) {
		case Reshuffled:
			deck = inOrder(deck, event.Deck)
			r.facts[i].Event = Reshuffled{Deck: deck}
		case Drew:
			known[deck[0]] = r.seat(f.Seat) == r.reader
			hands[f.Seat] = append(slices.Clone(hands[f.Seat]), deck[0])
			r.facts[i].Event = Drew{Card: deck[0]}
			deck = deck[1:]
		case turn:
			at := slices.IndexFunc(hands[f.Seat], func(card string) bool { return code(card) == event.spends() })
			if at < 0 {
				continue
			}
			card := hands[f.Seat][at]
			hands[f.Seat] = engine.Without(hands[f.Seat], card)
			if _, passed := event.(Passed); passed {
				r.facts[i].Event = Passed{Card: card}
			} else {
				known[card] = true
			}
		}
	}
	r.facts[0].Event = e
	swap := kit.Mixed(r.lot, slices.DeleteFunc(slices.Clone(all), func(card string) bool { return known[card] }))
	for _, card := range all {
		swap[card] = code(cmp.Or(swap[card], card)) // the code of the card that is there now
	}
	for i, f := range r.facts {
		r.facts[i].Event = kit.Exchange(Game{}, f.Event, swap)
	}
}

// code returns the code of a card with a unique name.
func code(card string) string {
	code, _, _ := strings.Cut(card, "#")
	return code
}

// inOrder returns the cards of a pile in the order of these codes.
func inOrder(pile, codes []string) []string {
	return engine.Each(codes, func(c string) string {
		at := slices.IndexFunc(pile, func(card string) bool { return code(card) == c })
		card := pile[at]
		pile = engine.Without(pile, card)
		return card
	})
}

// nuggets replaces the gold cards that were picked before the reader first saw what was left. A
// saboteur never sees that.
func (r *redeal) nuggets() {
	at := slices.IndexFunc(r.facts, engine.Is[Ended])
	if at < 0 {
		return
	}
	ended := r.facts[at].Event.(Ended)
	if len(ended.Gold) == 0 {
		return
	}
	values, made := r.order(ended.Gold)
	pickers := make([]int, len(values))
	i := r.firstPicker(r.seat(ended.Finisher))
	unseen := len(values)
	for k := range values {
		pickers[k] = i
		if i == r.reader && unseen > k && k <= made {
			unseen = k
		}
		i = r.nextMiner(i)
	}
	r.swapValues(values, unseen)
	if unseen > 0 {
		ended.Gold = slices.Clone(values)
		r.facts[at].Event = ended
	}
	r.rewrite(values, pickers)
}

// order returns the gold in the order of picking, followed by what is left, and the number of picks
// made.
func (r *redeal) order(drawn []int) (values []int, made int) {
	if !r.rules.ask {
		values = slices.Clone(drawn)
		slices.Sort(values)
		slices.Reverse(values)
		return values, len(values)
	}
	left := drawn
	for _, f := range r.facts {
		if e, ok := f.Event.(Picked); ok {
			values = append(values, e.Value)
			left = engine.Without(left, e.Value)
		}
	}
	return append(values, left...), len(values)
}

// swapValues changes the first n values. If the house picks the highest for everybody, they stay in
// descending order.
func (r *redeal) swapValues(values []int, n int) {
	least := 1
	if !r.rules.ask && n < len(values) {
		least = values[n]
	}
	for k := range n {
		values[k] = least + r.lot.Intn(4-least)
	}
	if !r.rules.ask {
		slices.SortFunc(values[:n], func(a, b int) int { return b - a })
	}
}

func (r *redeal) rewrite(values, pickers []int) {
	k := 0
	for at, f := range r.facts {
		switch e := f.Event.(type) {
		case Picked:
			r.facts[at].Event = Picked{Value: values[k]}
			k++
		case Paid:
			paid := Paid{Nuggets: map[string]Nuggets{}, Short: e.Short}
			for j, v := range values {
				name := r.name(pickers[j])
				n := paid.Nuggets[name]
				n.Picks = append(n.Picks, v)
				paid.Nuggets[name] = n
			}
			r.facts[at].Event = paid
		}
	}
}
