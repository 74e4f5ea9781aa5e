package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"pitpost/db"
	"pitpost/failpoint"
)

// Post takes what is queued, has it written once, and hands it to the relay.
type Post struct {
	DB     *db.DB
	Writer *Writer
	Relay  interface {
		Send(ctx context.Context, from, to string, msg []byte) Outcome
	}
	Log *slog.Logger
	// Now is the time; nil for the machine's.
	Now func() time.Time
	// LimitADay is how many letters may leave in a day; 0 for no limit.
	LimitADay int
	// Pace spreads the letters to one domain; nil for no limit.
	Pace *Pace
	// Signer signs each letter when it is written; nil for no signature.
	Signer *Signer
	// PlainReturn sends all letters from the mailbox itself: a relay that puts its
	// own return address in place of ours would lose one that names the letter.
	PlainReturn bool
	// Unsent hears of a letter of somebody's turn that the day's limit holds back for so
	// long; nil for nobody.
	Unsent func(ctx context.Context, n *db.Notice, by time.Duration, now time.Time) error
	// Pinger tells players of their turn on the web; nil for nobody.
	Pinger *Pinger
	// Struck hears of an address that was found dead; nil for nobody.
	Struck func(ctx context.Context, s *db.Struck, now time.Time) error

	plain atomic.Bool // the relay refused a return address of our own making
	mu    sync.Mutex
	gone  chan struct{} // closed when a letter has been tried
}

// Deliver sends one letter of the outbox. It returns how long to wait for the
// next try, 0 when there is nothing more to do. Whatever ends the process at
// whatever moment, the letter goes out once, or again with the same bytes.
func (p *Post) Deliver(ctx context.Context, id int64) (again time.Duration, err error) {
	now := p.now()
	n, err := p.DB.Claim(ctx, id, now)
	if err != nil || n == nil {
		return 0, err
	}
	failpoint.At("mail.claimed")
	if n.Purpose == "ping" {
		return p.pingOut(ctx, n, now)
	}
	if wait, err := p.overLimit(ctx, n, now); wait > 0 || err != nil {
		p.postponed("limit", wait)
		return wait, err
	}
	if wait, err := p.behind(ctx, n); wait > 0 || err != nil {
		p.postponed("behind", wait)
		return wait, err
	}
	defer p.tried()
	to := n.Address
	raw := n.Raw
	if raw == nil {
		raw, to, err = p.Writer.Write(ctx, n, now)
		if errors.Is(err, ErrSuperseded) {
			p.DB.Meter().MailDone("superseded", n.Purpose, 0)
			p.tell(slog.LevelInfo, "letter superseded", n)
			return 0, p.DB.Supersede(ctx, id)
		}
		if err != nil {
			return p.faulty(ctx, n, err)
		}
		if p.Signer != nil {
			if raw, err = p.Signer.Sign(raw, now); err != nil {
				return p.faulty(ctx, n, err)
			}
		}
		failpoint.At("mail.rendered")
		if raw, err = p.DB.Write(ctx, id, to, raw); err != nil {
			return 0, err
		}
		failpoint.At("mail.written")
		p.tell(slog.LevelInfo, "letter written", n, "bytes", len(raw))
	}
	if wait := p.Pace.wait(to, p.now()); wait > 0 {
		p.postponed("pace", wait)
		return wait, p.DB.Postpone(ctx, id, p.now().Add(wait), "")
	}
	return p.hand(ctx, n, to, raw)
}

// faulty keeps a letter that could not be written for another try, and gives
// it up, loudly, after some.
func (p *Post) faulty(ctx context.Context, n *db.Notice, err error) (time.Duration, error) {
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	p.tell(slog.LevelError, "letter not written", n, "tries", n.Tries, "err", err)
	if n.Tries >= 20 {
		p.DB.Meter().MailDone("failed", n.Purpose, 0)
		return 0, p.DB.Failed(ctx, n.ID, "not written")
	}
	wait := Backoff(Later, n.Tries)
	p.postponed("unwritten", wait)
	return wait, p.DB.Again(ctx, n.ID, p.now().Add(wait), "not written")
}

func (p *Post) hand(ctx context.Context, n *db.Notice, to string, raw []byte) (time.Duration, error) {
	begun := time.Now()
	out := p.send(ctx, n, to, raw)
	p.DB.Meter().Answered(out.Code, time.Since(begun))
	failpoint.At("relay.answered")
	reply := fmt.Sprintf("%d %s %s", out.Code, out.Enhanced, out.Text)
	switch out.Class {
	case Delivered:
		err := p.DB.Sent(ctx, n.ID, reply, p.now())
		failpoint.At("mail.marked")
		if err == nil {
			p.took(n, out)
		}
		return 0, err
	case Never:
		p.DB.Meter().MailDone("failed", n.Purpose, 0)
		p.tell(slog.LevelWarn, "letter refused for good", n, "code", out.Code, "enhanced", out.Enhanced)
		if err := p.struck(ctx, n, to, out, reply); err != nil {
			return 0, err
		}
		return 0, p.DB.Failed(ctx, n.ID, reply)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	wait := Backoff(out.Class, n.Tries)
	if wait <= 0 {
		p.DB.Meter().MailDone("failed", n.Purpose, 0)
		p.tell(slog.LevelWarn, "letter given up", n, "code", out.Code, "tries", n.Tries)
		return 0, p.DB.Failed(ctx, n.ID, reply)
	}
	p.postponed("relay", wait)
	p.tell(slog.LevelWarn, "letter waits for the relay", n, "code", out.Code, "tries", n.Tries, "again in", wait.String())
	return wait, p.DB.Again(ctx, n.ID, p.now().Add(wait), reply)
}

// overLimit keeps the tenth of a day's letters that is left for turns, and all
// letters once the day's are spent.
func (p *Post) overLimit(ctx context.Context, n *db.Notice, now time.Time) (time.Duration, error) {
	if p.LimitADay == 0 {
		return 0, nil
	}
	sent, err := p.DB.SentSince(ctx, now.Add(-24*time.Hour))
	if err != nil {
		return 0, err
	}
	limit := p.LimitADay
	if n.Purpose != "turn" && n.Purpose != "end" && n.Purpose != "round" && n.Purpose != "daily" {
		limit -= p.LimitADay / 10
	}
	if sent < limit {
		return 0, nil
	}
	wait := 15 * time.Minute
	if n.Purpose == "turn" && n.Match != 0 && p.Unsent != nil {
		if err := p.Unsent(ctx, n, wait, now); err != nil {
			return 0, err
		}
	}
	return wait, p.DB.Postpone(ctx, n.ID, now.Add(wait), "the day's limit is spent")
}

func (p *Post) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}
