package webhook

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"pitpost.example/db"
)

// callsAtOnce is how many calls of webhooks one process makes at a time. They are claimed only
// when they can begin at once, so servers that hang hold up neither the mail nor other processes.
const callsAtOnce = 8

// Caller makes the calls of webhooks that fall to this process. What one has claimed that does not
// show that it lives is taken over, so the heart of this process is to beat before it begins.
type Caller struct {
	db       *db.DB
	do       func(ctx context.Context, c *Call) error
	now      func() time.Time
	look     chan struct{} // says that calls may be due
	underWay atomic.Int32  // calls
	running  sync.WaitGroup
	stop     context.CancelFunc // no more calls are claimed
	breakOff context.CancelFunc
}

// Start makes calls until Stop. do makes one that this process has claimed; when it is to be made
// again stands in its row. now is the house's time.
func Start(ctx context.Context, d *db.DB, do func(ctx context.Context, c *Call) error, now func() time.Time) *Caller {
	c := &Caller{db: d, do: do, now: now, look: make(chan struct{}, 1)}
	work, breakOff := context.WithCancel(context.WithoutCancel(ctx))
	until, stop := context.WithCancel(work)
	c.stop, c.breakOff = stop, breakOff
	c.running.Go(func() { c.run(work, until) })
	return c
}

// Look says that calls may be due. It does not wait.
func (c *Caller) Look() {
	select {
	case c.look <- struct{}{}:
	default: // it will look anyway
	}
}

// run makes calls until a context ends: as soon as some are queued, and each second those that
// are to be made again or were given back.
func (c *Caller) run(ctx, until context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-until.Done():
			return
		case <-c.look:
		case <-tick.C:
		}
		free := callsAtOnce - int(c.underWay.Load())
		if free == 0 {
			continue // the first that ends looks again
		}
		calls, err := Claim(ctx, c.db, c.now(), free)
		if err != nil && ctx.Err() == nil {
			c.db.Log().Warn("calls of webhooks wait for the next look at them", "err", err)
		}
		c.underWay.Add(int32(len(calls)))
		for _, call := range calls {
			c.running.Go(func() {
				if err := c.do(ctx, call); err != nil && ctx.Err() == nil {
					c.db.Log().Warn("a call of a webhook is made again when its lease is over", "call", call.Word, "err", err)
				}
				c.underWay.Add(-1)
				c.Look() // there is room, and the next call about the match may go
			})
		}
	}
}

// Stop lets the calls under way end; when ctx is over it breaks them off, which its error says.
func (c *Caller) Stop(ctx context.Context) error {
	c.stop()
	defer c.breakOff()
	ended := make(chan struct{})
	go func() {
		c.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
	}
	c.breakOff()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
	}
	return fmt.Errorf("calls of webhooks: %w", ctx.Err())
}
