package main

import (
	"bytes"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// realSetup returns what runs setup for play@example.org behind a real Dovecot and Postfix.
func realSetup(t *testing.T, server *lab.Dovecot, smtp string) func(data, typed string, more ...string) (code int, said string) {
	t.Helper()
	names := lab.NewNameServer(t)
	return func(data, typed string, more ...string) (code int, said string) {
		var out bytes.Buffer
		flags := []string{"setup", "--dns", names.Addr, "--data", data, "--address", "play@example.org", "--provider", "own", "--smtp", "smtp://" + smtp}
		code = run(append(flags, more...), &desk{in: strings.NewReader(typed), out: &out, err: &out, environ: []string{"HOME=" + data}})
		return code, out.String()
	}
}

// What setup says at its end is true: the line was sent to where it says, through real servers, and would be taken by the
// rule of the mailbox that was answered.
func TestSetupTriesTheFirstLine(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecot(t)
	postfix := lab.StartPostfix(t, server.LMTPAddr, "example.org")
	setup := realSetup(t, server, postfix.SMTPAddr)
	box := []string{"--imap", "imap://" + server.IMAPAddr, "--password-file", lab.File(t, "password", lab.DovecotPassword)}

	own := filepath.Join(t.TempDir(), "own")
	code, said := setup(own, "\n", box...)
	if code != done || !strings.Contains(said, "A letter to play@example.org … came") ||
		!strings.Contains(said, "A letter to play+setup@example.org … came") || !strings.Contains(said, "Does somebody read their own mail here?") ||
		!strings.Contains(said, "write this line to play@example.org") || !strings.Contains(said, "\n  new saboteur with ana@example.org, bo@example.com\n") {
		t.Errorf("a mailbox of its own: %d: %s", code, said)
	}
	if s, err := settings.LoadSettings(settings.Fields{Data: &own}, nil); err != nil || s.Mailbox != "own" || s.Begin() != "play@example.org" {
		t.Errorf("a mailbox of its own: %v", err)
	}

	server.Deliver(t, "play@example.org", []byte("From: ana@example.org\r\nTo: play@example.org\r\nSubject: dinner\r\n\r\nnew shoes\r\n"))
	shared := filepath.Join(t.TempDir(), "shared")
	if code, said := setup(shared, "", box...); code != misused || !strings.Contains(said, "--mailbox") {
		t.Errorf("nobody says whose the letters are: %d: %s", code, said)
	}
	code, said = setup(shared, "perhaps\nyes\n", box...)
	if code != done || !strings.Contains(said, "Letters that lie in the mailbox: 1. ") || !strings.Contains(said, "A letter to play+pit@example.org … came") ||
		strings.Contains(said, "A letter to play@example.org") || !strings.Contains(said, "write this line to play+pit@example.org") {
		t.Errorf("a shared mailbox: %d: %s", code, said)
	}
	if s, err := settings.LoadSettings(settings.Fields{Data: &shared}, nil); err != nil || s.Mailbox != "shared" || s.Begin() != "play+pit@example.org" {
		t.Errorf("a shared mailbox: %v", err)
	}
	left, err := openMailbox(t, server, "play@example.org").client.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{Envelope: true, Flags: true}).Collect()
	if err != nil || len(left) != 1 || left[0].Envelope.Subject != "dinner" || slices.Contains(left[0].Flags, imap.FlagSeen) {
		t.Errorf("%v are left, %v", left, err)
	}
	if code, said := setup(filepath.Join(t.TempDir(), "x"), "", append(box, "--mailbox", "mine")...); code != misused || !strings.Contains(said, "own or shared") {
		t.Errorf("%d: %s", code, said)
	}
}

