package clonk

import (
	"maps"
	"slices"

	"pitpost/engine"
)

// option is one point on which the languages of the rulebook differ.
type option struct {
	name   string
	values []string
}

var options = []option{
	{"awakening", []string{"top", "mixed"}},
	{"last", []string{"round", "extra"}},
	{"gift", []string{"own", "any"}},
}

// edition is the rulebook in one language: its value for every option, in the
// order of options.
type edition struct {
	name   string
	values [3]string
}

var editions = []edition{
	{"de", [3]string{"top", "round", "own"}},
	{"en", [3]string{"top", "round", "own"}},
	{"nl", [3]string{"top", "round", "own"}},
	{"fr", [3]string{"top", "extra", "own"}},
	{"es", [3]string{"mixed", "round", "any"}},
}

// rules are an edition with the options set beside it, ready to be asked.
type rules struct {
	mixed   bool // the Awakening lies anywhere in the bottom pile
	extra   bool // after the last round everyone plays once more
	anyGift bool // a gift matches the right-most card, whoever laid it
}

// Editions lists the languages, the default first.
func (Game) Editions() []string {
	names := make([]string, len(editions))
	for i, e := range editions {
		names[i] = e.name
	}
	return names
}

func editionOf(name string) *edition {
	i := slices.IndexFunc(editions, func(e edition) bool { return e.name == name })
	if i < 0 {
		return nil
	}
	return &editions[i]
}

// Options checks an edition and the options set beside it, and keeps those
// that differ from the edition.
func (g Game) Options(name string, set map[string]string) (map[string]string, *engine.Refusal) {
	e := editionOf(name)
	if e == nil {
		return nil, engine.Refuse("clonk.no-edition", "edition", name, "choices", g.Editions())
	}
	differ := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		i := slices.IndexFunc(options, func(o option) bool { return o.name == key })
		if i < 0 {
			names := make([]string, len(options))
			for j, o := range options {
				names[j] = o.name
			}
			return nil, engine.Refuse("clonk.no-option", "option", key, "choices", names)
		}
		if !slices.Contains(options[i].values, set[key]) {
			return nil, engine.Refuse("clonk.no-value", "option", key, "value", set[key], "choices", options[i].values)
		}
		if set[key] != e.values[i] {
			differ[key] = set[key]
		}
	}
	return differ, nil
}

// rulesOf resolves a setup that Options has let pass; what it does not know is
// played as in the default edition.
func rulesOf(s engine.Setup) rules {
	e := editionOf(s.Edition)
	if e == nil {
		e = &editions[0]
	}
	value := func(i int) string {
		if v, ok := s.Options[options[i].name]; ok && slices.Contains(options[i].values, v) {
			return v
		}
		return e.values[i]
	}
	return rules{mixed: value(0) == "mixed", extra: value(1) == "extra", anyGift: value(2) == "any"}
}
