package send

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"
	"pitpost.example/failpoint"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// reasonMost is how many characters are kept of the reason why a letter could not be written.
const reasonMost = 300

// claim is the result of choosing letters to send.
type claim struct {
	letters     []*outgoing
	waits       []time.Duration // how long the postponed letters wait
	seen        int             // letters about which something was decided
	session     int             // the value of Presence when they were taken
	afterCommit []func()        // log lines and metrics, for after the commit
}

// choose claims some letters that are due, has them written, stores their bytes and marks them as held by
// this process. It may return letters and an error; then the error is about other letters, which have not
// changed.
func (p *Outbox) choose(ctx context.Context, want mail.Query) (claim, error) {
	want.Now, want.Alone = p.Now(), p.LimitADay > 0
	session := p.Presence()
	if err := p.giveBack(ctx, want.Now); err != nil {
		return claim{}, err
	}
	b, err := mail.ClaimLetters(ctx, p.DB, want)
	if err != nil || b == nil {
		return claim{}, err
	}
	defer b.Drop()
	for range len(b.Letters) + len(b.Behind) {
		failpoint.KillAt("mail.claimed")
	}
	s := claim{seen: len(b.Letters) + len(b.Behind), session: session}
	for _, n := range b.Behind {
		b.Postpone(n, want.Now.Add(comeBack), "")
		p.postponed(&s, "behind", comeBack)
	}
	late, faults := p.overLimit(ctx, b, &s, want.Now)
	results, err := p.write(ctx, b, late, want.Now)
	if err != nil {
		return claim{}, err
	}
	room := &spread{pace: p.Pace, now: want.Now, behind: map[string]time.Duration{}}
	for _, n := range b.Letters {
		if !late[n.ID] {
			faults = errors.Join(faults, p.decide(b, &s, room, results[n.ID]))
		}
	}
	if err := b.Commit(ctx); err != nil {
		p.doubt(b.Letters)
		return claim{}, err
	}
	for _, do := range s.afterCommit {
		do()
	}
	return s, faults
}

// doubt notes letters of a commit whose result was lost: the database may have them as held by this process.
func (p *Outbox) doubt(letters []*model.Notice) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range letters {
		p.doubted = append(p.doubted, n.ID)
	}
}

// giveBack releases the letters in doubt, so that they need not wait until their lease ends.
func (p *Outbox) giveBack(ctx context.Context, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.doubted) == 0 {
		return nil
	}
	if err := mail.ReleaseLetters(ctx, p.DB, p.doubted, now); err != nil {
		return err
	}
	p.doubted = nil
	return nil
}

// overLimit postpones letters if today's limit is used up; the last tenth of it is kept for turns and the
// like. late has the letters that must not be sent now, including those that could not be postponed.
func (p *Outbox) overLimit(ctx context.Context, b *mail.Batch, s *claim, now time.Time) (late map[int64]bool, faults error) {
	late = map[int64]bool{}
	if p.LimitADay == 0 {
		return late, nil
	}
	for _, n := range b.ByRank() {
		limit := p.LimitADay
		switch n.Purpose {
		case model.PurposePing:
			continue
		case model.PurposeTurn, model.PurposeEnd, model.PurposeRound, model.PurposeDaily:
		default:
			if strings.HasPrefix(n.Key, mail.ToOperator) {
				continue
			}
			limit -= p.LimitADay / 10
		}
		if b.Left < limit {
			b.Left++
			continue
		}
		late[n.ID] = true
		wait := 15 * time.Minute
		if n.Purpose == model.PurposeTurn && n.Match != 0 {
			if err := p.Unsent(ctx, n, wait, now); err != nil {
				faults = errors.Join(faults, err)
				continue
			}
		}
		b.Postpone(n, now.Add(wait), "the day's limit is spent")
		p.postponed(s, "limit", wait)
	}
	return late, faults
}

