// Package dbtest is the house that the tests of db and its rooms share. Only tests import it.
package dbtest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lead"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/model"
)

// Noon is the time of most commands in these tests.
var Noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// Fresh returns the URL of an empty house.
func Fresh(tb testing.TB) string {
	tb.Helper()
	return lab.Template(tb, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

// Open opens a house as another process would, and closes it when the test ends.
func Open(tb testing.TB, url string) *db.DB {
	tb.Helper()
	d, err := db.Open(tb.Context(), url, catalog.Find, db.Options{Domain: "pit.localhost"})
	lab.Check(tb, err)
	tb.Cleanup(d.Close)
	return d
}

// Operator returns the cause of a command from the operator's command line.
func Operator() model.Cause { return model.Cause{Kind: model.CauseOperator, Now: Noon} }

// Letter returns the cause of a letter. Letters with the same words are the same letter.
func Letter(words string) model.Cause {
	return model.Cause{Kind: model.CauseLetter, Now: Noon, Letter: &model.Letter{Hash: sha256.Sum256([]byte(words)), MessageID: "<a@example.org>", Door: model.DoorIMAP,
		Sender: "ana@example.org", Kept: words, State: model.LetterApply, ReceivedAt: Noon}}
}

// Match starts a match of the first game for Ana, Bo and Cy and returns its number.
func Match(tb testing.TB, d *db.DB) int64 {
	tb.Helper()
	game := catalog.Games()[0]
	options, no := game.Options(game.Editions()[0], engine.NewestRules, nil)
	if no != nil {
		tb.Fatal(no)
	}
	var id int64
	err := d.Play(tb.Context(), Operator(), 0, func(tx *db.Tx) error {
		t, err := tx.OpenTable(model.Match{Game: game.Name(), Edition: game.Editions()[0], Options: options,
			Terms: model.Terms{Rules: engine.NewestRules}, Phase: model.PhaseRunning, Word: "gold", CreatedAt: Noon},
			[]model.Seat{{No: 0, Name: "Ana", State: model.SeatJoined}, {No: 1, Name: "Bo", State: model.SeatJoined}, {No: 2, Name: "Cy", State: model.SeatJoined}})
		if err != nil {
			return err
		}
		for _, s := range t.Seats {
			Append(tx, t, engine.Fact{Event: engine.Joined{Name: s.Name}})
		}
		Append(tx, t, t.Match.Start()...)
		id = t.Row.ID
		return nil
	})
	lab.Check(tb, err)
	return id
}

// Person creates a player with a first address and returns their number.
func Person(tx *db.Tx, address, name string) (id int64, err error) {
	if id, err = db.Value[int64](tx.Context(), tx.Open(), "insert into players (created_at) values ($1) returning id", tx.Now()); err != nil {
		return 0, err
	}
	return id, tx.Exec("insert into addresses (address, player_id, first, display) values ($1, $2, true, $3)", db.Normalise(address), id, name)
}

// Append numbers and stamps facts, folds them and appends them to the log, as a command does.
func Append(tx *db.Tx, t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq, f.At, f.Version = t.Row.Seq+1, tx.Now().UTC().Truncate(time.Microsecond), max(f.Version, 1)
		t.Match.Apply(f)
		tx.Append(t, f)
	}
}

// Move plays the first legal move of the first seat to move.
func Move(tx *db.Tx, id int64) error {
	t, err := tx.Table(id)
	if err != nil {
		return err
	}
	seat := t.Match.ToMove()[0]
	facts, no := t.Match.Play(seat, t.Match.State().Legal(seat)[0])
	if no != nil {
		return no
	}
	Append(tx, t, facts...)
	return nil
}

// Play runs a command, which must succeed.
func Play(tb testing.TB, d *db.DB, cause model.Cause, id int64, decide func(*db.Tx) error) {
	tb.Helper()
	lab.Check(tb, d.Play(tb.Context(), cause, id, decide))
}

// Count returns the one number that a statement selects.
func Count(tb testing.TB, d *db.DB, sql string, args ...any) int {
	tb.Helper()
	var n int
	lab.Check(tb, d.Pool().QueryRow(tb.Context(), sql, args...).Scan(&n))
	return n
}

// Queue queues a note under a key and returns its number.
func Queue(tb testing.TB, d *db.DB, key string) int64 {
	tb.Helper()
	Play(tb, d, Operator(), 0, func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: key, Address: "ana@example.org", Purpose: model.PurposeNote, Params: json.RawMessage("{}")})
		return nil
	})
	return int64(Count(tb, d, "select id from outbox where key = $1", key))
}

// Beat gives the process of d a heartbeat until the test ends or stop is called.
func Beat(tb testing.TB, d *db.DB) (stop func()) {
	tb.Helper()
	session := lead.New(d.Pool().Config().ConnConfig, slog.New(slog.DiscardHandler))
	tb.Cleanup(session.Close)
	session.Stay()
	return session.Close
}

// Await waits until done returns true, at most a minute.
func Await(tb testing.TB, what string, done func() bool) {
	tb.Helper()
	for giveUp := time.Now().Add(time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(giveUp) {
			tb.Fatalf("waited in vain until %s", what)
		}
	}
}

// Replicated returns the URL of a house on a server of lab.Replicated, and the function that names its
// standby.
func Replicated(tb testing.TB) (url string, standby func(name string)) {
	tb.Helper()
	url, standby = lab.Replicated(tb)
	lab.Check(tb, db.Migrate(tb.Context(), url, slog.New(slog.DiscardHandler)))
	return url, standby
}
