package postoffice

import (
	"errors"
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
	var records []record
	for _, uid := range uids {
		i, ok := f.find(uid)
		if !ok {
			continue
		}
		if flags := change(f.letters[i].flags); !slices.Equal(flags, f.letters[i].flags) {
			records = append(records, record{fact: fact{Flagged: uid, Flags: flags}})
		}
	}
	if len(records) == 0 {
		return nil
	}
	return f.commit(false, asker, records...)
}

// see marks letters as read.
func (f *folder) see(uids []imap.UID, asker *imapserver.SessionTracker) error {
	return f.mark(uids, asker, func(flags flagSet) flagSet { return flags.with(imap.FlagSeen) })
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
	if err := f.commit(false, nil, record{fact: fact{Gone: there}}); err != nil {
		return nil, err
	}
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
	fresh := newFolder(f.name, f.path+".new")
	if err := os.WriteFile(fresh.path, nil, 0o600); err != nil {
		return nil, err
	}
	if err := fresh.commit(false, nil, record{fact: fact{Validity: f.validity, Next: f.next}}); err != nil {
		return nil, err
	}
	for _, l := range f.letters {
		raw, err := f.raw(l)
		if err == nil {
			err = fresh.commit(false, nil, record{fact{Letter: l.uid, Time: &l.time, Flags: l.flags}, raw})
		}
		if err != nil {
			return nil, err
		}
	}
	if err := fresh.write(nil, true); err != nil {
		return nil, err
	}
	if err := os.Rename(fresh.path, f.path); err != nil {
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
	return errors.Join(d.Sync(), d.Close())
}
