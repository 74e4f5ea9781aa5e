package postoffice

import (
	"cmp"
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

var (
	errReadOnly   = no("", "the folder is open for reading only")
	errSameFolder = no("", "the letters are in that folder already")
)

// view is a folder as one session sees it: what others have removed keeps its number until
// the session has been told.
type view struct {
	*folder
	tracker  *imapserver.SessionTracker
	readOnly bool
}

// seen is one letter as a view has it.
type seen struct {
	letter
	seq uint32 // its number in this session; 0 when the session does not know it yet
}

// Select opens a folder.
func (s *session) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	f, err := s.mailbox.folder(name, false)
	if err != nil {
		return nil, answer(err)
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

// all returns the letters as they are now, and the last of them with the highest number that is known.
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

// choose returns the letters of a set, as they are now.
func (v *view) choose(set imap.NumSet) []seen {
	all, last := v.all()
	return slices.DeleteFunc(all, func(l seen) bool { return !l.in(set, last) })
}

// in reads a set in which * stands for the last letter.
func (l seen) in(set imap.NumSet, last seen) bool {
	switch set := set.(type) {
	case imap.SeqSet:
		return l.seq != 0 && slices.ContainsFunc(set, func(r imap.SeqRange) bool { return between(l.seq, r.Start, r.Stop, last.seq) })
	case imap.UIDSet: // one that stands for the last search is empty: no result is kept
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

// Expunge removes the letters marked deleted, of all or of some. In a folder open for reading
// it does nothing, since CLOSE asks for it too.
func (s *session) Expunge(_ *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	v := s.view.Load()
	if v.readOnly {
		return nil
	}
	set := imap.UIDSet{{Start: 1, Stop: 0}}
	if uids != nil {
		set = *uids
	}
	var marked []imap.UID
	for _, l := range v.choose(set) {
		if l.flags.has(imap.FlagDeleted) {
			marked = append(marked, l.uid)
		}
	}
	// The session itself is told like all others, by the poll at the end of the command.
	_, err := v.remove(marked)
	return answer(err)
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
		return answer(err)
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
	v, to, err := s.between(dest)
	if err != nil {
		return nil, err
	}
	data, err := v.copyTo(to, uidsOf(v.choose(set)))
	return data, answer(err)
}

// Move moves letters to another folder. Letters that are gone are passed over, and when none
// is left the answer is a plain OK, as it is elsewhere. A crash in between leaves a letter in both
// folders, never in none; two sessions that move the same letter get it there once.
func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	v, to, err := s.between(dest)
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
		return answer(err)
	}
	return w.WriteCopyData(data)
}

// between finds the folder that letters go to.
func (s *session) between(dest string) (*view, *folder, error) {
	v := s.view.Load()
	to, err := s.mailbox.folder(dest, false)
	if err != nil {
		return nil, nil, tryCreate(err)
	}
	if to == v.folder {
		return nil, nil, errSameFolder
	}
	return v, to, nil
}

// copyTo copies those of the letters that are still there. It returns nil when none is.
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
