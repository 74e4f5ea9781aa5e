package spectate_test

import (
	"context"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"
)

// Many readers of a costly public page, which strangers may be, do not hold up the players. Without a limit on how many
// pages are made at a time, a move here takes four seconds.
func TestAFloodOfReadersHoldsUpNoMove(t *testing.T) {
	g := newGallery(t)
	g.SignUp(1000)
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 64 {
		readers.Go(func() {
			for ctx.Err() == nil {
				if answer, err := http.Get(g.Server.URL + "/league/winter"); err == nil {
					_, _ = io.Copy(io.Discard, answer.Body)
					_ = answer.Body.Close()
				}
			}
		})
	}
	time.Sleep(500 * time.Millisecond)
	begun := time.Now()
	for i := range 5 {
		g.PlayFirst(i)
	}
	took := time.Since(begun) / 5
	stop()
	readers.Wait()
	t.Logf("a move takes %v", took)
	if took > 2*time.Second {
		t.Errorf("while 64 people read a page, a move takes %v", took)
	}
}