// decide records what happens to a letter that was written or could not be. If the database could not be
// reached, the letter stays as it is and the error is returned.
func (p *Outbox) decide(b *mail.Batch, s *claim, l *spread, d *result) error {
	n := d.n
	switch {
	case errors.Is(d.err, model.ErrSuperseded):
		b.Supersede(n)
		s.afterCommit = append(s.afterCommit, func() {
			p.DB.Meter().MailDone("superseded", string(n.Purpose), 0)
			p.logLetter(slog.LevelInfo, "letter superseded", n)
		})
		return nil
	case d.err != nil && db.IsDatabaseAway(d.err):
		return d.err
	case d.err != nil:
		p.faulty(b, s, n, l.now, d.err)
		return nil
	}
	written := n.Raw == nil && n.Purpose != model.PurposePing
	if written {
		s.afterCommit = append(s.afterCommit, func() {
			failpoint.KillAt("mail.written")
			p.logLetter(slog.LevelInfo, "letter written", n, "bytes", len(d.Raw))
		})
	}
	if wait := l.wait(n, d.To); wait > 0 {
		if written {
			b.PostponeWritten(n, d.To, d.Raw, d.Params, l.now.Add(wait))
		} else {
			b.Postpone(n, l.now.Add(wait), "")
		}
		p.postponed(s, "pace", wait)
		return nil
	}
	if written {
		b.Write(n, d.To, d.Raw, d.Params)
	} else {
		b.Take(n)
	}
	s.letters = append(s.letters, &outgoing{n: n, to: d.To, raw: d.Raw, taken: time.Now(), session: s.session})
	return nil
}

// faulty postpones a letter that could not be written. After as many tries as for a letter that the relay
// refuses, it is set aside. doctor lists both kinds.
func (p *Outbox) faulty(b *mail.Batch, s *claim, n *model.Notice, now time.Time, err error) {
	p.logLetter(slog.LevelError, "letter not written", n, "tries", n.Tries, "err", err)
	reason, _, _ := strings.Cut(mail.Unwritten+err.Error(), "\n") // of a panic only the message, not the stack
	wait := RetryDelay(Later, n.Tries)
	if wait <= 0 {
		b.Fail(n, render.ShortenText(reason, reasonMost))
		s.afterCommit = append(s.afterCommit, func() { p.DB.Meter().MailDone("failed", string(n.Purpose), 0) })
		return
	}
	b.Again(n, now.Add(wait), render.ShortenText(reason, reasonMost))
	p.postponed(s, "unwritten", wait)
}

// postponed notes that a letter waits, and why.
func (p *Outbox) postponed(s *claim, why string, wait time.Duration) {
	s.waits = append(s.waits, wait)
	s.afterCommit = append(s.afterCommit, func() { p.DB.Meter().MailWaits(why) })
}

// result is a letter as it was written, or the error.
type result struct {
	model.Written
	n   *model.Notice
	err error
}

// write writes the letters of a batch, except those that are late or were written in an earlier try. Letters
// of the same match are written one after another, so that its log is folded only once.
func (p *Outbox) write(ctx context.Context, b *mail.Batch, late map[int64]bool, now time.Time) (map[int64]*result, error) {
	packet, err := lookup.ReadForBatch(ctx, b)
	if err != nil {
		return nil, err
	}
	results := map[int64]*result{}
	var alone, days [][]*result
	matches := map[int64][]*result{}
	for _, n := range b.Letters {
		d := &result{n: n, Written: model.Written{To: n.Address, Raw: n.Raw}}
		results[n.ID] = d
		switch {
		case late[n.ID] || n.Raw != nil || n.Purpose == model.PurposePing:
		case n.Purpose == model.PurposeDaily:
			days = append(days, []*result{d}) // from several matches, so after those are done
		case n.Match != 0:
			matches[n.Match] = append(matches[n.Match], d)
		default:
			alone = append(alone, []*result{d})
		}
	}
	p.writeAll(ctx, packet, slices.AppendSeq(alone, maps.Values(matches)), now, runtime.GOMAXPROCS(0))
	p.writeAll(ctx, packet, days, now, 1)
	return results, ctx.Err()
}

// writeAll writes several groups at the same time, as many as there are hands.
func (p *Outbox) writeAll(ctx context.Context, packet *lookup.Source, groups [][]*result, now time.Time, hands int) {
	free := make(chan struct{}, hands)
	var busy sync.WaitGroup
	for _, group := range groups {
		free <- struct{}{}
		busy.Go(func() {
			for _, d := range group {
				p.writeOne(ctx, packet, d, now)
			}
			<-free
		})
	}
	busy.Wait()
}

// writeOne writes and signs one letter, from packet or, if that is nil, from what is read for it alone. A panic in the
// writer only fails that letter.
func (p *Outbox) writeOne(ctx context.Context, packet *lookup.Source, d *result, now time.Time) {
	defer func() {
		if fault := recover(); fault != nil {
			d.err = fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	w, err := p.Writer.WriteFrom(ctx, packet, d.n, now)
	if err == nil && p.Signer != nil {
		w.Raw, err = p.Signer.Sign(w.Raw)
	}
	if d.err = err; err != nil {
		return
	}
	d.Written = w
	if packet != nil {
		packet.Wrote(d.n)
	}
	failpoint.KillAt("mail.rendered")
}
