// Package kit is what games of cards have in common, each thing once: reading plain lines, telling
// what was done, who has won, dealing anew for the tests. A game takes what fits it; nothing here is
// asked of one.
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

// Won says who has won a match: <game>.news.won, or .tied where several have.
func Won(game string, winners []string) engine.Phrase {
	key := game + ".news.won"
	if len(winners) > 1 {
		key = game + ".news.tied"
	}
	return engine.Say(key, "seats", winners)
}

// Gather lists under a key what two phrases tell, of which the first may be such a list: all that
// they have in one argument, under its name in the plural. Nil where they differ in what has to be
// the same, or tell the same thing twice.
func Gather(first, next engine.Phrase, all, each string, same ...string) *engine.Phrase {
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
