package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// askSince queues the reading of a match. Only facts that old, which was cached, does not know are
// asked for.
func (d *DB) askSince(b *pgx.Batch, match int64, old *cached) *cached {
	if old == nil {
		return d.askTable(b, match, nil, "seq > $2", 0)
	}
	return d.askTable(b, match, old.match, "seq > $2", old.match.Seq)
}

// askTable queues the reading of a match, with the facts of which which says how they stand to the
// number $2; what it returns is filled as the batch is sent. ErrNoMatch if there is none.
func (d *DB) askTable(b *pgx.Batch, match int64, have *engine.Match, which string, number int) *cached {
	k := &cached{}
	b.Queue("select "+MatchColumns+" from matches where id = $1", match).Query(func(rows pgx.Rows) (err error) {
		if k.row, err = pgx.CollectOneRow(rows, ScanMatch); errors.Is(err, pgx.ErrNoRows) {
			return ErrNoMatch
		}
		return err
	})
	b.Queue("select "+SeatColumns+" from seats where match_id = $1 order by no", match).Query(func(rows pgx.Rows) (err error) {
		k.seats, err = pgx.CollectRows(rows, pgx.RowToStructByPos[model.Seat])
		return err
	})
	b.Queue("select "+ClockColumns+" from clocks where match_id = $1 order by seat", match).Query(func(rows pgx.Rows) (err error) {
		k.clocks, err = pgx.CollectRows(rows, pgx.RowToStructByPos[model.Clock])
		return err
	})
	b.Queue("select seat, "+PlanColumns+" from plans where match_id = $1 order by seat, kind desc", match).Query(func(rows pgx.Rows) error {
		type seatPlan struct {
			Seat int
			model.Plan
		}
		plans, err := pgx.CollectRows(rows, pgx.RowToStructByPos[seatPlan])
		k.plans = map[int][]model.Plan{}
		for _, p := range plans {
			k.plans[p.Seat] = append(k.plans[p.Seat], p.Plan)
		}
		return err
	})
	b.Queue("select seq, kind, version, seat, data, at from facts where match_id = $1 and "+which+" order by seq", match, number).Query(func(rows pgx.Rows) (err error) {
		k.match, err = d.fold(k.row, rows, have)
		return err
	})
	return k
}

// fold brings a match up to its last fact: from have if that is a beginning of
// this log, else from nothing.
func (d *DB) fold(row model.Match, rows pgx.Rows, have *engine.Match) (*engine.Match, error) {
	defer rows.Close()
	m, err := d.Opened(row)
	if err != nil {
		return nil, err
	}
	if have != nil && have.Seq > row.Seq {
		return nil, fmt.Errorf("match %d: %w", row.ID, errAhead)
	}
	if have != nil {
		m = have
	}
	for rows.Next() {
		f, err := ScanFact(m.Game, rows)
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", row.ID, err)
		}
		if f.Seq != m.Seq+1 {
			return nil, fmt.Errorf("match %d: fact %d follows fact %d", row.ID, f.Seq, m.Seq)
		}
		m.Apply(f)
	}
	return m, rows.Err()
}

// ScanFact reads a fact of a game as it was written.
func ScanFact(game engine.Game, rows pgx.Rows) (engine.Fact, error) {
	var f engine.Fact
	var kind string
	var data []byte
	if err := rows.Scan(&f.Seq, &kind, &f.Version, &f.Seat, &data, &f.At); err != nil {
		return f, err
	}
	event, err := engine.Decode(game, kind, f.Version, data)
	if err != nil {
		return f, fmt.Errorf("fact %d: %w", f.Seq, err)
	}
	f.Event, f.At = event, f.At.UTC()
	return f, nil
}

// Opened is a match before its first fact.
func (d *DB) Opened(row model.Match) (*engine.Match, error) {
	game := d.games(row.Game)
	if game == nil {
		return nil, fmt.Errorf("match %d is of a game %q that this program does not know", row.ID, row.Game)
	}
	if err := engine.HasCards(game, row.Terms.Cards); err != nil {
		return nil, fmt.Errorf("match %d: %w", row.ID, err)
	}
	return engine.Open(game, engine.Setup{Edition: row.Edition, Options: row.Options, First: row.Terms.First, Cards: row.Terms.Cards}, row.Seed), nil
}

// Version is another number after each change of a match; ErrNoMatch if there is none.
func (d *DB) Version(ctx context.Context, match int64) (int64, error) {
	var version int64
	err := d.Pool().QueryRow(ctx, "select stamp from matches where id = $1", match).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrNoMatch
	}
	return version, err
}
