// Package intake is what the ways in and whoever takes letters agree on: a function that is given
// the bytes of a letter and where it comes from, and says what is to become of it.
package intake

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime/debug"
	"time"

	"pitpost.example/model"
)

// Source says by which way a letter came in, and where it lies until its fate is known.
type Source struct {
	Name        model.Door
	Mailbox     string    // the folder it lies in
	UID         uint32    // its number there
	UIDValidity uint32    // the numbering that UID belongs to
	ReceivedAt  time.Time // when the server took it in (INTERNALDATE), never the sender's Date
	Size        int64     // bytes, as the server counts them
	Junk        bool      // the server took it for spam
	TooBig      bool      // over the limit: only the header was fetched
	Envelope    *Envelope // what is known of its way here; nil for a mailbox, where its headers tell
}

// Envelope is how a letter came to the door, told by the server that brought it and
// not by the letter.
type Envelope struct {
	From   string     // the return address, "<>" for none, "" where it is not known
	To     []string   // whom it was sent to, ours among them
	Client netip.Addr // who brought it to our own mail server, loopback for a program beside it; invalid where not known
	Helo   string     // what that one called itself
}

// MaxSize is how many bytes of a letter are taken by default.
const MaxSize = 10_240_000

// Now is the time by a clock; nil is the machine's.
func Now(clock func() time.Time) time.Time {
	if clock == nil {
		return time.Now()
	}
	return clock()
}

// NullSender is the return address of a bounce.
const NullSender = "<>"

// Taker decides about one raw letter and keeps the decision before it returns: what it has
// taken is moved away next. It must know a letter it has seen before, for the same letter
// comes again after a crash or a renumbering. With an error the letter stays where it is and
// is brought again at the next poll.
type Taker func(ctx context.Context, raw []byte, door Source) (Fate, error)

// ErrPanic is a letter over which a Taker itself panicked.
var ErrPanic = errors.New("panic over a letter")

// Ask has a letter decided. One that no code was ready for ends no more than this.
func (t Taker) Ask(ctx context.Context, raw []byte, door Source) (fate Fate, err error) {
	defer func() {
		if recover() != nil {
			fate, err = Later, fmt.Errorf("%w: %s", ErrPanic, debug.Stack())
		}
	}()
	return t(ctx, raw, door)
}

// Fate is what becomes of a letter in its mailbox.
type Fate int

const (
	// Later leaves the letter where it is, to be brought again at the next poll.
	Later Fate = iota
	// Processed moves it to the folder of letters that were dealt with.
	Processed
	// SetAside moves it to the folder of letters for the operator to look at.
	SetAside
	// NotOurs leaves it unread and untouched, and never asks again.
	NotOurs
)

// String names the fate, for logs.
func (f Fate) String() string {
	return [...]string{"later", "processed", "set-aside", "not-ours"}[f]
}

// ErrPoison is a letter that no code was ready for. The fault is the letter's alone.
var ErrPoison = errors.New("no code was ready for this letter")

// Away is an error of a Taker that says nothing of the letter: what the house keeps its decisions
// in could not be reached.
type Away struct{ Err error }

func (a *Away) Error() string { return a.Err.Error() }

func (a *Away) Unwrap() error { return a.Err }
