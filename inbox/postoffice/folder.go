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

	"pitpost.example/disk"
)

// slack is how many bytes of removed letters a folder's file may hold before it is rewritten.
const slack = 1 << 20

// errGone is the error for a letter that is not in its folder, or no longer.
var errGone = errors.New("that letter is no longer there")

// folder is one folder of a mailbox and its file. It is safe for concurrent use.
type folder struct {
	name, path string
	moving     sync.Mutex // held while letters are moved out

	mu       sync.Mutex
	deleted  bool
	validity uint32
	next     imap.UID
	letters  []*letter // sorted by UID
	size     int64     // length of the file up to its last complete record
	live     int64     // bytes of the letters that still exist
	tracker  *imapserver.MailboxTracker
	news     chan struct{} // closed and replaced whenever something has happened
}

// letter is a stored letter. Its bytes stay in the file. Its flags are replaced, never changed in place.
type letter struct {
	uid      imap.UID
	at, size int64 // where its bytes are in the file
	time     time.Time
	flags    flagSet
}

// incoming is a letter to be stored.
type incoming struct {
	raw   []byte
	time  time.Time
	flags flagSet
}

// openFolder loads the folder at path, or creates it with a UIDVALIDITY from validity. An incomplete record
// at the end, left by a crash, is dropped.
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

// fold applies a fact that is in the file to the folder and tells the sessions. at and size say where a new
// letter's bytes are. asker is not told of flags, because it changed them itself.
func (f *folder) fold(what fact, at, size int64, asker *imapserver.SessionTracker) {
	switch {
	case what.Validity != 0:
		f.validity, f.next = what.Validity, max(f.next, what.Next)
	case what.Letter != 0 && what.Time != nil && (len(f.letters) == 0 || what.Letter > f.letters[len(f.letters)-1].uid):
		f.letters = append(f.letters, &letter{uid: what.Letter, at: at, size: size, time: *what.Time, flags: newFlags(what.Flags...)})
		f.next = max(f.next, what.Letter+1)
		f.live += size
		f.tracker.QueueNumMessages(uint32(len(f.letters))) // one at a time: with larger steps the tracker's count of what a session knows goes wrong
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
	return disk.SyncFolder(filepath.Dir(f.path))
}

// commit appends facts to the file, all or none, and applies them. The caller holds the lock.
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
	close(f.news) // wakes waiting sessions
	f.news = make(chan struct{})
	return nil
}

// write appends complete records. If it fails, it removes them again, so that there is no half record, nor
// one that is in the file but may not be on the disk.
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

// add stores letters, all or none. When it returns without an error, they are on the disk.
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

// read returns a letter's present state and its bytes, or errGone.
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

// raw returns a letter's bytes. The caller holds the lock.
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

// find returns the index of a letter in letters. The caller holds the lock.
func (f *folder) find(uid imap.UID) (int, bool) {
	return slices.BinarySearchFunc(f.letters, uid, func(l *letter, uid imap.UID) int { return cmp.Compare(l.uid, uid) })
}

// count counts all letters, and those without the Seen flag.
func (f *folder) count(name string) Count {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen, _ := f.flagged(imap.FlagSeen)
	return Count{name, len(f.letters), len(f.letters) - seen}
}

// flagged returns the number of letters with a flag, and their bytes. The caller holds the lock.
func (f *folder) flagged(flag imap.Flag) (n int, size int64) {
	for _, l := range f.letters {
		if l.flags.has(flag) {
			n, size = n+1, size+l.size
		}
	}
	return n, size
}

// flagSet holds a letter's flags, sorted by their lower-case names, because IMAP ignores case in flags. It is
// never changed in place.
type flagSet []imap.Flag

func newFlags(flags ...imap.Flag) flagSet { return flagSet(nil).with(flags...) }

// with returns the set with some flags added, in the given spelling.
func (s flagSet) with(flags ...imap.Flag) flagSet {
	for _, flag := range flags {
		// Only the server may set Recent, and the wildcard is not a flag.
		if !(flagSet{`\Recent`, imap.FlagWildcard}).has(flag) {
			s = append(s.without(flag), flag)
			slices.SortFunc(s, func(a, b imap.Flag) int { return cmp.Compare(strings.ToLower(string(a)), strings.ToLower(string(b))) })
		}
	}
	return s
}

// without returns the set without a flag.
func (s flagSet) without(flag imap.Flag) flagSet {
	return slices.DeleteFunc(slices.Clone(s), func(one imap.Flag) bool { return strings.EqualFold(string(one), string(flag)) })
}

func (s flagSet) has(flag imap.Flag) bool {
	return slices.ContainsFunc(s, func(one imap.Flag) bool { return strings.EqualFold(string(one), string(flag)) })
}
