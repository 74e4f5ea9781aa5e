package main

import (
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pitpost.example/inbox/postoffice"
)

// After each start with --play one match of its game is open, never two.
func TestPlayOpensAMatchOfTheGameOnce(t *testing.T) {
	st := opened(t, nil)
	count := func(sql string) (n int) {
		if err := st.Stores.DB.Pool().QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	until := func(what, sql string, n int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); count(sql) < n; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("waited in vain for %s", what)
			}
		}
	}
	for i, game := range []string{"saboteur", "saboteur", "clonk", "clonk", "saboteur"} {
		if err := st.PlayWithBots(t.Context(), game, io.Discard); err != nil {
			t.Fatal(err)
		}
		// Letters are handled in order, so when this one is, all before it are too.
		err := st.Office.Send(postoffice.Draft{From: "eli@" + st.Office.Domain(), To: st.Stores.Settings.Address, Subject: "games", Body: "my games"})
		if err != nil {
			t.Fatal(err)
		}
		until("the letter behind", "select count(*) from letters where subject = 'games'", i+1)
		want := 1
		if i >= 2 {
			want = 2
		}
		until("the match", "select count(*) from matches where phase = 'running'", want)
		if n := count("select count(*) from matches"); n != want {
			t.Errorf("start %d, with %s: %d matches", i+1, game, n)
		}
	}
}

// Lines of a match in the terminal break between words at 80 columns.
func TestPlayBreaksItsLinesBetweenWords(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	d := &desk{in: strings.NewReader(strings.Repeat("help\nrules\ncards\nstory\ncheck 2\nxyz\nboard\npass 1\n", 4)), out: &said}
	for _, game := range []string{"saboteur", "clonk"} {
		if err := (playCmd{Game: game, Players: 4, Bots: []string{"careful"}, Seed: strings.Repeat("0", 64)}).Run(d); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(said.String()) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 82 { // plus the prompt "> "
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if !strings.Contains(said.String(), "You can write:") {
		t.Error("nobody was asked for a move")
	}
}
