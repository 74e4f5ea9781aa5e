package db_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/db"
)

// If all connections broke while they were idle, one call must find that out and the others must not fail.
func TestOneFindsOutThatConnectionsBroke(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	once := func() error {
		return d.Play(t.Context(), operator(), id, func(tx *db.Tx) error { return move(tx, id) })
	}
	ask := func() error { _, err := d.Pool().Exec(t.Context(), "select 1"); return err }
	if err := once(); err != nil {
		t.Fatal(err)
	}
	var busy sync.WaitGroup
	all := make(chan struct{})
	for range 8 {
		busy.Go(func() {
			conn, err := d.Pool().Acquire(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Release()
			<-all
		})
	}
	for d.Pool().Stat().AcquiredConns() < 8 && !t.Failed() {
		time.Sleep(time.Millisecond)
	}
	close(all)
	busy.Wait()
	keeper := open(t, d.Pool().Config().ConnString())
	name := d.Pool().Config().ConnConfig.RuntimeParams["application_name"]
	if n := count(t, keeper, "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = $1", name); n < 8 {
		t.Fatalf("only %d connections lay idle", n)
	}
	failed := 0
	for range 12 {
		whole := d.Pool().Stat().TotalConns()
		if err := ask(); err != nil {
			t.Log(err)
			failed++
			for d.Pool().Stat().TotalConns() == whole {
				time.Sleep(time.Millisecond) // wait until the pool has closed it
			}
		}
		if err := once(); err != nil {
			t.Log(err)
			failed++
		}
	}
	if failed > 2 { // one for each pool
		t.Errorf("%d of 24 failed", failed)
	}
}

// A house that can only be read is not ready for letters, though its database answers.
func TestADatabaseThatTakesNoChangesIsNotUsable(t *testing.T) {
	d := open(t, fresh(t))
	if err := d.Usable(t.Context()); err != nil {
		t.Error(err)
	}
	url := d.Pool().Config().ConnString()
	only := open(t, url+map[bool]string{true: "&", false: "?"}[strings.Contains(url, "?")]+"default_transaction_read_only=on")
	if err := only.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if err := only.Usable(t.Context()); err == nil || err.Error() != "the database takes no changes" {
		t.Errorf("it says %v", err)
	}
	only.Close()
	if err := only.Usable(t.Context()); err == nil || err.Error() != "the database does not answer" {
		t.Errorf("closed, it says %v", err)
	}
}
