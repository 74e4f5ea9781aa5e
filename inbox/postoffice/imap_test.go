package postoffice

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// watch logs in and returns channels with the counts and expunges that the server announces.
func watch(t *testing.T, addr, user string) (*imapclient.Client, chan uint32, chan uint32) {
	counts, expunged := make(chan uint32, 1000), make(chan uint32, 1000)
	c := login(t, addr, user, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				counts <- *data.NumMessages
			}
		},
		Expunge: func(seq uint32) { expunged <- seq },
	}})
	return c, counts, expunged
}

func TestIdleIsToldOfNewMail(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	c, counts, _ := watch(t, out, "play@pit.localhost")
	choose(t, c, "INBOX")
	// The first letter comes before the IDLE, when there is no command whose answer could announce it.
	submit(t, in, "ana@pit.localhost", plain, "play+X@pit.localhost")
	idle, err := c.Idle()
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the first letter is told", func() bool { return len(counts) > 0 && <-counts == 1 })
	submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost")
	eventually(t, "the second letter is told", func() bool { return len(counts) > 0 && <-counts == 2 })
	if err := errors.Join(idle.Close(), idle.Wait()); err != nil {
		t.Fatal(err)
	}
	if got := searchAll(t, c); len(got) != 2 {
		t.Errorf("letters %v", got)
	}
}

// Two pollers move the same letters. Each letter arrives once, and the poller that is too late gets an OK.
func TestTwoSessionsMoveTheSameLetters(t *testing.T) {
	o, in, out := open(t, t.TempDir())
	for range 20 {
		submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost")
	}
	var all imap.UIDSet
	all.AddRange(1, 20)
	var wait sync.WaitGroup
	for range 4 {
		c := login(t, out, "play@pit.localhost", nil)
		choose(t, c, "INBOX")
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range 20 {
				if _, err := c.Move(imap.UIDSetNum(imap.UID(i+1)), Processed).Wait(); err != nil {
					t.Errorf("move %d: %v", i+1, err)
					return
				}
			}
			if _, err := c.Move(all, Processed).Wait(); err != nil {
				t.Errorf("move all that are gone: %v", err)
			}
			if got, err := c.Status("INBOX", &imap.StatusOptions{NumMessages: true}).Wait(); err != nil || *got.NumMessages != 0 {
				t.Errorf("status: %v", err)
			}
		}()
	}
	wait.Wait()
	folders, err := o.Folders("play@pit.localhost")
	want := []Count{{Inbox, 0, 0}, {Processed, 20, 20}, {SetAside, 0, 0}, {Sent, 0, 0}}
	if err != nil || !slices.Equal(folders, want) {
		t.Errorf("%+v, %v", folders, err)
	}
}

func TestSessionsSeeEachOthersChanges(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	for range 3 {
		submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost")
	}
	other, _, expunged := watch(t, out, "play@pit.localhost")
	choose(t, other, "INBOX")
	c := login(t, out, "play@pit.localhost", nil)
	choose(t, c, "INBOX")
	moved, err := c.Move(imap.UIDSetNum(2), SetAside).Wait()
	if err != nil || fmt.Sprint(moved.SourceUIDs, moved.DestUIDs) != fmt.Sprint(imap.UIDSetNum(2), imap.UIDSetNum(1)) {
		t.Fatalf("%+v, %v", moved, err)
	}
	mark := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}, Silent: true}
	if err := c.Store(imap.UIDSetNum(1, 3), mark, nil).Close(); err != nil {
		t.Fatal(err)
	}
	// Fetched by number before the session is told, so the numbers are still those that it knows.
	got, err := other.Fetch(imap.SeqSetNum(3), &imap.FetchOptions{UID: true, Flags: true}).Collect()
	if err != nil || len(got) != 1 || got[0].UID != 3 || !slices.Contains(got[0].Flags, imap.FlagDeleted) {
		t.Fatalf("letter 3: %+v, %v", got, err)
	}
	if _, err := c.UIDExpunge(imap.UIDSetNum(3, 99)).Collect(); err != nil {
		t.Fatal(err)
	}
	if err := other.Noop().Wait(); err != nil {
		t.Fatal(err)
	}
	if first, second := <-expunged, <-expunged; first != 2 || second != 2 {
		t.Errorf("told that %d and %d went", first, second)
	}
	if got := searchAll(t, other); !slices.Equal(got, []imap.UID{1}) {
		t.Errorf("letters %v", got)
	}
}

