package main

import (
	"os/exec"
	"strings"
	"testing"

	"pitpost.example/lab"
)

// A database whose journal still has moves belongs to the version before. This version says so in one line and ends.
func TestServeAndMigrateLeaveAJournalWithMovesAlone(t *testing.T) {
	t.Parallel()
	url := lab.Dumped(t, "../../db/testdata/journal-rows.sql.gz")
	for _, name := range []string{"migrate", "serve"} {
		out, err := exec.Command("pitpost", name, "--data", t.TempDir(), "--database-url", url, "--address", killMailbox, "--http", "127.0.0.1:0",
			"--imap-url", "imap://play%40"+killDomain+":any@127.0.0.1:1/INBOX", "--smtp-url", "smtp://127.0.0.1:1").CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		said := lines[len(lines)-1] // serve may first log warnings about the settings
		if err == nil || strings.Count(string(out), "pitpost: ") != 1 || !strings.Contains(said, "pitpost: nothing was changed: ") || !strings.Contains(said, "start that version once and stop it") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
