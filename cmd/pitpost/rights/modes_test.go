package rights

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
)

func TestSecretsAreClosedToOthersOnTheMachine(t *testing.T) {
	data, elsewhere := filepath.Join(t.TempDir(), "data"), t.TempDir()
	s := settings.DefaultSettings(data)
	s.SecretFile, s.DKIMKeyFile, s.GmailPasswordFile = filepath.Join(data, "secret"), filepath.Join(elsewhere, "key"), filepath.Join(elsewhere, "none")
	put := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	put(s.SecretFile, 0o644)
	put(filepath.Join(data, "pitpost.yaml"), 0o666)
	put(s.DKIMKeyFile, 0o640)
	var log bytes.Buffer
	if err := ForbidOthersToRead(s, slog.New(slog.NewTextHandler(&log, nil))); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{data: 0o700, s.SecretFile: 0o600, filepath.Join(data, "pitpost.yaml"): 0o600, s.DKIMKeyFile: 0o640} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has the mode %o, want %o (%v)", name, info.Mode().Perm(), want, err)
		}
	}
	if strings.Count(log.String(), "was closed") != 3 || strings.Count(log.String(), "may read a file with a secret") != 1 {
		t.Errorf("the log says:\n%s", log.String())
	}
	log.Reset()
	put(s.DKIMKeyFile, 0o602)
	if err := ForbidOthersToRead(s, slog.New(slog.NewTextHandler(&log, nil))); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that anybody may write is taken: %v", err)
	}
}

// The mode of a data folder that contains other people's files is not changed.
func TestAFolderForAllIsNotClosed(t *testing.T) {
	for name, prepare := range map[string]func(string) error{
		"sticky":   func(dir string) error { return os.Chmod(dir, 0o777|os.ModeSticky) },
		"anybodys": func(dir string) error { return os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o600) },
	} {
		dir := t.TempDir()
		if err := prepare(dir); err != nil {
			t.Fatal(err)
		}
		before, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		s := settings.DefaultSettings(dir)
		s.SecretFile = filepath.Join(dir, "secret")
		if err := ForbidOthersToRead(s, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		if after, err := os.Stat(dir); err != nil || after.Mode() != before.Mode() {
			t.Errorf("%s: the mode went from %s to %s", name, before.Mode(), after.Mode())
		}
	}
}
