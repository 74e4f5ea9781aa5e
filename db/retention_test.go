package db_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/mail"
	"pitpost.example/model"
)

const days = 24 * time.Hour

// forget runs steps of forgetting until nothing is left to forget, and returns how many steps it took.
func forget(tb testing.TB, d *db.DB, k archive.Keep, now time.Time) int {
	tb.Helper()
	play(tb, d, model.Cause{Kind: "clock", Now: now}, 0,
		func(tx *db.Tx) error { return archive.FindLettersOverLimit(tx, k) })
	for n := 1; ; n++ {
		more := false
		err := d.Play(tb.Context(), model.Cause{Kind: "clock", Now: now}, 0, func(tx *db.Tx) (err error) {
			more, err = archive.DeleteExpired(tx, k)
			return err
		})
		if err != nil {
			tb.Fatal(err)
		}
		if !more {
			return n
		}
		if n == 100 {
			tb.Fatal("forgetting never ends")
		}
	}
}

// usual is how long these tests keep things.
var usual = archive.Keep{Letters: 90 * days, Mail: 60 * days, Traces: 400 * days}

// note keeps a letter that came in.
func note(tb testing.TB, d *db.DB, words string, state model.LetterState, at time.Time, raw []byte) {
	tb.Helper()
	l := *letter(words).Letter
	l.State, l.Raw, l.ReceivedAt = state, raw, at
	if err := d.NoteLetter(tb.Context(), l, at); err != nil {
		tb.Fatal(err)
	}
}

func TestLettersInAreForgottenStepByStep(t *testing.T) {
	d := open(t, fresh(t))
	for i, state := range []model.LetterState{model.LetterApply, model.LetterRefuse, model.LetterHold, model.LetterDrop, model.LetterSetAside} {
		note(t, d, string(state), state, noon, []byte("raw"))
		note(t, d, "young "+string(state), state, noon.Add(time.Duration(i+1)*days), nil)
	}
	if forget(t, d, usual, noon.Add(90*days)); count(t, d, "select count(*) from letters where kept <> '' ") != 10 {
		t.Error("forgotten on the last day")
	}
	forget(t, d, usual, noon.Add(90*days+time.Hour))
	for sql, want := range map[string]int{
		"select count(*) from letters": 8,
		"select count(*) from letters where raw is null and kept = '' and sender <> ''": 3,
		"select count(*) from letters where kept like 'young%'":                         5,
	} {
		if n := count(t, d, sql); n != want {
			t.Errorf("after the words' time, %s: %d, want %d", sql, n, want)
		}
	}
	forget(t, d, usual, noon.Add(402*days))
	for sql, want := range map[string]int{
		"select count(*) from letters": 3 + 3,
		"select count(*) from letters where sender = '' and message_id = '' and why = ''": 3 + 1,
	} {
		if n := count(t, d, sql); n != want {
			t.Errorf("after the senders' time, %s: %d, want %d", sql, n, want)
		}
	}
	// A copy is recognised however late it comes.
	err := d.Play(t.Context(), letter("apply"), 0, func(*db.Tx) error { return nil })
	if err != model.ErrSeen {
		t.Errorf("a copy of a letter from two years ago: %v", err)
	}
}

// written queues a letter about a step of a seat, marks it as sent at that time, and returns its number.
func written(tb testing.TB, d *db.DB, key string, match int64, step int, at time.Time) int64 {
	tb.Helper()
	play(tb, d, model.Cause{Kind: "operator", Now: at}, 0, func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: key, Purpose: "turn", Match: match, Seat: 1, Step: step, Address: "bo@example.org", Params: json.RawMessage("{}")})
		return nil
	})
	id := int64(count(tb, d, "select id from outbox where key = $1", key))
	if _, err := d.Pool().Exec(tb.Context(), "update outbox set raw = $2, state = 'written', address = $3 where id = $1", id, []byte("your turn, Bo"), "bo@example.org"); err != nil {
		tb.Fatal(err)
	}
	if err := mail.MarkSent(tb.Context(), d, id, "250", at); err != nil {
		tb.Fatal(err)
	}
	return id
}

