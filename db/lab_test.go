package db_test

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/model"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// fresh is the URL of an empty house.
func fresh(tb testing.TB) string {
	tb.Helper()
	return lab.Template(tb, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

// open opens a house as a process of its own would.
func open(tb testing.TB, url string) *db.DB {
	tb.Helper()
	d, err := db.Open(tb.Context(), url, catalog.Find, db.Options{Domain: "pit.localhost"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(d.Close)
	return d
}

func operator() model.Cause { return model.Cause{Kind: "operator", Now: noon} }

// letter is a cause: a letter known by its words.
func letter(words string) model.Cause {
	return model.Cause{Kind: "letter", Now: noon, Letter: &model.Letter{Hash: sha256.Sum256([]byte(words)), MessageID: "<a@example.org>", Door: "imap",
		Sender: "ana@example.org", Kept: words, State: "apply", ReceivedAt: noon}}
}

// match begins a match of Saboteur for Ana, Bo and Cy.
func match(tb testing.TB, d *db.DB) int64 {
	tb.Helper()
	game := catalog.Find("saboteur")
	options, no := game.Options(game.Editions()[0], nil)
	if no != nil {
		tb.Fatal(no)
	}
	var id int64
	err := d.Play(tb.Context(), operator(), 0, func(w *db.Work) error {
		t, err := w.OpenTable(model.Match{Game: game.Name(), Edition: game.Editions()[0], Options: options, Phase: "running", Word: "gold", CreatedAt: noon},
			[]model.Seat{{No: 0, Name: "Ana", State: "joined"}, {No: 1, Name: "Bo", State: "joined"}, {No: 2, Name: "Cy", State: "joined"}})
		if err != nil {
			return err
		}
		for _, s := range t.Seats {
			w.Append(t, engine.Fact{Event: engine.Joined{Name: s.Name}})
		}
		w.Append(t, t.Match.Start()...)
		id = t.Row.ID
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return id
}

// move plays the first legal move of whoever is to move.
func move(w *db.Work, id int64) error {
	t, err := w.Table(id)
	if err != nil {
		return err
	}
	seat := t.Match.ToMove()[0]
	facts, no := t.Match.Play(seat, t.Match.State().Legal(seat)[0])
	if no != nil {
		return no
	}
	w.Append(t, facts...)
	return nil
}

func play(tb testing.TB, d *db.DB, cause model.Cause, id int64, decide func(*db.Work) error) {
	tb.Helper()
	if err := d.Play(tb.Context(), cause, id, decide); err != nil {
		tb.Fatal(err)
	}
}

func count(tb testing.TB, d *db.DB, sql string, args ...any) int {
	tb.Helper()
	var n int
	if err := d.Pool().QueryRow(tb.Context(), sql, args...).Scan(&n); err != nil {
		tb.Fatal(err)
	}
	return n
}
