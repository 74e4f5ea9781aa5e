package postoffice

import (
	"cmp"
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

var errReadOnly = no("", "the folder is open for reading only")

// view is a folder as a session sees it. Letters that others removed keep their numbers until the session has
// been told.
type view struct {
	*folder
	tracker  *imapserver.SessionTracker
	readOnly bool
}

// seen is a letter in a view.
type seen struct {
	letter
	seq uint32 // its number in this session, 0 if the session does not know of it yet
}

// Select opens a folder.
func (s *session) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	f, err := s.mailbox.folder(name)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	v := &view{folder: f, tracker: f.tracker.NewSession(), readOnly: options.ReadOnly}
	s.view.Store(v)
	flags := []imap.Flag{imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagSeen, imap.FlagDraft}
	data := &imap.SelectData{Flags: flags, NumMessages: uint32(len(f.letters)), UIDNext: f.next, UIDValidity: f.validity}
	if !v.readOnly {
		data.PermanentFlags = append(append(data.PermanentFlags, flags...), imap.FlagWildcard)
	}
	unseen := func(l *letter) bool { return !l.flags.has(imap.FlagSeen) }
	data.FirstUnseenSeqNum = uint32(slices.IndexFunc(f.letters, unseen) + 1)
	return data, nil
}

// Unselect closes the open folder.
func (s *session) Unselect() error {
	v := s.view.Swap(nil)
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tracker.Close()
	return nil
}

// all returns the letters as they are now. last is the last letter with the highest number that the session
// knows.
func (v *view) all() (all []seen, last seen) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i, l := range v.letters {
		one := seen{*l, v.tracker.EncodeSeqNum(uint32(i) + 1)}
		all = append(all, one)
		last = seen{*l, max(last.seq, one.seq)}
	}
	return all, last
}

// choose returns the letters in a set, as they are now.
func (v *view) choose(set imap.NumSet) []seen {
	all, last := v.all()
	return slices.DeleteFunc(all, func(l seen) bool { return !l.in(set, last) })
}

// in reports whether a letter is in a set, in which * stands for the last letter.
func (l seen) in(set imap.NumSet, last seen) bool {
	switch set := set.(type) {
	case imap.SeqSet:
		return l.seq != 0 && slices.ContainsFunc(set, func(r imap.SeqRange) bool { return between(l.seq, r.Start, r.Stop, last.seq) })
	case imap.UIDSet: // a set that stands for the last search result is empty, because no result is kept
		return slices.ContainsFunc(set, func(r imap.UIDRange) bool { return between(l.uid, r.Start, r.Stop, last.uid) })
	}
	return false
}

func between[N ~uint32](n, start, stop, last N) bool {
	start, stop = cmp.Or(start, last), cmp.Or(stop, last)
	return n >= min(start, stop) && n <= max(start, stop)
}

func uidsOf(letters []seen) []imap.UID {
	uids := make([]imap.UID, len(letters))
	for i, l := range letters {
		uids[i] = l.uid
	}
	return uids
}

// Expunge removes letters marked deleted: all of them, or those in uids. In a folder that is open for reading
// it does nothing and returns no error, because CLOSE calls it too.
func (s *session) Expunge(_ *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	v := s.view.Load()
	if v.readOnly {
		return nil
	}
	set := imap.UIDSet{{Start: 1, Stop: 0}}
	if uids != nil {
		set = *uids
	}
	marked := slices.DeleteFunc(v.choose(set), func(l seen) bool { return !l.flags.has(imap.FlagDeleted) })
	// This session is told like all others, by the poll at the end of the command.
	_, err := v.remove(uidsOf(marked))
	return err
}

// Store changes flags.
func (s *session) Store(w *imapserver.FetchWriter, set imap.NumSet, change *imap.StoreFlags, _ *imap.StoreOptions) error {
	v := s.view.Load()
	if v.readOnly {
		return errReadOnly
	}
	err := v.mark(uidsOf(v.choose(set)), v.tracker, func(flags flagSet) flagSet {
		if change.Op == imap.StoreFlagsSet {
			flags = nil
		}
		for _, flag := range change.Flags {
			if change.Op == imap.StoreFlagsDel {
				flags = flags.without(flag)
			} else {
				flags = flags.with(flag)
			}
		}
		return flags
	})
	if err != nil {
		return err
	}
	if change.Silent {
		return nil
	}
	return s.Fetch(w, set, &imap.FetchOptions{Flags: true})
}

// batch is how many letters COPY and MOVE hold in memory at a time.
const batch = 20

// Copy copies letters to another folder.
func (s *session) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	v, to, err := s.destination(dest)
	if err != nil {
		return nil, err
	}
	return v.copyTo(to, uidsOf(v.choose(set)))
}

// Move moves letters to another folder. Letters that are gone are skipped, and if none is left the answer is
// a plain OK, as on other servers. After a crash a letter may be in both folders, but never in none. If two
// sessions move the same letter, it arrives once.
func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	v, to, err := s.destination(dest)
	if err != nil {
		return err
	}
	if v.readOnly {
		return errReadOnly
	}
	v.moving.Lock()
	data, err := v.copyTo(to, uidsOf(v.choose(set)))
	if data != nil {
		gone, _ := data.SourceUIDs.Nums()
		_, err = v.remove(gone)
	}
	v.moving.Unlock()
	if err != nil || data == nil {
		return err
	}
	return w.WriteCopyData(data)
}

// destination returns the open folder and the folder for the letters.
func (s *session) destination(dest string) (*view, *folder, error) {
	v := s.view.Load()
	to, err := s.mailbox.folder(dest)
	if err != nil {
		return nil, nil, tryCreate(err)
	}
	if to == v.folder {
		return nil, nil, no("", "the letters are in that folder already")
	}
	return v, to, nil
}

// copyTo copies those letters that still exist. It returns nil if there are none.
func (f *folder) copyTo(to *folder, uids []imap.UID) (*imap.CopyData, error) {
	var data imap.CopyData
	for chunk := range slices.Chunk(uids, batch) {
		var there []incoming
		for _, uid := range chunk {
			l, raw, err := f.read(uid)
			if errors.Is(err, errGone) {
				continue
			}
			if err != nil {
				return nil, err
			}
			data.SourceUIDs.AddNum(uid)
			there = append(there, incoming{raw, l.time, l.flags})
		}
		if len(there) > 0 {
			fresh, err := to.add(there...)
			if err != nil {
				return nil, err
			}
			data.DestUIDs.AddNum(fresh...)
		}
	}
	if len(data.SourceUIDs) == 0 {
		return nil, nil
	}
	data.UIDValidity = to.validity
	return &data, nil
}