func TestBytesOfMailAreForgottenAndTheRowsWhenTheMatchIsLongOver(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	past, asked := written(t, d, "past", id, 1, noon), written(t, d, "asked", id, 2, noon)
	written(t, d, "nowhere", 0, 0, noon)
	queue(t, d, "waits")
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err == nil {
			table.SetClock(model.Clock{Seat: 1, Step: 2, Began: noon, Soft: noon, Due: noon.AddDate(2, 0, 0)})
		}
		return err
	})
	has := func(when string, now time.Time, want ...int) {
		t.Helper()
		forget(t, d, usual, now)
		got := []int{count(t, d, "select count(*) from outbox where raw is not null"), count(t, d, "select count(*) from outbox")}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %d letters with bytes of %d, want %v", when, got[0], got[1], want)
		}
	}
	has("young", noon.Add(59*days), 3, 4)
	has("old", noon.Add(61*days), 1, 4)
	has("older than the traces of what belongs to no match", noon.Add(401*days), 1, 3)
	if n := count(t, d, "select count(*) from outbox where id in ($1, $2) and (raw is not null) = (id = $2)", past, asked); n != 2 {
		t.Error("what a running match asks about was forgotten, or what is past was not")
	}
	over := noon.Add(410 * days)
	if _, err := d.Pool().Exec(t.Context(), "update matches set phase = 'over', ended_at = $1; ", over); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Pool().Exec(t.Context(), "delete from clocks"); err != nil {
		t.Fatal(err)
	}
	has("soon after its end", over.Add(31*days), 0, 3) // mail of running and ended matches is looked at again only once a month
	has("long after its end", over.Add(401*days), 0, 1)
	if n := count(t, d, "select count(*) from outbox where key = 'waits' and state = 'queued'"); n != 1 {
		t.Error("a letter that waits to be sent is gone")
	}
}

func TestTheOldestBytesGoFirstWhereThereAreTooMany(t *testing.T) {
	d := open(t, fresh(t))
	for n := range 10 {
		at := noon.Add(time.Duration(n) * time.Hour)
		written(t, d, fmt.Sprint("k", n), 0, 0, at)
		note(t, d, fmt.Sprint("letter ", n), "set-aside", at, make([]byte, 100))
	}
	keep := usual
	keep.Bytes = int64(4*len("your turn, Bo") + 5)
	forget(t, d, keep, noon.Add(days))
	if n := count(t, d, "select count(*) from outbox where raw is not null and key in ('k6', 'k7', 'k8', 'k9')"); n != 4 || count(t, d, "select count(raw) from outbox") != 4 {
		t.Errorf("%d of the newest four kept their bytes, and %d in all", n, count(t, d, "select count(raw) from outbox"))
	}
	if n := count(t, d, "select count(raw) from letters"); n != 0 {
		t.Errorf("%d letters in kept their bytes, each alone too large", n)
	}
	if n := count(t, d, "select count(*) from letters where kept <> ''"); n != 10 {
		t.Errorf("%d letters in kept their words", n)
	}
}

// No step of forgetting may handle more rows than a page, however many there are.
func TestForgettingGoesInSteps(t *testing.T) {
	d := open(t, fresh(t))
	_, err := d.Pool().Exec(t.Context(), `insert into outbox (key, address, purpose, params, message_id, state, next_at, queued_at, raw)
		select 'k' || n, 'ana@example.org', 'note', '{}', 'm' || n, 'sent', $1, $1::timestamptz + n * interval '1 second', 'x' from generate_series(1, 2500) n`, noon)
	if err != nil {
		t.Fatal(err)
	}
	if n := forget(t, d, usual, noon.Add(70*days)); n != 4 {
		t.Errorf("2500 letters were gone through in %d steps, the last of which found none", n)
	}
	if n := count(t, d, "select count(raw) from outbox"); n != 0 {
		t.Errorf("%d letters kept their bytes", n)
	}
	if n := forget(t, d, usual, noon.Add(70*days)); n != 1 {
		t.Errorf("with nothing to do it took %d steps", n)
	}
}

func TestQuestionsKeysAndSessionsAreForgotten(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	play(t, d, operator(), id, func(tx *db.Tx) error {
		player, err := dbtest.CreatePerson(tx, "ana@example.org", "")
		tx.Later(`insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at)
			values ($1, 'ana@example.org', $2, 1, 'vote', '{}', $3, $4)`, player, id, noon, noon.Add(2*days))
		tx.Later("insert into seat_keys (match_id, seat, player_id, hash, made_at) values ($1, 1, $2, $3, $4)", id, player, make([]byte, 32), noon)
		tx.Later("insert into page_stops (match_id, seat, stopped_at, off) values ($1, 1, $2, true)", id, noon)
		tx.Later("insert into page_codes (nonce, player_id, code, asked_at) values ($1, $2, $3, $4)", make([]byte, 32), player, make([]byte, 32), noon)
		return err
	})
	if _, err := mail.CountFailedTry(t.Context(), d, [32]byte{4}, "a fault", noon); err != nil {
		t.Fatal(err)
	}
	all := "select (select count(*) from asks) + (select count(*) from seat_keys) + (select count(*) from page_stops) + (select count(*) from page_codes) + (select count(*) from tries)"
	for _, c := range []struct {
		after time.Duration
		left  int
		over  bool
	}{{time.Hour, 5, false}, {2 * days, 4, false}, {91 * days, 3, false}, {403 * days, 2, true}, {805 * days, 0, true}} {
		now := noon.Add(c.after)
		if forget(t, d, usual, now); count(t, d, all) != c.left {
			t.Errorf("after %s %d rows are left, want %d", c.after, count(t, d, all), c.left)
		}
		if c.over {
			if _, err := d.Pool().Exec(t.Context(), "update matches set phase = 'over', ended_at = coalesce(ended_at, $1)", now); err != nil {
				t.Fatal(err)
			}
		}
	}
}
