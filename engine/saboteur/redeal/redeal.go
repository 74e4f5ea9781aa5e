// Package redeal deals the hidden cards of Saboteur anew. Only tests import it.
package redeal

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/kit/exchange"
	"pitpost.example/engine/saboteur"
)

// Game is Saboteur as engine.Redealing.
type Game struct{ saboteur.Game }

// Redeal returns another log that the seat cannot tell from the given one. What it may not know is
// dealt again: others' hands, roles and gold, the deck, cards discarded face down, and goals that it
// has not seen. The tests compare what the seat is shown in both. The log of a match that is over
// has no secrets and is returned unchanged.
func (g Game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	for _, facts := range exchange.SplitRounds(out) {
		if engine.DealsRound(facts[0]) {
			r := redeal{facts: facts, dealt: facts[0].Event.(saboteur.Dealt), seats: setup.Seats, reader: seat, ask: setup.Options["picks"] == "ask", lot: lot}
			r.round()
		}
	}
	return out
}

// redeal deals one round again.
type redeal struct {
	facts  []engine.Fact
	dealt  saboteur.Dealt // as it really was
	seats  []string
	reader string
	ask    bool // everybody who picks gold is asked
	lot    *engine.Stream
}

// ended returns the end of the round and its place among the facts, -1 if it is not over.
func (r *redeal) ended() (e saboteur.Ended, at int) {
	if at = slices.IndexFunc(r.facts, engine.IsEvent[saboteur.Ended]); at >= 0 {
		e = r.facts[at].Event.(saboteur.Ended)
	}
	return e, at
}

func (r *redeal) round() {
	e := r.dealt
	e.Roles, e.Goals = maps.Clone(e.Roles), maps.Clone(e.Goals)
	if _, at := r.ended(); at < 0 { // at the end of a round everything is turned up
		r.dwarfs(&e)
		r.aims(&e)
	}
	r.deckAndHands(e)
	r.nuggets()
}

// dwarfs shuffles the roles of all other seats and the spare.
func (r *redeal) dwarfs(e *saboteur.Dealt) {
	others := engine.FilterList(r.seats, func(name string) bool { return name != r.reader })
	roles := engine.MapList(others, func(name string) string { return e.Roles[name] })
	if e.Spare != "" {
		roles = append(roles, e.Spare)
	}
	engine.ShuffleList(r.lot, roles)
	for i, name := range others {
		e.Roles[name] = roles[i]
	}
	if e.Spare != "" {
		e.Spare = roles[len(others)]
	}
}

// aims shuffles the goals that are face down and that the reader has not seen.
func (r *redeal) aims(e *saboteur.Dealt) {
	hidden := slices.Sorted(maps.Keys(e.Goals))
	for _, f := range r.facts {
		switch event := f.Event.(type) {
		case saboteur.Revealed:
			hidden = engine.RemoveFirst(hidden, event.Goal)
		case saboteur.Looked:
			if f.Seat == r.reader {
				hidden = engine.RemoveFirst(hidden, event.Goal)
			}
		}
	}
	cards := engine.MapList(hidden, func(name string) string { return e.Goals[name] })
	engine.ShuffleList(r.lot, cards)
	for i, name := range hidden {
		e.Goals[name] = cards[i]
	}
	for i, f := range r.facts {
		if looked, ok := f.Event.(saboteur.Looked); ok {
			looked.Saw = e.Goals[looked.Goal]
			r.facts[i].Event = looked
		}
	}
}

// deckAndHands gives every card of the deck a unique name, follows it through the round, and
// exchanges the cards that the reader never saw.
func (r *redeal) deckAndHands(e saboteur.Dealt) {
	known, hands := map[string]bool{}, map[string][]string{}
	var all []string
	called := func(codes []string) []string {
		from := len(all)
		for _, c := range codes {
			all = append(all, c+"#"+strconv.Itoa(len(all)))
		}
		return all[from:len(all):len(all)]
	}
	for _, name := range r.seats {
		hands[name] = called(e.Hands[name])
		for _, card := range hands[name] {
			known[card] = name == r.reader
		}
	}
	e.Hands, e.Deck = maps.Clone(hands), called(e.Deck)
	deck := e.Deck
	for i, f := range r.facts {
		switch event := f.Event.(type) {
		case saboteur.Reshuffled:
			deck = inOrder(deck, event.Deck)
			r.facts[i].Event = saboteur.Reshuffled{Deck: deck}
		case saboteur.Drew:
			known[deck[0]] = f.Seat == r.reader
			hands[f.Seat] = append(slices.Clone(hands[f.Seat]), deck[0])
			r.facts[i].Event = saboteur.Drew{Card: deck[0]}
			deck = deck[1:]
		default:
			at := slices.IndexFunc(hands[f.Seat], func(card string) bool { return code(card) == spends(event) })
			if at < 0 {
				continue
			}
			card := hands[f.Seat][at]
			hands[f.Seat] = engine.RemoveFirst(hands[f.Seat], card)
			if engine.IsEvent[saboteur.Passed](f) {
				r.facts[i].Event = saboteur.Passed{Card: card}
			} else {
				known[card] = true
			}
		}
	}
	r.facts[0].Event = e
	swap := exchange.MixCards(r.lot, slices.DeleteFunc(slices.Clone(all),
		func(card string) bool { return known[card] }))
	for _, card := range all {
		swap[card] = code(cmp.Or(swap[card], card)) // the code of the card that is there now
	}
	for i, f := range r.facts {
		r.facts[i].Event = exchange.SwapCards(Game{}, f.Event, swap)
	}
}

