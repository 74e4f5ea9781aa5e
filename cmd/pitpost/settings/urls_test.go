package settings

import (
	"net/url"
	"testing"
)

// A URL in which a password was not escaped is told from one that names a mail server.
func TestURLNamesAMailServer(t *testing.T) {
	for raw, want := range map[string]bool{
		"imaps://u:p@h":           true,
		"imaps://u:p@h:993/INBOX": true,
		"imaps://u:p%23@h":        true,
		"imaps:":                  false,
		"imaps://u/p@h":           false,
		"imaps://u?p@h":           false,
		"imaps://u#p@h":           false,
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if namesMailServer(u) != want {
			t.Errorf("%s: %v", raw, !want)
		}
	}
}

// A database may be given as keys and values, and no mailbox may.
func TestKeyValueFormIsForTheDatabase(t *testing.T) {
	if err := serverURL("DATABASE_URL", "host=localhost dbname=pitpost", "postgres"); err != nil {
		t.Error(err)
	}
	if isKeyValueForm("postgres://h/d?sslmode=disable") || isKeyValueForm("localhost") {
		t.Error("a URL or a word is read as keys and values")
	}
	if err := serverURL("IMAP_URL", "host=localhost", "imaps"); err == nil {
		t.Error("a mailbox is given as a key and a value")
	}
}

// A client's secret goes only to a server that is reached by TLS or is on this machine.
func TestTokenServerIsPrivate(t *testing.T) {
	for raw, want := range map[string]bool{
		"https://login.example.org/token":      true,
		"http://localhost:8080/token":          true,
		"http://127.0.0.1/token":               true,
		"http://login.example.org/token":       false,
		"ftp://localhost/token":                false,
		"https://user@login.example.org/token": false,
		"https:///token":                       false,
		"":                                     false,
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if isTokenServer(u) != want {
			t.Errorf("%q: %v", raw, !want)
		}
	}
}

// The token file is looked for where nothing else is set that would log in.
func TestLogInByTokenIsForMailboxesWithoutAPassword(t *testing.T) {
	for _, c := range []struct {
		name string
		set  Values
		want bool
	}{
		{"no provider", Values{OAuthClientID: "pit"}, false},
		{"Microsoft", Values{Microsoft: "ana@example.com"}, true},
		{"Microsoft for a program of its own", Values{Microsoft: "ana@example.com", OAuthSecretFile: "client"}, false},
		{"Gmail", Values{Gmail: "ana@example.com", OAuthClientID: "pit"}, true},
		{"Gmail without a program", Values{Gmail: "ana@example.com"}, false},
		{"Gmail by an app password", Values{Gmail: "ana@example.com", OAuthClientID: "pit", GmailPasswordFile: "file"}, false},
		{"Gmail by a password", Values{Gmail: "ana@example.com", OAuthClientID: "pit", MailPassword: "word"}, false},
	} {
		if (&Settings{Values: c.set}).mayLogInByToken() != c.want {
			t.Errorf("%s: %v", c.name, !c.want)
		}
	}
}
