package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
)

func TestDoctorTellsWhatIsOpenToOthers(t *testing.T) {
	s := settings.Defaults(t.TempDir())
	s.SecretFile = filepath.Join(s.Data, "secret")
	try := func() (string, error) { return rightsParts(s)[0].try(t.Context()) }
	if err := os.WriteFile(s.SecretFile, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, well := range map[os.FileMode]bool{0o755: false, 0o700: true} {
		if err := os.Chmod(s.Data, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := try(); (err == nil) != well {
			t.Errorf("a data folder of mode %o: %v", mode, err)
		}
	}
	if err := os.Chmod(s.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.SecretFile, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := try(); err == nil || !strings.Contains(err.Error(), s.SecretFile) || strings.Contains(err.Error(), ",") {
		t.Errorf("a secret that others may read: %v", err)
	}
}
