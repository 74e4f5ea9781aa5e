package inbox

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/inbox/intake"
)

// Every sample letter and every hostile one ends in exactly one state with a reason, and the operator's
// counts agree with the letters that came.
func TestEveryLetterEndsInOneCountedState(t *testing.T) {
	s := newStand(t)
	begun := s.number("select count(*) from letters")
	letters := everyLetter(t)
	for name, raw := range hostileShapes() {
		if len(raw) < 1<<20 { // letters are kept whole in the database
			letters[name] = raw
		}
	}
	noted, again := 0, 0
	for _, name := range slices.Sorted(maps.Keys(letters)) {
		s.now = s.now.Add(time.Minute)
		before := s.number("select count(*) from letters")
		fate, err := s.r.Take(t.Context(), letters[name], intake.Source{Name: "imap"})
		if err != nil || fate != intake.Processed && fate != intake.SetAside {
			t.Fatalf("%s: %v, %v", name, fate, err)
		}
		switch more := s.number("select count(*) from letters") - before; more {
		case 1:
			noted++
		case 0:
			l, _ := ReadLetter(letters[name])
			if id := s.r.identity(l); s.number("select count(*) from letters where hash = $1", id[:]) != 1 {
				t.Errorf("%s ends nowhere", name)
			}
			again++
		default:
			t.Errorf("%s is noted %d times", name, more)
		}
		if fate == intake.SetAside && s.number("select count(*) from letters where state = 'set-aside'") == 0 {
			t.Errorf("%s is set aside and not counted", name)
		}
	}
	counts, err := db.QueryPairs[string, int](t.Context(), s.d, "select state, count(*) from letters group by state")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for state, n := range counts {
		if !slices.Contains([]string{"apply", "hold", "refuse", "drop", "set-aside"}, state) {
			t.Errorf("%d letters in state %q", n, state)
		}
		sum += n
	}
	if sum != begun+noted || noted+again != len(letters) {
		t.Errorf("%d letters came, %d are noted and %d were before; the states count %d", len(letters), noted, again, sum-begun)
	}
	if n := s.number("select count(*) from letters where why = '' and state <> 'apply'"); n != 0 {
		t.Errorf("%d letters ended without a reason", n)
	}
	t.Logf("%d letters: %v, %d of them copies", len(letters), counts, again)
}
