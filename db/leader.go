package db

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	beatEvery = 500 * time.Millisecond
	beatLimit = 5 * time.Second
	// quietMost is how long a process may be silent before Postgres ends its session, and
	// with it all that it leads: frozen, or cut off, it can no longer step back by itself.
	quietMost = 10 * time.Second
	// beatsName is what that session bears after the name of its process.
	beatsName = " beats"
)

// errLed says that somebody else may have by now what this process led.
var errLed = errors.New("the session that held the lock is gone")

// leads is the one session in which this process holds what only one process may have: a
// mailbox, the clock. It speaks twice a second, asking for what it has not got yet.
type leads struct {
	mu    sync.Mutex // of all below, and for the length of each question
	db    *DB
	conn  *pgx.Conn // nil for none
	posts map[string]*post
	heard time.Time // when the server last answered
	dials int       // sessions opened so far
	spoke int       // times
	beats bool      // a goroutine speaks
	stays bool      // with nothing to lead too: others see by it that we live
	stuck bool      // the server did not let us look for sessions that hang
}

// post is what is asked for, or had.
type post struct {
	won  chan struct{} // closed when it is ours
	lost chan struct{} // closed when it is no longer
	mine bool
}

// Lock takes a lock by name, waiting for it. It is held until release is called, or this
// process lost its session, was frozen for ten seconds or was cut off for as long; held tells
// that by an error.
func (d *DB) Lock(ctx context.Context, name string) (held func(context.Context) error, release func(), err error) {
	p, err := d.post(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context) error { return d.leads.holds(ctx, p) }, func() { d.leads.leave(name, p) }, nil
}

// Lead calls do whenever this process is the only one that has name, until ctx ends. The
// context of do ends as soon as another process may have it; do must then come back. Before
// each deed that is better done once, do asks held. One that comes back before is not called
// again.
func (d *DB) Lead(ctx context.Context, name string, do func(ctx context.Context, held func(context.Context) error)) {
	for {
		p, err := d.post(ctx, name)
		if err != nil {
			return // ctx has ended
		}
		inner, cancel := context.WithCancel(ctx)
		go func() {
			select {
			case <-p.lost:
				cancel()
			case <-inner.Done():
			}
		}()
		do(inner, func(ctx context.Context) error { return d.leads.holds(ctx, p) })
		done := inner.Err() == nil
		cancel()
		d.leads.leave(name, p)
		if done {
			return
		}
	}
}

// post waits until a post is ours.
func (d *DB) post(ctx context.Context, name string) (*post, error) {
	p, err := d.leads.ask(ctx, d, name)
	if err != nil {
		return nil, err
	}
	select {
	case <-p.won:
	case <-ctx.Done():
		d.leads.leave(name, p)
		return nil, ctx.Err()
	}
	d.opts.Log.Info("this process leads", "what", name)
	return p, nil
}

// Leader names the process that has a lock, "" for none.
func (d *DB) Leader(ctx context.Context, name string) (process string, err error) {
	err = d.pool.QueryRow(ctx, `select coalesce((select a.application_name from pg_locks l join pg_stat_activity a using (pid)
		where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
		and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0) limit 1), '')`, name).Scan(&process)
	return strings.TrimSuffix(process, beatsName), err
}

// ask notes a wish and sees that somebody beats. Within this process a name is had once.
func (l *leads) ask(ctx context.Context, d *DB, name string) (*post, error) {
	for {
		l.mu.Lock()
		l.begin(d)
		if l.posts[name] == nil {
			p := &post{won: make(chan struct{}), lost: make(chan struct{})}
			l.posts[name] = p
			l.mu.Unlock()
			return p, nil
		}
		l.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(beatEvery):
		}
	}
}

// beat speaks to the server until nothing is wanted any more.
func (l *leads) beat() {
	for l.once() {
		time.Sleep(beatEvery)
	}
}

func (l *leads) once() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.posts) == 0 && !l.stays {
		l.beats = false
		l.hangUp()
		return false
	}
	l.speak()
	return true
}

// speak asks for all that is wanted and not had; what was had is lost where no answer comes.
func (l *leads) speak() {
	ctx, cancel := context.WithTimeout(context.Background(), beatLimit)
	defer cancel()
	var names []string
	for name, p := range l.posts {
		if !p.mine {
			names = append(names, name)
		}
	}
	won, err := l.try(ctx, names)
	if err != nil {
		l.hangUp()
		return
	}
	if l.spoke++; l.spoke%muteEvery == 0 {
		l.lookForMute(ctx)
	}
	l.heard = time.Now()
	for _, name := range won {
		l.posts[name].mine = true
		close(l.posts[name].won)
	}
}

func (l *leads) try(ctx context.Context, names []string) ([]string, error) {
	if l.conn == nil {
		conn, err := l.dial(ctx)
		if err != nil {
			return nil, err
		}
		l.conn = conn
		l.dials++
	}
	rows, err := l.conn.Query(ctx, "select name from unnest($1::text[]) name where pg_try_advisory_lock(hashtextextended(name, 0))", names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// dial opens the session. A server older than version 14 does not end one that is silent.
func (l *leads) dial(ctx context.Context) (*pgx.Conn, error) {
	config := l.db.pool.Config().ConnConfig
	config.RuntimeParams["application_name"] = l.db.name + beatsName
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(`select set_config('idle_session_timeout', '%d', false) from pg_settings where name = 'idle_session_timeout'`, quietMost.Milliseconds()))
	if err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// hangUp ends the session, and with it all that was had.
func (l *leads) hangUp() {
	if l.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = l.conn.Close(ctx)
		l.conn = nil
	}
	for name, p := range l.posts {
		if p.mine {
			l.db.opts.Log.Warn("this process no longer leads", "what", name)
			close(p.lost)
			delete(l.posts, name)
		}
	}
}

// end gives all back, as the process ends.
func (l *leads) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, p := range l.posts {
		if p.mine {
			close(p.lost)
		}
		delete(l.posts, name)
	}
	l.stays = false
	l.hangUp()
}

// holds says whether a post is ours still, asking the server where its last word is old: a
// process that was frozen finds out so before it does anything.
func (l *leads) holds(ctx context.Context, p *post) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.heard) > 2*beatEvery {
		l.speak()
	}
	select {
	case <-p.lost:
		return errLed
	default:
		return ctx.Err()
	}
}

// leave gives a post back, or the wish for it.
func (l *leads) leave(name string, p *post) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.posts[name] != p {
		return // lost before
	}
	if p.mine {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if _, err := l.conn.Exec(ctx, "select pg_advisory_unlock(hashtextextended($1, 0))", name); err != nil {
			l.hangUp()
			return
		}
	}
	delete(l.posts, name)
	if p.mine {
		close(p.lost)
	}
	if len(l.posts) == 0 && !l.stays {
		l.hangUp()
	}
}

// beating opens the session and keeps it until end, so that others see that we live; where
// the server does not answer, it is opened as soon as it does.
func (l *leads) beating(d *DB) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stays = true
	l.begin(d)
	if l.conn == nil {
		l.speak()
	}
}

// begin sees that somebody speaks.
func (l *leads) begin(d *DB) {
	if l.posts == nil {
		l.db, l.posts = d, map[string]*post{}
	}
	if !l.beats {
		l.beats = true
		go l.beat()
	}
}