// code returns the response code of a NO.
func code(err error) imap.ResponseCode {
	var no *imap.Error
	if errors.As(err, &no) {
		return no.Code
	}
	return ""
}

func appendTo(c *imapclient.Client, folder, letter string) (*imap.AppendData, error) {
	cmd := c.Append(folder, int64(len(letter)), nil)
	_, err := cmd.Write([]byte(letter))
	if err := errors.Join(err, cmd.Close()); err != nil {
		return nil, err
	}
	return cmd.Wait()
}

func TestFoldersAndAppend(t *testing.T) {
	_, _, out := open(t, t.TempDir())
	c := login(t, out, "ana@pit.localhost", nil)
	if _, err := c.Select("Nowhere", nil).Wait(); code(err) != imap.ResponseCodeNonExistent {
		t.Errorf("select: %v", err)
	}
	if err := c.Create("Processed", nil).Wait(); code(err) != imap.ResponseCodeAlreadyExists {
		t.Errorf("create again: %v", err)
	}
	if err := c.Delete("Processed").Wait(); code(err) != imap.ResponseCodeCannot {
		t.Errorf("delete a standing folder: %v", err)
	}
	if err := c.Create("größe/2026", nil).Wait(); err != nil {
		t.Error(err)
	}
	got, err := appendTo(c, "größe/2026", "Subject: kept\r\n\r\n")
	if err != nil || got.UID != 1 || got.UIDValidity == 0 {
		t.Errorf("append: %+v, %v", got, err)
	}
	if err := c.Rename("größe/2026", "Old", nil).Wait(); code(err) != imap.ResponseCodeCannot {
		t.Errorf("rename: %v", err)
	}
	var names []string
	list, err := c.List("", "*", &imap.ListOptions{ReturnStatus: &imap.StatusOptions{NumMessages: true}}).Collect()
	for _, f := range list {
		names = append(names, fmt.Sprint(f.Mailbox, *f.Status.NumMessages))
	}
	if want := []string{"INBOX0", "Processed0", "Set-aside0", "Sent0", "größe/20261"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("list: %q, %v", names, err)
	}
	choose(t, c, "größe/2026")
	if _, err := c.Move(imap.UIDSetNum(1), "Nowhere").Wait(); code(err) != imap.ResponseCodeTryCreate {
		t.Errorf("move: %v", err)
	}
	copied, err := c.Copy(imap.UIDSetNum(1), "INBOX").Wait()
	if err != nil || fmt.Sprint(copied.DestUIDs) != "1" {
		t.Errorf("copy: %+v, %v", copied, err)
	}
	if _, err := c.Select("größe/2026", &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Move(imap.UIDSetNum(1), "INBOX").Wait(); err == nil {
		t.Error("a letter was moved out of a folder open for reading only")
	}
	if err := c.Unselect().Wait(); err != nil {
		t.Error(err)
	}
	if err := c.Delete("größe/2026").Wait(); err != nil {
		t.Error(err)
	}
	if ns, err := c.Namespace().Wait(); err != nil || len(ns.Personal) != 1 || ns.Personal[0].Prefix != "" {
		t.Errorf("namespace: %+v, %v", ns, err)
	}
}

func TestSearchReadsTheLetter(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost")
	submit(t, in, "bo@pit.localhost", "From: bo@pit.localhost\nDate: Mon, 02 Mar 2026 10:00:00 +0000\nSubject: =?utf-8?Q?gr=C3=BC=C3=9Fe?=\n"+
		"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9\n", "play@pit.localhost")
	c := login(t, out, "play@pit.localhost", nil)
	choose(t, c, "INBOX")
	day := imap.SearchCriteria{}
	day.SentSince = day.SentSince.AddDate(2025, 0, 0)
	for name, search := range map[string]struct {
		criteria imap.SearchCriteria
		want     []imap.UID
	}{
		"header":  {imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: "<1@pit.localhost>"}}}, []imap.UID{1}},
		"subject": {imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: "grüße"}}}, []imap.UID{2}},
		"body":    {imap.SearchCriteria{Body: []string{"CAFÉ"}}, []imap.UID{2}},
		"text":    {imap.SearchCriteria{Text: []string{"hello"}}, []imap.UID{1}},
		"not":     {imap.SearchCriteria{Not: []imap.SearchCriteria{{Body: []string{"3 c5"}}}}, []imap.UID{2}},
		"or":      {imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{{UID: []imap.UIDSet{imap.UIDSetNum(1)}}, {Body: []string{"café"}}}}}, []imap.UID{1, 2}},
		"date":    {day, []imap.UID{2}},
		"unseen":  {imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, []imap.UID{1, 2}},
		"large":   {imap.SearchCriteria{Larger: 1 << 20}, nil},
		"last":    {imap.SearchCriteria{UID: []imap.UIDSet{{{Start: 9, Stop: 0}}}}, []imap.UID{2}},
	} {
		got, err := c.UIDSearch(&search.criteria, nil).Wait()
		if err != nil || !slices.Equal(got.AllUIDs(), search.want) {
			t.Errorf("%s: %v, %v", name, got.AllUIDs(), err)
		}
	}
}

