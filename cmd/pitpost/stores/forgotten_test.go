package stores

import (
	"os"
	"path/filepath"
	"testing"
)

// Lists of who was forgotten are merged: each hash stands there once, with the latest time. A list that cannot be read is an
// error and stays as it is.
func TestListsOfWhoWasForgottenAreMerged(t *testing.T) {
	folder := t.TempDir()
	from, to := filepath.Join(folder, "from"), ForgottenFile(folder)
	write := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := MergeForgotten(from, to); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("of nobody there is a list")
	}
	write(from, "bb 2026-09-01T00:00:00Z\naa 2026-08-01T00:00:00Z\n")
	write(to, "cc 2026-01-01T00:00:00Z\nbb 2026-02-01T00:00:00Z\n")
	if err := MergeForgotten(from, to); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(to)
	if want := "aa 2026-08-01T00:00:00Z\nbb 2026-09-01T00:00:00Z\ncc 2026-01-01T00:00:00Z\n"; err != nil || string(text) != want {
		t.Errorf("%v: %s", err, text)
	}
	write(from, "not a list\n")
	if err := MergeForgotten(from, to); err == nil {
		t.Error("that is no list")
	}
}
