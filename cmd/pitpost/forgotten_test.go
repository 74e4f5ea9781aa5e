package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The operator shows, takes along and forgets a player; the records verify, and a restore of a backup from before forgets them
// again, by the list that lies beside it.
func TestTheOperatorForgetsAPlayerForGood(t *testing.T) {
	t.Parallel()
	h := newTrial(t)
	st := h.mustOpen(t)
	h.begin(t)
	h.playUntil(t, "three moves are made", func() bool { return h.moved(3) })
	h.settled(t, st)
	folder, bo := t.TempDir(), killPlayers[1]
	h.mustRun(t, "backup", filepath.Join(folder, "old.tar"))

	if out := h.mustRun(t, "player", "show", bo); !strings.Contains(out, bo) || strings.Contains(out, killPlayers[2]) || strings.Contains(out, `"hand"`) {
		t.Errorf("shown:\n%s", out)
	}
	file := filepath.Join(folder, "bo.zip")
	h.mustRun(t, "player", "export", bo, file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err != nil || len(z.File) != 1 || z.File[0].Name != "data.json" {
		t.Errorf("exported: %v", err)
	}
	for _, words := range [][]string{{"player", "forget", bo}, {"player", "forget", "eli@" + killDomain, "--sure"}, {"player", "show", "no address"}} {
		if code, out, _ := h.command(words...); code == 0 || out != "" {
			t.Errorf("%q ends with %d: %s", words, code, out)
		}
	}
	h.mustRun(t, "player", "forget", bo, "--sure")
	gone := func() bool {
		return len(h.strings(t, "select address from addresses where address = $1 union all select address from seats where address = $1 union all select address from outbox where address = $1", bo)) == 0
	}
	h.await(t, "nothing is left of his address", gone)
	record, kept := h.mustRun(t, "record", "1"), filepath.Join(folder, "match.jsonl")
	if err := os.WriteFile(kept, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	var said, wrong bytes.Buffer
	if code := run([]string{"verify", kept}, &desk{in: strings.NewReader(""), out: &said, err: &wrong}); code != 0 || !strings.Contains(said.String(), "ok: 1 match") || strings.Contains(record, `"Bo"`) || !strings.Contains(record, `"Former"`) {
		t.Errorf("%s%s\n%.500s", said.String(), wrong.String(), record)
	}
	h.mustRun(t, "backup", filepath.Join(folder, "new.tar"))
	st.Close()

	h.loseHouse(t)
	h.mustRun(t, "restore", filepath.Join(folder, "old.tar"))
	st = h.mustOpen(t)
	t.Cleanup(func() { st.Close() })
	h.db = st.Stores.DB
	h.await(t, "he is forgotten again", gone)
	if n := h.strings(t, "select name from seats where match_id = 1 and name = 'Former'"); len(n) != 1 {
		t.Errorf("his seat is called otherwise: %v", h.strings(t, "select name from seats where match_id = 1"))
	}
}

// mustRun runs a command that must succeed, and returns what it prints.
func (h *trial) mustRun(t *testing.T, words ...string) string {
	t.Helper()
	code, out, err := h.command(words...)
	if code != 0 {
		t.Fatalf("%q ends with %d: %s%s", words, code, out, err)
	}
	return out
}
