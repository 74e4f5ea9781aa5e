// Package imap brings the letters of a mailbox to a function and moves them to where it says, each
// once, whatever the server or the link does. Letters that have to do with each other keep their
// order; the others are decided several at once. Sweepers delete copies that nobody needs.
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

// The folders for letters dealt with, and for letters to look at.
const (
	processed = "Processed"
	setAside  = "Set-aside"
)

// PollerConfig says which mailbox to empty, and how. Zero values take the defaults.
type PollerConfig struct {
	Account Account
	Every   time.Duration // longest time between two looks, whatever the server announces: 2 min

	BatchSize int   // letters a FETCH and a MOVE: 200
	MaxSize   int64 // bytes; of a larger letter only the header is handed over: intake.MaxSize

	// Lock waits until this is the one poller of the mailbox, until release is called. It is taken
	// anew with each connection. Held, asked before each look, ends the connection with its error
	// when the lock is lost. Nil takes no lock.
	Lock func(ctx context.Context) (held func(context.Context) error, release func(), err error)

	// Keys, when set, names what a letter has to do with. Letters of a batch without a key in
	// common are then decided several at once.
	Keys func(raw []byte) []string

	// Junk empties the account's folder for spam in place of the one in its URL. There the
	// mailbox is always treated as Shared.
	Junk bool
	// Lost notes a letter that is set aside because no FETCH can bring it. Nil notes nothing.
	Lost func(ctx context.Context, door intake.Source) error

	// Shared says that a person reads this mailbox too: letters none of ours stay untouched.
	Shared bool
	// Ours, asked in a shared mailbox before a letter is fetched, says from its header (at
	// most 100 KiB of it) whether it can be ours. Nil leaves the question to the Taker.
	Ours func(header []byte) bool
	// Since is the birth of the house: in a shared mailbox, what came before is none of ours.
	Since time.Time
	// Floor and Raise keep, for a shared mailbox and one numbering of it, up to which UID
	// all is dealt with. Floor returns 0 when it knows nothing. Nil keeps it in memory alone.
	Floor func(ctx context.Context, uidvalidity uint32) (uid uint32, err error)
	Raise func(ctx context.Context, uidvalidity, uid uint32) error

	RetryMin, RetryMax time.Duration // pauses between attempts to connect: 1 s growing to 5 min
	RefusedPause       time.Duration // pause after a refused log-in: 5 min
}

func (c PollerConfig) filled() PollerConfig {
	c.Every = cmp.Or(c.Every, 2*time.Minute)
	c.RetryMin = cmp.Or(c.RetryMin, time.Second)
	c.RetryMax = cmp.Or(c.RetryMax, 5*time.Minute)
	c.RefusedPause = cmp.Or(c.RefusedPause, 5*time.Minute)
	c.BatchSize = cmp.Or(c.BatchSize, 200)
	c.MaxSize = cmp.Or(c.MaxSize, intake.MaxSize)
	c.Shared = c.Shared || c.Junk
	return c
}

// mailbox is what a poller needs of a connection.
type mailbox interface {
	List(ctx context.Context, above func(validity uint32) (uint32, error)) (listing, error)
	Fetch(ctx context.Context, uids []uint32, what part) (map[uint32][]byte, error)
	Move(ctx context.Context, uids []uint32, folder string) error
	Watch(ctx context.Context, atMost time.Duration) error
	Close()
}

// Poller brings every letter of a mailbox to its Taker and moves it to where its fate says.
type Poller struct {
	cfg     PollerConfig
	take    intake.Taker
	log     *slog.Logger
	connect func(context.Context) (mailbox, error)
	ledger  ledger
	stats   PollerStats
	tries   int             // to connect, since one that was of use
	lines   int             // connections made
	streak  int             // letters in a row that could not be taken
	behind  map[string]bool // keys of letters that wait for one before them, in this poll
	told    string          // the trouble that was logged last
	box     string          // the folder that was opened last
}

