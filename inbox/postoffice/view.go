package postoffice

import (
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

var (
	errReadOnly   = errors.New("the folder is open for reading only")
	errNotOpen    = &imap.Error{Type: imap.StatusResponseTypeBad, Code: imap.ResponseCodeClientBug, Text: "no folder is open"}
	errSameFolder = &imap.Error{Type: imap.StatusResponseTypeNo, Text: "the letters are in that folder already"}
)

// view is a folder as one session sees it: what others have removed keeps its number until
// the session has been told.
type view struct {
	*folder
	tracker  *imapserver.SessionTracker
	news     chan struct{}
	readOnly bool
}

// seen is one letter as a view has it.
type seen struct {
	*letter
	seq   uint32 // its number in this session; 0 when the session does not know it yet
	flags []imap.Flag
}

// Select opens a folder.
func (s *session) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	f, err := s.mailbox.folder(name, false)
	if err != nil {
		return nil, answer(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	v := &view{folder: f, tracker: f.tracker.NewSession(), news: make(chan struct{}, 1), readOnly: options.ReadOnly}
	f.views[v] = struct{}{}
	s.show(v)
	flags := []imap.Flag{imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagSeen, imap.FlagDraft}
	data := &imap.SelectData{Flags: flags, NumMessages: uint32(len(f.letters)), UIDNext: f.next, UIDValidity: f.validity}
	if !v.readOnly {
		data.PermanentFlags = append(append(data.PermanentFlags, flags...), imap.FlagWildcard)
	}
	for i, l := range f.letters {
		if !l.flags.has(imap.FlagSeen) {
			data.FirstUnseenSeqNum = uint32(i) + 1
			break
		}
	}
	return data, nil
}

// Unselect closes the open folder.
func (s *session) Unselect() error {
	v := s.opened()
	if v == nil {
		return nil
	}
	s.show(nil)
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.views, v)
	v.tracker.Close()
	return nil
}

// choose returns the letters of a set, as they are now.
func (v *view) choose(set imap.NumSet) []seen {
	v.mu.Lock()
	defer v.mu.Unlock()
	var all []seen
	var lastSeq uint32
	for i, l := range v.letters {
		seq := v.tracker.EncodeSeqNum(uint32(i) + 1)
		lastSeq = max(lastSeq, seq)
		all = append(all, seen{letter: l, seq: seq, flags: l.flags.imap()})
	}
	if len(all) == 0 {
		return nil
	}
	in := within(set, lastSeq, all[len(all)-1].uid)
	var chosen []seen
	for _, l := range all {
		if in(l) {
			chosen = append(chosen, l)
		}
	}
	return chosen
}

// within reads a set in which * stands for the last letter.
func within(set imap.NumSet, lastSeq uint32, lastUID imap.UID) func(seen) bool {
	between := func(n, start, stop, last uint32) bool {
		if start == 0 {
			start = last
		}
		if stop == 0 {
			stop = last
		}
		return n >= min(start, stop) && n <= max(start, stop)
	}
	return func(l seen) bool {
		if imap.IsSearchRes(set) {
			return false // a search result is never kept
		}
		switch set := set.(type) {
		case imap.SeqSet:
			for _, r := range set {
				if l.seq != 0 && between(l.seq, r.Start, r.Stop, lastSeq) {
					return true
				}
			}
		case imap.UIDSet:
			for _, r := range set {
				if between(uint32(l.uid), uint32(r.Start), uint32(r.Stop), uint32(lastUID)) {
					return true
				}
			}
		}
		return false
	}
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
	v := s.opened()
	if v == nil {
		return errNotOpen
	}
	if v.readOnly {
		return nil
	}
	set := imap.UIDSet{{Start: 1, Stop: 0}}
	if uids != nil {
		set = *uids
	}
	var marked []imap.UID
	for _, l := range v.choose(set) {
		if slices.Contains(l.flags, imap.FlagDeleted) {
			marked = append(marked, l.uid)
		}
	}
	// The session itself is told like all others, by the poll at the end of the command.
	_, err := v.remove(marked)
	return answer(err)
}

// Store changes flags.
func (s *session) Store(w *imapserver.FetchWriter, set imap.NumSet, change *imap.StoreFlags, _ *imap.StoreOptions) error {
	v := s.opened()
	if v == nil {
		return errNotOpen
	}
	if v.readOnly {
		return answer(errReadOnly)
	}
	err := v.mark(uidsOf(v.choose(set)), v.tracker, func(flags flagSet) flagSet {
		if change.Op == imap.StoreFlagsSet {
			flags = flagSet{}
		}
		for _, flag := range change.Flags {
			if change.Op == imap.StoreFlagsDel {
				flags.drop(flag)
			} else {
				flags.put(flag)
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
