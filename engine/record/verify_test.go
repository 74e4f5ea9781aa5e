package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// oneMatch returns the lines of a match of one round in which this side won and every kind of card was
// played.
func oneMatch(t testing.TB, legal bool, winners string) []string {
	t.Helper()
	for k := range 200 {
		text := simulated(t, Simulation{Matches: 1, Seed: fmt.Sprint("one ", k), Legal: legal,
			Options: map[string]string{"rounds": "1"}, Bots: bots(4, "dig")})
		all := bytes.Contains(text, []byte(`"winners":"`+winners+`"`))
		for _, kind := range []string{"revealed", "broke", "repaired", "felled", "looked", "passed"} {
			all = all && bytes.Contains(text, []byte("saboteur."+kind))
		}
		if all {
			return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
		}
	}
	t.Fatal("no match has it all")
	return nil
}

func verifyLines(lines []string) (Tally, error) {
	var tally Tally
	err := VerifyFile("record", strings.NewReader(strings.Join(lines, "")), &tally)
	return tally, err
}

// mutants returns versions of a JSON line in which one value is changed, for each value: a card to another
// card, a seat to another seat, a number to the next one.
func mutants(t *testing.T, line string) []string {
	var v any
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		t.Fatal(err)
	}
	var list []string
	var walk func(v any, put func(any))
	keep := func() {
		text, err := encode(v)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text)+"\n")
	}
	walk = func(at any, put func(any)) {
		switch x := at.(type) {
		case map[string]any:
			for _, k := range sorted(x) {
				old := x[k]
				walk(old, func(n any) { x[k] = n })
				delete(x, k)
				keep()
				x[k] = old
			}
		case []any:
			for i, old := range x {
				walk(old, func(n any) { x[i] = n })
			}
			if len(x) > 0 {
				put(x[:len(x)-1])
				keep()
				put(x)
			}
		default:
			put(other(at))
			keep()
			put(nil)
			keep()
			put(at)
		}
	}
	walk(v, func(n any) { v = n })
	return list
}

func sorted(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// other returns another value of the same sort.
func other(v any) any {
	rings := [][]string{
		{"Ana", "Bo", "Cy", "Di"}, {"miner", "saboteur"}, {"miners", "saboteurs", "nobody"},
		{"pick", "lantern", "cart"}, {"I1", "I3", "I5"}, {"gold", "stone-ne", "stone-nw"},
		{"path-ns", "path-ew", "path-ne", "path-nw", "dead-n", "rockfall", "map"},
		{"broken-pick", "broken-cart"}, {"repair-pick", "repair-cart"},
	}
	switch x := v.(type) {
	case bool:
		return !x
	case float64:
		return x + 1
	case string:
		for _, ring := range rings {
			if i := slices.Index(ring, x); i >= 0 {
				return ring[(i+1)%len(ring)]
			}
		}
		if strings.HasPrefix(x, "path-") || strings.HasPrefix(x, "dead-") {
			return "path-ns"
		}
		if len(x) == 64 {
			return strings.Repeat("0", 64)
		}
		return x + "x"
	}
	return "x"
}

// free reports whether a mutant of the header only changes the name of the match, which can be anything.
func free(line, mutant string) bool {
	var a, b Header
	if json.Unmarshal([]byte(line), &a) != nil || json.Unmarshal([]byte(mutant), &b) != nil || a.Record != 1 {
		return false
	}
	return a.Match != b.Match && b.Match != "" && strings.Contains(mutant, `"match":"`)
}

// changes verifies a record again and again, each time with one value changed in one of the lines for which
// counts is true. It returns the changed lines that pass.
func changes(t *testing.T, lines []string, counts func(i int) bool) (passed []string) {
	t.Helper()
	if _, err := verifyLines(lines); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for i, line := range lines {
		if !counts(i) {
			continue
		}
		for _, m := range mutants(t, line) {
			if free(line, m) {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = m
			tried++
			if _, err := verifyLines(changed); err == nil {
				passed = append(passed, m)
			}
		}
	}
	if tried == 0 {
		t.Fatal("nothing was tried")
	}
	return passed
}

// A player could have laid a card the other way round or played another one. If nothing later depends on it,
// such a record is just as valid. No other change may pass.
func TestEveryChangedValueIsFound(t *testing.T) {
	choices := []string{"saboteur.dug", "saboteur.broke", "saboteur.repaired", "saboteur.passed"}
	for _, winners := range []string{"miners", "saboteurs"} {
		if testing.Short() && winners == "saboteurs" {
			continue
		}
		lines := oneMatch(t, false, winners)
		closing := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "saboteur.ended") })
		sealed := lines[:len(lines)-1]
		passed := changes(t, lines, func(i int) bool { return winners == "miners" || i >= closing })
		passed = append(passed, changes(t, sealed, func(i int) bool { return i > 0 && i%3 == 0 || i >= closing })...)
		for _, m := range passed {
			var e Event
			if json.Unmarshal([]byte(m), &e) != nil || !slices.Contains(choices, e.Kind) {
				t.Errorf("passes: %s", m)
			}
		}
		if len(passed) > 12 {
			t.Errorf("%d changes pass:\n%s", len(passed), strings.Join(passed, ""))
		}
	}
}

