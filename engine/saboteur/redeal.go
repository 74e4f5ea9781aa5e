package saboteur

import (
	"maps"
	"slices"

	"pitpost.example/engine"
)

// Redeal writes another log that this seat could not tell from the one given:
// what it may not know (others' hands, roles and gold, the deck, cards
// discarded face down, goals it has not seen) is dealt anew. Tests compare
// what the seat is shown in both; a match that is over has no secrets and
// comes back as it is.
func (g Game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	if len(log) == 0 {
		return out
	}
	if _, over := log[len(log)-1].Event.(MatchEnded); over {
		return out
	}
	s := newState(setup)
	for from := 0; from < len(out); {
		to := from + 1
		for to < len(out) {
			if _, next := out[to].Event.(Dealt); next {
				break
			}
			to++
		}
		r := redeal{State: s, facts: out[from:to], reader: s.seat(seat), lot: lot}
		for _, f := range log[from:to] {
			s.Apply(f)
		}
		if _, dealt := r.facts[0].Event.(Dealt); dealt {
			r.round()
		}
		from = to
	}
	return out
}

// redeal is one round on its way to be dealt anew. The state has folded the
// round as it really was.
type redeal struct {
	*State
	facts  []engine.Fact
	reader int
	lot    *engine.Stream
}

func (r *redeal) round() {
	e := r.facts[0].Event.(Dealt)
	e.Roles, e.Goals = maps.Clone(e.Roles), maps.Clone(e.Goals)
	e.Hands, e.Deck = maps.Clone(e.Hands), slices.Clone(e.Deck)
	if r.winner == "" {
		r.dwarfs(&e)
	}
	r.aims(&e)
	r.deckAndHands(&e)
	r.facts[0].Event = e
	r.nuggets()
}

// dwarfs mixes the roles of all others and the spare.
func (r *redeal) dwarfs(e *Dealt) {
	roles := []string{e.Spare}
	for i, name := range r.setup.Seats {
		if i != r.reader {
			roles = append(roles, e.Roles[name])
		}
	}
	engine.Mix(r.lot, roles)
	e.Spare, roles = roles[0], roles[1:]
	for i, name := range r.setup.Seats {
		if i != r.reader {
			e.Roles[name], roles = roles[0], roles[1:]
		}
	}
}

// aims mixes the goals that are neither turned nor seen by the reader.
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

// deckAndHands follows every card of the deck through the round and mixes those that
// the reader never saw.
func (r *redeal) deckAndHands(e *Dealt) {
	var faces []string // by card, in the order of the deal
	hands := map[string][]int{}
	take := func(codes []string) (ids []int) {
		for _, c := range codes {
			ids = append(ids, len(faces))
			faces = append(faces, c)
		}
		return ids
	}
	for _, name := range r.setup.Seats {
		hands[name] = take(e.Hands[name])
	}
	first := take(e.Deck)
	deck := first
	dealt := maps.Clone(hands)
	known := make([]bool, len(faces))
	spot := make([]int, len(r.facts)) // the card of a hidden draw or pass
	orders := map[int][]int{}         // the deck after a reshuffle
	next := 0
	for i, f := range r.facts {
		spot[i] = -1
		if e, ok := f.Event.(Reshuffled); ok {
			deck = slices.Concat(deck[:next], reordered(deck[next:], faces, e.Deck))
			orders[i] = deck[next:]
			continue
		}
		if _, drew := f.Event.(Drew); drew {
			spot[i] = deck[next]
			hands[f.Seat] = append(slices.Clone(hands[f.Seat]), deck[next])
			next++
			continue
		}
		hand := hands[f.Seat]
		at := slices.IndexFunc(hand, func(id int) bool { return faces[id] == played(f.Event) })
		if at < 0 {
			continue
		}
		if _, passed := f.Event.(Passed); passed {
			spot[i] = hand[at]
		} else {
			known[hand[at]] = true
		}
		hands[f.Seat] = slices.Delete(slices.Clone(hand), at, at+1)
	}
	if r.reader >= 0 {
		r.own(dealt, spot, known)
	}
	r.shuffleHidden(faces, known)
	for _, name := range r.setup.Seats {
		e.Hands[name] = facesOf(faces, dealt[name])
	}
	e.Deck = facesOf(faces, first)
	for i, order := range orders {
		r.facts[i].Event = Reshuffled{Deck: facesOf(faces, order)}
	}
	for i, id := range spot {
		if id < 0 {
			continue
		}
		if _, drew := r.facts[i].Event.(Drew); drew {
			r.facts[i].Event = Drew{Card: faces[id]}
		} else {
			r.facts[i].Event = Passed{Card: faces[id]}
		}
	}
}

// reordered is the cards of a pile in the order of these faces.
func reordered(pile []int, faces, order []string) []int {
	pile = slices.Clone(pile)
	out := make([]int, 0, len(order))
	for _, face := range order {
		if at := slices.IndexFunc(pile, func(id int) bool { return faces[id] == face }); at >= 0 {
			out = append(out, pile[at])
			pile = slices.Delete(pile, at, at+1)
		}
	}
	return out
}

// own marks all cards that went through the reader's hand.
func (r *redeal) own(dealt map[string][]int, spot []int, known []bool) {
	for _, id := range dealt[r.name(r.reader)] {
		known[id] = true
	}
	for i, id := range spot {
		if id >= 0 && r.facts[i].Seat == r.name(r.reader) {
			known[id] = true
		}
	}
}

func (r *redeal) shuffleHidden(faces []string, known []bool) {
	var hidden []int
	for id := range faces {
		if !known[id] {
			hidden = append(hidden, id)
		}
	}
	r.lot.Shuffle(len(hidden), func(i, j int) {
		faces[hidden[i]], faces[hidden[j]] = faces[hidden[j]], faces[hidden[i]]
	})
}

func facesOf(faces []string, ids []int) []string {
	return engine.Each(ids, func(id int) string { return faces[id] })
}

// played is the card that a choice takes from the hand.
func played(event engine.Event) string {
	switch e := event.(type) {
	case Dug:
		return e.Card
	case Broke:
		return e.Card
	case Repaired:
		return e.Card
	case Felled:
		return rockfall.String()
	case Looked:
		return mapCard.String()
	case Passed:
		return e.Card
	}
	return ""
}

// nuggets puts other gold cards in the place of those that were picked before the
// reader first saw the table; a saboteur never sees it.
func (r *redeal) nuggets() {
	at := slices.IndexFunc(r.facts, func(f engine.Fact) bool { _, ok := f.Event.(Ended); return ok })
	if at < 0 {
		return
	}
	ended := r.facts[at].Event.(Ended)
	finisher := r.seat(ended.Finisher)
	if finisher < 0 || len(ended.Gold) == 0 {
		return
	}
	values, made := r.order(ended.Gold)
	pickers := make([]int, len(values))
	i := r.firstPicker(finisher)
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

// order gives the gold in the order of picking, what is left last, and how
// many picks were made.
func (r *redeal) order(drawn []int) (values []int, made int) {
	if !r.rules.ask {
		values = slices.Clone(drawn)
		slices.Sort(values)
		slices.Reverse(values)
		return values, len(values)
	}
	left := slices.Clone(drawn)
	for _, f := range r.facts {
		if e, ok := f.Event.(Picked); ok {
			values = append(values, e.Value)
			if at := slices.Index(left, e.Value); at >= 0 {
				left = slices.Delete(left, at, at+1)
			}
		}
	}
	return append(values, left...), len(values)
}

// swapValues changes the first n values; where the house picks the highest for
// everyone they stay in falling order.
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
