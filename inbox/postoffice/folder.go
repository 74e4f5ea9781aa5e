package postoffice

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
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

// letter is one stored letter; its bytes stay in the file.
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
	f := &folder{name: name, path: path, next: 1, news: make(chan struct{})}
	err := f.load()
	if errors.Is(err, os.ErrNotExist) || err == nil && f.validity == 0 {
		err = f.begin(validity)
	}
	if err != nil {
		return nil, fmt.Errorf("open post office folder %s: %w", name, err)
	}
	f.tracker = imapserver.NewMailboxTracker(uint32(len(f.letters)))
	return f, nil
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
		f.fold(what, f.size+before, size)
		f.size += all
	}
}

// fold takes up one fact from the file.
func (f *folder) fold(what fact, at, size int64) {
	switch {
	case what.Validity != 0:
		f.validity, f.next = what.Validity, max(f.next, what.Next)
	case what.Letter != 0 && what.Time != nil && (len(f.letters) == 0 || what.Letter > f.letters[len(f.letters)-1].uid):
		f.letters = append(f.letters, &letter{uid: what.Letter, at: at, size: size, time: *what.Time, flags: newFlags(what.Flags...)})
		f.next = max(f.next, what.Letter+1)
		f.live += size
	case what.Flagged != 0:
		if i, ok := f.find(what.Flagged); ok {
			f.letters[i].flags = newFlags(what.Flags...)
		}
	}
	for _, uid := range what.Gone {
		if i, ok := f.find(uid); ok {
			f.live -= f.letters[i].size
			f.letters = slices.Delete(f.letters, i, i+1)
		}
	}
}

func (f *folder) begin(validity func() (uint32, error)) (err error) {
	if f.validity, err = validity(); err != nil {
		return err
	}
	file, err := os.OpenFile(f.path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	file.Close()
	var b bytes.Buffer
	if _, err := writeRecord(&b, fact{Validity: f.validity, Next: f.next}, nil); err != nil {
		return err
	}
	if err := f.write(b.Bytes(), true); err != nil {
		return err
	}
	return syncDir(filepath.Dir(f.path))
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
	var b bytes.Buffer
	added := make([]*letter, len(in))
	for i, l := range in {
		uid := f.next + imap.UID(i)
		at, err := writeRecord(&b, fact{Letter: uid, Time: &l.time, Flags: l.flags.imap()}, l.raw)
		if err != nil {
			return nil, err
		}
		added[i] = &letter{uid: uid, at: f.size + int64(at), size: int64(len(l.raw)), time: l.time, flags: newFlags(l.flags.imap()...)}
	}
	if err := f.write(b.Bytes(), true); err != nil {
		return nil, fmt.Errorf("keep a letter: %w", err)
	}
	uids := make([]imap.UID, len(added))
	for i, l := range added {
		f.letters = append(f.letters, l)
		f.live += l.size
		uids[i] = l.uid
		// One by one: the tracker's count of what a session knows goes wrong by leaps.
		f.tracker.QueueNumMessages(uint32(len(f.letters)))
	}
	f.next += imap.UID(len(added))
	f.wake()
	return uids, nil
}

// raw returns a letter's bytes, or errGone.
func (f *folder) raw(uid imap.UID) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i, ok := f.find(uid)
	if !ok {
		return nil, errGone
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("read a letter: %w", err)
	}
	defer file.Close()
	raw := make([]byte, f.letters[i].size)
	if _, err := file.ReadAt(raw, f.letters[i].at); err != nil {
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
	for _, l := range f.letters {
		if !l.flags.has(imap.FlagSeen) {
			unread++
		}
	}
	return unread, len(f.letters)
}

// wake stirs the sessions that wait for news of this folder. The lock is held.
func (f *folder) wake() {
	close(f.news)
	f.news = make(chan struct{})
}

// flagSet holds a letter's flags by their name in lower case, which is how IMAP compares
// them, each with the spelling to show.
type flagSet map[string]imap.Flag

func newFlags(flags ...imap.Flag) flagSet {
	set := flagSet{}
	for _, flag := range flags {
		set.put(flag)
	}
	return set
}

func (s flagSet) put(flag imap.Flag) {
	// The server alone may set Recent, and the wildcard is no flag.
	if key := strings.ToLower(string(flag)); key != `\recent` && flag != imap.FlagWildcard {
		s[key] = flag
	}
}

func (s flagSet) drop(flag imap.Flag) { delete(s, strings.ToLower(string(flag))) }

func (s flagSet) has(flag imap.Flag) bool {
	_, ok := s[strings.ToLower(string(flag))]
	return ok
}

// imap lists the flags in one order, never nil.
func (s flagSet) imap() []imap.Flag {
	list := make([]imap.Flag, 0, len(s))
	for _, key := range slices.Sorted(maps.Keys(s)) {
		list = append(list, s[key])
	}
	return list
}
