package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/engine/catalog"
)

// bareRow is a table for commits of one row, the least any move could cost.
const (
	makeBare = "create table if not exists bench_bare (id bigint generated always as identity primary key, payload bytea not null)"
	bareRow  = "insert into bench_bare (payload) values ($1)"
)

// bare is how many commits of one row of 150 bytes a second so many writers make, and
// how long one takes, as a rule.
func (b *bench) bare(ctx context.Context, writers int, limit time.Duration) (rate float64, p50 time.Duration, err error) {
	times, err := share(ctx, writers, limit, b.commit(ctx))
	return float64(len(times)) / limit.Seconds(), percentile(times, 0.5), err
}

// commit makes one.
func (b *bench) commit(ctx context.Context) func(worker, n int) error {
	payload := make([]byte, 150)
	return func(int, int) error {
		_, err := b.st.db.Pool().Exec(ctx, bareRow, payload)
		return err
	}
}

// doorBurst is how many moves each writer takes through the door before it is the bare commits'
// turn.
const doorBurst = 50

// throughDoor takes moves straight through the door to the log, with letter, facts,
// mail, clock and what is due, in turns with bare commits. No job runs yet.
func (b *bench) throughDoor(ctx context.Context, limit time.Duration) ([]figure, error) {
	d := &doorBench{db: b.st.db}
	if err := d.prepare(ctx); err != nil {
		return nil, err
	}
	if err := b.st.db.LookForHooks(ctx); err != nil { // as a house does that goes on
		return nil, err
	}
	limit = max(limit, 200*time.Millisecond)
	var figures []figure
	for _, writers := range []int{1, 16} {
		var bare, door pace
		move := d.writer(ctx, writers)
		for begun := time.Now(); time.Since(begun) < 3*limit; {
			if err := bare.spell(ctx, writers, doorBurst, b.commit(ctx)); err != nil {
				return nil, err
			}
			if err := door.spell(ctx, writers, doorBurst, move); err != nil {
				return nil, err
			}
		}
		figures = append(figures, figure{what: fmt.Sprintf("moves through the door, %d at once", writers), value: door.rate(), unit: "a second",
			beside: fmt.Sprintf("of %.0f bare commits", bare.rate()), ratio: door.rate() / bare.rate()})
	}
	return figures, d.clear(ctx)
}

// pace is how often something was done, and in what time.
type pace struct {
	n    int
	took time.Duration
}

func (p *pace) rate() float64 { return float64(p.n) / p.took.Seconds() }

// spell has so many workers do something so many times each.
func (p *pace) spell(ctx context.Context, workers, each int, do func(worker, n int) error) error {
	errs := make([]error, workers)
	var all sync.WaitGroup
	began := time.Now()
	for worker := range workers {
		all.Go(func() {
			for n := 0; n < each && errs[worker] == nil && ctx.Err() == nil; n++ {
				errs[worker] = do(worker, n)
			}
		})
	}
	all.Wait()
	p.n, p.took = p.n+each*workers, p.took+time.Since(began)
	return errors.Join(errors.Join(errs...), ctx.Err())
}

// doorBench moves matches that all have the same cards, so that the moves of one are
// those of all.
type doorBench struct {
	db      *db.DB
	lines   []string
	letters atomic.Int64
}

func (d *doorBench) prepare(ctx context.Context) error {
	if _, err := d.db.Pool().Exec(ctx, makeBare); err != nil {
		return err
	}
	id, err := d.open(ctx)
	if err != nil {
		return err
	}
	t, err := d.db.Fold(ctx, id, 0)
	if err != nil {
		return err
	}
	for len(t.Match.ToMove()) > 0 {
		seat := t.Match.ToMove()[0]
		legal := t.Match.State().Legal(seat)
		line := legal[(len(d.lines)*7)%len(legal)]
		facts, no := t.Match.Play(seat, line)
		if no != nil {
			return fmt.Errorf("a legal move was refused: %s", no.Key)
		}
		for _, f := range facts {
			f.Seq = t.Match.Seq + 1
			t.Match.Apply(f)
		}
		d.lines = append(d.lines, line)
	}
	return nil
}

