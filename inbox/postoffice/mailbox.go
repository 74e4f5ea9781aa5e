package postoffice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
)

// The folders that every mailbox has.
const (
	Inbox     = "INBOX"
	Processed = "Processed"
	SetAside  = "Set-aside"
	Sent      = "Sent"
)

// suffix is the end of a folder's file name.
const suffix = ".mail"

var errNoFolder = no(imap.ResponseCodeNonExistent, "there is no folder of that name")

func standing() []string { return []string{Inbox, Processed, SetAside, Sent} }

// mailbox holds all folders of an address. It is safe for concurrent use.
type mailbox struct {
	dir      string
	validity func() (uint32, error)

	mu      sync.Mutex
	closed  bool
	folders map[string]*folder // those that have been loaded
}

// folder returns a folder. The standing folders always exist.
func (m *mailbox) folder(name string) (*folder, error) {
	name, err := folderName(name)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.folderLocked(name, false)
}

// folderLocked returns a folder. If it does not exist, begin decides whether it is created. The caller holds
// the lock.
func (m *mailbox) folderLocked(name string, begin bool) (*folder, error) {
	if m.closed {
		return nil, ErrClosed
	}
	if f := m.folders[name]; f != nil {
		return f, nil
	}
	path := filepath.Join(m.dir, escape(name)+suffix)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !begin && !slices.Contains(standing(), name) {
		return nil, errNoFolder
	}
	f, err := openFolder(name, path, m.validity)
	if err != nil {
		return nil, err
	}
	m.folders[name] = f
	return f, nil
}

// create creates a folder. It is an error if that exists.
func (m *mailbox) create(name string) error {
	name, err := folderName(name)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.folderLocked(name, false); err == nil {
		return no(imap.ResponseCodeAlreadyExists, "there is a folder of that name already")
	} else if !errors.Is(err, errNoFolder) {
		return err
	}
	_, err = m.folderLocked(name, true)
	return err
}

// drop deletes a folder with its letters.
func (m *mailbox) drop(name string) error {
	if known, err := folderName(name); err == nil && slices.Contains(standing(), known) {
		return no(imap.ResponseCodeCannot, "this folder belongs to every mailbox and stays")
	}
	f, err := m.folder(name)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.deleted = true
	delete(m.folders, f.name)
	if err := os.Remove(f.path); err != nil {
		return fmt.Errorf("delete folder %s: %w", f.name, err)
	}
	return nil
}

// names lists the names of all folders, the standing ones first.
func (m *mailbox) names() ([]string, error) {
	list := standing()
	files, err := os.ReadDir(m.dir)
	if err != nil {
		return nil, fmt.Errorf("list folders: %w", err)
	}
	for _, file := range files {
		base, ok := strings.CutSuffix(file.Name(), suffix)
		if !ok {
			continue
		}
		if name, ok := unescape(base); ok && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list, nil
}

// each calls do for every folder.
func (m *mailbox) each(do func(*folder) error) error {
	names, err := m.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		f, err := m.folder(name)
		if errors.Is(err, errNoFolder) {
			continue // it has been deleted meanwhile
		}
		if err != nil {
			return err
		}
		if err := do(f); err != nil {
			return err
		}
	}
	return nil
}

// folderName checks a folder's name. Only INBOX may be written in any case.
func folderName(name string) (string, error) {
	if strings.EqualFold(name, Inbox) {
		return Inbox, nil
	}
	if len(escape(name)) > 200 || strings.ContainsAny(name, "\x00\r\n*%") || hasUnnamedLevel(name) {
		return "", no(imap.ResponseCodeCannot, "that cannot be the name of a folder")
	}
	return name, nil
}

// hasUnnamedLevel reports whether one of the folders in a path such as "Matches/2026" has no name.
func hasUnnamedLevel(path string) bool { return slices.Contains(strings.Split(path, "/"), "") }

// close prevents further writes. A session that outlives the office must not write into the directory, which
// may belong to another office by then.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	for _, f := range m.folders {
		f.mu.Lock()
		f.deleted = true
		f.mu.Unlock()
	}
}

// Forget deletes letters that arrived before a time, in all folders of all mailboxes except one, and returns
// how many. Letters that their owner has flagged stay. The excepted mailbox is the house's, which sweeps it
// by rules of its own.
func (o *Office) Forget(ctx context.Context, except string, before time.Time) (n int, err error) {
	spared, _, _ := strings.Cut(strings.ToLower(except), "@")
	err = o.all(func(local string, m *mailbox) error {
		if ctx.Err() != nil || local == spared {
			return ctx.Err()
		}
		return m.each(func(f *folder) error {
			gone, err := f.remove(f.before(before))
			n += len(gone)
			return err
		})
	})
	return n, err
}

// before returns the letters that arrived before a time and are not flagged.
func (f *folder) before(t time.Time) (uids []imap.UID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.letters {
		if l.time.Before(t) && !l.flags.has(imap.FlagFlagged) {
			uids = append(uids, l.uid)
		}
	}
	return uids
}
