// Package send has what waits in the outbox leave the house: letters are claimed some at a time,
// written by a Writer and signed, kept, and handed to the relay with one return address each, one
// letter to a person behind the other, at the pace that their domains bear. Whatever ends the
// process at whatever moment, a letter goes out once, or again with the same bytes. A Relay, a
// Signer and a Pace are of use without an Outbox.
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
	"pitpost.example/failpoint"
	"pitpost.example/model"
	"pitpost.example/token"
)

// Writer writes what a Post sends; model.ErrSuperseded says that there is nothing to tell
// any more.
type Writer interface {
	// WriteFrom writes a letter from what was read for a batch of them.
	WriteFrom(ctx context.Context, read lookup.Reader, n *model.Notice, now time.Time) (model.Written, error)
	// Ping says where a ping goes, and what it says.
	Ping(ctx context.Context, n *model.Notice) (to, text string, err error)
}

// Outbox takes what is queued, has it written once, and hands it to the relay.
type Outbox struct {
	DB     *db.DB
	Writer Writer
	Keys   token.Keys
	// Address is the mailbox that letters come from.
	Address string
	Relay   interface {
		Send(ctx context.Context, from, to string, msg []byte) Outcome
	}
	Log *slog.Logger
	Now func() time.Time
	// Presence numbers the session by which others see that this process lives: where it is another
	// number, they may have taken over what was in hand. Nil where nobody does.
	Presence func() int
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
	Unsent func(ctx context.Context, n *model.Notice, by time.Duration, now time.Time) error
	// Pinger posts a line of text to an address on the web, for players who are told of their
	// turn there; later says that another try may do. Nil for nobody.
	Pinger interface {
		Post(ctx context.Context, to, text string) (later bool, err error)
	}
	// Struck hears of an address that was found dead; nil for nobody.
	Struck func(ctx context.Context, s *mail.Struck, now time.Time) error
	// Haste is how many times as fast as the machine's clock Now runs; 0 means 1.
	Haste int

	mu      sync.Mutex
	doubted []int64 // letters that may be in this process's hands by the database, and are not

	plain atomic.Bool // the relay refused a return address of our own making
	once  sync.Once
	wake  chan struct{}
}

// Deliver sends one letter of the outbox, if it is due and nobody has it in hand. It returns
// how long to wait for the next try, 0 when there is nothing more to do. Whatever ends the
// process at whatever moment, the letter goes out once, or again with the same bytes.
func (p *Outbox) Deliver(ctx context.Context, id int64) (again time.Duration, err error) {
	s, err := p.choose(ctx, mail.Query{Most: 1, Only: []int64{id}})
	if err != nil || len(s.letters) == 0 {
		return s.waits[id], err
	}
	pc := s.letters[0]
	if pc.n.Purpose == model.PurposePing {
		return p.pingOut(ctx, pc.n, p.Now())
	}
	out, reply := p.hand(ctx, pc)
	if out.Class != Delivered {
		return p.refused(ctx, pc, out, reply)
	}
	if err := p.markSent(ctx, []mail.Handed{{ID: id, Reply: reply}}); err != nil {
		return 0, err
	}
	p.took(pc.n, out)
	return 0, nil
}

// hand gives a letter to the relay, and says what that answered.
func (p *Outbox) hand(ctx context.Context, pc *outgoing) (out Outcome, reply string) {
	begun := time.Now()
	out = p.send(ctx, pc.n, pc.to, pc.raw)
	p.DB.Meter().Answered(out.Code, time.Since(begun))
	failpoint.At("relay.answered")
	return out, fmt.Sprintf("%d %s %s", out.Code, out.Enhanced, out.Text)
}

// refused notes what becomes of a letter that the relay did not take. It returns how long to
// wait for the next try, 0 for none.
func (p *Outbox) refused(ctx context.Context, pc *outgoing, out Outcome, reply string) (time.Duration, error) {
	n, end := pc.n, "letter given up"
	if out.Class == Never {
		end = "letter refused for good"
		if err := p.struck(ctx, n, pc.to, out, reply); err != nil {
			return 0, err
		}
	} else if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	wait := Backoff(out.Class, n.Tries)
	if wait <= 0 {
		p.DB.Meter().MailDone("failed", string(n.Purpose), 0)
		p.tell(slog.LevelWarn, end, n, "code", out.Code, "enhanced", out.Enhanced, "tries", n.Tries)
		return 0, mail.Failed(ctx, p.DB, n.ID, reply)
	}
	p.DB.Meter().MailWaits("relay")
	p.tell(slog.LevelWarn, "letter waits for the relay", n, "code", out.Code, "tries", n.Tries, "again in", wait.String())
	return wait, mail.Again(ctx, p.DB, n.ID, p.Now().Add(wait), reply)
}

