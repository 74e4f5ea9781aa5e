package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/lab"
	"pitpost.example/model"
)

func TestManyMayMigrateAtOnce(t *testing.T) {
	url := lab.Postgres(t)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	d := open(t, url)
	if n := count(t, d, "select count(*) from facts"); n != 0 {
		t.Errorf("%d facts in an empty house", n)
	}
	if n := count(t, d, "select count(*) - count(distinct version_id) from goose_db_version"); n != 0 {
		t.Errorf("%d migrations ran twice", n)
	}
}

func TestFactsStand(t *testing.T) {
	d := open(t, fresh(t))
	match(t, d)
	before := count(t, d, "select count(*) from facts")
	for _, sql := range []string{"update facts set seat = 'Di'", "delete from facts where seq = 1", "truncate facts", "update facts set seat = 'Di' where false"} {
		if _, err := d.Pool().Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "facts are never changed") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if after := count(t, d, "select count(*) from facts"); after != before || before == 0 {
		t.Errorf("%d facts became %d", before, after)
	}
}

// everything does each thing that the door can do, once.
func everything(tx *db.Tx, id int64) error {
	if err := move(tx, id); err != nil {
		return err
	}
	t, err := tx.Table(id)
	if err != nil {
		return err
	}
	t.Row.Note, t.Seats[0].Salt = "a note", "salt"
	tx.Queue(model.Notice{Key: "one", Purpose: "turn", Address: "bo@example.org", Params: json.RawMessage("{}")})
	tx.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, What: model.DueDeadline, At: noon})
	t.SetClock(model.Clock{Seat: 1, Step: 2, Began: noon, Soft: noon, Due: noon})
	t.SetPlan(1, model.Plan{Kind: "next", Lines: []string{"pass 1"}, At: noon})
	_, err = tx.Say(id, "Ana", "hello")
	return err
}

// house returns everything that the door can change, one line for each table.
func house(t *testing.T, d *db.DB) []string {
	t.Helper()
	var out []string
	for _, table := range []string{"facts", "letters", "outbox", "due", "clocks", "plans", "words", "matches", "seats"} {
		var all *string
		if err := d.Pool().QueryRow(t.Context(), "select string_agg(x::text, '|' order by x::text) from "+table+" x").Scan(&all); err != nil {
			t.Fatal(err)
		}
		if all == nil {
			all = new(string)
		}
		out = append(out, table+": "+*all)
	}
	return out
}

func TestAllOrNothing(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	before := house(t, d)
	seq := count(t, d, "select max(seq) from facts")
	broken := errors.New("no")
	err := d.Play(t.Context(), letter("a"), id, func(tx *db.Tx) error { return errors.Join(everything(tx, id), broken) })
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	err = d.Play(t.Context(), letter("a"), id, func(tx *db.Tx) error {
		// A notice that breaks a rule of its table is found only when the command is written.
		tx.Queue(model.Notice{Key: "bad", Purpose: "turn", Match: id, Seat: 1 << 20, Params: json.RawMessage("{}")})
		return everything(tx, id)
	})
	if err == nil {
		t.Fatal("a row that cannot be was written")
	}
	if after := house(t, d); !reflect.DeepEqual(before, after) {
		t.Errorf("something was left behind:\n%q\n%q", before, after)
	}
	// The fold in memory must have forgotten those moves too.
	play(t, d, letter("a"), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err == nil && table.Match.Seq != seq {
			t.Errorf("the fold stands at fact %d, the log at %d", table.Match.Seq, seq)
		}
		return errors.Join(err, everything(tx, id))
	})
	for i, line := range house(t, d) {
		if line == before[i] {
			t.Errorf("nothing changed in %s", line)
		}
	}
	sameFold(t, d, id)
}

