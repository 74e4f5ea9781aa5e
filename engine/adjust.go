package engine

import (
	"maps"
	"slices"
)

// MatchTerms lists, sorted, the terms of a match that no game knows of. A Changed can name them
// beside options of the game.
var MatchTerms = []string{"bank", "pace", "remind", "slips", "talk", "weekends"}

// Adjustable is a State of whose options some can have another value while it is played. It is also
// given match.changed in Apply, and keeps to what that says of these options from then on.
type Adjustable interface {
	// Adjusts lists, for each such option, the values that it can have from now on, the present one
	// included. They are values that Game.Options takes. It depends only on what everybody knows.
	Adjusts() map[string][]string
}

// Rounded is a State that is played in rounds, each of which begins with a deal.
type Rounded interface {
	// RoundsLeft returns how many rounds are still to be dealt.
	RoundsLeft() int
}

// RoundsLeft returns how many rounds of a match are still to be dealt, 0 in a game without rounds.
func (m *Match) RoundsLeft() int {
	if s, ok := m.state.(Rounded); ok {
		return s.RoundsLeft()
	}
	return 0
}

// CanChange returns nil if a match that is played can have these values from now on, and the name of
// one that it cannot have otherwise, with the values that it can have (none if it can never change).
// Values of MatchTerms are not looked at.
func (m *Match) CanChange(options map[string]string) (wrong string, choices []string) {
	can := map[string][]string{}
	if s, ok := m.state.(Adjustable); ok {
		can = s.Adjusts()
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !slices.Contains(MatchTerms, name) && !slices.Contains(can[name], options[name]) {
			return name, can[name]
		}
	}
	return "", nil
}

// SetupNow returns what the match was opened with, and with the options that were changed since.
func (m *Match) SetupNow() Setup {
	now := m.Setup
	for _, f := range m.log {
		e, ok := f.Event.(Changed)
		if !ok {
			continue
		}
		now.Options = maps.Clone(now.Options)
		for name, value := range e.Options {
			if !slices.Contains(MatchTerms, name) {
				if now.Options == nil {
					now.Options = map[string]string{}
				}
				now.Options[name] = value
			}
		}
	}
	return now
}

// SpellTerms lists terms and options as the line that opens a match has them, sorted by name.
func SpellTerms(terms map[string]string) []string {
	return MapList(slices.Sorted(maps.Keys(terms)), func(name string) string { return name + "=" + terms[name] })
}
