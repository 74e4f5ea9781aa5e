package people

import (
	"testing"
	"time"

	"pitpost.example/model"
)

func TestMailboxBehindAnAddress(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"Bo@example.org", "bo+pit@example.org"}, {"b.o@gmail.com", "bo+x@googlemail.com"},
	} {
		if model.MailboxBehind(model.FoldAddress(c.a)) != model.MailboxBehind(model.FoldAddress(c.b)) {
			t.Errorf("%s and %s are two", c.a, c.b)
		}
	}
	for _, c := range []struct{ a, b string }{{"b.o@example.org", "bo@example.org"}, {"bo@example.org", "bo@example.com"}, {"bo@gmail.com", "ana@gmail.com"}} {
		if model.MailboxBehind(model.FoldAddress(c.a)) == model.MailboxBehind(model.FoldAddress(c.b)) {
			t.Errorf("%s and %s are one", c.a, c.b)
		}
	}
}

// Two players who always write together stand out, but not at a table where everybody answers at once.
func TestRhythmStandsOutOrIsNone(t *testing.T) {
	day := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	at := func(hours ...int) (times []time.Time) {
		for i, h := range hours {
			times = append(times, day.AddDate(0, 0, i).Add(time.Duration(h)*time.Minute))
		}
		return times
	}
	ana := known{name: "Ana", times: at(0, 300, 40, 500, 100, 260, 30, 410, 700)}
	bo := known{name: "Bo", times: at(5, 307, 44, 509, 103, 262, 38, 420, 705)}
	cy := known{name: "Cy", times: at(150, 30, 600, 120, 640, 20, 330, 90, 200)}
	all := []known{ana, bo, cy}
	if !rhythmic(all, 0, 1) || rhythmic(all, 0, 2) || rhythmic(all, 1, 2) {
		t.Error("Ana and Bo alone write together")
	}
	if near, of := nearLetters(ana.times, bo.times); near != 18 || of != 18 {
		t.Errorf("%d of %d", near, of)
	}
	cy.times = at(8, 310, 47, 512, 108, 270, 41, 412, 709)
	if all = []known{ana, bo, cy}; rhythmic(all, 0, 1) {
		t.Error("where all are prompt two stand out")
	}
	ana.times = ana.times[:7]
	if all = []known{ana, bo}; rhythmic(all, 0, 1) {
		t.Error("seven letters make a rhythm")
	}
}

func TestWhatManyShareIsNoSign(t *testing.T) {
	bearer := func(shared int) *known {
		return &known{signs: []model.Sign{{Kind: "program", Hash: []byte("h"), Shared: shared}}}
	}
	if got := alike(bearer(2), bearer(2)); len(got) != 1 || got[0] != "program" {
		t.Errorf("%v", got)
	}
	if got := alike(bearer(4), bearer(4)); len(got) != 0 {
		t.Errorf("%v, though four have it", got)
	}
}
