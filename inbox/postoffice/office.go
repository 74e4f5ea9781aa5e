// Package postoffice is Pitpost's built-in post office: mail comes in by SMTP and is read by IMAP, both on
// loopback only. The mailboxes are kept in a directory and survive a restart or a kill.
//
// There is a mailbox for any address in the office's domain, created with its first letter or log-in. The
// office vouches for senders in its own domain and for no others. It delivers nothing to other domains.
package postoffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"

	"pitpost.example/disk"
)

// DefaultDomain is the domain of a post office if none is given.
const DefaultDomain = "pit.localhost"

// ErrClosed is the error after the office was closed.
var ErrClosed = errors.New("the post office is closed")

// Office is a post office in one directory. It is safe for concurrent use.
type Office struct {
	dir, domain string
	lock        *os.File
	smtp        *smtp.Server
	imap        *imapserver.Server

	closing context.Context // ends when the office is closed
	end     context.CancelFunc

	mu        sync.Mutex
	mailboxes map[string]*mailbox
}

// Open opens the post office in dir and creates the directory if necessary. An empty domain stands for
// DefaultDomain. Open returns an error if another process has opened this office.
func Open(dir string, domain string) (*Office, error) {
	domain = cmp.Or(domain, DefaultDomain)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open post office: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open post office: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("open post office: %s is in use by another `pitpost serve`: stop that one, or name another folder with --data", dir)
	}
	o := &Office{dir: dir, domain: strings.ToLower(domain), lock: lock, mailboxes: map[string]*mailbox{}}
	o.closing, o.end = context.WithCancel(context.Background())
	o.smtp, o.imap = o.newSMTP(), o.newIMAP()
	return o, nil
}

// Domain returns the domain whose addresses have mailboxes here.
func (o *Office) Domain() string { return o.domain }

// Close stops both servers, closes their sessions and releases the directory.
func (o *Office) Close() error {
	o.mu.Lock()
	again := o.closing.Err() != nil
	o.end()
	mailboxes := slices.Collect(maps.Values(o.mailboxes))
	o.mu.Unlock()
	if again {
		return nil
	}
	_ = o.smtp.Close() // the errors of both are of listeners that are closed already
	_ = o.imap.Close()
	for _, m := range mailboxes {
		m.close()
	}
	return o.lock.Close()
}

// mailbox returns the mailbox for an address and creates it if necessary.
func (o *Office) mailbox(a address) (*mailbox, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing.Err() != nil {
		return nil, ErrClosed
	}
	if m := o.mailboxes[a.local]; m != nil {
		return m, nil
	}
	m := &mailbox{dir: filepath.Join(o.boxes(), escape(a.local)), validity: o.nextValidity, folders: map[string]*folder{}}
	if _, err := os.Stat(m.dir); err != nil {
		if err := os.MkdirAll(m.dir, 0o700); err != nil {
			return nil, fmt.Errorf("make mailbox %s: %w", a.local, err)
		}
		if err := errors.Join(disk.SyncFolder(o.boxes()), disk.SyncFolder(o.dir)); err != nil {
			return nil, fmt.Errorf("make mailbox %s: %w", a.local, err)
		}
	}
	o.mailboxes[a.local] = m
	return m, nil
}

// boxes returns the directory of the mailboxes. Offices for different domains may share o.dir.
func (o *Office) boxes() string { return filepath.Join(o.dir, escape(o.domain)) }

// all calls do for every mailbox, sorted by local part.
func (o *Office) all(do func(local string, m *mailbox) error) error {
	dirs, err := os.ReadDir(o.boxes())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("list mailboxes: %w", err)
	}
	var locals []string
	for _, dir := range dirs {
		if name, ok := unescape(dir.Name()); ok && dir.IsDir() {
			locals = append(locals, name)
		}
	}
	slices.Sort(locals)
	for _, local := range locals {
		m, err := o.mailbox(address{local: local})
		if err != nil {
			return err
		}
		if err := do(local, m); err != nil {
			return err
		}
	}
	return nil
}

// nextValidity returns a UIDVALIDITY that no folder has ever had, deleted ones included.
func (o *Office) nextValidity() (uint32, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	file := filepath.Join(o.dir, "numbering") // holds the last one given out
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("number a folder: %w", err)
	}
	// If the number is lost that does no harm, because the clock is ahead of all numbers given out.
	last, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	next := max(uint32(last)+1, uint32(time.Now().Unix()))
	if err := disk.WriteFile(file, fmt.Sprintln(next)); err != nil {
		return 0, fmt.Errorf("number a folder: %w", err)
	}
	return next, nil
}

// MailboxFolder returns the directory with the mailbox of an address, in the office kept in dir. It returns "" if
// that office has no mailbox for the address.
func MailboxFolder(dir, domain, mail string) string {
	a, err := parseAddress(mail, domain)
	if err != nil {
		return ""
	}
	return filepath.Join(dir, escape(domain), escape(a.local))
}

// Count returns the number of letters in all mailboxes.
func (o *Office) Count() (int, error) {
	n := 0
	err := o.each(func(f *folder) error {
		n += f.count(f.name).Letters
		return nil
	})
	return n, err
}

// Renumber gives every folder a new UIDVALIDITY, so that mail programs load it again. A copy of an office
// needs this, because the original may have given out further UIDs since.
func (o *Office) Renumber() error {
	return o.each(func(f *folder) error {
		validity, err := o.nextValidity()
		if err != nil {
			return err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.commit(true, nil, record{fact: fact{Validity: validity, Next: f.next}})
	})
}

// each calls do for every folder of every mailbox.
func (o *Office) each(do func(*folder) error) error {
	return o.all(func(_ string, m *mailbox) error { return m.each(do) })
}

// gate is a listener that accepts only clients on loopback and closes their connections when the office is
// closed. A server would not close a connection whose session has not started yet.
type gate struct {
	net.Listener
	closing context.Context
}

// line is an accepted connection.
type line struct {
	net.Conn
	stop func() bool // ends the watch on the office
}

// serve runs a server on a listener behind a gate. The listener is closed with the office.
func (o *Office) serve(name string, l net.Listener, run func(net.Listener) error) error {
	if !isLoopback(l.Addr()) {
		return fmt.Errorf("the post office listens on loopback only, not on %s", l.Addr())
	}
	context.AfterFunc(o.closing, func() { l.Close() })
	if o.closing.Err() != nil {
		return ErrClosed
	}
	if err := run(gate{l, o.closing}); err != nil && o.closing.Err() == nil {
		return fmt.Errorf("serve %s: %w", name, err)
	}
	return nil
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// Accept waits for the next client on loopback.
func (g gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if isLoopback(c.RemoteAddr()) {
			return &line{c, context.AfterFunc(g.closing, func() { c.Close() })}, nil
		}
		c.Close()
	}
}

// Close closes the connection.
func (l *line) Close() error {
	l.stop()
	return l.Conn.Close()
}