// sameFold checks that the match in memory is the same as one folded from the tables.
func sameFold(t *testing.T, d *db.DB, id int64) {
	t.Helper()
	cold, err := d.Fold(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	same := false // set by the last try, because memory may be out of date in the first
	play(t, d, operator(), id, func(tx *db.Tx) error {
		warm, err := tx.Table(id)
		same = err == nil && reflect.DeepEqual(warm.Match.Facts(), cold.Match.Facts()) &&
			reflect.DeepEqual(warm.Seats, cold.Seats) && warm.Row.Seq == cold.Row.Seq
		return err
	})
	if !same {
		t.Error("the match kept in memory differs from what is in the tables")
	}
}

func TestOneLetterByManyDoors(t *testing.T) {
	url := fresh(t)
	houses := []*db.DB{open(t, url), open(t, url)}
	id := match(t, houses[0])
	before := count(t, houses[0], "select count(*) from facts")
	var all sync.WaitGroup
	var done, seen atomic.Int32
	for i := range 20 {
		all.Go(func() {
			at := id
			if i%4 == 0 {
				at = 0 // the match is known only once the letter is read
			}
			err := houses[i%2].Play(t.Context(), letter("the same"), at, func(tx *db.Tx) error { return move(tx, id) })
			switch {
			case err == nil:
				done.Add(1)
			case errors.Is(err, model.ErrSeen):
				seen.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if done.Load() != 1 || seen.Load() != 19 {
		t.Errorf("done %d times, seen %d times", done.Load(), seen.Load())
	}
	if n := count(t, houses[0], "select count(distinct cause) from facts where seq > $1", before); n != 1 {
		t.Errorf("%d causes", n)
	}
	if n := count(t, houses[0], "select count(*) from letters"); n != 1 {
		t.Errorf("%d letters noted", n)
	}
}

// Letters of which the same was signed count once, at one match or at several, however many come at once.
func TestOneSignedLetterUnderManyNames(t *testing.T) {
	url := fresh(t)
	houses := []*db.DB{open(t, url), open(t, url)}
	matches := []int64{match(t, houses[0]), match(t, houses[0]), 0}
	before := count(t, houses[0], "select count(*) from letters")
	var all sync.WaitGroup
	var done, seen atomic.Int32
	for i := range 18 {
		all.Go(func() {
			cause := letter(fmt.Sprint("name ", i))
			cause.Letter.Signed = [32]byte{1}
			err := houses[i%2].Play(t.Context(), cause, matches[i%3], func(*db.Tx) error { return nil })
			switch {
			case err == nil:
				done.Add(1)
			case errors.Is(err, model.ErrSeen):
				seen.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if done.Load() != 1 || seen.Load() != 17 {
		t.Errorf("done %d times, seen %d times", done.Load(), seen.Load())
	}
	if n := count(t, houses[0], "select count(*) from letters") - before; n != 1 {
		t.Errorf("%d letters noted", n)
	}
}

func TestWritersOfOneMatchTakeTurns(t *testing.T) {
	url := fresh(t)
	houses := []*db.DB{open(t, url), open(t, url)}
	id := match(t, houses[0])
	var all sync.WaitGroup
	for _, d := range houses {
		var inside atomic.Int32
		for range 3 {
			all.Go(func() {
				for range 8 {
					play(t, d, operator(), id, func(tx *db.Tx) error {
						if inside.Add(1) != 1 {
							t.Error("two of one process are at one match")
						}
						defer inside.Add(-1)
						return move(tx, id)
					})
				}
			})
		}
	}
	all.Wait()
	for _, d := range houses {
		sameFold(t, d, id)
	}
	if n := count(t, houses[0], "select max(seq) - count(*) from facts"); n != 0 {
		t.Errorf("the log has %d holes", n)
	}
}

func TestDecodingIsStrict(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	sql := `insert into facts (match_id, seq, kind, version, seat, data, cause, at) select match_id, max(seq) + 1, 'saboteur.passed', 1, 'Ana', '{"odd": 1}', '', now()
		from facts group by match_id`
	if _, err := d.Pool().Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
	cold := open(t, d.Pool().Config().ConnString()) // a DB with nothing cached
	err := cold.Play(t.Context(), operator(), id, func(*db.Tx) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("a fact that cannot be read: %v", err)
	}
}

func TestNoSuchMatch(t *testing.T) {
	d := open(t, fresh(t))
	err := d.Play(t.Context(), letter("a"), 77, func(*db.Tx) error { t.Error("decided"); return nil })
	if !errors.Is(err, model.ErrNoMatch) {
		t.Error(err)
	}
	if err := d.Play(t.Context(), letter("a"), 0, func(*db.Tx) error { return nil }); err != nil {
		t.Errorf("the letter must not have been noted: %v", err)
	}
}

func TestCancelledPlayLeavesTheConnectionUsable(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	for range 30 {
		ctx, cancel := context.WithCancel(t.Context())
		err := d.Play(ctx, operator(), id, func(tx *db.Tx) error { cancel(); return move(tx, id) })
		if err == nil {
			t.Fatal("committed although it was called off")
		}
	}
	play(t, d, operator(), id, func(tx *db.Tx) error { return move(tx, id) })
	sameFold(t, d, id)
}

func TestWordsThatPostgresDoesNotTake(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	cause := letter("nul\x00 and \xff")
	cause.Letter.Subject, cause.Letter.Sender = "\x00", "ana\x00@example.org"
	var ref int64
	play(t, d, cause, id, func(tx *db.Tx) (err error) {
		table, err := tx.Table(id)
		if err != nil {
			return err
		}
		dbtest.AppendFacts(tx, table, engine.Fact{Event: engine.Said{By: "Ana\x00"}})
		tx.Queue(model.Notice{Key: "k\x00", Purpose: "note", Params: json.RawMessage(`{"a": "x\u0000y\\u0000"}`)})
		ref, err = tx.Say(id, "Ana", "a\x00b")
		return err
	})
	words, err := lookup.ReadWords(t.Context(), d, []int64{ref})
	if err != nil || words[ref] != "ab" {
		t.Errorf("%v, %v", words, err)
	}
	if n := count(t, d, `select count(*) from outbox where key = 'k' and params->>'a' = 'xy\u0000'`); n != 1 {
		t.Error("the parameters were not kept")
	}
	if n := count(t, d, "select count(*) from letters where kept = 'nul and \uFFFD'"); n != 1 {
		t.Error("the letter was not kept")
	}
}