// sender is the return address of a letter: one of its own, so that what comes
// back names the letter, or our mailbox where the relay would have it so.
func (p *Outbox) sender(id int64) string {
	if p.PlainReturn || p.plain.Load() {
		return p.Address
	}
	return token.Address(p.Address, p.Keys.Bounce(id))
}

// send hands a letter over. A relay that refuses return addresses of our own
// making is content with the mailbox, and is given that from then on.
func (p *Outbox) send(ctx context.Context, n *model.Notice, to string, raw []byte) Outcome {
	from := p.sender(n.ID)
	out := p.Relay.Send(ctx, from, to, raw)
	if !out.BadSender || from == p.Address {
		return out
	}
	second := p.Relay.Send(ctx, p.Address, to, raw)
	if !second.BadSender && !p.plain.Swap(true) {
		p.Log.Warn("the relay takes no return address but our own: letters that come back cannot be told apart; set RETURN_PATH to plain", "code", out.Code)
	}
	return second
}

// struck notes an address that is dead, or whose mailbox is full, and has it told.
func (p *Outbox) struck(ctx context.Context, n *model.Notice, to string, out Outcome, reply string) error {
	kind := model.BounceHard
	switch {
	case full(out):
		kind = model.BounceSoft
	case !out.BadAddress:
		return nil
	}
	s, err := mail.Strike(ctx, p.DB, mail.Bounce{Letter: n.ID, Kind: kind, Address: to, Said: reply, At: p.Now()})
	if err != nil || s == nil || p.Struck == nil {
		return err
	}
	return p.Struck(ctx, s, p.Now())
}

// pingTries is how often a ping is tried before it is given up.
const pingTries = 6

// pingOut posts a ping of the outbox, tries again for some hours, and then lets it be: the
// letter says the same.
func (p *Outbox) pingOut(ctx context.Context, n *model.Notice, now time.Time) (time.Duration, error) {
	to, text, err := p.Writer.Ping(ctx, n)
	switch {
	case errors.Is(err, model.ErrSuperseded) || p.Pinger == nil:
		return 0, mail.Supersede(ctx, p.DB, n.ID)
	case err != nil && n.Tries >= pingTries:
		return 0, mail.Failed(ctx, p.DB, n.ID, err.Error())
	case err != nil:
		return 0, err
	}
	later, err := p.Pinger.Post(ctx, to, text)
	switch {
	case err == nil:
		p.tell(slog.LevelInfo, "ping sent", n)
		return 0, mail.Sent(ctx, p.DB, n.ID, "", now)
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case !later || n.Tries >= pingTries:
		p.tell(slog.LevelWarn, "ping given up", n, "tries", n.Tries, "err", err)
		return 0, mail.Failed(ctx, p.DB, n.ID, err.Error())
	}
	wait := 30 * time.Second << (2 * (n.Tries - 1))
	return wait, mail.Again(ctx, p.DB, n.ID, now.Add(wait), err.Error())
}

// tell says in the log how far a letter out has come, under the id of the letter in that let
// it be written, and never to whom it goes or what it says.
func (p *Outbox) tell(level slog.Level, text string, n *model.Notice, more ...any) {
	line := []any{"notice", n.ID, "purpose", n.Purpose}
	if id := db.CauseID(n.Cause); id != "" {
		line = append([]any{"id", id}, line...)
	}
	if n.Match != 0 {
		line = append(line, "match", n.Match)
	}
	p.Log.Log(context.Background(), level, text, append(line, more...)...)
}

// took counts a letter that the relay has, from its commit to the relay's yes.
func (p *Outbox) took(n *model.Notice, out Outcome) {
	waited := p.Now().Sub(n.QueuedAt)
	p.DB.Meter().MailDone("sent", string(n.Purpose), waited)
	p.tell(slog.LevelInfo, "letter sent", n, "code", out.Code, "tries", n.Tries, "seconds", waited.Seconds())
}
