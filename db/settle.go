package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// settleMost is how many deeds are settled in one transaction.
	settleMost = 256
	// unsettledMost is how many may wait for that before who adds one waits too.
	unsettledMost = 1024
	// linger is how long a pile waits for more where another has just gone: while moves come one
	// behind the other, the door goes before.
	linger = 20 * time.Millisecond
	// settlePatience is how long a reader waits for what was done before. What then still
	// waits, for a lock as a rule, is to them as if it came after.
	settlePatience = 10 * time.Second
	// settleLock is how long a pile waits for a lock.
	settleLock = "100ms"
	// orphaned is after how long a deed in the journal is anybody's, since its writer does not
	// settle it.
	orphaned = 2 * time.Second
	// settleLease is how long a pile may take.
	settleLease = 30 * time.Second
	// firstPause is the first wait before a deed that could not be settled is tried again.
	firstPause = 100 * time.Millisecond
	// hopeful is after how many tries of one no reader waits for it any more.
	hopeful = 3
)

// settler writes the deeds that stand in the journal into the tables, in their order, many at
// once. What it is told of by this process it need not read.
type settler struct {
	db *DB

	mu      sync.Mutex
	waiting []*deed               // not yet settled, in their order
	count   int                   // of all that ever waited
	letters map[[32]byte]int      // those that the deeds of this process answer
	answers map[string]int        // receipts and questions among what they let be written, by address
	steps   map[stepWords]int     // the answers to steps among the letters
	behind  map[int64]*behindhand // matches whose deeds could not be settled last time
	running bool
	ended   time.Time // of the pile before
	hurried bool      // somebody waits
	hurry   chan struct{}
	turned  chan struct{} // closed, and another, whenever a pile has gone
	over    bool
	runs    sync.WaitGroup
	ctx     context.Context // of all that is settled
	cut     context.CancelFunc
}

// behindhand is a match that waits to be tried again.
type behindhand struct {
	next  time.Time
	tries int
}

func newSettler(d *DB) *settler {
	s := &settler{db: d, letters: map[[32]byte]int{}, answers: map[string]int{}, steps: map[stepWords]int{}, behind: map[int64]*behindhand{},
		hurry: make(chan struct{}, 1), turned: make(chan struct{})}
	s.ctx, s.cut = context.WithCancel(context.Background())
	return s
}

// expect is told of a deed that stands in the journal.
func (s *settler) expect(e *deed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(e)
}

// adopt is told of a deed that was read from the journal.
func (s *settler) adopt(e *deed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.ContainsFunc(s.waiting, func(o *deed) bool { return o.id == e.id }) {
		s.add(e)
	}
}

func (s *settler) add(e *deed) {
	s.count++
	e.no = s.count
	s.hold(e, 1)
	s.waiting = append(s.waiting, e)
	if !s.running && !s.over {
		s.running = true
		s.runs.Go(s.run)
	}
}

// room waits while too many deeds wait.
func (s *settler) room(ctx context.Context) {
	s.wait(ctx, func() bool { return len(s.waiting) < unsettledMost })
}

// settled waits until what this process has done at a match, at any for 0, stands in the
// tables.
func (s *settler) settled(ctx context.Context, match int64) {
	upto := -1
	s.wait(ctx, func() bool {
		if upto < 0 {
			upto = s.count
		}
		return !slices.ContainsFunc(s.waiting, func(e *deed) bool {
			b := s.behind[e.match]
			return e.no <= upto && (match == 0 || e.match == match) && (b == nil || b.tries <= hopeful)
		})
	})
}

// wait waits until done, which is asked with the lock held, whenever a pile has gone.
func (s *settler) wait(ctx context.Context, done func() bool) {
	defer waits(ctx)()
	var late <-chan time.Time
	for {
		s.mu.Lock()
		if len(s.waiting) == 0 || s.over || done() {
			s.mu.Unlock()
			return
		}
		turned := s.turned
		s.hurried = true
		s.mu.Unlock()
		select {
		case s.hurry <- struct{}{}:
		default:
		}
		if late == nil {
			late = time.After(settlePatience)
		}
		select {
		case <-turned:
		case <-ctx.Done():
			return
		case <-late:
			return
		}
	}
}

