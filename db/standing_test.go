package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/model"
)

// A commit that waits for a standby is given up, so the letter is noted on this machine only. As long as that
// is so, nobody may be told that it was noted before, because its sender would then forget it.
func TestALetterThatStandsOnOneMachineOnlyIsNotSeen(t *testing.T) {
	url, standby := dbtest.ReplicatedURL(t)
	d := open(t, url)
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
	if err := bring(); err == nil || errors.Is(err, model.ErrSeen) {
		t.Errorf("the letter stands on one machine only, and who brings it again is told %v", err)
	}
	standby("")
	if err := bring(); !errors.Is(err, model.ErrSeen) {
		t.Errorf("the letter stands, and who brings it again is told %v", err)
	}
}
