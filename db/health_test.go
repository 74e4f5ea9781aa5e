package db_test

import (
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