// run settles what waits until nothing does.
func (s *settler) run() {
	for {
		s.gather()
		pile, next := s.take()
		if len(pile) == 0 && next.IsZero() {
			return
		}
		if len(pile) == 0 {
			select {
			case <-time.After(time.Until(next)):
			case <-s.hurry:
			}
			continue
		}
		s.gone(pile, s.settle(pile))
	}
}

// gather waits a little for others where one pile follows another.
func (s *settler) gather() {
	s.mu.Lock()
	alone := s.hurried || time.Since(s.ended) > 2*linger || len(s.waiting) >= settleMost
	s.mu.Unlock()
	if alone {
		return
	}
	select {
	case <-s.hurry:
	case <-time.After(linger):
	}
}

// take gives the next pile; without one, when there may be one, the zero time for never: then
// nobody runs any more.
func (s *settler) take() (pile []*deed, next time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hurried = false
	now := time.Now()
	for _, e := range s.waiting {
		if b := s.behind[e.match]; b != nil && now.Before(b.next) {
			if next.IsZero() || b.next.Before(next) {
				next = b.next
			}
			continue
		}
		if pile = append(pile, e); len(pile) == settleMost {
			break
		}
	}
	if s.over || len(pile) == 0 && next.IsZero() {
		s.running = false
		return nil, time.Time{}
	}
	return pile, next
}

// gone notes how a pile went: failed are those of it that still wait.
func (s *settler) gone(pile []*deed, failed map[*deed]error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = time.Now()
	settled := make(map[*deed]bool, len(pile))
	for _, e := range pile {
		err, waits := failed[e]
		if !waits {
			settled[e] = true
			s.hold(e, -1)
			delete(s.behind, e.match)
		} else if err != nil { // nil: it waits for one before it
			b := s.behind[e.match]
			if b == nil {
				b = &behindhand{}
				s.behind[e.match] = b
			}
			b.tries++
			b.next = s.ended.Add(min(firstPause<<min(b.tries-1, 12), pauseAfter(err)))
		}
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(e *deed) bool { return settled[e] })
	close(s.turned)
	s.turned = make(chan struct{})
}

// settle settles a pile together, or if that goes wrong each of its deeds alone, and gives
// those that could not be.
func (s *settler) settle(pile []*deed) (failed map[*deed]error) {
	ctx, cancel := context.WithTimeout(s.ctx, settleLease)
	defer cancel()
	err := s.db.settleAll(ctx, pile)
	if err == nil {
		return nil
	}
	failed = map[*deed]error{}
	if Away(err) || s.ctx.Err() != nil {
		for _, e := range pile {
			failed[e] = err
		}
		return failed
	}
	stuck := map[int64]bool{}
	for _, e := range pile {
		if stuck[e.match] {
			failed[e] = nil
			continue
		}
		err := s.db.settleAll(ctx, []*deed{e})
		if err == nil || errors.Is(err, errSettled) {
			continue
		}
		stuck[e.match], failed[e] = true, err
		if !Away(err) && !lockedOut(err) {
			s.db.opts.Log.Error("a deed in the journal cannot be settled; it is tried again", "match", e.match, "deed", e.id, "err", err)
		}
	}
	return failed
}

// pauseAfter is how long a deed waits at most until it is tried again.
func pauseAfter(err error) time.Duration {
	if Away(err) || lockedOut(err) {
		return time.Second
	}
	return time.Minute
}

// lockedOut says that a lock was not to be had in time.
func lockedOut(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "40P01")
}

// close settles what waits, as far as that goes at once, and ends. What is left in the journal
// another settles, or this one when it begins anew.
func (s *settler) close() {
	ctx, cancel := context.WithTimeout(s.ctx, lastWish)
	defer cancel()
	s.settled(ctx, 0)
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.cut()
	select {
	case s.hurry <- struct{}{}:
	default:
	}
	s.runs.Wait()
}
