package main

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
)

const killMailbox = "play@" + killDomain

// flags returns the flags that name the trial's servers.
func (h *trial) flags() []string {
	return []string{"--data", h.data, "--database-url", h.url, "--address", killMailbox,
		"--imap-url", "imap://play%40" + killDomain + ":any@" + h.imap + "/INBOX", "--smtp-url", "smtp://" + h.smtp,
		"--mailbox", "own", "--sent", "keep", "--authserv-id", killDomain, "--http", "127.0.0.1:0"}
}

// command runs a command line and returns its exit code and output.
func (h *trial) command(words ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = run(append(words, h.flags()...), &desk{in: strings.NewReader(""), out: &o, err: &e})
	return code, o.String(), e.String()
}

// openHere runs the house in this process; the caller closes it.
func (h *trial) openHere(t *testing.T) (*app.App, error) {
	t.Helper()
	s := ownSettings(t)
	s.Data = h.data
	s.From["ADDRESS"] = "flag"
	s.Address, s.DatabaseURL, s.AuthservID = killMailbox, settings.Secret(h.url), killDomain
	s.IMAPURL, s.SMTPURL = settings.Secret("imap://play%40"+killDomain+":any@"+h.imap+"/INBOX"), settings.Secret("smtp://"+h.smtp)
	s.Mailbox, s.Sent = "own", "keep"
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	return app.OpenHouse(context.Background(), s, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), time.Now)
}

func (h *trial) mustOpen(t *testing.T) *app.App {
	t.Helper()
	st, err := h.openHere(t)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// settled waits until the house has read all of its mailbox and sent all its letters.
func (h *trial) settled(t *testing.T, st *app.App) {
	t.Helper()
	h.await(t, "all mail is read and sent", func() bool {
		var waiting int
		if err := st.Stores.DB.Pool().QueryRow(t.Context(), "select count(*) from outbox where state in ('queued', 'written') and purpose <> 'daily'").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
		return len(h.letters(t, killMailbox)) == 0 && waiting == 0
	})
}

// loseHouse replaces the lost data folder and database with empty ones.
func (h *trial) loseHouse(t *testing.T) {
	t.Helper()
	h.data, h.url = filepath.Join(t.TempDir(), "new"), lab.Postgres(t)
}

// moveBack moves the letters that the house has read back into its INBOX, except those in but.
func (h *trial) moveBack(t *testing.T, but map[string]bool) {
	t.Helper()
	client, err := imapclient.DialInsecure(h.imap, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Login(killMailbox, "any").Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Select(postoffice.Processed, nil).Wait(); err != nil {
		t.Fatal(err)
	}
	list, err := h.office.Letters(killMailbox, postoffice.Processed, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var set imap.UIDSet
	for _, s := range list {
		l, err := h.office.Read(killMailbox, postoffice.Processed, s.UID)
		if err != nil {
			t.Fatal(err)
		}
		if !but[l.MessageID] {
			set.AddNum(imap.UID(s.UID))
		}
	}
	if _, err := client.Move(set, postoffice.Inbox).Wait(); err != nil {
		t.Fatal(err)
	}
}

// ids returns the Message-IDs in a folder.
func (h *trial) ids(t *testing.T, address, folder string) map[string]bool {
	t.Helper()
	set := map[string]bool{}
	for _, l := range h.folder(t, address, folder) {
		set[l.MessageID] = true
	}
	return set
}

// answersTo counts the answers to a letter, without those that were there before.
func (h *trial) answersTo(t *testing.T, address, id string, before map[string]bool) (n int, text string) {
	t.Helper()
	for _, l := range h.letters(t, address) {
		if !before[l.MessageID] && strings.Contains(string(l.Raw), "In-Reply-To: <"+id+">") {
			n, text = n+1, l.Text
		}
	}
	return n, text
}

// checkTwins checks that letters to a player with the same Message-ID have the same text.
func (h *trial) checkTwins(t *testing.T) {
	t.Helper()
	for _, address := range killPlayers {
		texts := map[string]string{}
		for _, l := range h.letters(t, address) {
			if first, ok := texts[l.MessageID]; ok && first != l.Text {
				t.Errorf("%s has two letters of one Message-ID:\n%s\n---\n%s", address, first, l.Text)
			}
			texts[l.MessageID] = l.Text
		}
	}
}
