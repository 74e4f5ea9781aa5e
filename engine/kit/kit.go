// Package kit is what games of cards have in common, each thing once: reading plain lines, who may
// move, telling what was done and who has won, the accounts of seats, dealing anew for the tests. A game takes
// what fits it; nothing here is asked of one.
package kit

import (
	"reflect"
	"slices"

	"pitpost.example/engine"
)

// Nobody is the number of a seat where there is none.
const Nobody = -1

// News is what is told of an event: its data, as the seat may know it, and lines.
func News(data engine.Event, lines ...engine.Phrase) *engine.News {
	return &engine.News{Lines: lines, Data: data}
}

// Voice words what a seat did: to itself under <game>.news.own-<word>, to others under
// <game>.news.<word> with its name.
type Voice struct {
	Game string
	Doer string
	Own  bool
}

// Say is a line of the voice.
func (v Voice) Say(word string, pairs ...any) engine.Phrase {
	if v.Own {
		return engine.Say(v.Game+".news.own-"+word, pairs...)
	}
	return engine.Say(v.Game+".news."+word, append(pairs, "seat", v.Doer)...)
}

// Outcome tells of the end of a match: a line for each seat, and who has won: <game>.news.won, or .tied where
// several have.
func Outcome(game string, end engine.Event, seats, winners []string, line func(seat string) engine.Phrase) *engine.News {
	key := game + ".news.won"
	if len(winners) > 1 {
		key = game + ".news.tied"
	}
	return News(end, append(engine.Each(seats, line), engine.Say(key, "seats", winners))...)
}

// Ledgers are the public accounts of all seats, each said of by its number.
func Ledgers(seats []string, now, did func(seat int) []engine.Phrase) []engine.Ledger {
	list := make([]engine.Ledger, len(seats))
	for i, name := range seats {
		list[i] = engine.Ledger{Seat: name, Now: now(i), Did: did(i)}
	}
	return list
}

// Playing finds who asks for a move, and refuses whoever sits nowhere and what is asked before the deal or after
// the end: with <game>.no-seat, .not-begun and .over.
func Playing(game string, seats []string, name string, begun, over bool) (seat int, refusal *engine.Refusal) {
	switch seat = slices.Index(seats, name); {
	case seat < 0:
		return seat, engine.Refuse(game+".no-seat", "name", name, "seats", seats)
	case over:
		return seat, engine.Refuse(game + ".over")
	case !begun:
		return seat, engine.Refuse(game + ".not-begun")
	}
	return seat, nil
}

// Gather lists what two phrases tell, of which the first may be such a list: all that they have in
// one argument, under its name in the plural and under the key of the second with -all. Nil where they differ in what has to be
// the same, or tell the same thing twice.
func Gather(first, next engine.Phrase, each string, same ...string) *engine.Phrase {
	all := next.Key + "-all"
	if first.Key != next.Key && first.Key != all {
		return nil
	}
	args := map[string]any{}
	for _, name := range same {
		if args[name] = next.Args[name]; first.Args[name] != next.Args[name] {
			return nil
		}
	}
	switch more := next.Args[each].(type) {
	case string:
		return longer(first, all, each, args, more)
	case engine.Phrase:
		return longer(first, all, each, args, more)
	}
	return nil
}

// longer lists one more beside what a phrase lists, or tells alone; nil where that is told already.
func longer[T any](first engine.Phrase, all, each string, args map[string]any, more T) *engine.Phrase {
	list, _ := first.Args[each+"s"].([]T)
	if one, ok := first.Args[each].(T); ok && first.Key != all {
		list = []T{one}
	}
	if slices.ContainsFunc(list, func(listed T) bool { return reflect.DeepEqual(listed, more) }) {
		return nil
	}
	args[each+"s"] = append(slices.Clip(list), more)
	return &engine.Phrase{Key: all, Args: args}
}

// Best are the seats that come first by an order, in seat order: those that none is before.
func Best(seats []string, before func(a, b string) bool) []string {
	return slices.DeleteFunc(slices.Clone(seats), func(name string) bool {
		return slices.ContainsFunc(seats, func(other string) bool { return before(other, name) })
	})
}
