package postoffice

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// mark changes flags of the letters that are there by the rule change, and tells every
// session but the one that asked.
func (f *folder) mark(uids []imap.UID, asker *imapserver.SessionTracker, change func(flagSet) flagSet) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b bytes.Buffer
	changed := map[int]flagSet{}
	for _, uid := range uids {
		i, ok := f.find(uid)
		if !ok {
			continue
		}
		flags := change(newFlags(f.letters[i].flags.imap()...))
		if maps.Equal(flags, f.letters[i].flags) {
			continue
		}
		if _, err := writeRecord(&b, fact{Flagged: uid, Flags: flags.imap()}, nil); err != nil {
			return err
		}
		changed[i] = flags
	}
	if len(changed) == 0 {
		return nil
	}
	if err := f.write(b.Bytes(), false); err != nil {
		return fmt.Errorf("keep flags: %w", err)
	}
	for i, flags := range changed {
		f.letters[i].flags = flags
		f.tracker.QueueMessageFlags(uint32(i)+1, f.letters[i].uid, flags.imap(), asker)
	}
	f.wake()
	return nil
}

// remove takes letters away and returns those that were still there.
func (f *folder) remove(uids []imap.UID) ([]imap.UID, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	there := slices.DeleteFunc(slices.Clone(uids), func(uid imap.UID) bool {
		_, ok := f.find(uid)
		return !ok
	})
	slices.Sort(there)
	there = slices.Compact(there)
	if len(there) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	if _, err := writeRecord(&b, fact{Gone: there}, nil); err != nil {
		return nil, err
	}
	if err := f.write(b.Bytes(), false); err != nil {
		return nil, fmt.Errorf("remove letters: %w", err)
	}
	// From the last to the first, so that the places of those before stay true.
	for i := len(f.letters) - 1; i >= 0; i-- {
		if _, gone := slices.BinarySearch(there, f.letters[i].uid); !gone {
			continue
		}
		f.live -= f.letters[i].size
		f.letters = slices.Delete(f.letters, i, i+1)
		f.tracker.QueueExpunge(uint32(i) + 1)
	}
	f.wake()
	f.tidy()
	return there, nil
}

// tidy writes the file anew when most of it is letters long gone. It may fail without harm:
// the old file stays.
func (f *folder) tidy() {
	if dead := f.size - f.live; dead < slack || dead < f.live {
		return
	}
	fresh, err := f.rewrite()
	if err != nil {
		_ = os.Remove(f.path + ".new")
		return
	}
	f.letters, f.size = fresh.letters, fresh.size
}

// rewrite copies what is still there to a new file and puts it in the place of the old one.
func (f *folder) rewrite() (*folder, error) {
	old, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer old.Close()
	file, err := os.OpenFile(f.path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	fresh := &folder{}
	write := func(what fact, raw []byte) (at int64, err error) {
		var b bytes.Buffer
		start, err := writeRecord(&b, what, raw)
		if err == nil {
			_, err = file.Write(b.Bytes())
		}
		at = fresh.size + int64(start)
		fresh.size += int64(b.Len())
		return at, err
	}
	if _, err := write(fact{Validity: f.validity, Next: f.next}, nil); err != nil {
		return nil, err
	}
	for _, l := range f.letters {
		raw := make([]byte, l.size)
		if _, err := old.ReadAt(raw, l.at); err != nil {
			return nil, err
		}
		at, err := write(fact{Letter: l.uid, Time: &l.time, Flags: l.flags.imap()}, raw)
		if err != nil {
			return nil, err
		}
		fresh.letters = append(fresh.letters, &letter{uid: l.uid, at: at, size: l.size, time: l.time, flags: l.flags})
	}
	if err := errors.Join(file.Sync(), os.Rename(f.path+".new", f.path)); err != nil {
		return nil, err
	}
	// Should the new name be lost in a power cut, the old file is there, and as good.
	_ = syncDir(filepath.Dir(f.path))
	return fresh, nil
}

// syncDir makes names in a directory last through a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
