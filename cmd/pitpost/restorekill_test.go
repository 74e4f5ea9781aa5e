package main

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/catalog"
)

// Kills restore with SIGKILL at each of its steps. When it is run again with the same file it finishes, and
// each match is made safe once.
func TestARestoreThatIsKilledIsRunAgain(t *testing.T) {
	t.Parallel()
	h := newTrial(t)
	st := h.mustOpen(t)
	for range 3 {
		if said, err := st.Stores.House.OpenMatchFor(t.Context(), killPlayers[0], "Ana", "new practice saboteur seats=3", time.Now()); err != nil || !said.Done {
			t.Fatalf("no match: %v", err)
		}
	}
	h.settled(t, st)
	file := filepath.Join(t.TempDir(), "house.tar")
	if code, _, err := h.command("backup", file); code != 0 {
		t.Fatal(err)
	}
	st.Close()
	for _, point := range []string{"restore.empty:1", "restore.loaded:1", "restore.numbered:1", "restore.match:1", "restore.match:2"} {
		t.Run(point, func(t *testing.T) {
			h := *h
			h.loseHouse(t)
			cmd := exec.Command("pitpost", append([]string{"restore", file}, h.flags()...)...)
			cmd.Env = append(os.Environ(), "PITPOST_KILL_AT="+point)
			out, err := cmd.CombinedOutput()
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); err == nil || !ok || status.Signal() != syscall.SIGKILL {
				t.Fatalf("it was not killed: %v\n%s", err, out)
			}
			if code, _, err := h.command("restore", file); code != 0 {
				t.Fatalf("run again it ends with %d: %s", code, err)
			}
			d, err := db.Open(context.Background(), h.url, catalog.FindGame, db.Options{Domain: killDomain, Conns: 2, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			h.db = d
			rewinds := h.strings(t, "select concat_ws(' ', match_id, count(*)) from facts where kind = 'match.rewound' group by match_id order by match_id")
			if !slices.Equal(rewinds, []string{"1 1", "2 1", "3 1"}) {
				t.Errorf("the matches were made safe so often: %q", rewinds)
			}
			asked := h.strings(t, "select match_id::text from outbox where purpose = 'turn' and step > 1000000 order by match_id")
			if !slices.Equal(asked, []string{"1", "2", "3"}) {
				t.Errorf("asked anew: %q", asked)
			}
			if spans := h.strings(t, "select jsonb_array_length(value) || ' ' || (value->0->'spans'->'matches')::text from house where key = 'restored'"); !slices.Equal(spans, []string{"1 [3, 10003]"}) {
				t.Errorf("numbers moved on so: %q", spans)
			}
			if left, err := filepath.Glob(filepath.Join(h.data, ".restore-*")); err != nil || len(left) > 0 {
				t.Errorf("something is left: %q", left)
			}
			if secret, err := os.ReadFile(filepath.Join(h.data, "secret")); err != nil || len(strings.Fields(string(secret))) != 1 {
				t.Errorf("the secret file holds %q: %v", secret, err)
			}
		})
	}
}
