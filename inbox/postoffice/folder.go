package postoffice

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// slack is how many bytes of removed letters a folder's file may carry before it is written
// anew.
const slack = 1 << 20

// errGone is a letter that is not, or no longer, in its folder.
var errGone = errors.New("that letter is no longer there")

// folder is one folder of a mailbox and the file that keeps it. Its methods may be called
// from several goroutines.
type folder struct {
	name, path string
	moving     sync.Mutex // held while letters are moved out

	mu       sync.Mutex
	deleted  bool
	validity uint32
	next     imap.UID
	letters  []*letter // by rising UID
	size     int64     // length of the file up to its last whole record
	live     int64     // bytes of the letters that are still there
	tracker  *imapserver.MailboxTracker
	news     chan struct{} // closed when something has happened, and made anew
}

// letter is one stored letter; its bytes stay in the file. Its flags are replaced, never changed.
type letter struct {
	uid      imap.UID
	at, size int64 // where in the file its bytes are
	time     time.Time
	flags    flagSet
}

// incoming is a letter to be stored.
type incoming struct {
	raw   []byte
	time  time.Time
	flags flagSet
}

// openFolder reads the folder kept at path, or begins one with the numbering validity
// returns. A record that a crash cut off is dropped.
func openFolder(name, path string, validity func() (uint32, error)) (*folder, error) {
	f := newFolder(name, path)
	err := f.load()
	if errors.Is(err, os.ErrNotExist) || err == nil && f.validity == 0 {
		err = f.begin(validity)
	}
	if err != nil {
		return nil, fmt.Errorf("open post office folder %s: %w", name, err)
	}
	return f, nil
}

func newFolder(name, path string) *folder {
	return &folder{name: name, path: path, next: 1, tracker: imapserver.NewMailboxTracker(0), news: make(chan struct{})}
}

func (f *folder) load() error {
	file, err := os.OpenFile(f.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 256<<10)
	for {
		what, size, before, all, err := readRecord(in)
		if err == io.EOF {
			return nil
		}
		if errors.Is(err, errTorn) {
			return file.Truncate(f.size)
		}
		if err != nil {
			return err
		}
		f.fold(what, f.size+before, size, nil)
		f.size += all
	}
}

// fold takes up one fact, which stands in the file, and tells the sessions of it; asker knows of
// flags that it changed itself.
func (f *folder) fold(what fact, at, size int64, asker *imapserver.SessionTracker) {
	switch {
	case what.Validity != 0:
		f.validity, f.next = what.Validity, max(f.next, what.Next)
	case what.Letter != 0 && what.Time != nil && (len(f.letters) == 0 || what.Letter > f.letters[len(f.letters)-1].uid):
		f.letters = append(f.letters, &letter{uid: what.Letter, at: at, size: size, time: *what.Time, flags: newFlags(what.Flags...)})
		f.next = max(f.next, what.Letter+1)
		f.live += size
		f.tracker.QueueNumMessages(uint32(len(f.letters))) // one by one: its count of what a session knows goes wrong by leaps
	case what.Flagged != 0:
		if i, ok := f.find(what.Flagged); ok {
			f.letters[i].flags = newFlags(what.Flags...)
			f.tracker.QueueMessageFlags(uint32(i)+1, what.Flagged, f.letters[i].flags, asker)
		}
	}
	for _, uid := range slices.Backward(what.Gone) {
		if i, ok := f.find(uid); ok {
			f.live -= f.letters[i].size
			f.letters = slices.Delete(f.letters, i, i+1)
			f.tracker.QueueExpunge(uint32(i) + 1)
		}
	}
}

func (f *folder) begin(validity func() (uint32, error)) error {
	number, err := validity()
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.path, nil, 0o600); err != nil {
		return err
	}
	if err := f.commit(true, nil, record{fact: fact{Validity: number, Next: f.next}}); err != nil {
		return err
	}
	return syncDir(filepath.Dir(f.path))
}

