package postoffice

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"pitpost.example/disk"
)

// mark changes the flags of those letters that still exist and tells every session except asker.
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

// markSeen marks letters as read.
func (f *folder) markSeen(uids []imap.UID, asker *imapserver.SessionTracker) error {
	return f.mark(uids, asker, func(flags flagSet) flagSet { return flags.with(imap.FlagSeen) })
}

// remove removes letters and returns those that still existed.
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
	f.compact()
	return there, nil
}

// compact rewrites the file if most of it belongs to letters that are gone. A failure does no harm, because the
// old file stays.
func (f *folder) compact() {
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

// rewrite copies what still exists to a new file and replaces the old one by it.
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
	// If a power cut loses the new name, the old file is still there and just as good.
	_ = disk.SyncFolder(filepath.Dir(f.path))
	return fresh, nil
}
