package imap

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/lab"
)

func markedText(subject string) string { return "X-Pitpost: 42\r\n" + mailText(subject) }

// Only the house's own copies are deleted from the sent folder. A person's letters stay, even those marked
// deleted.
func testSentSwept(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	h.must(h.client.Create("Sent", nil).Wait())
	h.put("Sent", markedText("hand of Bo"), nil)
	h.put("Sent", mailText("to a friend"), nil)
	h.put("Sent", mailText("deleted by its owner"), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagDeleted}})
	h.put("Sent", markedText("hand of Cy"), nil)
	trace := new(journal)
	account := quick(imapURL("imap", server.IMAPAddr, user)).Account
	account.trace = trace
	s := &SentSweeper{Account: account, Log: new(journal).logger()}
	h.must(s.Sweep(context.Background()))
	want := []string{"to a friend", "deleted by its owner"}
	if got := h.subjects("Sent"); !slices.Equal(got, want) {
		t.Errorf("Sent holds %q", got)
	}
	if slices.Contains(trace.commands(), "EXPUNGE") {
		t.Error("a plain EXPUNGE was sent")
	}

	h.put("Sent", markedText("hand of Di"), nil)
	h.must(s.Sweep(context.Background()))
	if got := h.subjects("Sent"); !slices.Equal(got, want) {
		t.Errorf("Sent holds %q", got)
	}
	if !strings.Contains(trace.String(), "UID FETCH 5:*") {
		t.Error("the second sweep looks at all letters again")
	}
}

// If expunging only archives, copies are moved to the bin and deleted there.
func testSentSweptByBin(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	h.must(h.client.Create("Sent", nil).Wait())
	h.must(h.client.Create("Bin", nil).Wait())
	h.put("Sent", markedText("hand of Bo"), nil)
	h.put("Sent", mailText("to a friend"), nil)
	h.put("Bin", mailText("thrown away"), nil)
	account := quick(imapURL("imap", server.IMAPAddr, user)).Account
	line, err := account.dial(context.Background())
	h.must(err)
	defer line.Close()
	s := &SentSweeper{Account: account, Log: new(journal).logger()}
	h.must(s.sweep(context.Background(), line, "Sent", "Bin"))
	if sent, bin := h.subjects("Sent"), h.subjects("Bin"); !slices.Equal(sent, []string{"to a friend"}) || !slices.Equal(bin, []string{"thrown away"}) {
		t.Errorf("Sent holds %q, the bin %q", sent, bin)
	}
}

func TestFolderOfSentMail(t *testing.T) {
	list := []*imap.ListData{
		{Mailbox: "INBOX", Delim: '.'},
		{Mailbox: "INBOX.Sent Items", Delim: '.'},
		{Mailbox: "[Gmail]/Gesendet", Delim: '/', Attrs: []imap.MailboxAttr{imap.MailboxAttrSent}},
	}
	if got := pick(list, imap.MailboxAttrSent, "sent items"); got != "[Gmail]/Gesendet" {
		t.Errorf("picked %q over the one the server names", got)
	}
	if got := pick(list[:2], imap.MailboxAttrSent, "sent items"); got != "INBOX.Sent Items" {
		t.Errorf("picked %q", got)
	}
	if got := pick(list[:1], imap.MailboxAttrSent, "sent items"); got != "" {
		t.Errorf("picked %q", got)
	}
}