// spends returns the card that a seat's turn takes from its hand, "" if an event is no turn or takes none.
func spends(event engine.Event) string {
	switch e := event.(type) {
	case saboteur.Dug:
		return e.Card
	case saboteur.Broke:
		return e.Card
	case saboteur.Repaired:
		return e.Card
	case saboteur.Felled:
		return "rockfall"
	case saboteur.Looked:
		return "map"
	case saboteur.Passed:
		return e.Card
	}
	return ""
}

// code returns the code of a card with a unique name.
func code(card string) string {
	code, _, _ := strings.Cut(card, "#")
	return code
}

// inOrder returns the cards of a pile in the order of these codes.
func inOrder(pile, codes []string) []string {
	return engine.MapList(codes, func(c string) string {
		at := slices.IndexFunc(pile, func(card string) bool { return code(card) == c })
		card := pile[at]
		pile = engine.RemoveFirst(pile, card)
		return card
	})
}

// nuggets replaces the gold cards that were picked before the reader first saw what was left. A
// saboteur never sees that.
func (r *redeal) nuggets() {
	ended, at := r.ended()
	if len(ended.Gold) == 0 {
		return
	}
	values, made := r.order(ended.Gold)
	pickers := r.pickers(ended.Finisher, len(values))
	unseen := len(values)
	for k, name := range pickers {
		if name == r.reader && unseen > k && k <= made {
			unseen = k
		}
	}
	r.swapValues(values, unseen)
	if unseen > 0 {
		ended.Gold = slices.Clone(values)
		r.facts[at].Event = ended
	}
	r.rewrite(values, pickers)
}

// pickers returns who picks the n gold cards of a round: the finisher first, if that is a miner, then the miners
// counter-clockwise from there, again and again.
func (r *redeal) pickers(finisher string, n int) (names []string) {
	seats := len(r.seats)
	for at := slices.Index(r.seats, finisher); len(names) < n; at = (at + seats - 1) % seats {
		if r.dealt.Roles[r.seats[at]] == "miner" {
			names = append(names, r.seats[at])
		}
	}
	return names
}

// order returns the gold in the order of picking, followed by what is left, and the number of picks
// made.
func (r *redeal) order(drawn []int) (values []int, made int) {
	if !r.ask {
		values = slices.Clone(drawn)
		slices.Sort(values)
		slices.Reverse(values)
		return values, len(values)
	}
	left := drawn
	for _, f := range r.facts {
		if e, ok := f.Event.(saboteur.Picked); ok {
			values = append(values, e.Value)
			left = engine.RemoveFirst(left, e.Value)
		}
	}
	return append(values, left...), len(values)
}

// swapValues changes the first n values. If the house picks the highest for everybody, they stay in
// descending order.
func (r *redeal) swapValues(values []int, n int) {
	least := 1
	if !r.ask && n < len(values) {
		least = values[n]
	}
	for k := range n {
		values[k] = least + r.lot.Intn(4-least)
	}
	if !r.ask {
		slices.SortFunc(values[:n], func(a, b int) int { return b - a })
	}
}

func (r *redeal) rewrite(values []int, pickers []string) {
	k := 0
	for at, f := range r.facts {
		switch e := f.Event.(type) {
		case saboteur.Picked:
			r.facts[at].Event = saboteur.Picked{Value: values[k]}
			k++
		case saboteur.Paid:
			paid := saboteur.Paid{Nuggets: map[string]saboteur.Nuggets{}, Short: e.Short}
			for j, v := range values {
				name := pickers[j]
				n := paid.Nuggets[name]
				n.Picks = append(n.Picks, v)
				paid.Nuggets[name] = n
			}
			r.facts[at].Event = paid
		}
	}
}
