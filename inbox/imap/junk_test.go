package imap

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab"
)

// A player's answer in the spam folder is found. The folder is recognised by its special use. Nothing else in
// it is touched, and the inbox is left to another poller.
func testJunk(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	h.must(h.client.Create("Spam", nil).Wait()) // the name counts less than the special use
	h.must(h.client.Create("Unwanted", nil).Wait())
	h.put("INBOX", mailText("in the inbox"), nil)
	for _, subject := range []string{"cheap watches", "Re: [#42 Saboteur]"} {
		h.put("Unwanted", mailText(subject), nil)
	}
	cfg, d := quick(imapURL("imap", server.IMAPAddr, user)), new(desk)
	cfg.Junk = true
	cfg.Ours = func(header []byte) bool { return bytes.Contains(header, []byte("[#")) }
	p := NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "the answer is taken", func() bool { return p.Stats().Processed.Load() == 1 })
	if door := d.doors["Re: [#42 Saboteur]"]; door.Mailbox != "Unwanted" || !door.Junk {
		t.Errorf("door %+v", door)
	}
	for folder, want := range map[string][]string{"INBOX": {"in the inbox"}, "Unwanted": {"cheap watches"}, "Processed": {"Re: [#42 Saboteur]"}} {
		if got := h.subjects(folder); !slices.Equal(got, want) {
			t.Errorf("%s holds %q, want %q", folder, got, want)
		}
	}
}

// If the server tells no special use, the folder is found by its name. If there is no such folder, that is no
// error.
func testJunkByName(t *testing.T, server *lab.Dovecot, user string) {
	cfg, d, logs := quick(imapURL("imap", server.IMAPAddr, user)), new(desk), new(journal)
	cfg.Junk = true
	stop := runPoller(t, NewPoller(cfg, d.take, logs.logger()))
	soon(t, "it is said", func() bool { return strings.Contains(logs.String(), "no folder for spam") })
	stop()
	h := takeHand(t, server.IMAPAddr, user)
	h.must(h.client.Create("Junk E-mail", nil).Wait())
	h.put("Junk E-mail", mailText("mine"), nil)
	p := NewPoller(cfg, d.take, logs.logger())
	runPoller(t, p)
	soon(t, "taken", func() bool { return p.Stats().Processed.Load() == 1 })
}
