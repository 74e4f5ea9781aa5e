package league_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine/league"
)

// ladder formats divisions as words: "a b c | d e f".
func ladder(all []league.Entrant) string {
	var b strings.Builder
	for i, e := range all {
		if i > 0 && e.Division != all[i-1].Division {
			b.WriteString("| ")
		}
		b.WriteString(e.Name + " ")
	}
	return strings.TrimSpace(b.String())
}

// ended returns a table with the divisions in the given order; ! marks players who have left.
func ended(t *testing.T, r *league.Rules, text string) []league.Row {
	var who []league.Entrant
	var results []league.Result
	for d, part := range strings.Split(text, "|") {
		names := strings.Fields(part)
		for i, n := range names {
			name := strings.TrimSuffix(n, "!")
			who = append(who, league.Entrant{Name: name, Division: d + 1, Left: name != n})
			for j := range len(names) - i { // one win for each place from here down
				res := result(len(results), 1, seat(name, 1), seat(fmt.Sprintf("x%d", j), 0))
				results = append(results, res)
			}
		}
	}
	table := league.ComputeStandings(r, seed, 1, who, results)
	for i, row := range table {
		if row.Name != who[i].Name {
			t.Fatalf("the table is not as meant: %v", table)
		}
	}
	return table
}

func TestUpAndDown(t *testing.T) {
	for _, c := range []struct{ name, size, table, next, want string }{
		{"full divisions", "4", "a b c d | e f g h | i j k l", "abcdefghijkl", "e a b c | i f g d | j k l h"},
		{"a gone champion leaves room for the best of those below", "4", "a b c d | e f g h", "bcdefgh", "e b c f | g h d"},
		{"one gone among the last takes a place that goes down", "4", "a b c d! | e f g h", "abcefgh", "e a b c | f g h"},
		{"the first of the second does not come back", "4", "a b c d | e! f g h", "abcdfgh", "f a b c | g h d"},
		{"a short last division joins the one above", "4", "a b c d | e f g h", "abcdef", "e a b c f d"},
		{"one that nobody is left of", "4", "a b c d | e f g h", "abcd", "a b c d"},
	} {
		r := rules(t, `{"group": 3, "divisions": {"size": `+c.size+`, "growth": 1, "move": 1}}`)
		if got := ladder(league.AssignDivisions(r, seed, 2, ended(t, r, c.table),
			strings.Split(c.next, ""))); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

func TestNewcomersBeginAtTheFoot(t *testing.T) {
	r := rules(t, `{"group": 3, "divisions": {"size": 4, "growth": 1, "move": 1}}`)
	next := league.AssignDivisions(r, seed, 2, ended(t, r, "a b c d | e f g h"), strings.Split("abcdefghvwxyz", ""))
	for _, e := range next {
		if old := e.Name < "i"; old != (e.Division < 3) {
			t.Errorf("%s plays in division %d", e.Name, e.Division)
		}
	}
	if last := next[len(next)-1]; last.Division != 3 {
		t.Errorf("five newcomers make %d divisions more", last.Division-2)
	}
	all := strings.Split("abcdefgh", "")
	one := ladder(league.AssignDivisions(r, seed, 1, nil, all))
	slices.Reverse(all)
	if two := ladder(league.AssignDivisions(r, seed, 1, nil, all)); one != two {
		t.Errorf("the order of sign-up steers the first divisions: %q, %q", one, two)
	}
}

func TestDivisionsGrow(t *testing.T) {
	r := rules(t, `{}`)
	var names []string
	for _, e := range entrants(1010, 0) {
		names = append(names, e.Name)
	}
	sizes := map[int]int{}
	for _, e := range league.AssignDivisions(r, seed, 1, nil, names) {
		sizes[e.Division]++
	}
	if fmt.Sprint(sizes) != "map[1:25 2:75 3:225 4:685]" {
		t.Errorf("1010 players play in divisions of %v", sizes)
	}
}

func TestMarksSayWhoWouldMove(t *testing.T) {
	r := rules(t, `{"group": 3, "divisions": {"size": 5, "growth": 1, "move": 2}}`)
	var got []string
	for _, row := range ended(t, r, "a b c d e | f! g h i j | k l m n! o") {
		got = append(got, fmt.Sprintf("%s%+d", row.Name, row.Move))
	}
	if want := "[a+0 b+0 c+0 d-1 e-1 f+0 g+1 h+1 i-1 j-1 k+1 l+1 m+0 n+0 o+0]"; fmt.Sprint(got) != want {
		t.Errorf("marked %v, not %s", got, want)
	}
}
