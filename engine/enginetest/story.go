package enginetest

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// CheckStories checks the stories of a game: they can be printed, vary, are the same on every try,
// and reveal no secret too early. A game that tells stories calls it in its tests.
func CheckStories(t *testing.T, g engine.Game) {
	words := ReadCatalogue(t, g.Strings(), "en.toml")
	maps.Copy(words, ReadCatalogue(t, g.Strings(), "story.en.toml"))
	said := map[string]bool{}
	hear := func(phrases ...engine.Phrase) {
		for _, p := range phrases {
			if !strings.HasPrefix(p.Key, "match.") { // the house's own texts
				prints(t, words, p)
			}
			said[p.Key] = true
		}
	}
	changed := 0
	for i, at := range tables(g) {
		if i%4 != 0 { // each fold is a whole match, so only some tables are tried
			continue
		}
		log := walk(t, g, at, func(s step) {
			if !s.due(17) {
				return
			}
			m := matchOf(g, at, s.log)
			for _, seat := range []string{"", s.seat, at.setup.Seats[s.n%len(at.setup.Seats)]} {
				hear(m.Story(seat)...)
				hear(atAGlance(m)...)
				hear(gathers(g, m.Story(seat))...)
				other, differs := s.anew(t, g, at, seat)
				if !differs {
					continue
				}
				changed++
				a, b := stories(t, m, seat), stories(t, matchOf(g, at, other), seat)
				failIf(t, !bytes.Equal(a, b), "%s: after fact %d a story tells %q a secret:\n%s\n%s", at.name, len(s.log), seat, a, b)
			}
		})
		hear(listens(t, matchOf(g, at, log))...)
		hear(remains(t, matchOf(g, at, log))...)
		for more := range byte(8) {
			at.dice.Seed[3] = 1 + more
			m := matchOf(g, at, walk(t, g, at, nil))
			for _, seat := range at.setup.Seats {
				hear(*m.Portrait(seat, 0))
			}
		}
	}
	errorIf(t, changed == 0, "dealing anew never changed a log: the test proves nothing")
	varied(t, g, said)
}

// matchOf returns a match with a log of the game's own facts.
func matchOf(g engine.Game, at table, log []engine.Fact) *engine.Match {
	m := engine.OpenMatch(g, at.setup, at.dice.Seed)
	for _, name := range at.setup.Seats {
		m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	m.Apply(engine.Fact{Event: engine.Started{Order: at.setup.Seats}})
	for _, f := range log {
		f.Seq = 0 // numbered after the facts of the lobby
		m.Apply(f)
	}
	return m
}

// atAGlance returns how a match stands, as everybody may see it.
func atAGlance(m *engine.Match) []engine.Phrase {
	if state, ok := m.State().(engine.Glancing); ok {
		return state.Glance()
	}
	return nil
}

// gathers returns what Gathered makes of each two consecutive lines.
func gathers(g engine.Game, lines []engine.Phrase) (all []engine.Phrase) {
	game, ok := g.(engine.Gathering)
	for i := 1; ok && i < len(lines); i++ {
		if p := game.Gathered(lines[i-1], lines[i]); p != nil {
			all = append(all, *p)
		}
	}
	return all
}

// remains returns what the last letter says about a match: its story, and each seat's role and
// score.
func remains(t *testing.T, m *engine.Match) []engine.Phrase {
	outcome, result := m.Outcome(), m.State().Result()
	all := outcome.Tale
	if _, ok := m.State().(engine.Recounted); ok && len(all) == 0 {
		t.Errorf("%s: nothing is left to tell of a match", m.Game.Name())
	}
	parties, _ := m.Game.(engine.Parties)
	game, _ := m.Game.(engine.Remembered)
	counted, _ := m.State().(engine.ScoreExplained)
	for _, seat := range m.Names() {
		errorIf(t, len(outcome.Sides[seat]) != len(outcome.Won),
			"%s: %s was on %d sides in %d rounds", m.Game.Name(), seat, len(outcome.Sides[seat]), len(outcome.Won))
		for _, side := range outcome.Sides[seat] {
			if parties != nil {
				all = append(all, parties.Role(side))
			}
		}
		if game != nil && result != nil {
			all = append(all, game.Points(result.Scores[seat]))
		}
		if counted != nil && result != nil {
			all = append(all, *counted.Sum(seat))
		}
	}
	return all
}

// remark returns what the house remarks about the facts after since.
func remark(m *engine.Match, since int) *engine.Phrase {
	_, line := m.HeardAndRemark("", 42, since)
	return line
}

// stories returns everything that letters tell a seat besides the news.
func stories(t T, m *engine.Match, seat string) []byte {
	var all bytes.Buffer
	say := func(v any) { all.Write(append(asJSON(t, v), '\n')) }
	say(m.Story(seat))
	say(atAGlance(m))
	for since := max(0, m.Seq-9); since < m.Seq; since++ {
		say(remark(m, since))
	}
	say(m.Portrait(seat, 0))
	say(m.Accounts(seat, 0))
	return all.Bytes()
}

// listens collects what is said in a whole match: a remark on every fact, and each seat's portrait
// after each round and at the end. A seat without a portrait after a round is an error.
func listens(t T, m *engine.Match) []engine.Phrase {
	var heard []engine.Phrase
	past := engine.OpenMatch(m.Game, m.Setup, [32]byte{})
	for _, f := range m.Facts() {
		past.Apply(f)
		if p := remark(past, f.Seq-1); p != nil {
			heard = append(heard, *p)
		}
		closed := engine.ClosesRoundOrMatch(f)
		for _, seat := range past.Names() {
			p := past.Portrait(seat, f.Seq-1)
			switch {
			case closed == (p == nil):
				t.Fatalf("%s after %s: the line of %s is %v", m.Game.Name(), f.Event.Kind(), seat, p)
			case p != nil:
				heard = append(heard, *p)
			}
		}
	}
	return heard
}

// varied checks that enough different remarks and portraits came up.
func varied(t T, g engine.Game, said map[string]bool) {
	count := func(prefix string) int {
		n := 0
		for key := range said {
			if strings.HasPrefix(key, g.Name()+prefix) {
				n++
			}
		}
		return n
	}
	if n := count(".voice."); n < 12 {
		t.Errorf("only %d dry lines came up", n)
	}
	if n := count(".own."); n < 8 {
		t.Errorf("only %d kinds of lines of one's own came up", n)
	}
}
