package record

import "pitpost.example/engine"

// Facts verifies a record, as Verify does, and gives the match as it was opened
// and all its facts, numbered as in the record. What is wrong with it comes back
// as a *Fault of that file. games finds the games; nil for the catalogue's.
func (r *Record) Facts(file string, games func(string) engine.Game) (*engine.Match, []engine.Fact, error) {
	c, err := r.verify(file, games)
	if err != nil {
		return nil, nil, err
	}
	return engine.Open(c.match.Game, r.Header.Setup(), c.match.Dice().Seed), c.facts, nil
}

// Telling is what the seats of a match, and the public, were told of each of its facts.
type Telling map[string]map[int]engine.News

// Told collects what was told of the facts of a match; seat "" is the public.
func Told(m *engine.Match, facts []engine.Fact, seats []string) Telling {
	whole := engine.Open(m.Game, m.Setup, [32]byte{})
	for _, f := range facts {
		whole.Apply(f)
	}
	t := Telling{}
	for _, seat := range append([]string{""}, seats...) {
		t[seat] = map[int]engine.News{}
		for _, h := range whole.Heard(seat, 0) {
			t[seat][h.Seq] = h.News
		}
	}
	return t
}

// To is what a seat was told of fact n.
func (t Telling) To(seat string, n int) []engine.Phrase { return t[seat][n].Lines }

// Alone is what a seat was told of fact n beyond what the public was, nil for nothing.
func (t Telling) Alone(seat string, n int) []engine.Phrase {
	return t[seat][n].Beyond(t[""][n])
}

// Begins says whether a fact, about to be applied, is an event of its own and not something that
// follows by itself from the one before.
func Begins(m *engine.Match, f engine.Fact) bool {
	return engine.MatchWide(f.Event.Kind()) || m.Chooses(f)
}
