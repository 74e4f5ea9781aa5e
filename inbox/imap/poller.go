// Package imap brings the letters of a mailbox to an intake.Taker and moves each to the folder for its fate,
// once, whatever happens to the server or the connection. Related letters keep their order; others are
// decided at the same time. Sweepers delete copies that nobody needs. The package does not read the letters
// itself.
package imap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"pitpost.example/inbox/intake"
)

// The folders for letters that are done, and for letters that the operator should look at.
const (
	processed = "Processed"
	setAside  = "Set-aside"
)

// PollerConfig says which mailbox to empty and how. Zero values stand for the defaults.
type PollerConfig struct {
	Account Account
	Every   time.Duration // longest time between two looks, even if the server announces nothing: 2 min

	BatchSize int // letters in one FETCH and one MOVE: 200

	// Lock waits until this is the only poller of the mailbox, which it stays until release is called. It is
	// called for each connection. held is called before each look; if it returns an error, the lock is lost
	// and the connection is closed.
	Lock func(ctx context.Context) (stillLeads func(context.Context) error, release func(), err error)

	// Keys, if set, returns what a letter is about. Letters of a batch without a common key are then decided
	// at the same time.
	Keys func(raw []byte) []string

	// Junk makes the poller empty the account's spam folder instead of the one in the URL. That folder is
	// always treated as Shared.
	Junk bool
	// Lost notes a letter that is set aside because no FETCH returns it.
	Lost func(ctx context.Context, door intake.Source) error

	// Shared says that a person reads this mailbox too, so letters that are not ours stay untouched.
	Shared bool
	// Whose, if set, decides at the first connection whether the mailbox is Shared. private counts the letters in it that
	// a person's own mail begins like, of the newest ones.
	Whose func(ctx context.Context, private func() (int, error)) (shared bool, err error)
	// Private reports from its first intake.StartSize bytes whether a letter is a person's own mail. Whose needs it.
	Private func(ctx context.Context, start []byte) (bool, error)
	// Ours is called in a shared mailbox before a letter is fetched. It reports from the header (at most 100
	// KiB of it) whether the letter is ours.
	Ours func(header []byte) bool
	// Begins, if set, is called for a letter whose header does not show that it is ours, with its first intake.StartSize
	// bytes. After an error the letter is looked at again.
	Begins func(ctx context.Context, start []byte) (bool, error)
	// LeftAlone, if set, is told how many letters that are not ours have come since it was told last.
	LeftAlone func(ctx context.Context, letters int) error
	// Since is when the house was created. In a shared mailbox, older letters are not ours.
	Since time.Time
	// Floor and Raise store, for a shared mailbox and one UIDVALIDITY, up to which UID all letters are done.
	// Floor returns 0 if it knows nothing. If they are nil, the poller keeps it in memory only.
	Floor func(ctx context.Context, uidvalidity uint32) (uid uint32, err error)
	Raise func(ctx context.Context, uidvalidity, uid uint32) error

	RetryMin, RetryMax time.Duration // pauses between attempts to connect, from 1 s growing to 5 min
	RefusedPause       time.Duration // pause after a refused log-in: 5 min
}

// mailbox is what a poller needs of a connection. Tests put their own in its place.
type mailbox interface {
	List(ctx context.Context, above func(validity uint32) (uint32, error)) (listing, error)
	Fetch(ctx context.Context, uids []uint32, what part) (map[uint32][]byte, error)
	Move(ctx context.Context, uids []uint32, folder string) error
	Watch(ctx context.Context, atMost time.Duration) error
	Close()
}

// Poller brings every letter of a mailbox to its Taker and moves it according to its fate.
type Poller struct {
	cfg     PollerConfig
	take    intake.Taker
	log     *slog.Logger
	connect func(context.Context) (mailbox, error)
	ledger  ledger
	stats   PollerStats
	tries   int             // attempts to connect since the last useful connection
	lines   int             // connections made
	streak  int             // letters in a row that could not be taken
	behind  map[string]bool // keys of letters that wait for an earlier letter, in this poll
	logged  string          // the last trouble that was logged
	box     string          // the folder that was opened last
}

// NewPoller returns a poller. Run starts it.
func NewPoller(cfg PollerConfig, take intake.Taker, log *slog.Logger) *Poller {
	cfg.Every = cmp.Or(cfg.Every, 2*time.Minute)
	cfg.RetryMin = cmp.Or(cfg.RetryMin, time.Second)
	cfg.RetryMax = cmp.Or(cfg.RetryMax, 5*time.Minute)
	cfg.RefusedPause = cmp.Or(cfg.RefusedPause, 5*time.Minute)
	cfg.BatchSize = cmp.Or(cfg.BatchSize, 200)
	cfg.Shared = cfg.Shared || cfg.Junk
	adr, _ := cfg.Account.parse()
	p := &Poller{cfg: cfg, box: adr.folder, take: take, log: log}
	p.connect = p.dial
	return p
}

// Stats returns the poller's counters.
func (p *Poller) Stats() *PollerStats { return &p.stats }

