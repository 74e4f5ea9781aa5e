package db

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"pitpost/engine"
)

// Table is a match with all that belongs to it, locked until the transaction
// ends, and read once; ErrNoMatch if there is none.
func (w *Work) Table(id int64) (*Table, error) {
	if t, ok := w.tables[id]; ok {
		return t.Table, nil
	}
	if id <= 0 {
		return nil, ErrNoMatch
	}
	b := &pgx.Batch{}
	have := w.askTable(b, id)
	res := w.conn.SendBatch(w.ctx, b)
	if err := w.readTable(res, id, have); err != nil {
		return nil, errors.Join(err, ignoreClose(res))
	}
	if err := w.readClocks(res, id); err != nil {
		delete(w.tables, id)
		return nil, errors.Join(err, ignoreClose(res))
	}
	if err := res.Close(); err != nil {
		return nil, err
	}
	return w.tables[id].Table, nil
}

// ignoreClose closes results that are given up; their own error is the one
// already at hand.
func ignoreClose(res pgx.BatchResults) error {
	_ = res.Close()
	return nil
}

// OpenTable makes a match with its first seats and gives it its number.
func (w *Work) OpenTable(row MatchRow, seats []Seat) (*Table, error) {
	if row.Options == nil {
		row.Options = map[string]string{}
	}
	err := w.conn.QueryRow(w.ctx, `insert into matches (game, edition, options, terms, host, phase, word, listed, note, seed, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
		row.Game, row.Edition, jsonOf(row.Options), jsonOf(row.Terms), row.Host, row.Phase, row.Word, row.Listed, clean(row.Note), row.Seed[:],
		row.CreatedAt).Scan(&row.ID)
	if err != nil {
		return nil, err
	}
	game := w.db.games(row.Game)
	m := engine.Open(game, engine.Setup{Edition: row.Edition, Options: row.Options, First: row.Terms.First, Cards: row.Terms.Cards}, row.Seed)
	t := &Table{Row: row, Seats: seats, Match: m}
	w.tables[row.ID] = &tableWork{Table: t, save: true, clocked: true}
	return t, nil
}

// Append lengthens the log of a table: the facts are numbered, stamped with
// Now, folded into t.Match and written at the end.
func (w *Work) Append(t *Table, facts ...engine.Fact) {
	tw := w.tables[t.Row.ID]
	for _, f := range facts {
		t.Row.Seq++
		f.Seq, f.At = t.Row.Seq, w.Now().UTC()
		if f.Version == 0 {
			f.Version = 1
		}
		data, err := f.Data()
		if err != nil {
			w.fail(err)
			return
		}
		// Postgres keeps microseconds; the fold must not know more than the log.
		f.At = f.At.Truncate(1000)
		tw.rows = append(tw.rows, factRow{f.Seq, f.Version, f.Event.Kind(), f.Seat, string(cleanJSON(data))})
		t.Match.Apply(f)
		tw.appended = append(tw.appended, f)
	}
}

// Appended lists the facts this transaction has added to a table.
func (w *Work) Appended(t *Table) []engine.Fact { return w.tables[t.Row.ID].appended }

// Save keeps what was changed in a table's Row and Seats.
func (w *Work) Save(t *Table) { w.tables[t.Row.ID].save = true }

const insertFacts = "insert into facts (match_id, cause, at, seq, kind, version, seat, data) values "

// queueFacts writes the facts of a table in one statement. Lists of values cost
// half of what arrays taken apart by unnest do.
func (w *Work) queueFacts(match int64, rows []factRow) {
	args := []any{match, w.why(), w.Now().UTC().Truncate(1000)}
	for _, f := range rows {
		args = append(args, f.seq, f.kind, f.version, f.seat, f.data)
	}
	w.batch.Queue(insertFacts+rowsOf(len(rows), "$1, $2, $3", 3, 5), args...)
}

// factRow is a fact to be written.
type factRow struct {
	seq, version     int
	kind, seat, data string
}

// rowsOf are n rows of a values list: what all begin with, and own parameters
// of each, numbered after the shared ones.
func rowsOf(n int, same string, shared, own int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("(" + same)
		for k := range own {
			b.WriteString(", $")
			b.WriteString(strconv.Itoa(shared + i*own + k + 1))
		}
		b.WriteByte(')')
	}
	return b.String()
}

func (w *Work) saveTable(t *tableWork) {
	r := &t.Row
	if len(t.rows) > 0 {
		w.queueFacts(r.ID, t.rows)
	}
	switch {
	case t.save:
		w.batch.Queue(`update matches set terms = $2, host = $3, phase = $4, listed = $5, note = $6, seq = $7, started_at = $8, ended_at = $9 where id = $1`,
			r.ID, jsonOf(r.Terms), r.Host, r.Phase, r.Listed, clean(r.Note), r.Seq, r.StartedAt, r.EndedAt)
		for _, s := range t.Seats {
			w.saveSeat(r.ID, s)
		}
	case len(t.appended) > 0:
		w.batch.Queue("update matches set seq = $2 where id = $1", r.ID, r.Seq)
	}
}

func (w *Work) saveSeat(match int64, s Seat) {
	var player *int64
	if s.Player != 0 {
		player = &s.Player
	}
	w.batch.Queue(`insert into seats (match_id, no, name, player_id, address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		on conflict (match_id, no) do update set name = excluded.name, player_id = excluded.player_id, address = excluded.address,
			state = excluded.state, salt = excluded.salt, stopped_at = excluded.stopped_at, bank = excluded.bank, round = excluded.round,
			invited_at = excluded.invited_at, reminded_at = excluded.reminded_at, standing = excluded.standing`,
		match, s.No, clean(s.Name), player, clean(s.Address), s.State, clean(s.Salt), s.Stopped, s.Bank, s.Round, s.Invited, s.Reminded, jsonOf(s.Standing))
}

// Say keeps what somebody said, apart from the facts, and gives its number.
func (w *Work) Say(t *Table, by, words string) (ref int64, err error) {
	err = w.conn.QueryRow(w.ctx, "insert into words (match_id, by, said, at) values ($1, $2, $3, $4) returning id",
		t.Row.ID, by, clean(words), w.Now()).Scan(&ref)
	return ref, err
}

const selectClocks = "select " + clockColumns + " from clocks where match_id = $1 order by seat"

// Clocks are the clocks of a table as this transaction left them.
func (w *Work) Clocks(t *Table) ([]Clock, error) {
	tw := w.tables[t.Row.ID]
	if tw.clocked {
		return slices.Clone(tw.clocks), nil
	}
	rows, err := w.conn.Query(w.ctx, selectClocks, t.Row.ID)
	if err != nil {
		return nil, err
	}
	if tw.clocks, err = pgx.CollectRows(rows, scanClock); err != nil {
		return nil, err
	}
	tw.clocked = true
	return slices.Clone(tw.clocks), nil
}

// SetClock keeps a seat's clock.
func (w *Work) SetClock(t *Table, c Clock) {
	if _, err := w.Clocks(t); err != nil {
		w.fail(err)
		return
	}
	tw := w.tables[t.Row.ID]
	tw.clocks = append(slices.DeleteFunc(tw.clocks, func(o Clock) bool { return o.Seat == c.Seat }), c)
	w.batch.Queue(`insert into clocks (match_id, seat, step, began, soft, due, reminded, stopped_at, stopped_why) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		on conflict (match_id, seat) do update set step = excluded.step, began = excluded.began, soft = excluded.soft, due = excluded.due,
			reminded = excluded.reminded, stopped_at = excluded.stopped_at, stopped_why = excluded.stopped_why`,
		t.Row.ID, c.Seat, c.Step, c.Began, c.Soft, c.Due, c.Reminded, c.StoppedAt, c.StoppedWhy)
}

// DropClock ends a seat's clock.
func (w *Work) DropClock(t *Table, seat int) {
	tw := w.tables[t.Row.ID]
	had := len(tw.clocks)
	tw.clocks = slices.DeleteFunc(tw.clocks, func(o Clock) bool { return o.Seat == seat })
	if tw.clocked && len(tw.clocks) == had {
		return // the match is locked: nobody else starts one
	}
	w.batch.Queue("delete from clocks where match_id = $1 and seat = $2", t.Row.ID, seat)
}

// SetDue makes something due at a time; what was due under the same name is
// replaced.
func (w *Work) SetDue(d Due) {
	data := d.Data
	if data == nil {
		data = json.RawMessage("{}")
	}
	w.batch.Queue(`insert into due (match_id, seat, what, at, data) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat, what) do update set at = excluded.at, data = excluded.data`, d.Match, d.Seat, d.What, d.At, data)
}

// DropDue takes something off; an empty what drops all that is due for a match.
func (w *Work) DropDue(match int64, seat int, what string) {
	if what == "" {
		w.batch.Queue("delete from due where match_id = $1", match)
		return
	}
	w.batch.Queue("delete from due where match_id = $1 and seat = $2 and what = $3", match, seat, what)
}

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (w *Work) TakeDue(d Due) (bool, error) {
	tag, err := w.conn.Exec(w.ctx, "delete from due where match_id = $1 and seat = $2 and what = $3 and at = $4", d.Match, d.Seat, d.What, d.At)
	return tag.RowsAffected() == 1, err
}

// Plans are the moves kept for a seat, as this transaction left them.
func (w *Work) Plans(t *Table, seat int) ([]Plan, error) {
	tw := w.tables[t.Row.ID]
	if tw.plans == nil {
		if err := w.readPlans(tw); err != nil {
			return nil, err
		}
	}
	return slices.Clone(tw.plans[seat]), nil
}

func (w *Work) readPlans(tw *tableWork) error {
	rows, err := w.conn.Query(w.ctx, "select seat, kind, lines, at from plans where match_id = $1 order by seat, kind desc", tw.Row.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	plans := map[int][]Plan{}
	for rows.Next() {
		var seat int
		var p Plan
		var lines []byte
		if err := rows.Scan(&seat, &p.Kind, &lines, &p.At); err != nil {
			return err
		}
		if err := json.Unmarshal(lines, &p.Lines); err != nil {
			return err
		}
		plans[seat] = append(plans[seat], p)
	}
	tw.plans = plans
	return rows.Err()
}

// SetPlan keeps a plan in place of one of the same kind.
func (w *Work) SetPlan(t *Table, seat int, p Plan) {
	if _, err := w.Plans(t, seat); err != nil {
		w.fail(err)
		return
	}
	plans := w.tables[t.Row.ID].plans
	plans[seat] = append(slices.DeleteFunc(plans[seat], func(o Plan) bool { return o.Kind == p.Kind }), p)
	w.batch.Queue(`insert into plans (match_id, seat, kind, lines, at) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat, kind) do update set lines = excluded.lines, at = excluded.at`, t.Row.ID, seat, p.Kind, jsonOf(p.Lines), p.At)
}

// DropPlan drops a plan.
func (w *Work) DropPlan(t *Table, seat int, kind string) {
	if plans := w.tables[t.Row.ID].plans; plans != nil {
		plans[seat] = slices.DeleteFunc(plans[seat], func(o Plan) bool { return o.Kind == kind })
	}
	w.batch.Queue("delete from plans where match_id = $1 and seat = $2 and kind = $3", t.Row.ID, seat, kind)
}