// commit appends facts to the file, all or none, and takes them up. The lock is held.
func (f *folder) commit(sync bool, asker *imapserver.SessionTracker, records ...record) error {
	var b bytes.Buffer
	places := make([]int64, len(records))
	for i, r := range records {
		at, err := r.write(&b)
		if err != nil {
			return err
		}
		places[i] = f.size + int64(at)
	}
	if err := f.write(b.Bytes(), sync); err != nil {
		return fmt.Errorf("write to folder %s: %w", f.name, err)
	}
	for i, r := range records {
		f.fold(r.fact, places[i], int64(len(r.raw)), asker)
	}
	close(f.news) // stirs the sessions that wait
	f.news = make(chan struct{})
	return nil
}

// write appends whole records. When it fails, nothing of them is left: neither a half record
// nor one that was written but may not be on the disk.
func (f *folder) write(b []byte, sync bool) error {
	if f.deleted {
		return os.ErrNotExist
	}
	file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteAt(b, f.size)
	if err == nil && sync {
		err = file.Sync()
	}
	if err != nil {
		return errors.Join(err, file.Truncate(f.size))
	}
	f.size += int64(len(b))
	return nil
}

// add stores letters, all or none. When it returns without error they are on the disk.
func (f *folder) add(in ...incoming) ([]imap.UID, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var uids []imap.UID
	var records []record
	for i, l := range in {
		uids = append(uids, f.next+imap.UID(i))
		records = append(records, record{fact{Letter: uids[i], Time: &l.time, Flags: l.flags}, l.raw})
	}
	return uids, f.commit(true, nil, records...)
}

// read returns a letter as it is now, with its bytes, or errGone.
func (f *folder) read(uid imap.UID) (letter, []byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i, ok := f.find(uid)
	if !ok {
		return letter{}, nil, errGone
	}
	raw, err := f.raw(f.letters[i])
	return *f.letters[i], raw, err
}

// raw returns a letter's bytes. The lock is held.
func (f *folder) raw(l *letter) ([]byte, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("read a letter: %w", err)
	}
	defer file.Close()
	raw := make([]byte, l.size)
	if _, err := file.ReadAt(raw, l.at); err != nil {
		return nil, fmt.Errorf("read a letter: %w", err)
	}
	return raw, nil
}

// find returns the place of a letter in letters. The lock is held.
func (f *folder) find(uid imap.UID) (int, bool) {
	return slices.BinarySearchFunc(f.letters, uid, func(l *letter, uid imap.UID) int { return cmp.Compare(l.uid, uid) })
}

// unread counts the letters without the Seen flag, beside all of them.
func (f *folder) unread() (unread, all int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen, _ := f.flagged(imap.FlagSeen)
	return len(f.letters) - seen, len(f.letters)
}

// flagged counts the letters with a flag, and their bytes. The lock is held.
func (f *folder) flagged(flag imap.Flag) (n int, size int64) {
	for _, l := range f.letters {
		if l.flags.has(flag) {
			n, size = n+1, size+l.size
		}
	}
	return n, size
}

// flagSet holds a letter's flags in the order of their names in lower case, which is how IMAP
// compares them. It is never changed.
type flagSet []imap.Flag

func newFlags(flags ...imap.Flag) flagSet { return flagSet(nil).with(flags...) }

// with is the set and some more flags, as they are spelled now.
func (s flagSet) with(flags ...imap.Flag) flagSet {
	for _, flag := range flags {
		// The server alone may set Recent, and the wildcard is no flag.
		if !(flagSet{`\Recent`, imap.FlagWildcard}).has(flag) {
			s = append(s.without(flag), flag)
			slices.SortFunc(s, func(a, b imap.Flag) int { return cmp.Compare(strings.ToLower(string(a)), strings.ToLower(string(b))) })
		}
	}
	return s
}

// without is the set but for one flag.
func (s flagSet) without(flag imap.Flag) flagSet {
	return slices.DeleteFunc(slices.Clone(s), func(one imap.Flag) bool { return strings.EqualFold(string(one), string(flag)) })
}

func (s flagSet) has(flag imap.Flag) bool {
	return slices.ContainsFunc(s, func(one imap.Flag) bool { return strings.EqualFold(string(one), string(flag)) })
}
