// Package send sends the letters in the outbox. An Outbox claims due letters in batches, has a Writer write
// them, signs them and stores their bytes. Then it hands them to the relay, each with its own return address,
// at the rate that each domain accepts; letters to the same person go one after another. Even if the process
// dies, a letter is sent once, or again with the same bytes. Relay, Signer and Pace can be used without an
// Outbox.
package send

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"
	"pitpost.example/model"
	"pitpost.example/token"
)

// Writer writes the letters of an Outbox. It returns model.ErrSuperseded for a letter that is no longer
// needed.
type Writer interface {
	// WriteFrom writes a letter from what was read for it, or if that is nil, from what it reads itself.
	WriteFrom(ctx context.Context, read *lookup.Source, n *model.Notice, now time.Time) (model.Written, error)
	// WritePing returns the web address of a ping and the text to post there.
	WritePing(ctx context.Context, n *model.Notice) (to, text string, err error)
}

// Outbox sends queued letters: it has each written once, and hands it to the relay.
type Outbox struct {
	DB     *db.DB
	Writer Writer
	Keys   token.Keys
	// Address is the mailbox that letters come from.
	Address string
	Relay   interface {
		Send(ctx context.Context, from, to string, msg []byte) Answer
	}
	Log *slog.Logger
	Now func() time.Time
	// Presence returns the number of the session that shows other processes that this one lives. If the
	// number has changed, others may have taken over the letters that this process held.
	Presence func() int
	// LimitADay is how many letters may leave in a day; 0 for no limit.
	LimitADay int
	// Pace limits the rate of letters to each domain; nil means no limit.
	Pace *Pace
	// Signer signs each letter after it is written; nil means no signatures.
	Signer *Signer
	// PlainReturn sends all letters with Address as the return address. It is for relays that replace return
	// addresses by their own, which would lose one that names the letter.
	PlainReturn bool
	// Unsent is called if the day's limit holds back a letter about somebody's turn, with the time that it
	// waits.
	Unsent func(ctx context.Context, n *model.Notice, by time.Duration, now time.Time) error
	// Pinger posts a line of text to a web address, for players who are told there that it is their turn.
	// later reports whether another try may succeed. May be nil.
	Pinger interface {
		Post(ctx context.Context, to, text string) (later bool, err error)
	}
	// Struck is called when an address turns out to be dead, or an invitation does not arrive.
	Struck func(ctx context.Context, s *mail.Struck, now time.Time) error
	// Haste is how many times faster than real time Now runs; 0 means 1.
	Haste int

	mu      sync.Mutex
	doubted []int64 // letters that the database may have as held by this process, although they are not

	plain atomic.Bool // the relay refused a return address that names the letter
	once  sync.Once
	wake  chan struct{}
}

// reply returns the relay's answer in words.
func (o Answer) reply() string { return fmt.Sprintf("%d %s %s", o.Code, o.Enhanced, o.Text) }

// refused records what happens to a letter that the relay did not accept.
func (p *Outbox) refused(ctx context.Context, pc *outgoing) error {
	n, out, end := pc.n, pc.out, "letter given up"
	if out.Class == Never {
		end = "letter refused for good"
	} else if ctx.Err() != nil {
		return ctx.Err()
	}
	wait := RetryDelay(out.Class, n.Tries)
	if wait <= 0 {
		if err := p.struck(ctx, pc); err != nil {
			return err
		}
		p.DB.Meter().MailDone("failed", string(n.Purpose), 0)
		p.logLetter(slog.LevelWarn, end, n, "code", out.Code, "enhanced", out.Enhanced, "tries", n.Tries)
		return mail.MarkFailed(ctx, p.DB, n.ID, out.reply())
	}
	p.DB.Meter().MailWaits("relay")
	more := []any{"code", out.Code, "enhanced", out.Enhanced, "tries", n.Tries, "again in", wait.String()}
	if out.Why != "" {
		more = append(more, "reason", out.Why)
	}
	p.logLetter(slog.LevelWarn, "letter waits for the relay", n, more...)
	return mail.RetryLater(ctx, p.DB, n.ID, p.Now().Add(wait), out.reply())
}

