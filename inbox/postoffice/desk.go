package postoffice

import (
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// Count tells how many letters a folder has.
type Count struct {
	Name            string // of the folder, or the address of the mailbox whose INBOX it is
	Letters, Unread int
}

// Boxes lists all mailboxes, sorted.
func (o *Office) Boxes() ([]Count, error) {
	var boxes []Count
	err := o.all(func(local string, m *mailbox) error {
		f, err := m.folder(Inbox)
		if err == nil {
			boxes = append(boxes, f.count(local+"@"+o.domain))
		}
		return err
	})
	return boxes, err
}

// Folders lists the folders of a mailbox, INBOX first.
func (o *Office) Folders(addr string) ([]Count, error) {
	m, err := o.box(addr)
	if err != nil {
		return nil, err
	}
	var list []Count
	err = m.each(func(f *folder) error {
		list = append(list, f.count(f.name))
		return nil
	})
	return list, err
}

// Letters lists the newest letters of a folder, at most limit of them, newest first. It returns an error if
// the address has no mailbox here or the folder does not exist.
func (o *Office) Letters(addr, folderName string, limit int) ([]Summary, error) {
	f, err := o.folder(addr, folderName)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	newest := slices.Clone(f.letters[max(0, len(f.letters)-limit):])
	f.mu.Unlock()
	slices.Reverse(newest)
	var list []Summary
	for _, l := range newest {
		now, raw, err := f.read(l.uid)
		if err != nil {
			continue // it has been removed meanwhile
		}
		header, _ := headAndBody(raw)
		s := summarize(header)
		s.stored(now)
		list = append(list, s)
	}
	return list, nil
}

// Read returns a letter.
func (o *Office) Read(addr, folderName string, uid uint32) (*Letter, error) {
	f, err := o.folder(addr, folderName)
	if err != nil {
		return nil, err
	}
	stored, raw, err := f.read(imap.UID(uid))
	if err != nil {
		return nil, err
	}
	l := Parse(raw)
	l.stored(stored)
	return &l, nil
}

// MarkSeen marks a letter as read.
func (o *Office) MarkSeen(addr, folderName string, uid uint32) error {
	f, err := o.folder(addr, folderName)
	if err != nil {
		return err
	}
	return f.markSeen([]imap.UID{imap.UID(uid)}, nil)
}

// Owns reports whether an address belongs to the office's domain, and returns the address of its mailbox.
func (o *Office) Owns(addr string) (string, bool) {
	a, err := parseAddress(strings.TrimSpace(addr), o.domain)
	return a.local + "@" + o.domain, err == nil
}

func (o *Office) folder(addr, name string) (*folder, error) {
	m, err := o.box(addr)
	if err != nil {
		return nil, err
	}
	return m.folder(name)
}

// box returns the mailbox for an address as people write it.
func (o *Office) box(addr string) (*mailbox, error) {
	a, err := parseAddress(addr, o.domain)
	if err != nil {
		return nil, err
	}
	return o.mailbox(a)
}
