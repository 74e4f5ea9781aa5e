package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// askTable queues the statements that read a match up to fact upto, or all of it for 0. The table that it
// returns is filled when the batch is sent. If old is not nil it is a cached version of the match, and only
// the facts after it are read. Sending fails with ErrNoMatch if there is no such match.
func (d *DB) askTable(b *pgx.Batch, match int64, old *model.Table, upto int) *model.Table {
	k := &model.Table{}
	QueueTables(b, map[int64]*model.Table{match: k})
	since, have := 0, (*engine.Match)(nil)
	if old != nil {
		since, have = old.Match.Seq, old.Match
	}
	b.Queue("select seq, kind, version, seat, data, at from facts where match_id = $1 and seq > $2 and (seq <= $3 or $3 = 0) order by seq", match, since, upto).
		Query(func(rows pgx.Rows) (err error) {
			if k.Row.ID == 0 {
				return model.ErrNoMatch
			}
			if old != nil && !maps.Equal(old.Row.Terms.Former, k.Row.Terms.Former) {
				return fmt.Errorf("match %d: %w", match, errAhead) // its seats are called otherwise since
			}
			k.Match, err = d.fold(k.Row, rows, have)
			return err
		})
	return k
}

// QueueTables queues the statements that read some matches by their numbers, without their facts. The tables are
// filled when the batch is sent; that of a match that does not exist stays empty.
func QueueTables(b *pgx.Batch, tables map[int64]*model.Table) {
	for _, t := range tables {
		*t = model.Table{Seats: []model.Seat{}, Clocks: []model.Clock{}, Plans: map[int][]model.Plan{}}
	}
	ids := slices.Collect(maps.Keys(tables))
	queue := func(read func(pgx.Rows) error, sql string) { b.Queue(sql, ids).Query(read) }
	queue(EachRow(func(m model.Match) { tables[m.ID].Row = m }), "select "+MatchColumns+" from matches where id = any($1)")
	queue(EachRow(func(s struct {
		Match int64
		model.Seat
	}) {
		tables[s.Match].Seats = append(tables[s.Match].Seats, s.Seat)
	}), "select match_id, no, name, coalesce(player_id, 0), address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing from seats where match_id = any($1) order by match_id, no")
	queue(EachRow(func(c struct {
		Match int64
		model.Clock
	}) {
		tables[c.Match].Clocks = append(tables[c.Match].Clocks, c.Clock)
	}), "select match_id, seat, step, began, soft, due, reminded, stopped_at, stopped_why from clocks where match_id = any($1) order by match_id, seat")
	queue(EachRow(func(p struct {
		Match int64
		Seat  int
		model.Plan
	}) {
		tables[p.Match].Plans[p.Seat] = append(tables[p.Match].Plans[p.Seat], p.Plan)
	}), "select match_id, seat, kind, lines, at from plans where match_id = any($1) order by match_id, seat, kind desc")
}

// fold brings a match up to its last fact. It continues from have if that is not nil, otherwise it starts
// from nothing. It returns errAhead if have is longer than the log.
func (d *DB) fold(row model.Match, rows pgx.Rows, have *engine.Match) (*engine.Match, error) {
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
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[FactRow])
	for _, r := range all {
		f, err := r.Fact(m.Game, row.Terms.Former)
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", row.ID, err)
		}
		if f.Seq != m.Seq+1 {
			return nil, fmt.Errorf("match %d: fact %d follows fact %d", row.ID, f.Seq, m.Seq)
		}
		m.Apply(f)
	}
	return m, err
}

// FactRow is a fact as the log keeps it.
type FactRow struct {
	Seq     int
	Kind    string
	Version int
	Seat    string
	Data    []byte
	At      time.Time
}

// Fact decodes the fact that a row holds. names says which seats are called otherwise since (see model.Terms.Former).
func (r *FactRow) Fact(game engine.Game, names map[string]string) (engine.Fact, error) {
	data, err := engine.RenameSeats(r.Data, names)
	if err != nil {
		return engine.Fact{}, fmt.Errorf("fact %d: %w", r.Seq, err)
	}
	if name, ok := names[r.Seat]; ok {
		r.Seat = name
	}
	event, err := engine.DecodeEvent(game, r.Kind, r.Version, data)
	if err != nil {
		return engine.Fact{}, fmt.Errorf("fact %d: %w", r.Seq, err)
	}
	return engine.Fact{Seq: r.Seq, Seat: r.Seat, Event: event, Version: r.Version, At: r.At.UTC()}, nil
}

// Opened returns a match before its first fact. It fails if this program lacks the game or the cards it was
// dealt from.
func (d *DB) Opened(row model.Match) (*engine.Match, error) {
	game := d.games(row.Game)
	if game == nil {
		return nil, fmt.Errorf("match %d is of a game %q that this program does not know", row.ID, row.Game)
	}
	if err := engine.HasCards(game, row.Terms.Cards); err != nil {
		return nil, fmt.Errorf("match %d: %w", row.ID, err)
	}
	return row.Opened(game), nil
}

// Version returns the number that a match was given at its last change; it is different after every change.
// The error is ErrNoMatch if there is no such match.
func (d *DB) Version(ctx context.Context, match int64) (int64, error) {
	var version int64
	err := d.Pool().QueryRow(ctx, "select stamp from matches where id = $1", match).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, model.ErrNoMatch
	}
	return version, err
}
