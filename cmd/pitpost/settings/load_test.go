package settings

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/lab"
)

func ptr[T any](v T) *T { return &v }

func TestSourcesByWeight(t *testing.T) {
	file := lab.File(t, "pitpost.yaml", "\ufefflog: json\nmailbox: own\nsent: keep\ndatabase-url: postgres://file/\nsend_limit: 9\n# a comment\nHTTP: \"127.0.0.1:1\"\n")
	s, err := LoadSettings(
		Fields{Mailbox: ptr("shared"), SendLimit: ptr(0)},
		[]string{"PITPOST_CONFIG=" + file, "PITPOST_MAILBOX=own", "PITPOST_SENT=delete", "PITPOST_DATA=/d",
			"DATABASE_URL=postgres://bare/", "LOG=loud", "PITPOST_LOG="})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(s.Mailbox, s.SendLimit, s.Sent, string(s.DatabaseURL), s.Log, s.HTTP, s.PostSMTP, s.SecretFile, s.Data)
	want := fmt.Sprint("shared", 0, "delete", "postgres://bare/", "json", "127.0.0.1:1", "127.0.0.1:2525", "/d/secret", "/d")
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, from := range map[string]Source{"MAILBOX": "flag", "SENT": "environment", "DATABASE_URL": "environment", "LOG": Source(file), "POST_SMTP": ""} {
		if s.From[name] != from {
			t.Errorf("%s is from %q, want %q", name, s.From[name], from)
		}
	}
}

func TestPrefixedBeatsBare(t *testing.T) {
	s, err := LoadSettings(Fields{}, []string{"HOME=/h", "DATABASE_URL=postgres://bare/", "PITPOST_DATABASE_URL=postgres://ours/"})
	if err != nil || s.DatabaseURL != "postgres://ours/" {
		t.Errorf("%s, %v", string(s.DatabaseURL), err)
	}
}

func TestDataFolder(t *testing.T) {
	for _, c := range []struct {
		environ []string
		want    string
	}{
		{[]string{"HOME=/h", "XDG_DATA_HOME=/x"}, "/x/pitpost"},
		{[]string{"HOME=/h", "XDG_DATA_HOME=/x", "PITPOST_DATA=/d"}, "/d"},
		{[]string{"HOME=/h"}, "/h/.local/share/pitpost"},
		{nil, ""},
	} {
		if os.Geteuid() == 0 && !strings.Contains(fmt.Sprint(c.environ), "/x") {
			c.want = "/var/lib/pitpost"
		}
		s, err := LoadSettings(Fields{}, c.environ)
		if c.want == "" {
			if err == nil {
				t.Error("no home, and no complaint")
			}
			continue
		}
		if err != nil || s.Data != c.want {
			t.Errorf("%v: %v, %v, want %s", c.environ, s, err, c.want)
		}
	}
}

func TestGmail(t *testing.T) {
	password := lab.File(t, "gmail", "abcd efgh\nijkl mnop\n")
	s, err := LoadSettings(Fields{}, []string{"HOME=/h", "PITPOST_GMAIL=ana@example.com", "PITPOST_GMAIL_PASSWORD_FILE=" + password})
	if err != nil {
		t.Fatal(err)
	}
	if s.IMAPURL != "imaps://ana%40example.com:abcdefghijklmnop@imap.gmail.com/INBOX" ||
		s.SMTPURL != "smtps://ana%40example.com:abcdefghijklmnop@smtp.gmail.com" ||
		s.Address != "ana@example.com" || s.SendLimit != 450 || s.BuiltIn() {
		t.Errorf("%q %q %s %d", string(s.IMAPURL), string(s.SMTPURL), s.Address, s.SendLimit)
	}
}

func TestSecretsStayHidden(t *testing.T) {
	s, err := LoadSettings(Fields{DatabaseURL: ptr(Secret("postgres://u:hunter2@h/d"))}, []string{"HOME=/h"})
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(form, *s); strings.Contains(text, "hunter2") {
			t.Errorf("%s shows the secret", form)
		}
	}
}