// open makes a match that runs.
func (d *doorBench) open(ctx context.Context) (id int64, err error) {
	game := catalog.Find("saboteur")
	options, no := game.Options(game.Editions()[0], nil)
	if no != nil {
		return 0, fmt.Errorf("no options: %s", no.Key)
	}
	now := time.Now()
	err = d.db.Play(ctx, db.Cause{Kind: "operator", Now: now}, 0, func(w *db.Work) error {
		seats := []db.Seat{{No: 0, Name: "Ana", State: "joined"}, {No: 1, Name: "Bo", State: "joined"}, {No: 2, Name: "Cy", State: "joined"}}
		t, err := w.OpenTable(db.MatchRow{Game: game.Name(), Edition: game.Editions()[0], Options: options, Phase: "running", Word: "gold", CreatedAt: now}, seats)
		if err != nil {
			return err
		}
		for _, s := range seats {
			w.Append(t, engine.Fact{Event: engine.Joined{Name: s.Name}})
		}
		w.Append(t, t.Match.Start()...)
		id = t.Row.ID
		return nil
	})
	return id, err
}

// writer moves a match of its own for each worker, and a new one after its end.
func (d *doorBench) writer(ctx context.Context, workers int) func(worker, n int) error {
	own, moved := make([]int64, workers), make([]int, workers)
	return func(worker, _ int) (err error) {
		line := moved[worker] % len(d.lines)
		moved[worker]++
		if line == 0 {
			if own[worker], err = d.open(ctx); err != nil {
				return err
			}
		}
		return d.move(ctx, own[worker], d.lines[line])
	}
}

// move does what the house does for a letter with a move.
func (d *doorBench) move(ctx context.Context, id int64, line string) error {
	number, now := d.letters.Add(1), time.Now()
	cause := db.Cause{Kind: "letter", Now: now, Letter: &db.Letter{Hash: sha256.Sum256(fmt.Append(nil, "bench", number)), MessageID: fmt.Sprintf("<%d@bench.test>", number),
		Door: "imap", Sender: "ana@example.org", Kept: line, State: "apply", ReceivedAt: now}}
	return d.db.Play(ctx, cause, id, func(w *db.Work) error {
		t, err := w.Table(id)
		if err != nil {
			return err
		}
		seat := t.Match.ToMove()[0]
		facts, no := t.Match.Play(seat, line)
		if no != nil {
			return fmt.Errorf("a legal move was refused: %s", no.Key)
		}
		w.Append(t, facts...)
		note := w.Letter()
		note.Match, note.Seat, note.Step = id, 1, t.Match.Chair(seat).Steps
		w.DropClock(t, 0)
		w.SetClock(t, db.Clock{Seat: 1, Step: t.Match.Chair(seat).Steps, Began: now, Soft: now, Due: now})
		w.SetDue(db.Due{Match: id, Seat: 1, What: "deadline", At: now})
		for _, purpose := range []string{"receipt", "turn"} {
			w.Queue(db.Notice{Key: fmt.Sprintf("bench:%s:%d", purpose, number), Match: id, Seat: 1, Address: "ana@example.org", Purpose: purpose,
				Seq: t.Match.Seq, Params: json.RawMessage(`{"lines": [{"text": "pass 1", "state": "done"}]}`)})
		}
		return nil
	})
}

// clear leaves no duty behind: nobody plays these matches on.
func (d *doorBench) clear(ctx context.Context) error {
	for _, sql := range []string{"delete from outbox", "delete from due where what = 'deadline'", "delete from clocks", "update matches set phase = 'over', ended_at = now()",
		"drop table bench_bare"} {
		if _, err := d.db.Pool().Exec(ctx, sql); err != nil {
			return fmt.Errorf("clearing up after the door: %w", err)
		}
	}
	return nil
}
