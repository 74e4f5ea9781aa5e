package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// ran runs a command line in this process and returns its exit code and all that it says.
func ran(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = run(args, &desk{in: strings.NewReader(""), out: &out, err: &out, environ: []string{"HOME=" + t.TempDir()}})
	return code, out.String()
}

// served opens a house for serving and closes it again.
func served(s *settings.Settings) error {
	if err := s.Complete(); err != nil {
		return err
	}
	st, err := app.OpenHouse(context.Background(), s, slog.New(slog.DiscardHandler), time.Now)
	if err == nil {
		st.Close()
	}
	return err
}

// under returns settings for the same data folder and database with an address.
func under(s *settings.Settings, address string) *settings.Settings {
	other := *s
	other.Address = address
	return &other
}

// refuses fails the test unless an error has all the words.
func refuses(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: taken", what)
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v, without %q", what, err, word)
		}
	}
}

// A house is served under its own address alone, wherever its data is, until it moves; and it then still knows the
// letters to its old one.
func TestAHouseIsServedUnderItsOwnAddress(t *testing.T) {
	t.Parallel()
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(emptyHouse(t))
	s = under(s, "play@north.test")
	if err := served(s); err != nil {
		t.Fatal(err)
	}
	if err := served(under(s, "Play@North.test")); err != nil {
		t.Errorf("the same in other letters: %v", err)
	}
	refuses(t, "without its settings", served(under(s, "play@pit.localhost")), "belongs to play@north.test", "the built-in post office", "--address", "--config", "pitpost migrate --address play@pit.localhost")
	elsewhere := *s // the same database with a fresh folder, as on a second machine
	elsewhere.Data, elsewhere.SecretFile = t.TempDir(), s.SecretFile
	refuses(t, "on a second machine", served(under(&elsewhere, "play@south.test")), "belongs to play@north.test")
	if err := served(&elsewhere); err != nil {
		t.Errorf("a second machine of the same house: %v", err)
	}

	flags := []string{"--data", s.Data, "--database-url", string(s.DatabaseURL), "--config", os.DevNull}
	if code, said := ran(t, append([]string{"match", "list"}, flags...)...); code != done {
		t.Errorf("a command that has not the address: %d %s", code, said)
	}
	running, err := app.OpenHouse(t.Context(), s, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if code, said := ran(t, append([]string{"migrate", "--address", "games@south.test"}, flags...)...); code != refused || !strings.Contains(said, "a server is running") {
		t.Errorf("moved while it is served: %d %s", code, said)
	}
	running.Close()
	code, said := ran(t, append([]string{"migrate", "--address", "games@south.test"}, flags...)...)
	if code != done || !strings.Contains(said, "from play@north.test to games@south.test") || !strings.Contains(said, "ADDRESS=games@south.test") {
		t.Fatalf("%d %s", code, said)
	}
	refuses(t, "under the old address", served(s), "belongs to games@south.test")
	moved, err := app.OpenHouse(t.Context(), under(s, "games@south.test"), slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer moved.Close()
	r := moved.Receiver("")
	if !r.AcceptsRecipient("play@north.test") || !r.AcceptsRecipient("games@south.test") ||
		r.AcceptsRecipient("play@other.test") {
		t.Errorf("it gets letters to %s and %v", r.Mailbox, r.Also)
	}
}

// Of two houses in one data folder the second is refused, whichever comes first, and by every command.
func TestTwoHousesInOneFolderAreRefused(t *testing.T) {
	t.Parallel()
	one, two := emptyHouse(t), emptyHouse(t)
	house := func(data, url string) *settings.Settings {
		s := ownSettings(t)
		s.Data, s.DatabaseURL = data, settings.Secret(url)
		return s
	}
	data := t.TempDir()
	for _, s := range []*settings.Settings{house(data, one), house(t.TempDir(), two)} {
		if err := served(s); err != nil {
			t.Fatal(err)
		}
	}
	refuses(t, "another database", served(house(data, two)), "belongs to a house", "another's", "--data", "DATABASE_URL")
	refuses(t, "none", served(house(data, "")), "DATABASE_URL is not set", "--config")
	if _, err := os.Stat(filepath.Join(data, "postgres")); err == nil {
		t.Error("a database was made in the folder")
	}
	for _, line := range [][]string{{"match", "list"}, {"backup", filepath.Join(data, "x.tar")}, {"migrate"}, {"player", "block", "bo@example.org"}} {
		code, said := ran(t, append(line, "--data", data, "--config", os.DevNull)...)
		if code != refused || !strings.Contains(said, "DATABASE_URL is not set") {
			t.Errorf("%v without the database: %d %s", line, code, said)
		}
		code, said = ran(t, append(line, "--data", data, "--config", os.DevNull, "--database-url", two)...)
		if code != refused || !strings.Contains(said, "another's") {
			t.Errorf("%v in another database: %d %s", line, code, said)
		}
	}

	// A folder with a house in its own Postgres.
	data = t.TempDir()
	if code, said := ran(t, "migrate", "--data", data, "--config", os.DevNull); code != done {
		t.Fatal(said)
	}
	refuses(t, "a database beside the built-in one", served(house(data, one)), "built-in", "another's")
	if err := os.Remove(filepath.Join(data, "house.json")); err != nil { // as before this version
		t.Fatal(err)
	}
	fresh := lab.Postgres(t)
	refuses(t, "an empty database beside the built-in one", served(house(data, fresh)), "has a house in its own database")
	if err := served(house(data, "")); err != nil {
		t.Errorf("the house of a version before: %v", err)
	}
	refuses(t, "an empty database for a folder that has a house", served(house(data, fresh)), "is empty", "pitpost restore")
}

// Only what begins a house begins one: every other command says where it looked.
func TestOnlySomeCommandsBeginAHouse(t *testing.T) {
	t.Parallel()
	fresh := lab.Postgres(t)
	for _, line := range [][]string{{"match", "list"}, {"match", "new", "--host", "ana@example.org", "saboteur"}, {"match", "show", "1"}, {"player", "list"}, {"player", "block", "bo@example.org"},
		{"league", "list"}, {"letters"}, {"ratings", "list"}, {"webhook", "list"}, {"statistics"}, {"record", "1"}, {"message", "--all-players", "hello"}, {"backup", "x.tar"}, {"doctor"}} {
		for where, url := range map[string]string{"its own": "", "at": fresh} {
			data := filepath.Join(t.TempDir(), "data")
			code, said := ran(t, append(line, "--data", data, "--config", os.DevNull, "--database-url", url)...)
			if code == misused {
				t.Fatalf("%v: %s", line, said)
			}
			if code != refused || !strings.Contains(said, "there is no house here") || !strings.Contains(said, data) || !strings.Contains(said, where) {
				t.Errorf("%v: %d %s", line, code, said)
			}
			if _, err := os.Stat(data); err == nil {
				t.Errorf("%v made the folder", line)
			}
		}
	}
}

// No house begins while variables stand where only the package's unit once read them.
func TestNoHouseBeginsBesideUnreadSettings(t *testing.T) {
	t.Parallel()
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(lab.Postgres(t))
	s.Unread, s.UnreadFile = []string{"PITPOST_ADDRESS"}, "/etc/default/pitpost"
	refuses(t, "beside unread settings", served(s), "/etc/default/pitpost", "PITPOST_ADDRESS", "/etc/pitpost/pitpost.yaml")
	s.Unread = nil
	if err := served(s); err != nil {
		t.Fatal(err)
	}
}

// Restored into a fresh folder, a house knows its address, and says what is missing before it can be served.
func TestARestoredHouseKnowsItsAddress(t *testing.T) {
	t.Parallel()
	s := ownSettings(t)
	s.Address, s.DatabaseURL = "play@north.test", settings.Secret(emptyHouse(t))
	for _, name := range []string{"ADDRESS", "IMAP_URL", "SMTP_URL"} {
		s.From[name] = "flag"
	}
	s.IMAPURL, s.SMTPURL = "imap://play:word@127.0.0.1:1/INBOX", "smtp://127.0.0.1:1"
	if err := served(s); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "house.tar")
	if code, said := ran(t, "backup", "--empty", file, "--data", s.Data, "--database-url", string(s.DatabaseURL), "--config", os.DevNull); code != done {
		t.Fatal(said)
	}
	about := aboutOf(t, file)
	if about["address"] != "play@north.test" || about["house"] == "" {
		t.Errorf("the backup says %v", about)
	}
	data, url := filepath.Join(t.TempDir(), "data"), lab.Postgres(t)
	where := []string{"--data", data, "--database-url", url, "--config", os.DevNull}
	if code, said := ran(t, append([]string{"restore", file, "--address", "play@south.test"}, where...)...); code != refused || !strings.Contains(said, "belongs to play@north.test") || !strings.Contains(said, "pitpost migrate --address play@south.test") {
		t.Errorf("under another address: %d %s", code, said)
	}
	code, said := ran(t, append([]string{"restore", file}, where...)...)
	if code != done || !strings.Contains(said, "ADDRESS, IMAP_URL, SMTP_URL") || !strings.Contains(said, "no letter goes out") {
		t.Fatalf("%d %s", code, said)
	}
	fresh := ownSettings(t)
	fresh.Data, fresh.DatabaseURL = data, settings.Secret(url)
	refuses(t, "served without its settings", served(fresh), "belongs to play@north.test", "built-in post office", "pitpost migrate --address")
	if err := served(under(fresh, "play@north.test")); err != nil {
		t.Error(err)
	}
	// Brought into the folder of another house it is refused.
	other := ownSettings(t)
	other.DatabaseURL = settings.Secret(emptyHouse(t))
	if err := served(other); err != nil {
		t.Fatal(err)
	}
	if code, said := ran(t, "restore", file, "--data", other.Data, "--database-url", lab.Postgres(t), "--config", os.DevNull); code != refused || !strings.Contains(said, "belongs to a house") {
		t.Errorf("into another's folder: %d %s", code, said)
	}
	// The house whose database is lost gets it back in another one.
	again := lab.Postgres(t)
	if code, said := ran(t, "restore", file, "--data", s.Data, "--database-url", again, "--config", os.DevNull); code != done {
		t.Errorf("its own folder: %d %s", code, said)
	}
	if code, said := ran(t, "restore", file, "--data", s.Data, "--config", os.DevNull); code != done {
		t.Errorf("its own folder, with the built-in database: %d %s", code, said)
	}
	if code, said := ran(t, "match", "list", "--data", s.Data, "--config", os.DevNull); code != done {
		t.Errorf("by hand after that: %d %s", code, said)
	}
}

// aboutOf returns what a backup says about itself.
func aboutOf(t *testing.T, file string) (about map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(tool(t, "tar", "-xOf", file, "backup.json")), &about); err != nil {
		t.Fatal(err)
	}
	return about
}