// Each error names the setting and never contains the secret hunter2.
func TestWrongSettings(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		name    string
		environ string
		yaml    string
		want    string
	}{
		{"unknown name", "", "adres_s: x@example.org\n", `pitpost.yaml:1: unknown field "adres_s"`},
		{"second line", "", "log: text\nno_such: 1\n", `pitpost.yaml:2: unknown field "no_such"`},
		{"twice", "", "log: text\nlog: json\n", `pitpost.yaml:2: mapping key "log" already defined`},
		{"not a number", "", "send_limit: hunter2\n", "pitpost.yaml:1: "},
		{"half a letter", "", "log: text\nsend_rate: 0.5 # slow\n", "send_rate is a whole number"},
		{"two words", "", "authserv_id: mx.example.org; dmarc\n", "are a word each"},
		{"a list", "", "imap_url: [hunter2]\n", "pitpost.yaml:1: "},
		{"not yaml", "", "hunter2\n", "pitpost.yaml:"},
		{"number in environment", "PITPOST_SEND_LIMIT=hunter2", "", "PITPOST_SEND_LIMIT"},
		{"one URL", "IMAP_URL=imaps://u:hunter2@h/INBOX", "", "IMAP_URL and SMTP_URL go together"},
		{"no address", "IMAP_URL=imaps://u:hunter2@h/INBOX SMTP_URL=smtps://u:hunter2@h", "", "ADDRESS is needed"},
		{"scheme", "IMAP_URL=http://u:hunter2@h SMTP_URL=smtps://h PITPOST_ADDRESS=a@example.org", "", "the scheme of IMAP_URL is imaps or imap"},
		{"no URL", "IMAP_URL=imaps://u:hunter2%@h SMTP_URL=smtps://h PITPOST_ADDRESS=a@example.org", "", "IMAP_URL is no URL"},
		{"no host", "IMAP_URL=hunter2 SMTP_URL=smtps://h PITPOST_ADDRESS=a@example.org", "", "IMAP_URL is no URL"},
		{"database", "DATABASE_URL=mysql://u:hunter2@h/d", "", "the scheme of DATABASE_URL is postgres or postgresql"},
		{"alias", "PITPOST_ALSO=games@example.org,games", "", "each address of ALSO is a plain mail address"},
		{"gmail alone", "PITPOST_GMAIL=a@example.org", "", "GMAIL and GMAIL_PASSWORD_FILE go together"},
		{"gmail file", "PITPOST_GMAIL=a@example.org PITPOST_GMAIL_PASSWORD_FILE=" + missing, "", "GMAIL_PASSWORD_FILE cannot be read"},
		{"gmail and URL", "PITPOST_GMAIL=a@example.org PITPOST_GMAIL_PASSWORD_FILE=f IMAP_URL=imaps://u:hunter2@h", "", "GMAIL sets IMAP_URL and SMTP_URL"},
		{"mailbox", "PITPOST_MAILBOX=mine", "", `MAILBOX is shared or own, not "mine"`},
		{"sent", "PITPOST_SENT=lose", "", "SENT is delete or keep"},
		{"log", "PITPOST_LOG=loud", "", "LOG is text or json"},
		{"address", "PITPOST_ADDRESS=play", "", "ADDRESS is a plain mail address"},
		{"plus address", "PITPOST_ADDRESS=play+x@example.org", "", "ADDRESS is a plain mail address"},
		{"limit", "PITPOST_SEND_LIMIT=-1", "", "SEND_LIMIT is a number"},
		{"open post office", "PITPOST_POST_SMTP=0.0.0.0:25", "", "POST_SMTP must be on this machine"},
		{"no port", "PITPOST_HTTP=127.0.0.1", "", "HTTP is a host and a port"},
		{"public", "PITPOST_PUBLIC_URL=http://pit.example.org", "", "PUBLIC_URL begins with https://"},
		{"public", "PITPOST_PUBLIC_URL=ftp://localhost", "", "PUBLIC_URL begins with https://"},
		{"no file", "PITPOST_CONFIG=" + missing, "", "the settings file cannot be read"},
		{"data in its own file", "", "data: /elsewhere\n", "data cannot be set in the data folder itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := t.TempDir()
			if c.yaml != "" {
				if err := os.WriteFile(filepath.Join(data, "pitpost.yaml"), []byte(c.yaml), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := LoadSettings(Fields{}, append(strings.Fields(c.environ), "PITPOST_DATA="+data))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// A default port that is in use is replaced with a free one; a port that was set is not.
func TestFreePorts(t *testing.T) {
	s := DefaultSettings(t.TempDir())
	if l, err := net.Listen("tcp", s.HTTP); err == nil {
		defer l.Close()
	}
	s.PostSMTP = "127.0.0.1:1"
	if s.FreePorts(); s.HTTP != "127.0.0.1:0" || s.PostSMTP != "127.0.0.1:1" {
		t.Errorf("HTTP at %s, SMTP at %s", s.HTTP, s.PostSMTP)
	}
}

// Only at home can pages be tried without TLS.
func TestPagesAtHome(t *testing.T) {
	for value, fine := range map[string]bool{"": true, "https://pit.example.org": true, "http://localhost:8025": true, "http://127.0.0.1:8025/": true,
		"http://pit.example.org": false, "http://192.168.1.4:8025": false, "https://pit.example.org/x": false, "localhost:8025": false} {
		s := DefaultSettings("")
		s.PublicURL = value
		if err := s.public(); (err == nil) != fine {
			t.Errorf("%q: %v", value, err)
		}
	}
}
