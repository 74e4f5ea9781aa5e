// Package lead lets one of several processes do what only one may do at a time, such as reading a mailbox or
// watching the clock. A process leads while it holds an advisory lock of Postgres in a session with a
// heartbeat: the process speaks in it twice a second. Postgres ends a session that is silent for ten seconds,
// so a process that was frozen or cut off leads no more. Other processes see by the same session whether it
// lives.
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
	// silenceMost is how long a process may be silent before Postgres ends its session and so frees its
	// locks. A process that is frozen or cut off cannot free them itself.
	silenceMost = 10 * time.Second
	// suffix follows the name of the process in the application_name of the session.
	suffix = " beats"
)

// Session is the session in which this process holds its locks. It is opened when a lock is first asked for.
// It is safe for concurrent use.
type Session struct {
	// Silent is called when the server has stopped answering: with the address of the server that answers in
	// its place, nil if none does, and with the time when the last answer came. It must be set before
	// anything is asked for; nil is not called.
	Silent func(answers net.Addr, heard time.Time)

	config *pgx.ConnConfig
	log    *slog.Logger

	mu      sync.Mutex // guards everything below; also held during each query
	conn    *pgx.Conn  // nil while no session is open
	locks   map[string]*lock
	heard   time.Time // when the server last answered
	dials   int       // sessions opened so far
	beats   int       // heartbeats so far
	beating bool      // a goroutine is sending heartbeats
	stays   bool      // keep the session even without locks, so that others see that we live
	failing bool      // the last look for stuck sessions failed
	silent  bool      // an answer is missing, and the server has not been reached since
}

// lock is a lock that is wanted or held.
type lock struct {
	won  chan struct{} // closed when it is held
	lost chan struct{} // closed when it is no longer held
	mine bool
}

// NewSession returns a Session of the process whose sessions have config's application_name. It does not connect
// yet.
func NewSession(config *pgx.ConnConfig, log *slog.Logger) *Session {
	config = config.Copy()
	config.RuntimeParams["application_name"] += suffix
	return &Session{config: config, log: log, locks: map[string]*lock{}}
}

// AliveCondition returns an SQL condition: the process whose name is the value of an SQL expression is alive.
func AliveCondition(process string) string {
	return "exists (select from pg_stat_activity heart where heart.application_name = " + process + " || '" + suffix + "')"
}

// FindLeader returns the name of the process that holds a lock, "" if none does.
func FindLeader(ctx context.Context, pool *pgxpool.Pool, name string) (process string, err error) {
	err = pool.QueryRow(ctx, `select coalesce((select a.application_name from pg_locks l join pg_stat_activity a using (pid)
		where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
		and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0) limit 1), '')`, name).Scan(&process)
	return strings.TrimSuffix(process, suffix), err
}

// Lock waits for a lock and takes it. It is held until release is called, or until this process loses its
// session or was frozen or cut off for ten seconds. stillLeads returns an error if it is no longer held.
func (s *Session) Lock(ctx context.Context,
	name string) (stillLeads func(context.Context) error, release func(), err error) {
	l, err := s.take(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context) error { return s.holds(ctx, l) }, func() { s.release(name, l) }, nil
}

// Lead waits until this process holds the lock and calls do, again and again until ctx ends. The context of
// do ends as soon as another process may hold the lock, and do must then return. It should call held before
// each thing that is better done only once. If do returns while the lock is still held, Lead returns too.
func (s *Session) Lead(ctx context.Context, name string, do func(ctx context.Context, stillLeads func(context.Context) error)) {
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

// Stay opens the session and keeps it until Close, so that others see that this process lives. If the server
// does not answer, the session is opened once it does.
func (s *Session) Stay() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stays = true
	s.begin()
	if s.conn == nil {
		s.speak()
	}
}

// Presence returns the number of the session by which others see that this process lives, 0 if there is none.
// If the number has changed, others may have taken over what was in hand. Presence asks the server if its
// last answer is old, so a process that was frozen finds out before it goes on.
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

// Close frees all locks and ends the session.
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

// take waits until a lock is held.
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

// ask registers a lock as wanted and starts the heartbeat. Within this process a name can be wanted or held
// only once, so it waits for that.
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

// begin starts the heartbeat unless it runs.
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

// beat sends one heartbeat. It returns false, and ends the session, if nothing is wanted any more.
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

// speak asks the server for all locks that are wanted and not held. If no answer comes, all locks that were
// held are lost.
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
		s.missedAnswer(err)
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

// missedAnswer handles a missing answer. A server that refused is alive and is not reported. One that says
// nothing is reported after as long a silence as it allows us.
func (s *Session) missedAnswer(err error) {
	if _, refused := errors.AsType[*pgconn.PgError](err); s.dials == 0 || refused {
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

// dial opens the session and has the server end it after silenceMost. Postgres before version 14 cannot do
// that.
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

// hangUp ends the session, and with it all locks that were held.
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

// holds returns an error if a lock is no longer held. It asks the server if its last answer is old, so a
// process that was frozen finds out before it does anything.
func (s *Session) holds(ctx context.Context, l *lock) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.heard) > 2*beatEvery {
		s.speak()
	}
	select {
	case <-l.lost:
		return errors.New("the session that held the lock is gone") // and another process may have it by now
	default:
		return ctx.Err()
	}
}

// release frees a lock, or no longer wants it.
func (s *Session) release(name string, l *lock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.locks[name] != l {
		return // lost already
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
