package postoffice

import (
	"cmp"
	"errors"
	"io"
	"log"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// delimiter separates the names of nested folders.
const delimiter = '/'

// ServeIMAP serves the mailboxes on a loopback listener until the office is closed.
func (o *Office) ServeIMAP(l net.Listener) error {
	return o.serve("IMAP", l, o.imap.Serve)
}

func (o *Office) newIMAP() *imapserver.Server {
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &session{office: o}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapNamespace: {}, imap.CapUIDPlus: {}, imap.CapESearch: {},
			imap.CapListExtended: {}, imap.CapListStatus: {}, imap.CapMove: {}, imap.CapStatusSize: {},
			imap.CapSpecialUse: {}, imap.CapLiteralPlus: {},
		},
		InsecureAuth: true,
		Logger:       log.New(io.Discard, "", 0),
	})
}

// no returns an error that the library sends as a NO.
func no(code imap.ResponseCode, text string) *imap.Error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: text}
}

// tryCreate returns the error of a command that puts letters into a folder. If the folder is missing, it says that
// the client may create it and try again.
func tryCreate(err error) error {
	if errors.Is(err, errNoFolder) {
		return no(imap.ResponseCodeTryCreate, errNoFolder.Text)
	}
	return err
}

// session is an IMAP session: whose mailbox it uses and which folder is open. Its errors that are no answers of
// IMAP the library answers with NO and a code that says whose fault it is.
type session struct {
	office  *Office
	mailbox *mailbox

	view atomic.Pointer[view] // the library requests letters only while a folder is open
}

var (
	_ imapserver.SessionIMAP4rev2   = (*session)(nil)
	_ imapserver.SessionAppendLimit = (*session)(nil)
)

// Close ends the session.
func (s *session) Close() error { return s.Unselect() }

// Login opens the mailbox of an address, or of a bare local part. Any password is accepted.
func (s *session) Login(username, _ string) error {
	a, err := parseAddress(username, s.office.domain)
	if bad, ok := errors.AsType[*badAddress](err); ok && !bad.foreign {
		a, err = parseAddress(username+"@"+s.office.domain, s.office.domain)
	}
	if err != nil {
		return imapserver.ErrAuthFailed
	}
	s.mailbox, err = s.office.mailbox(a)
	return err
}

// Create creates a folder.
func (s *session) Create(name string, _ *imap.CreateOptions) error { return s.mailbox.create(name) }

// Delete deletes a folder with its letters.
func (s *session) Delete(name string) error { return s.mailbox.drop(name) }

// Rename renames no folder.
func (s *session) Rename(string, string, *imap.RenameOptions) error {
	return no(imap.ResponseCodeCannot, "folders keep their names here; make another one and move the letters there")
}

// Subscribe only checks that the folder exists, because every folder counts as subscribed.
func (s *session) Subscribe(name string) error {
	_, err := s.mailbox.folder(name)
	return err
}

// Unsubscribe does the same.
func (s *session) Unsubscribe(name string) error { return s.Subscribe(name) }

// Namespace says that folder names have no prefix.
func (s *session) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Delim: delimiter}}}, nil
}

// AppendLimit returns the largest letter that APPEND accepts, in bytes.
func (s *session) AppendLimit() uint32 { return MaxLetter }

// List lists the folders that match a pattern.
func (s *session) List(w *imapserver.ListWriter, ref string, patterns []string, options *imap.ListOptions) error {
	if len(patterns) == 0 {
		return w.WriteList(&imap.ListData{Attrs: []imap.MailboxAttr{imap.MailboxAttrNoSelect}, Delim: delimiter})
	}
	names, err := s.mailbox.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(patterns, func(p string) bool { return imapserver.MatchList(name, delimiter, ref, p) }) {
			continue
		}
		data := &imap.ListData{Mailbox: name, Delim: delimiter}
		if name == Sent {
			data.Attrs = append(data.Attrs, imap.MailboxAttrSent)
		} else if options.SelectSpecialUse {
			continue
		}
		if options.SelectSubscribed || options.ReturnSubscribed {
			data.Attrs = append(data.Attrs, imap.MailboxAttrSubscribed)
		}
		if options.ReturnStatus != nil {
			if data.Status, err = s.Status(name, options.ReturnStatus); err != nil {
				return err
			}
		}
		if err := w.WriteList(data); err != nil {
			return err
		}
	}
	return nil
}

// Status returns the counts of a folder.
func (s *session) Status(name string, options *imap.StatusOptions) (*imap.StatusData, error) {
	f, err := s.mailbox.folder(name)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	seen, _ := f.flagged(imap.FlagSeen)
	deleted, deletedSize := f.flagged(imap.FlagDeleted)
	return &imap.StatusData{
		Mailbox: f.name, UIDNext: f.next, UIDValidity: f.validity, NumMessages: new(uint32(len(f.letters))),
		NumUnseen: new(uint32(len(f.letters) - seen)), NumDeleted: new(uint32(deleted)), DeletedStorage: &deletedSize,
		Size: new(f.live), AppendLimit: new(uint32(MaxLetter)), NumRecent: new(uint32),
	}, nil
}

// Append stores a letter in a folder unchanged.
func (s *session) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	f, err := s.mailbox.folder(name)
	if err != nil {
		return nil, tryCreate(err)
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	uids, err := f.add(incoming{raw: raw, time: cmp.Or(options.Time, time.Now()), flags: newFlags(options.Flags...)})
	if err != nil {
		return nil, err
	}
	return &imap.AppendData{UIDValidity: f.validity, UID: uids[0]}, nil
}

// Poll sends what has happened in the open folder since the last update.
func (s *session) Poll(w *imapserver.UpdateWriter, allowExpunge bool) error {
	if v := s.view.Load(); v != nil {
		return v.tracker.Poll(w, allowExpunge)
	}
	return nil
}

// Idle sends what happens in the open folder, as it happens.
func (s *session) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	v := s.view.Load()
	if v == nil {
		<-stop
		return nil
	}
	for {
		v.mu.Lock()
		news := v.news
		v.mu.Unlock()
		// Poll before waiting, because something may have happened just before the IDLE.
		if err := v.tracker.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-news:
		case <-stop:
			return nil
		}
	}
}
