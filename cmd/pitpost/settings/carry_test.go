package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What stood in /etc/default/pitpost counts as before, by hand as well, a copy is kept, and doing it again changes nothing.
func TestSettingsOfTheUnitAreCarriedOver(t *testing.T) {
	word := filepath.Join(t.TempDir(), "word")
	if err := os.WriteFile(word, []byte("hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	former := "# of mine\nPITPOST_ADDRESS=play@example.org\nDATABASE_URL=\"postgres://pitpost@db/pitpost?a=1&b=\\\"2\\\"\"\nPITPOST_SEND_LIMIT=010\nPITPOST_LOG=json\nPITPOST_DATA=/srv/games\n" +
		"PITPOST_DATABASE_PASSWORD_FILE=" + word + "\nGOMEMLIMIT=1GiB\nPITPOST_CONFIG=/srv/x.yaml\nPITPOST_CLOCK=/srv/clock\n"
	environ := machine(t, "data: /var/lib/pitpost\nlog: text", former)
	said, err := MoveUnitSettings(environ)
	if err != nil {
		t.Fatal(err)
	}
	etc := strings.TrimSuffix(environ[1][len("PITPOST_TEST_ETC="):], "/pitpost")
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(etc, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got, want := read("default/pitpost"), "# of mine\nGOMEMLIMIT=1GiB\nPITPOST_CONFIG=/srv/x.yaml\nPITPOST_CLOCK=/srv/clock\n"; got != want {
		t.Errorf("left: %s", got)
	}
	if read("default/pitpost.carried-over") != former {
		t.Error("the copy is another")
	}
	if all := strings.Join(said, "\n"); strings.Contains(all, "hunter2") || strings.Contains(all, "postgres://") || !strings.Contains(all, "PITPOST_CONFIG stays") || !strings.Contains(all, "log stands in") {
		t.Errorf("it says %s", all)
	}
	s, err := LoadSettings(Fields{}, environ)
	if err != nil {
		t.Fatal(err)
	}
	if s.Address != "play@example.org" || s.SendLimit != 10 || s.Log != "text" || s.Data != "/var/lib/pitpost" || !strings.HasPrefix(string(s.DatabaseURL), "postgres://pitpost:hunter2@db/pitpost?") {
		t.Errorf("%s %d %s %s %s", s.Address, s.SendLimit, s.Log, s.Data, string(s.DatabaseURL))
	}
	was := read("pitpost/pitpost.yaml")
	if _, err := MoveUnitSettings(environ); err != nil || read("pitpost/pitpost.yaml") != was {
		t.Errorf("again: %v\n%s", err, read("pitpost/pitpost.yaml"))
	}
	// Where the settings file is broken nothing moves.
	broken := machine(t, "no_such: 1\n", former)
	if _, err := MoveUnitSettings(broken); err == nil {
		t.Error("a broken file is taken")
	}
}
