package postoffice

import (
	"errors"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

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
// is left the answer is a plain OK, as it is elsewhere.
func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	v, to, err := s.between(dest)
	if err != nil {
		return err
	}
	if v.readOnly {
		return answer(errReadOnly)
	}
	data, err := v.moveTo(to, uidsOf(v.choose(set)))
	if err != nil || data == nil {
		return answer(err)
	}
	return w.WriteCopyData(data)
}

// between finds the folder that letters go to.
func (s *session) between(dest string) (*view, *folder, error) {
	v := s.opened()
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
			in, err := f.whole(uid)
			if errors.Is(err, errGone) {
				continue
			}
			if err != nil {
				return nil, err
			}
			data.SourceUIDs.AddNum(uid)
			there = append(there, in)
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

// moveTo moves those of the letters that are still there. A crash in between leaves a letter
// in both folders, never in none; two sessions that move the same letter get it there once.
func (f *folder) moveTo(to *folder, uids []imap.UID) (*imap.CopyData, error) {
	f.moving.Lock()
	defer f.moving.Unlock()
	data, err := f.copyTo(to, uids)
	if err != nil || data == nil {
		return nil, err
	}
	gone, _ := data.SourceUIDs.Nums()
	_, err = f.remove(gone)
	return data, err
}

// whole returns a letter with its time and flags.
func (f *folder) whole(uid imap.UID) (incoming, error) {
	raw, err := f.raw(uid)
	if err != nil {
		return incoming{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	i, ok := f.find(uid)
	if !ok {
		return incoming{}, errGone
	}
	return incoming{raw: raw, time: f.letters[i].time, flags: f.letters[i].flags}, nil
}