// NewPoller returns a poller that is not running yet.
func NewPoller(cfg PollerConfig, take intake.Taker, log *slog.Logger) *Poller {
	cfg = cfg.filled()
	adr, _ := cfg.Account.parse()
	p := &Poller{cfg: cfg, box: adr.folder, take: take, log: log}
	p.connect = p.dial
	return p
}

// Stats returns the poller's counters.
func (p *Poller) Stats() *PollerStats { return &p.stats }

// Run empties the mailbox until ctx ends, then returns nil; letters that were taken by then
// are still moved away. Every trouble but a malformed URL is waited out.
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
		// A connection that breaks as soon as it stands is no reason to hurry.
		if polled && time.Since(begun) >= 10*p.cfg.RetryMin {
			p.tries = 0
		}
		sleep(ctx, p.pause(err))
	}
	return nil
}

// session works on one connection until it breaks, and tells whether it was of any use.
func (p *Poller) session(ctx context.Context) (polled bool, err error) {
	held := func(context.Context) error { return nil }
	if p.cfg.Lock != nil {
		var release func()
		if held, release, err = p.cfg.Lock(ctx); err != nil {
			return false, err
		}
		defer release()
	}
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
		if err := held(ctx); err != nil {
			return polled, fmt.Errorf("the lock on the mailbox is lost: %w", err)
		}
		if err := p.poll(ctx, line); err != nil {
			return polled, err
		}
		if !polled {
			p.log.Info("mailbox open", "uidvalidity", p.ledger.validity)
		}
		polled, p.told = true, ""
		if err := line.Watch(ctx, p.untilNextLook()); err != nil {
			return polled, err
		}
	}
}

// idleMost is the longest single IDLE, since middle boxes forget idle links.
const idleMost = 9 * time.Minute

// untilNextLook is how long the mailbox may stay quiet before it is looked through again:
// shorter while a letter lies there that could not be taken, and then ever longer.
func (p *Poller) untilNextLook() time.Duration {
	longest := min(p.cfg.Every, idleMost)
	for _, tries := range p.ledger.failed {
		longest = min(longest, soonAgain<<min(tries-1, 10))
	}
	return longest
}

func (p *Poller) dial(ctx context.Context) (mailbox, error) {
	line, err := p.cfg.Account.dial(ctx)
	if err != nil {
		return nil, err
	}
	if err = line.ready(ctx, processed, setAside); err == nil && p.cfg.Junk {
		line.folder, err = line.junk(ctx)
	}
	if err != nil {
		line.Close()
		return nil, err
	}
	p.box = line.folder
	return line, nil
}

// pause logs the trouble and returns how long to wait it out. One that may last for days is told of once.
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
	if text != "" && text != p.told {
		p.log.Log(context.Background(), level, text, "error", err)
	}
	p.told = text
	return pause
}

func sleep(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// PollerStats counts what a poller does; any goroutine may read it.
type PollerStats struct {
	Fetched    atomic.Int64 // letters fetched whole, or as a header when too big
	Processed  atomic.Int64 // letters taken and, unless they vanished, moved
	SetAside   atomic.Int64 // letters set aside likewise
	NotOurs    atomic.Int64 // letters judged to be none of ours
	Failed     atomic.Int64 // attempts at a letter that ended in an error
	Reconnects atomic.Int64 // connections made after the first
	Connected  atomic.Bool  // a connection stands
	Waiting    atomic.Int64 // letters left in the mailbox for a later try, at the last poll

	lastPoll atomic.Int64
}

// LastPoll returns when the mailbox was last looked through to its end; zero for never.
func (s *PollerStats) LastPoll() time.Time {
	if ns := s.lastPoll.Load(); ns != 0 {
		return time.Unix(0, ns)
	}
	return time.Time{}
}

// backoff gives growing pauses between attempts: each up to twice the one before, and each cut at
// random to between a half and the whole, so that many pollers that lost the same server do not
// come back in step.
func (p *Poller) backoff() time.Duration {
	pause := min(p.cfg.RetryMax, p.cfg.RetryMin<<min(p.tries, 20))
	p.tries++
	return jitter(pause)
}

func jitter(pause time.Duration) time.Duration {
	if pause < 2 {
		return pause
	}
	return pause/2 + rand.N(pause/2)
}
