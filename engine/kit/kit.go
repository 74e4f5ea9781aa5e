// Package kit has what card games share: reading plain lines, checking who may move, telling what
// happened and who won, the ledgers of seats, and dealing again for the tests. A game uses what
// suits it and need not use any of it.
package kit

import (
	"reflect"
	"slices"

	"pitpost.example/engine"
)

// Nobody is the seat number that stands for no seat.
const Nobody = -1

// MakeNews returns the news of an event: its data, as the seat may know it, and lines.
func MakeNews(data engine.Event, lines ...engine.Phrase) *engine.News {
	return &engine.News{Lines: lines, Data: data}
}

// Voice tells what a seat did: to itself with the text <game>.news.own-<word>, to others with
// <game>.news.<word> and its name as "seat".
type Voice struct {
	Game string
	Doer string
	Own  bool
}

// Say returns such a line.
func (v Voice) Say(word string, pairs ...any) engine.Phrase {
	if v.Own {
		return engine.Say(v.Game+".news.own-"+word, pairs...)
	}
	return engine.Say(v.Game+".news."+word, append(pairs, "seat", v.Doer)...)
}

// TellOutcome tells the end of a match: a line for each seat, then the winner with <game>.news.won,
// several winners with <game>.news.tied, or with <game>.news.nobody that nobody won, since all was
// given up.
func TellOutcome(game string, end engine.Event, seats, winners []string, line func(seat string) engine.Phrase) *engine.News {
	key := game + ".news.won"
	switch len(winners) {
	case 0:
		return MakeNews(end, append(engine.MapList(seats, line), engine.Say(game+".news.nobody"))...)
	case 1:
	default:
		key = game + ".news.tied"
	}
	return MakeNews(end, append(engine.MapList(seats, line), engine.Say(key, "seats", winners))...)
}

// MakeLedgers returns the ledgers of all seats; now and did get the number of a seat.
func MakeLedgers(seats []string, now, did func(seat int) []engine.Phrase) []engine.Ledger {
	return engine.MapListAt(seats, func(i int, name string) engine.Ledger { return engine.Ledger{Seat: name, Now: now(i), Did: did(i)} })
}

// FindPlayingSeat returns the number of the seat that asks for a move. It refuses a name that is not at the
// table, and any move before the deal or after the end, with <game>.no-seat, .not-begun and .over.
func FindPlayingSeat(game string, seats []string, name string, begun, over bool) (seat int, refusal *engine.Refusal) {
	switch seat = slices.Index(seats, name); {
	case seat < 0:
		return seat, engine.Refuse(game+".no-seat", "name", name, "seats", seats).OfKind(engine.UnknownSeat)
	case over:
		return seat, engine.Refuse(game + ".over")
	case !begun:
		return seat, engine.Refuse(game + ".not-begun")
	}
	return seat, nil
}

// GatherPhrases returns one phrase that tells what two phrases tell, or nil if they do not belong
// together. They must have the same key and the same values for the arguments named in same, and
// differ in the argument named each. The new phrase has the key with "-all" at its end and lists
// those arguments under the plural of each (with an "s"). first may itself be a phrase that GatherPhrases
// returned.
func GatherPhrases(first, next engine.Phrase, each string, same ...string) *engine.Phrase {
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

// longer adds more to the list in first, or to its only element; nil if more is already there.
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

// BestSeats returns, in seat order, the seats that no other seat is before.
func BestSeats(seats []string, before func(a, b string) bool) []string {
	return slices.DeleteFunc(slices.Clone(seats), func(name string) bool {
		return slices.ContainsFunc(seats, func(other string) bool { return before(other, name) })
	})
}