func TestEveryChangedListIsFound(t *testing.T) {
	lines := oneMatch(t, true, "miners")
	at := 0
	passed := changes(t, lines, func(i int) bool {
		if !strings.HasPrefix(lines[i], `{"legal"`) {
			return false
		}
		at++
		return at%8 == 0
	})
	if len(passed) > 0 {
		t.Errorf("pass: %s", strings.Join(passed, ""))
	}
}

// If the seed is known, even two swapped cards are found.
func TestSwappedPairIsFound(t *testing.T) {
	lines := oneMatch(t, false, "miners")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"saboteur.dealt"`) })
	var l Event
	if err := json.Unmarshal([]byte(lines[at]), &l); err != nil {
		t.Fatal(err)
	}
	event, err := engine.DecodeEvent(catalog.FindGame("saboteur"), l.Kind, 1, l.Data)
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	text, _ := json.Marshal(event)
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	deck := data["deck"].([]any)
	for i := range len(deck) - 1 {
		if deck[i] == deck[i+1] {
			continue
		}
		deck[i], deck[i+1] = deck[i+1], deck[i]
		l.Data, _ = json.Marshal(data)
		line, _ := encode(l)
		changed := slices.Clone(lines)
		changed[at] = string(line) + "\n"
		_, err := verifyLines(changed)
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("record:%d: ", at+1)) {
			t.Errorf("cards %d and %d of the deck: %v", i+1, i+2, err)
		}
		deck[i], deck[i+1] = deck[i+1], deck[i]
	}
}

func TestMovedLinesAreFound(t *testing.T) {
	lines := oneMatch(t, true, "miners")
	for i := range lines {
		gone := slices.Delete(slices.Clone(lines), i, i+1)
		if _, err := verifyLines(gone); err == nil && i < len(lines)-1 {
			t.Errorf("line %d can be left out: %s", i+1, lines[i])
		}
		twice := slices.Insert(slices.Clone(lines), i, lines[i])
		if _, err := verifyLines(twice); err == nil && i > 0 {
			t.Errorf("line %d can stand twice: %s", i+1, lines[i])
		}
		if i+1 < len(lines) {
			swapped := slices.Clone(lines)
			swapped[i], swapped[i+1] = ended(lines[i+1]), ended(lines[i])
			if _, err := verifyLines(swapped); err == nil {
				t.Errorf("lines %d and %d can change places", i+1, i+2)
			}
		}
	}
}

func ended(line string) string { return strings.TrimSuffix(line, "\n") + "\n" }

// A record may end after any move; the match is running then.
func TestRunningMatchPasses(t *testing.T) {
	lines := oneMatch(t, false, "miners")
	whole := 0
	for n := 1; n < len(lines); n++ {
		tally, err := verifyLines(lines[:n])
		switch {
		case err != nil && !strings.Contains(err.Error(), "breaks off") && !strings.Contains(err.Error(), "is missing"):
			t.Errorf("%d lines: %v", n, err)
		case err == nil && n < len(lines)-1:
			whole++
			if len(tally.Running) != 1 || tally.Running[0].After != tally.Events || len(tally.Unchecked) != 1 {
				t.Errorf("%d lines: running is %v, of %d events", n, tally.Running, tally.Events)
			}
		}
	}
	if whole < 20 {
		t.Errorf("only %d beginnings pass", whole)
	}
	tally, err := verifyLines(lines[:len(lines)-1])
	if err != nil || tally.Running != nil || len(tally.Unchecked) != 1 {
		t.Errorf("without its seed: %+v, %v", tally, err)
	}
}
