package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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

// A demonstration is played in a folder of its own, whatever house the environment names.
func TestADemoHasAFolderOfItsOwn(t *testing.T) {
	t.Parallel()
	home, house := t.TempDir(), filepath.Join(t.TempDir(), "house")
	cmd := exec.Command("pitpost", "serve", "--play", "saboteur", "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+home, "PITPOST_DATA="+house)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	for line := ""; !strings.HasPrefix(line, "ready "); {
		if line, err = said.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(home, "pitpost-play", "house.json")); err != nil {
		t.Error(err)
	}
	for _, name := range []string{house, filepath.Join(home, "pitpost")} {
		if _, err := os.Stat(name); err == nil {
			t.Errorf("it has made %s", name)
		}
	}
}
