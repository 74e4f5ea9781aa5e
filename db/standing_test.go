package db_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/cluster"
)

// A commit that waits for another machine is given up: the letter is noted here and nowhere else. As long as that is so nobody is told that
// it came before, since who sent it would then forget it.
func TestALetterThatStandsOnOneMachineOnlyIsNotSeen(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "pitpost-standing-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	server, err := cluster.Start(t.Context(), dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	if err := server.CreateDatabase(t.Context(), "pitpost"); err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), server.URL("pitpost"), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	d := open(t, server.URL("pitpost"))
	standby := func(name string) {
		t.Helper()
		for _, statement := range []string{"alter system set synchronous_standby_names = '" + name + "'", "select pg_reload_conf()"} {
			if _, err := d.Pool().Exec(context.WithoutCancel(t.Context()), statement); err != nil {
				t.Fatal(err)
			}
		}
		for count(t, d, "select count(*) from pg_settings where name = 'synchronous_standby_names' and setting = $1", name) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(100 * time.Millisecond) // other sessions read it between two statements
	}
	bring := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return d.Play(ctx, letter("a"), 0, func(*db.Tx) error { return nil })
	}
	standby("away")
	if err := bring(); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the other machine is away, and the letter is taken: %v", err)
	}
	for end := time.Now().Add(30 * time.Second); count(t, d, "select count(*) from letters") == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the commit that was given up is not seen")
		}
	}
	if err := bring(); err == nil || errors.Is(err, db.ErrSeen) {
		t.Errorf("the letter stands on one machine only, and who brings it again is told %v", err)
	}
	standby("")
	if err := bring(); !errors.Is(err, db.ErrSeen) {
		t.Errorf("the letter stands, and who brings it again is told %v", err)
	}
}