// Run empties the mailbox until ctx ends and then returns nil. Letters that have been taken by then are still
// moved. After any error it waits and tries again, except for a malformed URL.
func (p *Poller) Run(ctx context.Context) error {
	if _, err := p.cfg.Account.parse(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		begun := time.Now()
		polled, err := p.session(ctx)
		if ctx.Err() != nil {
			break
		}
		// If connections break as soon as they are made, the pauses keep growing.
		if polled && time.Since(begun) >= 10*p.cfg.RetryMin {
			p.tries = 0
		}
		sleep(ctx, p.pause(err))
	}
	return nil
}

// session works on one connection until that breaks, and reports whether a poll succeeded on it.
func (p *Poller) session(ctx context.Context) (polled bool, err error) {
	stillLeads, release, err := p.cfg.Lock(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	line, err := p.connect(ctx)
	if err != nil {
		return false, err
	}
	defer line.Close()
	p.stats.Connected.Store(true)
	defer p.stats.Connected.Store(false)
	if p.lines++; p.lines > 1 {
		p.stats.Reconnects.Add(1)
	}
	for {
		if err := stillLeads(ctx); err != nil {
			return polled, fmt.Errorf("the lock on the mailbox is lost: %w", err)
		}
		if err := p.askWhose(ctx, line); err != nil {
			return polled, err
		}
		if err := p.poll(ctx, line); err != nil {
			return polled, err
		}
		if !polled {
			p.log.Info("mailbox open", "uidvalidity", p.ledger.validity)
		}
		polled, p.logged = true, ""
		if err := line.Watch(ctx, p.untilNextLook()); err != nil {
			return polled, err
		}
	}
}

// idleMost is the longest single IDLE, because routers and firewalls forget idle connections.
const idleMost = 9 * time.Minute

// untilNextLook returns how long to wait for news before looking through the mailbox again. It is shorter
// while there are letters that could not be taken, and grows with their tries.
func (p *Poller) untilNextLook() time.Duration {
	longest := min(p.cfg.Every, idleMost)
	for _, tries := range p.ledger.failed {
		longest = min(longest, firstRetry<<min(tries-1, 10))
	}
	return longest
}

func (p *Poller) dial(ctx context.Context) (mailbox, error) {
	line, err := p.cfg.Account.dial(ctx)
	if err != nil {
		return nil, err
	}
	if err = line.ready(ctx, processed, setAside); err == nil && p.cfg.Junk {
		if line.folder, err = line.junk(ctx); err == nil && line.folder == "" {
			err = errNoJunk
		}
	}
	if err != nil {
		line.Close()
		return nil, err
	}
	p.box = line.folder
	return line, nil
}

// pause logs an error and returns how long to wait. An error that may last for days is logged once.
func (p *Poller) pause(err error) time.Duration {
	level, text, pause := slog.LevelError, "", p.cfg.RefusedPause+jitter(p.cfg.RefusedPause/10)
	switch {
	case errors.Is(err, errNoJunk):
		level, text, pause = slog.LevelInfo, "this account has no folder for spam; looking again later", time.Hour
	case errors.Is(err, errGrant):
		text = "no access to the mailbox by OAuth"
	case errors.Is(err, errRefused):
		text = "the mail server refuses the log-in; check user and password in IMAP_URL"
	default:
		pause = p.backoff()
		p.log.Warn("no mail fetched; trying again", "error", err, "in", pause)
	}
	if text != "" && text != p.logged {
		p.log.Log(context.Background(), level, text, "error", err)
	}
	p.logged = text
	return pause
}

func sleep(ctx context.Context, pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
}

// PollerStats counts what a poller does. Any goroutine may read it.
type PollerStats struct {
	Fetched    atomic.Int64 // letters fetched, whole or as a header
	Processed  atomic.Int64 // letters taken and moved, unless they had vanished
	SetAside   atomic.Int64 // letters set aside, counted in the same way
	NotOurs    atomic.Int64 // letters judged not to be ours
	Failed     atomic.Int64 // tries of a letter that ended in an error
	Reconnects atomic.Int64 // connections after the first
	Connected  atomic.Bool  // there is a connection
	Waiting    atomic.Int64 // letters left in the mailbox for a later try, at the last poll

	lastPoll atomic.Int64
}

// LastPoll returns when the mailbox was last looked through completely, zero if never.
func (s *PollerStats) LastPoll() time.Time {
	if ns := s.lastPoll.Load(); ns != 0 {
		return time.Unix(0, ns)
	}
	return time.Time{}
}

// backoff returns growing pauses between attempts to connect. The limit doubles each time, and each pause is
// a random time between half of the limit and all of it, so that many pollers of one server do not come back
// at the same moment.
func (p *Poller) backoff() time.Duration {
	pause := min(p.cfg.RetryMax, p.cfg.RetryMin<<min(p.tries, 20))
	p.tries++
	return jitter(pause)
}

func jitter(pause time.Duration) time.Duration {
	return pause/2 + rand.N(pause/2+1)
}
