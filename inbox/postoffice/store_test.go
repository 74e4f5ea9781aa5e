package postoffice

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// inboxFile returns the path of the file of an INBOX.
func inboxFile(dir, local string) string {
	return filepath.Join(dir, DefaultDomain, local, Inbox+suffix)
}

func TestRestartKeepsEverything(t *testing.T) {
	dir := t.TempDir()
	o, in, out := open(t, dir)
	for range 3 {
		submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost")
	}
	c := login(t, out, "play@pit.localhost", nil)
	before := choose(t, c, "INBOX")
	if err := c.Create("Old", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Move(imap.UIDSetNum(2), "Old").Wait(); err != nil {
		t.Fatal(err)
	}
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen, "$mine"}}
	if err := c.Store(imap.UIDSetNum(3), flags, nil).Close(); err != nil {
		t.Fatal(err)
	}
	letter := fetchRaw(t, c, 3)
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}

	_, in, out = open(t, dir)
	submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost")
	c = login(t, out, "play@pit.localhost", nil)
	after := choose(t, c, "INBOX")
	if after.UIDValidity != before.UIDValidity || after.UIDNext != 5 {
		t.Errorf("numbering was %d, is %d with next %d", before.UIDValidity, after.UIDValidity, after.UIDNext)
	}
	if got := searchAll(t, c); !slices.Equal(got, []imap.UID{1, 3, 4}) {
		t.Errorf("letters %v", got)
	}
	if fetchRaw(t, c, 3) != letter {
		t.Error("a letter has changed")
	}
	mine, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{"$MINE", imap.FlagSeen}}, nil).Wait()
	if err != nil || !slices.Equal(mine.AllUIDs(), []imap.UID{3}) {
		t.Errorf("flagged letters %v, %v", mine.AllUIDs(), err)
	}
	if old := choose(t, c, "Old"); old.NumMessages != 1 || old.UIDValidity == after.UIDValidity {
		t.Errorf("the other folder: %+v", old)
	}
}

// However much a kill cut off at the end of the file, all complete records before that are there, and new
// letters can be added.
func TestCutOffWriteIsIgnored(t *testing.T) {
	dir := t.TempDir()
	f := openTest(t, filepath.Join(dir, "whole"))
	var ends []int64
	for i := range 4 {
		if _, err := f.add(incoming{raw: fmt.Appendf(nil, "Subject: %d\r\n\r\nbody\r\n", i)}); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, f.size)
	}
	whole, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := len(whole); cut >= 0; cut-- {
		want := 0
		for want < len(ends) && ends[want] <= int64(cut) {
			want++
		}
		path := filepath.Join(dir, "cut")
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		f := openTest(t, path)
		if len(f.letters) != want {
			t.Fatalf("cut at %d of %d: %d letters, want %d", cut, len(whole), len(f.letters), want)
		}
		uids, err := f.add(incoming{raw: []byte("new")})
		if err != nil || uids[0] != imap.UID(want+1) {
			t.Fatalf("cut at %d: new letter %v, %v", cut, uids, err)
		}
		again := openTest(t, path)
		if _, raw, err := again.read(uids[0]); err != nil || string(raw) != "new" || len(again.letters) != want+1 {
			t.Fatalf("cut at %d, then written on: %q, %v", cut, raw, err)
		}
	}
}

func TestDamageIsNotTakenForALetter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	f := openTest(t, path)
	for range 2 {
		if _, err := f.add(incoming{raw: []byte("Subject: precious\r\n\r\n")}); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(whole, []byte("precious"))
	whole[at] ^= 1
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if again := openTest(t, path); len(again.letters) != 1 || again.validity != f.validity {
		t.Errorf("%d letters, numbering %d", len(again.letters), again.validity)
	}
}

func TestFileIsWrittenAnewWithoutTheGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	f := openTest(t, path)
	big := bytes.Repeat([]byte("x"), slack/4)
	for range 6 {
		if _, err := f.add(incoming{raw: big}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.add(incoming{raw: []byte("small"), flags: newFlags("$kept")}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.remove([]imap.UID{1, 2, 3, 4, 6, 99}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > slack {
		t.Errorf("the file still has %d bytes, %v", info.Size(), err)
	}
	if _, err := f.remove([]imap.UID{7}); err != nil {
		t.Fatal(err)
	}
	again := openTest(t, path)
	for _, f := range []*folder{f, again} {
		if _, raw, err := f.read(5); err != nil || !bytes.Equal(raw, big) || f.next != 8 || len(f.letters) != 1 {
			t.Errorf("after: %d letters, next %d, %v", len(f.letters), f.next, err)
		}
	}
	if uids, err := again.add(incoming{raw: []byte("y")}); err != nil || uids[0] != 8 {
		t.Errorf("a number was given out twice: %v, %v", uids, err)
	}
}

func TestNumberingIsNeverGivenTwice(t *testing.T) {
	dir := t.TempDir()
	seen := map[uint32]bool{}
	for range 3 {
		o, err := Open(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		a, _ := parseAddress("ana@pit.localhost", DefaultDomain)
		m, err := o.mailbox(a)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			made := m.create("Again")
			f, err := m.folder("Again")
			if err := errors.Join(made, err); err != nil || seen[f.validity] {
				t.Fatalf("numbering %d again, %v", f.validity, err)
			}
			seen[f.validity] = true
			if err := m.drop("Again"); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestManyLettersAtOnce(t *testing.T) {
	dir := t.TempDir()
	o, in, _ := open(t, dir)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			c := dialSMTP(t, in)
			for range 10 {
				to := []string{fmt.Sprintf("player%d@pit.localhost", i), "play@pit.localhost"}
				if err := c.SendMail("ana@pit.localhost", to, strings.NewReader(strings.ReplaceAll(plain, "\n", "\r\n"))); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wait.Wait()
	boxes, err := o.Boxes()
	if err != nil || len(boxes) != 9 || boxes[0].Name != "play@pit.localhost" || boxes[0].Unread != 80 {
		t.Errorf("%+v, %v", boxes, err)
	}
	if f := openTest(t, inboxFile(dir, "play")); len(f.letters) != 80 {
		t.Errorf("%d letters on the disk", len(f.letters))
	}
}

func openTest(t *testing.T, path string) *folder {
	t.Helper()
	f, err := openFolder("test", path, func() (uint32, error) { return 7, nil })
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNamesSurviveTheFileSystem(t *testing.T) {
	for _, name := range []string{"ana", ".", "..", "../../etc", "a/b", "größe", "%41", "Set-aside", " ", "o'hara"} {
		file := escape(name)
		if got, ok := unescape(file); !ok || got != name || strings.ContainsAny(file, "/ ") || strings.HasPrefix(file, ".") {
			t.Errorf("%q became %q, read back as %q", name, file, got)
		}
	}
	for _, file := range []string{"", "%4", "%zz", "%61", "a b", ".hidden"} {
		if got, ok := unescape(file); ok {
			t.Errorf("%q was taken for %q", file, got)
		}
	}
}
