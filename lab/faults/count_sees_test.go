package faults

import (
	"context"
	"strings"
	"testing"
)

// A count that never finds an error would prove nothing: here it must find some.
func TestTheCountSeesWhatIsWrong(t *testing.T) {
	w := newWorld(t, 1)
	for n := 1; n == 1 || w.row.owed == 0 && n < 9; n++ { // until a match has begun, even on a slow machine
		w.round(n, 1, true)
		if len(w.row.wrong) > 0 {
			t.Fatal(w.row.wrong)
		}
	}
	conn, err := w.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	w.sink.odds = w.odds
	var id string
	for id = range w.sink.got {
		break
	}
	kept, asked := w.sink.got[id], w.players.asked
	secret := func() { w.players.spy(letter{"di.1@example.org", []byte("kanari0123456789abcdef")}) }
	for _, c := range []struct {
		what, say string
		spoil     func()
		mend      func()
	}{
		{"a letter out that never came", "was handed over: false", func() { delete(w.sink.got, id) }, func() { w.sink.got[id] = kept }},
		{"a copy with other bytes", "twice with other bytes", func() { w.sink.keep(id, kept.to, []byte("other")) }, func() { w.sink.differ = nil }},
		{"a letter nobody keeps", "stands nowhere", func() { w.sink.keep("stray", kept.to, []byte("stray")) }, func() { delete(w.sink.got, "stray") }},
		{"a letter in that was forgotten", "was noted 0 times", func() { w.players.letters = append(w.players.letters, &sent{id: "lost", from: "ana.1@example.org"}) },
			func() { w.players.letters = w.players.letters[:len(w.players.letters)-1] }},
		{"a letter that was taken for a move and is none in the log", "made 0 choices, not 1", func() { w.players.letters[0].move = true }, func() { w.players.letters[0].move = false }},
		{"digests that never came", "digests owed, 0 received", func() { w.players.asked = nil }, func() { w.players.asked = asked }},
		{"a secret", "a secret: kanari", secret, func() { w.players.leaks = nil }},
		{"a log with a gap", "1 logs with gaps", func() {
			if _, err := conn.Exec(t.Context(), `insert into facts (match_id, seq, kind, version, seat, data, cause, at) values (999, 2, 'match.said', 1, '', '{}', 'test', now())`); err != nil {
				t.Fatal(err)
			}
		}, func() {}},
	} {
		c.spoil()
		w.row, w.looked = &row{}, 0
		w.count()
		if said := strings.Join(w.row.wrong, "\n"); !strings.Contains(said, c.say) {
			t.Errorf("%s: the count said %q", c.what, said)
		}
		c.mend()
	}
}