// sender returns the return address of a letter. It names the letter, so that a bounce can be matched to it,
// unless the relay only accepts our mailbox.
func (p *Outbox) sender(id int64) string {
	if p.PlainReturn || p.plain.Load() {
		return p.Address
	}
	return token.ReplyAddress(p.Address, p.Keys.Bounce(id))
}

// send hands over a letter. If the relay refuses a return address that names the letter, it is offered our
// mailbox instead, from then on for all letters.
func (p *Outbox) send(ctx context.Context, pc *outgoing) Answer {
	from := p.sender(pc.n.ID)
	out := p.Relay.Send(ctx, from, pc.to, pc.raw)
	if !out.BadSender || from == p.Address {
		return out
	}
	second := p.Relay.Send(ctx, p.Address, pc.to, pc.raw)
	if !second.BadSender && !p.plain.Swap(true) {
		p.Log.Warn("the relay takes no return address but our own: letters that come back cannot be told apart; set RETURN_PATH to plain", "code", out.Code)
	}
	return second
}

// struck records that an address is dead or its mailbox is full, or why an invitation is given up, and calls Struck.
func (p *Outbox) struck(ctx context.Context, pc *outgoing) error {
	kind, reason := model.BounceSoft, model.BackRefused
	switch {
	case full(pc.out):
		reason = model.BackFull
	case pc.out.BadAddress:
		kind, reason = model.BounceHard, model.BackNobody
	case pc.n.Purpose != model.PurposeInvite:
		return nil
	case pc.out.Class != Never:
		reason = model.BackAway
	}
	s, err := mail.RecordBounce(ctx, p.DB, mail.Bounce{Letter: pc.n.ID, Kind: kind, Address: pc.to, Said: pc.out.reply(), Reason: reason, At: p.Now()})
	if err != nil || s == nil {
		return err
	}
	return p.Struck(ctx, s, p.Now())
}

// pingTries is how many times a ping is tried.
const pingTries = 6

// pingOut posts a ping. It tries again for some hours and then gives up, as the letter says the same.
func (p *Outbox) pingOut(ctx context.Context, n *model.Notice) error {
	to, text, err := p.Writer.WritePing(ctx, n)
	switch {
	case errors.Is(err, model.ErrSuperseded) || p.Pinger == nil:
		return mail.DropSupersededNotice(ctx, p.DB, n.ID)
	case err != nil && n.Tries >= pingTries:
		return mail.MarkFailed(ctx, p.DB, n.ID, err.Error())
	case err != nil:
		return err
	}
	later, err := p.Pinger.Post(ctx, to, text)
	switch {
	case err == nil:
		p.logLetter(slog.LevelInfo, "ping sent", n)
		return mail.MarkSent(ctx, p.DB, n.ID, "", p.Now())
	case ctx.Err() != nil:
		return ctx.Err()
	case !later || n.Tries >= pingTries:
		p.logLetter(slog.LevelWarn, "ping given up", n, "tries", n.Tries, "err", err)
		return mail.MarkFailed(ctx, p.DB, n.ID, err.Error())
	}
	wait := 30 * time.Second << (2 * (n.Tries - 1))
	return mail.RetryLater(ctx, p.DB, n.ID, p.Now().Add(wait), err.Error())
}

// logLetter logs what happened to a letter, with the id of the incoming letter that caused it. It never logs the
// recipient or the contents.
func (p *Outbox) logLetter(level slog.Level, text string, n *model.Notice, more ...any) {
	line := []any{"notice", n.ID, "purpose", n.Purpose}
	if id := db.CauseID(n.Cause); id != "" {
		line = append([]any{"id", id}, line...)
	}
	if n.Match != 0 {
		line = append(line, "match", n.Match)
	}
	p.Log.Log(context.Background(), level, text, append(line, more...)...)
}

// logSent logs and counts a letter that the relay has accepted, with the time since it was queued.
func (p *Outbox) logSent(pc *outgoing) {
	n := pc.n
	waited := p.Now().Sub(n.QueuedAt)
	p.DB.Meter().MailDone("sent", string(n.Purpose), waited)
	p.logLetter(slog.LevelInfo, "letter sent", n, "code", pc.out.Code, "tries", n.Tries, "seconds", waited.Seconds())
}
