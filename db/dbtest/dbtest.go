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

// FreshURL returns the URL of an empty house.
func FreshURL(tb testing.TB) string {
	tb.Helper()
	return lab.Template(tb, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

// OpenHouse opens a house as another process would, and closes it when the test ends.
func OpenHouse(tb testing.TB, url string) *db.DB {
	tb.Helper()
	d, err := db.Open(tb.Context(), url, catalog.FindGame, db.Options{Domain: "pit.localhost"})
	lab.Check(tb, err)
	tb.Cleanup(d.Close)
	return d
}

// OperatorCause returns the cause of a command from the operator's command line.
func OperatorCause() model.Cause { return model.Cause{Kind: model.CauseOperator, Now: Noon} }

// LetterCause returns the cause of a letter. Letters with the same words are the same letter.
func LetterCause(words string) model.Cause {
	return model.Cause{Kind: model.CauseLetter, Now: Noon, Letter: &model.Letter{Hash: sha256.Sum256([]byte(words)), MessageID: "<a@example.org>", Door: model.DoorIMAP,
		Sender: "ana@example.org", Kept: words, State: model.LetterApply, ReceivedAt: Noon}}
}

// StartMatch starts a match of the first game for Ana, Bo and Cy and returns its number.
func StartMatch(tb testing.TB, d *db.DB) int64 {
	tb.Helper()
	game := catalog.AllGames()[0]
	options, no := game.Options(game.Editions()[0], engine.NewestRules, nil)
	if no != nil {
		tb.Fatal(no)
	}
	var id int64
	err := d.Play(tb.Context(), OperatorCause(), 0, func(tx *db.Tx) error {
		t, err := tx.OpenTable(model.Match{Game: game.Name(), Edition: game.Editions()[0], Options: options,
			Terms: model.Terms{Rules: engine.NewestRules}, Phase: model.PhaseRunning, Word: "gold", CreatedAt: Noon},
			[]model.Seat{{No: 0, Name: "Ana", State: model.SeatJoined}, {No: 1, Name: "Bo", State: model.SeatJoined}, {No: 2, Name: "Cy", State: model.SeatJoined}})
		if err != nil {
			return err
		}
		for _, s := range t.Seats {
			AppendFacts(tx, t, engine.Fact{Event: engine.Joined{Name: s.Name}})
		}
		AppendFacts(tx, t, t.Match.Start()...)
		id = t.Row.ID
		return nil
	})
	lab.Check(tb, err)
	return id
}

// CreatePerson creates a player with a first address and returns their number.
func CreatePerson(tx *db.Tx, address, name string) (id int64, err error) {
	if id, err = db.QueryValue[int64](tx.Context(), tx.Open(), "insert into players (created_at) values ($1) returning id", tx.Now()); err != nil {
		return 0, err
	}
	return id, tx.Exec("insert into addresses (address, player_id, first, display) values ($1, $2, true, $3)", model.FoldAddress(address), id, name)
}

// AppendFacts numbers and stamps facts, folds them and appends them to the log, as a command does.
func AppendFacts(tx *db.Tx, t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq, f.At, f.Version = t.Row.Seq+1, tx.Now().UTC().Truncate(time.Microsecond), max(f.Version, 1)
		t.Match.Apply(f)
		tx.Append(t, f)
	}
}

// PlayMove plays the first legal move of the first seat to move.
func PlayMove(tx *db.Tx, id int64) error {
	t, err := tx.Table(id)
	if err != nil {
		return err
	}
	seat := t.Match.ToMove()[0]
	facts, no := t.Match.Play(seat, t.Match.State().Legal(seat)[0])
	if no != nil {
		return no
	}
	AppendFacts(tx, t, facts...)
	return nil
}

// RunCommand runs a command, which must succeed.
func RunCommand(tb testing.TB, d *db.DB, cause model.Cause, id int64, decide func(*db.Tx) error) {
	tb.Helper()
	lab.Check(tb, d.Play(tb.Context(), cause, id, decide))
}

// SelectNumber returns the one number that a statement selects.
func SelectNumber(tb testing.TB, d *db.DB, sql string, args ...any) int {
	tb.Helper()
	var n int
	lab.Check(tb, d.Pool().QueryRow(tb.Context(), sql, args...).Scan(&n))
	return n
}

// QueueNote queues a note under a key and returns its number.
func QueueNote(tb testing.TB, d *db.DB, key string) int64 {
	tb.Helper()
	RunCommand(tb, d, OperatorCause(), 0, func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: key, Address: "ana@example.org", Purpose: model.PurposeNote, Params: json.RawMessage("{}")})
		return nil
	})
	return int64(SelectNumber(tb, d, "select id from outbox where key = $1", key))
}

// StartHeartbeat gives the process of d a heartbeat until the test ends or stop is called.
func StartHeartbeat(tb testing.TB, d *db.DB) (stop func()) {
	tb.Helper()
	session := lead.NewSession(d.Pool().Config().ConnConfig, slog.New(slog.DiscardHandler))
	tb.Cleanup(session.Close)
	session.Stay()
	return session.Close
}

// WaitUntil waits until done returns true, at most a minute.
func WaitUntil(tb testing.TB, what string, done func() bool) {
	tb.Helper()
	for giveUp := time.Now().Add(time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(giveUp) {
			tb.Fatalf("waited in vain until %s", what)
		}
	}
}

// ReplicatedURL returns the URL of a house on a server of lab.Replicated, and the function that names its
// standby.
func ReplicatedURL(tb testing.TB) (url string, standby func(name string)) {
	tb.Helper()
	url, standby = lab.Replicated(tb)
	lab.Check(tb, db.Migrate(tb.Context(), url, slog.New(slog.DiscardHandler)))
	return url, standby
}
