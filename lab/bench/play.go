package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// allDoors is the option's value for all ways in, one after the other.
const allDoors string = "all"

// patience is how long letters may be on their way, on a busy machine.
const patience = 5 * time.Minute

// session holds what was measured in one session.
type session struct {
	took     time.Duration
	letters  float64         // committed in that time
	out      float64         // delivered to the sink in that time
	commits  []time.Duration // time from sending to commit, if the way in tells it
	digests  []time.Duration // time from sending to the delivery of the next digest
	whole    tally           // totals until all work was done
	resident int64           // peak memory of a process, in bytes
	largest  int64           // bytes of the largest letter out so far
}

// tally holds the totals of a house, since its start or between two times.
type tally struct {
	at           time.Time
	letters      float64       // committed
	out          float64       // delivered to the sink
	used, server time.Duration // CPU time: the house's processes, Postgres
	wal          float64       // bytes of WAL
	weight       float64       // bytes of all outgoing letters
	asks, asked  float64       // how many of them ask for a move, and the bytes of those
	blind        int           // turns without legal moves
	resident     int64         // peak memory of a process so far, in bytes
	largest      int64         // bytes of the largest letter out so far
}

func (b *bench) tally(ctx context.Context) (t tally) {
	must(b.pool.QueryRow(ctx, "select (select count(*) from letters), (pg_current_wal_insert_lsn() - '0/0')::float").Scan(&t.letters, &t.wal))
	t.at, t.server = time.Now(), b.serverTime()
	for _, s := range b.serves {
		used, most := costOf(s.cmd.Process.Pid)
		t.used, t.resident = t.used+used, max(t.resident, most)
	}
	b.players.mu.Lock()
	defer b.players.mu.Unlock()
	p := b.players
	t.out, t.weight, t.asks, t.asked = float64(p.arrivals), float64(p.bytes), float64(p.asks), float64(p.asked)
	t.blind, t.largest = p.blind, p.largest
	return t
}

// plus adds two tallies or, with sign -1, subtracts one.
func (t tally) plus(sign int, o tally) tally {
	f, d := float64(sign), time.Duration(sign)
	return tally{letters: t.letters + f*o.letters, out: t.out + f*o.out, used: t.used + d*o.used, server: t.server + d*o.server,
		wal: t.wal + f*o.wal, weight: t.weight + f*o.weight, asks: t.asks + f*o.asks, asked: t.asked + f*o.asked, blind: t.blind + sign*o.blind}
}

// session opens matches by one way in and plays them for a time; bots wait for pause before each answer.
func (b *bench) session(ctx context.Context, door string, matches int, limit, pause time.Duration) session {
	defer b.opened(ctx, door, matches, pause)()
	return b.slice(ctx, limit)
}

// slice lets the open matches be played for a time, and at least until a digest has come. The totals include all that the letters caused after that
// time. Then the matches wait.
func (b *bench) slice(ctx context.Context, limit time.Duration) (s session) {
	b.allNoted(ctx)
	before := b.tally(ctx)
	b.players.play()
	select {
	case <-ctx.Done():
	case <-time.After(limit):
	}
	b.until(ctx, b.players.answered) // on a busy machine a short time may end before the first digest
	after := b.tally(ctx)
	s.commits, s.digests = b.players.hold()
	b.allNoted(ctx)
	last := b.tally(ctx)
	span := after.plus(-1, before)
	s.took, s.letters, s.out, s.whole = after.at.Sub(before.at), span.letters, span.out, last.plus(-1, before)
	if len(s.commits) > 0 {
		s.letters = float64(len(s.commits)) // the table may be behind the answers
	}
	s.resident, s.largest = last.resident, last.largest
	return s
}

// opened opens matches and waits until all are ready for their first move. end ends the phase.
func (b *bench) opened(ctx context.Context, door string, matches int, pause time.Duration) (end func()) {
	defer during("opening %d matches by %s", matches, door)
	c := b.carriers(door)
	b.players.take(c, pause, matches)
	b.until(ctx, func() bool { return b.players.ready() >= matches })
	return func() { _ = b.players.rest(); c.close() }
}

// allNoted waits until all letters ever sent are noted and all queued
// ones have left. It fails if more are noted than were sent.
func (b *bench) allNoted(ctx context.Context) {
	b.until(ctx, func() bool {
		var noted, waiting int64
		must(b.pool.QueryRow(ctx, "select (select count(*) from letters), (select count(*) from outbox where state in ('queued', 'written'))").Scan(&noted, &waiting))
		sent := b.players.sentSoFar()
		if noted > sent {
			must(fmt.Errorf("%d letters were sent and %d noted", sent, noted))
		}
		return noted == sent && waiting == 0
	})
}

// until waits for done. It asks rarely, because each query costs the server CPU time.
func (b *bench) until(ctx context.Context, done func() bool) {
	for end := time.Now().Add(patience); !done(); time.Sleep(20 * time.Millisecond) {
		must(ctx.Err())
		if time.Now().After(end) {
			must(errors.New("letters are still on their way"))
		}
	}
}

// whole plays by each way in: first a single match, then many.
func (b *bench) whole(ctx context.Context, o Options) (figures Figures) {
	b.staff(ctx, 1)
	limit := time.Duration(o.Seconds) * time.Second
	doors := []string{o.Door}
	if o.Door == allDoors {
		doors = []string{"imap", "smtp", "lmtp"}
	}
	for _, door := range doors {
		b.say("an idle house, letters by %s", door)
		idle := b.session(ctx, door, 1, limit/5, 40*time.Millisecond)
		b.say("%d matches, letters by %s", o.Matches, door)
		busy := b.session(ctx, door, o.Matches, limit, 0)
		by := " by " + door
		figures = append(append(figures, times("idle house", by, idle)...), times(fmt.Sprintf("%d matches", o.Matches), by, busy)...)
		figures = append(figures, busy.figures(by)...)
	}
	b.dismiss()
	return figures
}

// times returns figures of how long letters took.
func times(house, by string, s session) (figures Figures) {
	for _, t := range []struct {
		what  string
		times []time.Duration
	}{{"letter to committed", s.commits}, {"letter to digest", s.digests}} {
		for _, p := range []float64{0.50, 0.95, 0.99} {
			if len(t.times) > 0 {
				figures = append(figures, figure{what: fmt.Sprintf("%s, %s, p%.0f%s", house, t.what, 100*p, by), value: ms(percentile(t.times, p)), unit: "ms"})
			}
		}
	}
	return figures
}

// figures returns figures of what a house does per second, and of what a letter costs.
func (s session) figures(by string) Figures {
	return Figures{
		{what: "letters committed" + by, value: s.letters / s.took.Seconds(), unit: "a second"},
		{what: "letters handed to the sink" + by, value: s.out / s.took.Seconds(), unit: "a second"},
		{what: "processor, all processes" + by, value: s.whole.used.Seconds() * 1000 / s.whole.letters, unit: "s per 1000"},
		{what: "processor, Postgres" + by, value: s.whole.server.Seconds() * 1000 / s.whole.letters, unit: "s per 1000"},
		{what: "written ahead (WAL), letters out and jobs too" + by, value: s.whole.wal / s.whole.letters, unit: "bytes a letter"},
		{what: "resident memory of a process, the most" + by, value: float64(s.resident) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300},
	}
}
