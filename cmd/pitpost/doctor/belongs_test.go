package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that belongs to somebody else is named with the one line that puts it right, and no backup is asked for.
func TestWhoseTheFilesAreIsSaid(t *testing.T) {
	data := t.TempDir()
	for _, name := range []string{"secret", "post/mail", "postgres/data/PG_VERSION"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(data, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self := os.Geteuid()
	if err := wrongOwner(data, self, ""); err != nil {
		t.Error(err)
	}
	if err := wrongOwner(filepath.Join(data, "none"), self, ""); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
	err := wrongOwner(data, 65533, "")
	if err == nil || !strings.Contains(err.Error(), "run this as "+userName(self)) || !strings.Contains(err.Error(), "chown -R "+userName(65533)+": "+data) {
		t.Errorf("another user: %v", err)
	}
	if self != 0 {
		return // only root gives files away
	}
	for _, given := range []struct{ folder, file int }{{65534, 0}, {65534, 65533}, {0, 65534}} {
		for name, owner := range map[string]int{"": given.folder, "post": given.folder, "post/mail": given.folder, "postgres": given.folder, "postgres/data": given.folder,
			"postgres/data/PG_VERSION": given.folder, "secret": given.file} {
			if err := os.Chown(filepath.Join(data, name), owner, -1); err != nil {
				t.Fatal(err)
			}
		}
		err := wrongOwner(data, 0, "")
		if err == nil || !strings.Contains(err.Error(), "secret belongs to "+userName(given.file)) || !strings.Contains(err.Error(), "chown -R "+userName(given.folder)+": "+data) {
			t.Errorf("%v: %v", given, err)
		}
		if err := wrongOwner(data, 0, "nobody"); err != nil {
			t.Errorf("where serve hands them over: %v", err)
		}
	}
	if err := os.Chown(filepath.Join(data, "secret"), 0, -1); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(filepath.Join(data, "postgres", "data"), 65534, -1); err != nil {
		t.Fatal(err)
	}
	if err := wrongOwner(data, 0, ""); err != nil {
		t.Errorf("the Postgres of a house that root serves: %v", err)
	}
}
