// Package intake is what the ways in (imap, lmtp, hook) share with the code that takes their letters: a
// Taker gets the bytes of a letter with its Source and returns its Fate. The ways in know nothing else of
// the house.
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

// Source says how a letter came in, and where it is until its fate is known.
type Source struct {
	Name        model.Door
	Mailbox     string    // the folder it is in
	UID         uint32    // its number there
	UIDValidity uint32    // the UIDVALIDITY that UID belongs to
	ReceivedAt  time.Time // when the server received it (INTERNALDATE), never the sender's Date; zero for just now
	Size        int64     // bytes, as the server reports them
	Junk        bool      // the server took it for spam
	Shared      bool      // a person reads the mailbox too, so a letter that is not ours stays there
	TooBig      bool      // over the limit: only the header was fetched
	Envelope    *Envelope // how it was delivered; nil for a mailbox, where only the headers tell
}

// Envelope says how a letter was delivered. It comes from the server that delivered the letter, not from
// the letter itself.
type Envelope struct {
	From   string     // the return address: "<>" if there is none, "" if it is unknown
	To     []string   // the recipients, ours among them
	Client netip.Addr // who connected to our own mail server, loopback for a program on the same machine; invalid if unknown
	Helo   string     // the name that client gave in HELO
}

// MaxSize is the limit for the size of a letter, in bytes.
const MaxSize = 10_240_000

// StartSize is how many bytes of a letter are fetched to find out what it begins with.
const StartSize = 16 << 10

// NullSender is the return address of a bounce.
const NullSender = "<>"

// Taker decides about one raw letter and stores the decision before it returns, because the letter is
// moved away next. It must recognise a letter that it has seen before: after a crash or a renumbering the
// same letter comes again. If it returns an error, the letter stays where it is and is brought again at
// the next poll.
type Taker func(ctx context.Context, raw []byte, door Source) (Fate, error)

// ErrPanic is the error for a letter that made a Taker panic.
var ErrPanic = errors.New("panic over a letter")

// Ask calls t and turns a panic into an error, so that one letter cannot end the process.
func (t Taker) Ask(ctx context.Context, raw []byte, door Source) (fate Fate, err error) {
	defer func() {
		if recover() != nil {
			fate, err = Later, fmt.Errorf("%w: %s", ErrPanic, debug.Stack())
		}
	}()
	return t(ctx, raw, door)
}

// Fate is what happens to a letter in its mailbox.
type Fate int

const (
	// Later leaves the letter where it is; it is brought again at the next poll.
	Later Fate = iota
	// Processed moves it to the folder of letters that are done.
	Processed
	// SetAside moves it to the folder of letters that the operator should look at.
	SetAside
	// NotOurs leaves it untouched and unread, and it is not brought again.
	NotOurs
)

// ErrPoison is the error for a letter that makes its reader panic. Only this letter is affected.
var ErrPoison = errors.New("no code was ready for this letter")

// Away is an error of a Taker that has nothing to do with the letter: the database cannot be reached.
type Away struct{ Err error }

func (a *Away) Error() string { return a.Err.Error() }

func (a *Away) Unwrap() error { return a.Err }