func TestFetchGivesEveryPartOfALetter(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	letter := "From: ana@pit.localhost\nSubject: two parts\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n" +
		"--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n<p>html</p>\n--b--\n"
	submit(t, in, "ana@pit.localhost", letter, "play@pit.localhost")
	submit(t, in, "", "this is no header\n\nbody\n", "play@pit.localhost")
	c := login(t, out, "play@pit.localhost", nil)
	choose(t, c, "INBOX")
	sections := map[string]*imap.FetchItemBodySection{
		"html":    {Part: []int{2}, Peek: true},
		"subject": {Specifier: imap.PartSpecifierHeader, HeaderFields: []string{"subject"}, Peek: true},
		"start":   {Specifier: imap.PartSpecifierText, Partial: &imap.SectionPartial{Offset: 2, Size: 1}, Peek: true},
	}
	options := &imap.FetchOptions{UID: true, Flags: true, Envelope: true, InternalDate: true, RFC822Size: true, BodyStructure: &imap.FetchItemBodyStructure{Extended: true}}
	for _, s := range sections {
		options.BodySection = append(options.BodySection, s)
	}
	got, err := c.Fetch(imap.UIDSetNum(1), options).Collect()
	if err != nil || len(got) != 1 {
		t.Fatalf("%d letters, %v", len(got), err)
	}
	for name, want := range map[string]string{"html": "<p>html</p>", "subject": "Subject: two parts\r\n\r\n", "start": "b"} {
		if text := string(got[0].FindBodySection(sections[name])); text != want {
			t.Errorf("%s is %q", name, text)
		}
	}
	raw := fetchRaw(t, c, 1)
	if got[0].RFC822Size != int64(len(raw)) || got[0].Envelope.Subject != "two parts" || got[0].BodyStructure.MediaType() != "multipart/alternative" || len(got[0].Flags) != 0 {
		t.Errorf("%+v", got[0])
	}
	if odd := fetchRaw(t, c, 2); !strings.HasSuffix(odd, "\r\n\r\nthis is no header\r\n\r\nbody\r\n") {
		t.Errorf("the letter without header became %q", odd)
	}
	if _, err := c.Fetch(imap.UIDSetNum(1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect(); err != nil {
		t.Fatal(err)
	}
	seen, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || !slices.Equal(seen.AllUIDs(), []imap.UID{1}) {
		t.Errorf("seen: %v, %v", seen.AllUIDs(), err)
	}
}

// A letter with very many nested parts must not hold up a session.
func TestFetchSurvivesPartsWithinParts(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	bomb := "Subject: bomb\n" + strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n", 20000)
	submit(t, in, "", bomb, "play@pit.localhost")
	c := login(t, out, "play@pit.localhost", nil)
	choose(t, c, "INBOX")
	options := &imap.FetchOptions{Envelope: true, BodyStructure: &imap.FetchItemBodyStructure{}, BodySection: []*imap.FetchItemBodySection{{Part: []int{1, 1, 1}}}}
	if got, err := c.Fetch(imap.UIDSetNum(1), options).Collect(); err != nil || len(got) != 1 {
		t.Errorf("%d letters, %v", len(got), err)
	}
	if _, err := c.UIDSearch(&imap.SearchCriteria{Text: []string{"bomb"}}, nil).Wait(); err != nil {
		t.Error(err)
	}
}
