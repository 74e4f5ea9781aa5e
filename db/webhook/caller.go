package webhook

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"pitpost.example/db"
)

// callsAtOnce is how many webhook calls one process makes at a time. A call is claimed only when it can be
// made at once, so servers that hang hold up neither the mail nor other processes.
const callsAtOnce = 8

// Caller makes this process's share of the webhook calls. Other processes take over the calls of one that
// shows no heartbeat, so this process's heartbeat must have begun before StartCaller.
type Caller struct {
	db       *db.DB
	do       func(ctx context.Context, c *Call) error
	now      func() time.Time
	look     chan struct{} // gets a value when calls may be due
	underWay atomic.Int32  // calls that are being made
	running  sync.WaitGroup
	stop     context.CancelFunc // stops claiming calls
	breakOff context.CancelFunc
}

// StartCaller makes calls until Stop. do makes one claimed call and records in its row how it went. now is the
// house's clock.
func StartCaller(ctx context.Context, d *db.DB, do func(ctx context.Context, c *Call) error,
	now func() time.Time) *Caller {
	c := &Caller{db: d, do: do, now: now, look: make(chan struct{}, 1)}
	work, breakOff := context.WithCancel(context.WithoutCancel(ctx))
	until, stop := context.WithCancel(work)
	c.stop, c.breakOff = stop, breakOff
	c.running.Go(func() { c.run(work, until) })
	return c
}

// Look tells the Caller that calls may be due. It does not block.
func (c *Caller) Look() {
	select {
	case c.look <- struct{}{}:
	default: // it has been told already
	}
}

// run makes calls until the context named until ends. It looks for them when it is told to, and each second
// for those that must be tried again or were given back.
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
			continue // the first call that ends makes it look again
		}
		calls, err := ClaimCalls(ctx, c.db, c.now(), free)
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
				c.Look() // now there is room, and the next call about the same match may be due
			})
		}
	}
}

// Stop claims no more calls and waits for those being made. When ctx ends it cancels them and returns an
// error.
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
