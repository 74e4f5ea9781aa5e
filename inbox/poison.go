package inbox

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime/debug"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/report"
	"pitpost.example/model"
	"pitpost.example/speech"
)

const (
	workPatience = 30 * time.Second // working time for one letter, which normally takes milliseconds
	poisonTries  = 3                // tries of a letter that makes its reader panic, before it is set aside
	tooLong      = "it took too long"
)

// Take decides about one raw letter. After an error the caller must bring the letter again. A letter that
// makes its reader panic is tried three times and then set aside. A letter that takes too long to read or
// to carry out changes nothing and is set aside at once.
func (r *Receiver) Take(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
	door.ReceivedAt = cmp.Or(door.ReceivedAt, r.Now())
	fate, err := r.take(ctx, raw, door)
	if err != nil && db.IsDatabaseAway(err) {
		err = &intake.Away{Err: err}
	}
	return fate, err
}

func (r *Receiver) take(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
	failpoint.KillAt("poll.fetched")
	r.DB.Meter().Bytes(string(door.Name), len(raw))
	one := r.attempt(ctx, func(ctx context.Context, stage *string) (intake.Fate, error) {
		failpoint.PanicIfPoisoned(raw)
		l, err := r.open(raw)
		*stage = "the house broke over it"
		return r.decide(ctx, l, err, raw, door)
	})
	switch {
	case one.over:
		failpoint.KillAt("poll.over")
		return r.overdue(ctx, raw, door)
	case one.broken != "":
		return r.poisoned(ctx, raw, door, one.broken, one.stack)
	}
	return one.fate, one.err
}

// open reads a letter's header and parts.
func (r *Receiver) open(raw []byte) (*reply.Letter, error) {
	r.once.Do(func() { r.reader = readerOf(speech.FindGames(r.House.Rules.Games, r.House.Rules.Names)) })
	return r.reader.Open(raw)
}

// readerBroke is why a letter is set aside over which its reader panics.
const readerBroke = "its reader broke over it"

// attempt is the result of one try at a letter.
type attempt struct {
	fate   intake.Fate
	err    error
	over   bool   // it took too long and was given up
	broken string // the stage that panicked, "" if none did
	stack  []byte
}

// attempt runs work in a goroutine of its own, so that it can be given up. Work that never ends goes on
// there, cut off from the database. Only working time counts, not the time spent waiting for the
// database.
func (r *Receiver) attempt(ctx context.Context, work func(ctx context.Context, stage *string) (intake.Fate, error)) attempt {
	ctx, effort := db.WithEffort(ctx, cmp.Or(r.Patience, workPatience))
	defer effort.End()
	done := make(chan attempt, 1)
	go func() {
		stage := readerBroke
		defer func() {
			if what := recover(); what != nil {
				done <- attempt{broken: stage, stack: debug.Stack()}
			}
		}()
		fate, err := work(ctx, &stage)
		done <- attempt{fate: fate, err: err}
	}()
	select {
	case one := <-done:
		return one
	case <-effort.Over:
		return attempt{over: true}
	}
}

// overdue sets aside a letter that took too long, and has its sender told if the sender is known. It
// reads only the header, with the same time limit; if that is exceeded too, the letter is noted without
// its header.
func (r *Receiver) overdue(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
	id := sha256.Sum256(raw)
	r.DB.Meter().Poison(string(door.Name))
	r.Log.Error("a letter took too long", "id", db.TraceID(id), "door", door.Name, "bytes", len(raw))
	one := r.attempt(ctx, func(ctx context.Context, _ *string) (intake.Fate, error) {
		l := &reply.Letter{Hash: id}
		top, _, err := mime.SplitMail(raw)
		if err != nil {
			return r.note(ctx, l, raw, door, model.LetterSetAside, tooLong)
		}
		l.Head, l.Loose = mime.ReadHead(top), mime.IsLooseHeader(raw)
		addEnvelope(l, door.Envelope)
		if by, err := r.passesBy(ctx, l, raw, door); err != nil {
			return intake.Later, err
		} else if by {
			return intake.NotOurs, nil
		}
		if report.WhyRobot(top, l.Head, "", false) != "" {
			return r.note(ctx, l, raw, door, model.LetterSetAside, tooLong)
		}
		return r.putAside(ctx, l, raw, door, tooLong, engine.Say("letter.slow"))
	})
	if one.over || one.broken != "" {
		return r.note(ctx, &reply.Letter{Hash: id}, raw, door, model.LetterSetAside, tooLong)
	}
	return one.fate, one.err
}

// putAside sets a letter aside of which only the header is known, and has its sender told if the sender is known.
func (r *Receiver) putAside(ctx context.Context, l *reply.Letter, raw []byte, door intake.Source, why string, says engine.Phrase) (intake.Fate, error) {
	ref, _, err := r.ref(ctx, l)
	if err != nil {
		return intake.Later, err
	}
	in := &desk.Letter{From: l.From, Display: l.Name, Trust: model.Trust(r.trust(ctx, l, raw, door)), MessageID: l.MessageID,
		Door: door.Name, Subject: l.Subject, ReceivedAt: door.ReceivedAt, Now: r.Now(), Hash: l.Hash, Headers: desk.Headers{Raw: r.flood.keeps(raw, r.Now())}}
	r.address(in, l, ref)
	return intake.SetAside, r.House.PutLetterAside(ctx, in, why, says)
}

// poisoned counts one more try of a letter that made its reader panic. After poisonTries it sets the
// letter aside for the operator. The logged stack names places in the program and no word of the letter.
func (r *Receiver) poisoned(ctx context.Context, raw []byte, door intake.Source, why string, stack []byte) (intake.Fate, error) {
	l := &reply.Letter{Hash: sha256.Sum256(raw)}
	r.DB.Meter().Poison(string(door.Name))
	r.Log.Error("poison", "id", db.TraceID(l.Hash), "door", door.Name, "why", why, "stack", string(stack))
	tries, err := mail.CountFailedTry(ctx, r.DB, l.Hash, why, r.Now())
	if err != nil {
		return intake.Later, fmt.Errorf("counting the tries of a letter: %w", err)
	}
	if tries < poisonTries {
		return intake.Later, intake.ErrPoison
	}
	return r.note(ctx, l, raw, door, model.LetterSetAside, fmt.Sprintf("%s, %d times", why, tries))
}
