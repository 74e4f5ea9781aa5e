package mailer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab/friends"
	"pitpost.example/model"
)

// The last letter counts what its reader has won so far, in this match and those before: matches of the game,
// and rounds in each role that they had in this match. After a first match there is nothing to count.
func TestTheLastLetterCountsEarlierMatches(t *testing.T) {
	t.Parallel()
	s := friends.Open(t)
	addresses := []string{"ana@example.org", "bo@example.net", "cy@example.net"}
	type sum struct{ won, of int }
	matches := map[string]sum{}
	rounds := map[string]map[string]sum{}
	for round := range 3 {
		m := s.Play("saboteur rounds=2")
		for i := 0; m.Fold().Row.Phase == model.PhaseRunning; i++ {
			m.PlayFirst(100_000*round + i)
		}
		if _, err := s.House.Sweep(t.Context(), m.Clock); err != nil { // rates the match
			t.Fatal(err)
		}
		match := m.Fold().Match
		outcome, names := match.Outcome(), match.Names()
		for seat, address := range addresses {
			name := m.Fold().Seats[seat].Name
			_, text := s.Read(address, "end")
			text = strings.Join(strings.Fields(text), " ")
			if !slices.Contains(names, name) {
				t.Fatalf("%s does not play", name)
			}
			add := func(all sum, won bool) sum {
				all.of++
				if won {
					all.won++
				}
				return all
			}
			matches[name] = add(matches[name], slices.Contains(match.State().Result().Winners, name))
			if rounds[name] == nil {
				rounds[name] = map[string]sum{}
			}
			now := slices.Clone(outcome.Sides[name])
			for no, role := range now {
				if !slices.ContainsFunc(names, func(other string) bool { return outcome.Sides[other][no] != role }) {
					now[no] = "" // there was no saboteur
					continue
				}
				rounds[name][role] = add(rounds[name][role], outcome.Won[no] == role)
			}
			want := fmt.Sprintf("Your Saboteur matches won: %d of %d", matches[name].won, matches[name].of)
			if strings.Contains(text, want) != (round > 0) {
				t.Errorf("match %d, %s: %q: %t\n%s", round+1, name, want, round > 0, text)
			}
			for _, role := range []string{"miner", "saboteur"} {
				n := rounds[name][role]
				want := fmt.Sprintf("rounds won as a %s: %d of %d", role, n.won, n.of)
				count := 0
				for _, played := range now {
					if played == role {
						count++
					}
				}
				if told := round > 0 && count > 0 && n.of > count; strings.Contains(text, want) != told {
					t.Errorf("match %d, %s: %q: %t\n%s", round+1, name, want, told, text)
				}
			}
		}
	}
}
