package record

import (
	"slices"

	"pitpost.example/engine"
)

// Facts verifies a record like VerifyFile. It returns the match as it was opened and all its facts, numbered as
// in the record. Errors are a *Fault of that file. games finds the games; nil means those of the catalogue.
func (r *Record) Facts(file string, games func(string) engine.Game) (*engine.Match, []engine.Fact, error) {
	c, err := r.verify(file, games)
	if err != nil {
		return nil, nil, err
	}
	return engine.OpenMatch(c.match.Game, r.Header.Setup(), c.match.Dice().Seed), c.facts, nil
}

// Telling holds, for each seat and for the public, what was told about each fact.
type Telling map[string]map[int]engine.News

// CollectTelling collects what was told about the facts of a match. Seat "" is the public.
func CollectTelling(m *engine.Match, facts []engine.Fact, seats []string) Telling {
	whole := engine.OpenMatch(m.Game, m.Setup, [32]byte{})
	for _, f := range facts {
		whole.Apply(f)
	}
	t := Telling{}
	for _, seat := range append([]string{""}, seats...) {
		t[seat] = map[int]engine.News{}
		for _, h := range whole.Heard(seat, 0) {
			n := h.News
			n.Lines = append(slices.Clip(t[seat][h.Seq].Lines), n.Lines...) // choices made at once open with one fact
			t[seat][h.Seq] = n
		}
	}
	return t
}

// To returns what a seat was told about fact n.
func (t Telling) To(seat string, n int) []engine.Phrase { return t[seat][n].Lines }

// Alone returns what a seat, but not the public, was told about fact n, or nil.
func (t Telling) Alone(seat string, n int) []engine.Phrase {
	return t[seat][n].Beyond(t[""][n])
}

// BeginsEvent reports whether a fact that is about to be applied is an event of its own, not a consequence of the
// one before.
func BeginsEvent(m *engine.Match, f engine.Fact) bool {
	return engine.IsMatchWide(f.Event.Kind()) || m.Chooses(f)
}
