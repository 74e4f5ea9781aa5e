package server_test

import (
	"maps"
	"testing"

	"pitpost.example/engine"
)

// Every match that is opened is played by the newest rules, also a rematch of one that is not. Options that its
// edition has by itself now are no options of it any more.
func TestMatchesAreOpenedByTheNewestRules(t *testing.T) {
	s := stageOf(t, newMemory)
	s.must = true
	rows := 0
	do := func(row string) {
		rows++
		s.step(rows, row)
		s.happened()
	}
	do("Ana> new saboteur with bo@example.org, cy@example.org edition=es ends=hands rounds=1")
	do("Ana> new practice")
	first := s.holds.(inMemory).Matches[1]
	first.Row.Terms.Rules, first.Match.Setup.Rules = 0, 0 // as if it had been opened before
	first.Row.Options["ends"] = "stuck"
	do("Bo(invite)> yes")
	do("Cy(invite)> yes")
	do("operator #1 abort")
	do("Ana(end)> rematch")
	all := s.holds.matches()
	if len(all) != 3 {
		t.Fatalf("%d matches", len(all))
	}
	for i, rules := range []int{0, engine.NewestRules, engine.NewestRules} {
		if all[i].Terms.Rules != rules {
			t.Errorf("match %d has rules %d, not %d", i+1, all[i].Terms.Rules, rules)
		}
	}
	if want := map[string]string{"rounds": "1"}; !maps.Equal(all[2].Options, want) {
		t.Errorf("the rematch has the options %v, not %v", all[2].Options, want)
	}
	if s.holds.fold(1).Setup.HasRules(2) || !s.holds.fold(3).Setup.HasRules(2) {
		t.Error("a match is not played by the rules of its row")
	}
}
