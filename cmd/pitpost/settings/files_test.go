package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// machine makes a folder such as /etc, with the machine's settings and the file that the unit once read, and returns
// the environment in which they count.
func machine(t *testing.T, settings, former string) (environ []string) {
	t.Helper()
	etc := t.TempDir()
	for name, text := range map[string]string{"pitpost/pitpost.yaml": settings, "default/pitpost": former} {
		name = filepath.Join(etc, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"HOME=/h", "PITPOST_TEST_ETC=" + filepath.Join(etc, "pitpost")}
}

// A command by hand finds the house that the unit serves: its folder, its database and its address.
func TestTheMachinesSettingsAreReadByHandToo(t *testing.T) {
	data, word := t.TempDir(), filepath.Join(t.TempDir(), "word")
	if err := os.WriteFile(word, []byte("hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	environ := machine(t, "data: "+data+"\naddress: play@example.org\nlog: json\ndatabase_url: postgres://pitpost@db/pitpost\ndatabase-password_file: '"+word+"'\n", "")
	if err := os.WriteFile(filepath.Join(data, "pitpost.yaml"), []byte("log: text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := LoadSettings(Fields{}, environ)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(s.Data, s.Address, s.Log, string(s.DatabaseURL), s.From["LOG"]), fmt.Sprint(data, "play@example.org", "text", "postgres://pitpost:hunter2@db/pitpost", filepath.Join(data, "pitpost.yaml")); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if folder, err := DataFolder("", environ); err != nil || folder != data {
		t.Errorf("setup would write into %s, %v", folder, err)
	}
	for _, none := range []string{os.DevNull, word + ".yaml"} {
		_ = os.WriteFile(word+".yaml", []byte("address: play@example.com\n"), 0o600)
		s, err := LoadSettings(Fields{Config: &none}, append(environ, "PITPOST_DATA=/d"))
		if err != nil || s.Address == "play@example.org" || s.Data != "/d" || s.DatabaseURL != "" {
			t.Errorf("beside --config %s: %v, %v", none, s, err)
		}
	}
}

// What a demonstration plays with is its own.
func TestADemoReadsNoHostsFiles(t *testing.T) {
	environ := append(machine(t, "data: /var/lib/pitpost\naddress: play@example.org\n", "PITPOST_ADDRESS=play@example.org\n"), "PITPOST_DATA=/srv/real", "XDG_DATA_HOME=/x")
	flags, err := ForDemo(Fields{}, environ)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := LoadSettings(flags, environ); err != nil || s.Data != "/x/pitpost-play" || s.Address != "play@pit.localhost" || len(s.Unread) > 0 {
		t.Errorf("%v, %v", s, err)
	}
	if flags, _ := ForDemo(Fields{Data: ptr("/mine"), Config: ptr("my.yaml")}, environ); *flags.Data != "/mine" || *flags.Config != "my.yaml" {
		t.Error("what a flag says is not taken")
	}
}

// Variables that only the package's unit once read are named, unless the environment has them.
func TestVariablesThatNobodyReads(t *testing.T) {
	environ := machine(t, "", "# PITPOST_LOG=json\nPITPOST_ADDRESS=play@example.org\n  DATABASE_URL='postgres://a b'\nGOMEMLIMIT=1GiB\nPITPOST_HTTP=\"1\\\"2\"\nPITPOST_SENT=keep\n")
	s, err := LoadSettings(Fields{}, append(environ, "PITPOST_SENT=keep"))
	if err != nil || !slices.Equal(s.Unread, []string{"PITPOST_ADDRESS", "DATABASE_URL", "PITPOST_HTTP"}) {
		t.Errorf("%v, %v", s.Unread, err)
	}
	lines := formerLines(s.UnreadFile)
	if len(lines) != 4 || lines[1].Value != "postgres://a b" || lines[2].Value != `1"2` {
		t.Errorf("%q", lines)
	}
}

// A secret stands in the settings or in a file of its own, not in both, and no error shows it.
func TestAFileNamesTheFileOfASecret(t *testing.T) {
	for text, want := range map[string]string{
		"mail_password_file: /no/such\n":               "mail_password_file cannot be read",
		"mail_password: a\nmail_password_file: /x\n":   "mail_password and mail_password_file say the same",
		"address_file: /x\n":                           `pitpost.yaml:1: unknown field "address_file"`,
		"log: text\nmail_password_file: x\nlog: json":  "pitpost.yaml:3",
		"mail_password_file: \"" + os.DevNull + "\"\n": "mail_password_file is empty",
	} {
		if _, err := LoadSettings(Fields{}, machine(t, text, "")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
