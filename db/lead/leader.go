// Package lead lets one of several processes do what only one may at a time, as reading a mailbox
// or watching the clock. To lead is to hold a lock of Postgres in a session that this process speaks
// in twice a second, its heartbeat. Postgres ends a session that is silent for ten seconds, so a
// process that was frozen or cut off leads no more; others see by the same session who lives.
package lead

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	beatEvery = 500 * time.Millisecond
	beatLimit = 5 * time.Second
	// silenceMost is how long a process may be silent before Postgres ends its session, and
	// with it all that it leads: frozen, or cut off, it can no longer step back by itself.
	silenceMost = 10 * time.Second
	// suffix is what the session is called after the name of its process.
	suffix = " beats"
)

// errLost says that somebody else may have by now what this process led.
var errLost = errors.New("the session that held the lock is gone")

// Session is the one session in which this process holds its locks. It is opened when something
// is asked for. It is safe for use by many at once.
type Session struct {
	// Silent is told that the server this process spoke to says nothing more, which one answers in its place, nil for
	// none, and when the last word came. It is set before anything is asked for; nil tells nobody.
	Silent func(answers net.Addr, heard time.Time)

	config *pgx.ConnConfig
	log    *slog.Logger

	mu      sync.Mutex // of all below, and for the length of each question
	conn    *pgx.Conn  // nil for none
	locks   map[string]*lock
	heard   time.Time // when the server last answered
	dials   int       // sessions opened so far
	beats   int       // so far
	beating bool      // a goroutine speaks
	stays   bool      // with nothing to lead too: others see by it that we live
	failing bool      // the server did not let us look for stuck sessions
	silent  bool      // no word came where one was due, and the server has not been spoken to since
}

// lock is a name that is asked for, or had.
type lock struct {
	won  chan struct{} // closed when it is ours
	lost chan struct{} // closed when it is no longer
	mine bool
}

// New is a session of the process whose sessions bear config's application_name.
func New(config *pgx.ConnConfig, log *slog.Logger) *Session {
	config = config.Copy()
	config.RuntimeParams["application_name"] += suffix
	return &Session{config: config, log: log, locks: map[string]*lock{}}
}

// Alive is the condition in SQL that the process lives whose name is the value of an expression.
func Alive(process string) string {
	return "exists (select from pg_stat_activity heart where heart.application_name = " + process + " || '" + suffix + "')"
}

// Leader names the process that has a lock, "" for none.
func Leader(ctx context.Context, pool *pgxpool.Pool, name string) (process string, err error) {
	err = pool.QueryRow(ctx, `select coalesce((select a.application_name from pg_locks l join pg_stat_activity a using (pid)
		where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
		and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0) limit 1), '')`, name).Scan(&process)
	return strings.TrimSuffix(process, suffix), err
}

// Lock takes a lock by name, waiting for it. It is held until release is called, or this
// process lost its session, was frozen for ten seconds or was cut off for as long; held tells
// that by an error.
func (s *Session) Lock(ctx context.Context, name string) (held func(context.Context) error, release func(), err error) {
	l, err := s.take(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context) error { return s.holds(ctx, l) }, func() { s.release(name, l) }, nil
}

// Lead calls do whenever this process is the only one that has name, until ctx ends. The
// context of do ends as soon as another process may have it; do must then come back. Before
// each thing that is better done once, do asks held. One that comes back before is not called
// again.
func (s *Session) Lead(ctx context.Context, name string, do func(ctx context.Context, held func(context.Context) error)) {
	for {
		l, err := s.take(ctx, name)
		if err != nil {
			return // ctx has ended
		}
		inner, cancel := context.WithCancel(ctx)
		go func() {
			select {
			case <-l.lost:
				cancel()
			case <-inner.Done():
			}
		}()
		do(inner, func(ctx context.Context) error { return s.holds(ctx, l) })
		done := inner.Err() == nil
		cancel()
		s.release(name, l)
		if done {
			return
		}
	}
}

// Stay opens the session and keeps it until Close, so that others see that this process lives;
// where the server does not answer, it is opened as soon as it does.
func (s *Session) Stay() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stays = true
	s.begin()
	if s.conn == nil {
		s.speak()
	}
}

// Presence numbers the session by which others see that this process lives, 0 for none. Where
// the number is no longer what it was, others may have what was in hand. The server is asked
// where its last word is old, so that a process that was frozen finds out first.
func (s *Session) Presence() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stays && time.Since(s.heard) > 2*beatEvery {
		s.speak()
	}
	if s.conn == nil {
		return 0
	}
	return s.dials
}

