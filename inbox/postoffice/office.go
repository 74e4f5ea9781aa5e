// Package postoffice is Pitpost's built-in post office: SMTP in, IMAP out, both on loopback
// only, over a store of mailboxes in a directory that survives a restart and a kill.
//
// It has a mailbox for any address in its domain, made when first mail or log-in comes. It
// vouches for senders of its own domain and for nobody else.
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
)

// DefaultDomain is the domain of a post office that is given none.
const DefaultDomain = "pit.localhost"

// ErrClosed is returned once the office is closed.
var ErrClosed = errors.New("the post office is closed")

// Office is a post office over one directory. Its methods may be called from several
// goroutines.
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

// Open opens the post office kept in dir, making the directory where needed. domain is
// DefaultDomain if empty. It fails when another process has this office open.
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

// Close stops both servers, cuts their sessions, and leaves the directory to the next.
func (o *Office) Close() error {
	o.mu.Lock()
	again := o.closing.Err() != nil
	o.end()
	mailboxes := slices.Collect(maps.Values(o.mailboxes))
	o.mu.Unlock()
	if again {
		return nil
	}
	err := errors.Join(ignoreClosed(o.smtp.Close()), ignoreClosed(o.imap.Close()))
	for _, m := range mailboxes {
		m.close()
	}
	return errors.Join(err, o.lock.Close())
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// mailbox returns the mailbox of an address, made where needed.
func (o *Office) mailbox(a address) (*mailbox, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing.Err() != nil {
		return nil, ErrClosed
	}
	if m := o.mailboxes[a.local]; m != nil {
		return m, nil
	}
	m := &mailbox{
		address: a.local + "@" + o.domain, dir: filepath.Join(o.boxes(), escape(a.local)),
		validity: o.nextValidity, folders: map[string]*folder{},
	}
	if _, err := os.Stat(m.dir); err != nil {
		if err := os.MkdirAll(m.dir, 0o700); err != nil {
			return nil, fmt.Errorf("make mailbox %s: %w", m.address, err)
		}
		if err := errors.Join(syncDir(o.boxes()), syncDir(o.dir)); err != nil {
			return nil, fmt.Errorf("make mailbox %s: %w", m.address, err)
		}
	}
	o.mailboxes[a.local] = m
	return m, nil
}

// boxes is the directory of the mailboxes; offices for two domains may share a directory.
func (o *Office) boxes() string { return filepath.Join(o.dir, escape(o.domain)) }

// all does something with every mailbox, in the order of their local parts.
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

// nextValidity gives a numbering that no folder ever had, even one since deleted.
func (o *Office) nextValidity() (uint32, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	file := filepath.Join(o.dir, "numbering") // the last one given out
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("number a folder: %w", err)
	}
	// A spoilt number is no loss: the clock is ahead of any that was given out.
	last, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	next := max(uint32(last)+1, uint32(time.Now().Unix()))
	if err := os.WriteFile(file+".new", fmt.Appendln(nil, next), 0o600); err != nil {
		return 0, fmt.Errorf("number a folder: %w", err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		return 0, fmt.Errorf("number a folder: %w", err)
	}
	return next, nil
}

// Mailbox is the folder that holds the mail of an address in the office kept
// in dir, "" for an address that office has no mailbox for.
func Mailbox(dir, domain, mail string) string {
	a, err := parseAddress(mail, domain)
	if err != nil {
		return ""
	}
	return filepath.Join(dir, escape(domain), escape(a.local))
}

// Count is how many letters there are in all mailboxes.
func (o *Office) Count() (int, error) {
	n := 0
	err := o.each(func(f *folder) error {
		_, all := f.unread()
		n += all
		return nil
	})
	return n, err
}

// Renumber gives every folder another numbering (UIDVALIDITY), as a copy of an office needs
// that has given out further numbers since: mail programs then look at it anew.
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

// each does something with every folder of every mailbox.
func (o *Office) each(do func(*folder) error) error {
	return o.all(func(_ string, m *mailbox) error { return m.each(do) })
}

// gate is a listener that lets in loopback peers only, and ends their connections when the office closes: a server knows of one
// only once its session runs, and one that was let in just before would outlive it.
type gate struct {
	net.Listener
	closing context.Context
}

// line is a connection that was let in.
type line struct {
	net.Conn
	stop func() bool // lets the office forget it
}

// serve runs a server behind a gate at a listener, which is closed when the office is.
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

// Accept waits for the next peer on loopback.
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

// Close ends a connection.
func (l *line) Close() error {
	l.stop()
	return l.Conn.Close()
}