// User, port and folder of a server are kept, and the folder is tried. Where a log-in is refused, its name is asked for.
func TestSetupKeepsUserAndFolder(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecot(t)
	setup := realSetup(t, server, lab.SMTPScript(t).Addr)
	named := []string{"--no-letter", "--mailbox", "own", "--imap", "imap://other@" + server.IMAPAddr + "/Games", "--password-file", lab.File(t, "password", lab.DovecotPassword)}
	data := filepath.Join(t.TempDir(), "data")
	if code, said := setup(data, "", named...); code != refused || !strings.Contains(said, "open folder Games") || !strings.Contains(said, "and folder.") {
		t.Errorf("a folder that is not there: %d: %s", code, said)
	}
	client := openMailbox(t, server, "other").client
	if err := client.Create("Games", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if code, said := setup(data, "", named...); code != done {
		t.Fatalf("%d: %s", code, said)
	}
	s, err := settings.LoadSettings(settings.Fields{Data: &data}, nil)
	if want := "imap://other:" + lab.DovecotPassword + "@" + server.IMAPAddr + "/Games"; err != nil || string(s.IMAPURL) != want || !strings.HasPrefix(string(s.SMTPURL), "smtp://play%40example.org:") {
		t.Errorf("%v: %s and %s", err, string(s.IMAPURL), string(s.SMTPURL))
	}

	// The password in a URL is kept too, and never shown.
	in := filepath.Join(t.TempDir(), "in")
	code, said := setup(in, "", "--no-letter", "--mailbox", "own", "--imap", "imap://other:"+lab.DovecotPassword+"@"+server.IMAPAddr, "--password-file", lab.File(t, "second", "second"))
	if s, err = settings.LoadSettings(settings.Fields{Data: &in}, nil); code != done || err != nil || strings.Contains(said, lab.DovecotPassword) ||
		!strings.Contains(string(s.IMAPURL), "other:"+lab.DovecotPassword+"@") || !strings.Contains(string(s.SMTPURL), ":second@") {
		t.Errorf("%d, %v: %s", code, err, said)
	}

	typed := filepath.Join(t.TempDir(), "typed")
	code, said = setup(typed, "wrong\nother\n"+lab.DovecotPassword+"\n", "--no-letter", "--mailbox", "own", "--imap", "imap://"+server.IMAPAddr)
	if s, err = settings.LoadSettings(settings.Fields{Data: &typed}, nil); code != done || err != nil || !strings.Contains(said, "--user") ||
		!strings.Contains(said, "Which name does one log in with? [play@example.org]") || !strings.HasPrefix(string(s.IMAPURL), "imap://other:") || !strings.HasPrefix(string(s.SMTPURL), "smtp://other:") {
		t.Errorf("%d, %v: %s", code, err, said)
	}
	flag := filepath.Join(t.TempDir(), "flag")
	code, said = setup(flag, "", append(named[:3:3], "--user", "other", "--imap", "imap://"+server.IMAPAddr+"/Games", "--password-file", lab.File(t, "third", lab.DovecotPassword))...)
	if s, err = settings.LoadSettings(settings.Fields{Data: &flag}, nil); code != done || err != nil || !strings.HasPrefix(string(s.IMAPURL), "imap://other:") {
		t.Errorf("%d, %v: %s", code, err, said)
	}
	if code, said := setup(filepath.Join(t.TempDir(), "x"), "", "--provider", "gmail", "--user", "other", "--password-file", lab.File(t, "fourth", "x")); code != misused || !strings.Contains(said, "--user is for other providers") {
		t.Errorf("%d: %s", code, said)
	}
}

// A letter that comes without its address or without its words shows that the house could not use the mailbox.
func TestSetupFindsALetterThatWouldNotBeTaken(t *testing.T) {
	t.Parallel()
	s := settings.DefaultSettings(t.TempDir())
	s.Address, s.SMTPURL = "play@example.org", "smtp://127.0.0.1"
	letter := func(to, words string) []byte {
		return []byte("From: play@example.org\r\nTo: " + to + "\r\nSubject: x\r\n" + automatic + "\r\n" + words + "\r\n")
	}
	for _, c := range []struct{ mailbox, to, words, want string }{
		{"own", "play@example.org", firstLine(), ""},
		{"shared", "play+pit@example.org", firstLine(), ""},
		{"shared", "play@example.org", firstLine(), "leave it alone"},
		{"own", "play@example.org", "External mail: beware!", "not as it was sent"},
	} {
		s.Mailbox = c.mailbox
		if err := wouldBeTaken(s, letter(c.to, c.words)); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Root sets a house up for the user to whom its folder belongs, as after the package was installed.
func TestSetupByRootIsForTheOwnerOfTheFolder(t *testing.T) {
	t.Parallel()
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "pitpost-setup-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	data := filepath.Join(folder, "data")
	lab.Check(t, os.Chmod(folder, 0o755))
	lab.Check(t, os.Mkdir(data, 0o700))
	if os.Geteuid() == 0 {
		lab.Check(t, os.Chown(data, lab.Must(strconv.Atoi(nobody.Uid))(t), lab.Must(strconv.Atoi(nobody.Gid))(t)))
	}
	server := lab.StartDovecot(t)
	cmd := exec.Command("pitpost", "setup", "--dns", lab.NewNameServer(t).Addr, "--data", data, "--address", "play@example.org", "--provider", "own", "--mailbox", "own", "--no-letter",
		"--imap", "imap://"+server.IMAPAddr, "--smtp", "smtp://"+lab.SMTPScript(t).Addr, "--password-file", lab.File(t, "password", lab.DovecotPassword))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	of := func(name string) uint32 {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(*syscall.Stat_t).Uid
	}
	if file := filepath.Join(data, "pitpost.yaml"); of(file) != of(data) {
		t.Errorf("%s belongs to %d, and the folder to %d", file, of(file), of(data))
	}
}
