package inbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"pitpost/db"
	"pitpost/failpoint"
)

const (
	readPatience = time.Minute // for reading one letter, which takes milliseconds
	poisonTries  = 3           // looks at a letter that breaks its reader, before it is set aside
)

// errPoison is a letter that no code was ready for. The fault is the letter's alone.
var errPoison = errors.New("no code was ready for this letter")

// Take decides about one raw letter. With an error it is to be brought again. A letter that
// makes its reader panic, or read on and on, is tried three times and then set aside.
func (r *Receiver) Take(ctx context.Context, raw []byte, door Door) (fate Fate, err error) {
	failpoint.At("poll.fetched")
	r.DB.Meter().Bytes(door.Name, len(raw))
	defer func() {
		if what := recover(); what != nil {
			fate, err = r.poisoned(ctx, raw, door, "the house broke over it", debug.Stack())
		}
	}()
	reading := r.read(raw)
	if reading.broken != "" {
		return r.poisoned(ctx, raw, door, reading.broken, reading.stack)
	}
	return r.decide(ctx, reading.letter, reading.err, raw, door)
}

// reading is how the reading of a letter went.
type reading struct {
	letter *Letter
	err    error
	broken string // why there is no letter
	stack  []byte
}

// read reads a letter beside this goroutine, so that it can be given up: what never ends
// then goes on alone, at most three times a letter.
func (r *Receiver) read(raw []byte) reading {
	done := make(chan reading, 1)
	go func() {
		defer func() {
			if what := recover(); what != nil {
				done <- reading{broken: "its reader broke over it", stack: debug.Stack()}
			}
		}()
		failpoint.Poison(raw)
		l, err := readKept(raw)
		done <- reading{letter: l, err: err}
	}()
	patience := time.NewTimer(r.patience())
	defer patience.Stop()
	select {
	case one := <-done:
		return one
	case <-patience.C:
		return reading{broken: "reading it took too long"}
	}
}

func (r *Receiver) patience() time.Duration {
	if r.Patience > 0 {
		return r.Patience
	}
	return readPatience
}

// poisoned counts one more try of a letter that cannot be read, and sets it aside after some,
// for the operator to look at. The stack tells places in the program and no word of the letter.
func (r *Receiver) poisoned(ctx context.Context, raw []byte, door Door, why string, stack []byte) (Fate, error) {
	l := &Letter{Hash: sha256.Sum256(raw)}
	r.DB.Meter().Poison(door.Name)
	r.Log.Error("poison", "id", db.TraceID(l.Hash), "door", door.Name, "why", why, "stack", string(stack))
	tries, err := r.DB.LetterTries(ctx, l.Hash, why, r.now())
	if err != nil {
		return Later, fmt.Errorf("counting the tries of a letter: %w", err)
	}
	if tries < poisonTries {
		return Later, errPoison
	}
	return r.note(ctx, l, raw, door, "set-aside", fmt.Sprintf("%s, %d times", why, tries))
}
