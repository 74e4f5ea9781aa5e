package db_test

import (
	"context"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// The sign of life and the time that clocks get back belong together: a process that dies in between must
// leave neither, and another process that comes meanwhile must wait.
func TestWhoDiesWhileClocksAreCreditedLeavesNoSignOfLife(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err == nil {
			table.SetClock(model.Clock{Seat: 1, Step: 2, Began: noon, Soft: noon.Add(time.Hour), Due: noon.Add(3 * time.Hour)})
		}
		return err
	})
	const most = 5 * time.Minute
	alive := func(ctx context.Context, now time.Time) (time.Duration, error) { return d.Alive(ctx, now, most) }
	for _, now := range []time.Time{noon, noon.Add(most - time.Second), noon} {
		if gap, err := alive(t.Context(), now); gap != 0 || err != nil {
			t.Fatalf("credited %s without an outage, %v", gap, err)
		}
	}
	later := noon.Add(2 * time.Hour)
	conn, err := d.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "select from matches where id = $1 for update", id); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		dying, cut := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if gap, err := alive(dying, later); err == nil {
			t.Errorf("credited %s of a match that is locked", gap)
		}
		cut()
	}
	if err := conn.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, want := range []time.Duration{2 * time.Hour, 0} {
		if gap, err := alive(t.Context(), later); gap != want || err != nil {
			t.Errorf("look %d credited %s, %v; want %s", i, gap, err, want)
		}
	}
	if n := count(t, d, "select count(*) from clocks where due = $1", noon.Add(5*time.Hour)); n != 1 {
		t.Error("the clock was not given two hours, once")
	}
}
