package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
)

// The operator answers questions or gives flags. The mailbox is tried, and serve can read the settings.
func TestSetup(t *testing.T) {
	t.Parallel()
	names := lab.NewNameServer(t)
	office, err := postoffice.Open(t.TempDir(), "example.org")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { office.Close() })
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	imap, smtp := listen(), listen()
	go func() { _ = office.ServeIMAP(imap) }()
	go func() { _ = office.ServeSMTP(smtp) }()
	data := filepath.Join(t.TempDir(), "data")
	flags := []string{"setup", "--data", data, "--dns", names.Addr}
	setup := func(typed string, more ...string) (code int, said string) {
		var out bytes.Buffer
		code = run(append(flags, more...), &desk{in: strings.NewReader(typed), out: &out, err: &out, environ: []string{"HOME=" + data}})
		return code, out.String()
	}
	file := filepath.Join(data, "pitpost.yaml")

	// If nobody answers, or the mailbox does not exist, nothing is written.
	if code, said := setup("play@example.org\n"); code != misused || !strings.Contains(said, "--password-file") {
		t.Errorf("%d: %s", code, said)
	}
	if code, said := setup("play@example.org\n\nimap://" + lab.Nowhere(t) + "\nsmtp://" + smtp.Addr().String() + "\n" + awkward + "\n"); code != refused || !strings.Contains(said, "ill   imap") {
		t.Errorf("%d: %s", code, said)
	}
	// What is mistyped is asked again at once, or once the mailbox could not be used; Enter keeps the other answers.
	mailbox := "imap://" + imap.Addr().String() + "\nsmtp://" + smtp.Addr().String() + "\n"
	if code, said := setup("play\nplay@example.org\nhotmial\nown\n"+strings.Replace(mailbox, imap.Addr().String(), lab.Nowhere(t), 1)+awkward+"\n\n\nimap://"+imap.Addr().String()+"\n\n"+awkward+"\n", "--data", data+"2"); code != done ||
		!strings.Contains(said, `No: the address is a mail address such as play@example.org, not "play".`) || !strings.Contains(said, `not "hotmial"`) ||
		!strings.Contains(said, "Enter keeps") || !strings.Contains(said, "[play@example.org]") || strings.Contains(said, awkward) {
		t.Errorf("%d: %s", code, said)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("settings are written of a mailbox that cannot be used")
	}

	code, said := setup("play@example.org\n\n" + mailbox + awkward + "\n")
	if code != done || !strings.Contains(said, "[own]") || !strings.Contains(said, "well  smtp") || !strings.Contains(said, "A letter to play+setup@example.org … came") ||
		!strings.Contains(said, "has no SPF record") {
		t.Fatalf("%d: %s", code, said)
	}
	s, err := settings.LoadSettings(settings.Fields{Data: &data}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Address != "play@example.org" || s.AuthservID != "example.org" || settings.HostPort(string(s.SMTPURL)) != smtp.Addr().String() || string(s.MailPassword) != awkward {
		t.Errorf("%s, %s, %s", s.Address, s.AuthservID, settings.HostPort(string(s.SMTPURL)))
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if code, said := setup("", "--address", "play@example.org"); code != refused || !strings.Contains(said, "--replace") {
		t.Errorf("settings that are there: %d: %s", code, said)
	}
	password := lab.File(t, "password", awkward+"\n")
	if code, said := setup("", "--replace", "--no-letter", "--mailbox", "own", "--address", "play@example.org", "--provider", "own", "--imap", "imap://"+imap.Addr().String(),
		"--smtp", "smtp://"+smtp.Addr().String(), "--password-file", password, "--authserv-id", "mx.example.org"); code != done || strings.Contains(said, "?") {
		t.Errorf("by flags alone: %d: %s", code, said)
	}
}

// A data folder that cannot be made is said before anything is asked.
func TestSetupTriesItsFolderFirst(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	code := run([]string{"setup", "--data", filepath.Join(file, "data")}, &desk{in: strings.NewReader(""), out: &out, err: &out, environ: []string{"HOME=/"}})
	if said := out.String(); code != refused || !strings.Contains(said, "the data folder: ") || strings.Contains(said, "Which address") {
		t.Errorf("%d: %s", code, said)
	}
}

// The settings are the same however a mailbox's server is named, and what was named with it is kept.
func TestSetupTakesServersAsTheyAreNamed(t *testing.T) {
	t.Parallel()
	for named, url := range map[string]string{
		"mail.example.org":                  "imaps://play%40example.org@mail.example.org",
		"mail.example.org:993":              "imaps://play%40example.org@mail.example.org:993",
		"imap://127.0.0.1/":                 "imap://play%40example.org@127.0.0.1",
		"imap://[::1]:1143":                 "imap://play%40example.org@[::1]:1143",
		"imap://other@mail.example.org":     "imap://other@mail.example.org",
		"other@mail.example.org:1993/Games": "imaps://other@mail.example.org:1993/Games",
		"imaps://play@example.org@mail.example.org/INBOX/Card games":        "imaps://play%40example.org@mail.example.org/INBOX/Card%20games",
		"imaps://play%40example.org:w%40rd:2@mail.example.org/Card%20games": "imaps://play%40example.org:w%40rd%3A2@mail.example.org/Card%20games",
	} {
		if got := serverOf("imaps", named).url("play@example.org"); got != url {
			t.Errorf("%s becomes %s, want %s", named, got, url)
		}
	}
	if shown := passwordIn.ReplaceAllString("imaps://play@example.org:word@mail.example.org/Games", "$1:…@"); shown != "imaps://play@example.org:…@mail.example.org/Games" {
		t.Error(shown)
	}
}

// A domain's servers are found in its DNS, and else by their usual names.
func TestSetupFindsTheServersOfADomain(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.SRV("_imaps._tcp.both.example", "in.both.example", 993)
	n.SRV("_submissions._tcp.both.example", "out.both.example", 4650)
	n.SRV("_imaps._tcp.older.example", ".", 0)
	n.SRV("_submission._tcp.older.example", "out.older.example", 587)
	n.Hosts("imap.usual.example", "192.0.2.1")
	n.Hosts("smtp.usual.example", "192.0.2.1")
	n.Hosts("mail.older.example", "192.0.2.1")
	n.Fails("_imaps._tcp.sick.example")
	for domain, want := range map[string][2]string{
		"both.example":  {"imaps://in.both.example", "smtps://out.both.example:4650"},
		"older.example": {"imaps://mail.older.example", "smtp://out.older.example"},
		"usual.example": {"imaps://imap.usual.example", "smtps://smtp.usual.example"},
		"none.example":  {"imaps://mail.none.example", "smtps://mail.none.example"},
		"sick.example":  {"imaps://mail.sick.example", "smtps://mail.sick.example"},
	} {
		c := setupCmd{names: auth.ResolverAt(n.Addr)}
		if in, out := c.usualServers(domain); [2]string{in, out} != want {
			t.Errorf("%s: %s and %s, want %q", domain, in, out, want)
		}
	}
	c := setupCmd{names: auth.ResolverAt(n.Addr), IMAP: "imaps://a", SMTP: "smtps://b"}
	before := n.Asked("")
	if c.usualServers("both.example"); n.Asked("") != before {
		t.Error("servers are looked for that were named")
	}
}