// Close gives all back, as the process ends.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, l := range s.locks {
		if l.mine {
			close(l.lost)
		}
		delete(s.locks, name)
	}
	s.stays = false
	s.hangUp()
}

// take waits until a lock is ours.
func (s *Session) take(ctx context.Context, name string) (*lock, error) {
	l, err := s.ask(ctx, name)
	if err != nil {
		return nil, err
	}
	select {
	case <-l.won:
	case <-ctx.Done():
		s.release(name, l)
		return nil, ctx.Err()
	}
	s.log.Info("this process leads", "what", name)
	return l, nil
}

// ask notes a wish and sees that the heart beats. Within this process a name is had once.
func (s *Session) ask(ctx context.Context, name string) (*lock, error) {
	for {
		s.mu.Lock()
		s.begin()
		if s.locks[name] == nil {
			l := &lock{won: make(chan struct{}), lost: make(chan struct{})}
			s.locks[name] = l
			s.mu.Unlock()
			return l, nil
		}
		s.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(beatEvery):
		}
	}
}

// begin sees that somebody speaks.
func (s *Session) begin() {
	if s.beating {
		return
	}
	s.beating = true
	go func() {
		for s.beat() {
			time.Sleep(beatEvery)
		}
	}()
}

// beat speaks to the server, unless nothing is wanted any more.
func (s *Session) beat() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.locks) == 0 && !s.stays {
		s.beating = false
		s.hangUp()
		return false
	}
	s.speak()
	return true
}

// speak asks for all that is wanted and not had; what was had is lost where no answer comes.
func (s *Session) speak() {
	ctx, cancel := context.WithTimeout(context.Background(), beatLimit)
	defer cancel()
	var names []string
	for name, l := range s.locks {
		if !l.mine {
			names = append(names, name)
		}
	}
	won, err := s.try(ctx, names)
	if err != nil {
		s.hangUp()
		s.unheard(err)
		return
	}
	if s.beats++; s.beats%stuckEvery == 0 {
		s.lookForStuck(ctx)
	}
	s.heard = time.Now()
	for _, name := range won {
		s.locks[name].mine = true
		close(s.locks[name].won)
	}
}

// unheard notes that no word came. A server that refuses is there; of one that says nothing it is told once it was given the
// time that it gives us.
func (s *Session) unheard(err error) {
	var refused *pgconn.PgError
	if s.dials == 0 || errors.As(err, &refused) {
		return
	}
	s.silent = true
	if s.Silent != nil && time.Since(s.heard) > silenceMost {
		s.Silent(nil, s.heard)
	}
}

func (s *Session) try(ctx context.Context, names []string) ([]string, error) {
	if s.conn == nil {
		conn, err := s.dial(ctx)
		if err != nil {
			return nil, err
		}
		s.conn = conn
		s.dials++
		if s.silent && s.Silent != nil {
			s.Silent(conn.PgConn().Conn().RemoteAddr(), s.heard)
		}
		s.silent = false
	}
	rows, err := s.conn.Query(ctx, "select name from unnest($1::text[]) name where pg_try_advisory_lock(hashtextextended(name, 0))", names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// dial opens the session. A server older than version 14 does not end one that is silent.
func (s *Session) dial(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(`select set_config('idle_session_timeout', '%d', false) from pg_settings where name = 'idle_session_timeout'`, silenceMost.Milliseconds()))
	if err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// hangUp ends the session, and with it all that was had.
func (s *Session) hangUp() {
	if s.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = s.conn.Close(ctx)
		s.conn = nil
	}
	for name, l := range s.locks {
		if l.mine {
			s.log.Warn("this process no longer leads", "what", name)
			close(l.lost)
			delete(s.locks, name)
		}
	}
}

// holds says whether a lock is ours still, asking the server where its last word is old: a
// process that was frozen finds out so before it does anything.
func (s *Session) holds(ctx context.Context, l *lock) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.heard) > 2*beatEvery {
		s.speak()
	}
	select {
	case <-l.lost:
		return errLost
	default:
		return ctx.Err()
	}
}

// release gives a lock back, or the wish for it.
func (s *Session) release(name string, l *lock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.locks[name] != l {
		return // lost before
	}
	if l.mine {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if _, err := s.conn.Exec(ctx, "select pg_advisory_unlock(hashtextextended($1, 0))", name); err != nil {
			s.hangUp()
			return
		}
		close(l.lost)
	}
	delete(s.locks, name)
	if len(s.locks) == 0 && !s.stays {
		s.hangUp()
	}
}
