package db

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Workers are what the background work of a process does; package db only carries them.
type Workers struct {
	// Mail is told that letters were queued, or may be due. It must not wait.
	Mail func()
	// Hook makes one call of a webhook that this process has claimed; nil leaves all calls to
	// other processes. When a call is to be made again stands in its row.
	Hook func(ctx context.Context, c *Call) error
	// Now is the house's time; nil for the machine's.
	Now func() time.Time
}

// callsAtOnce is how many calls of webhooks one process makes at a time. They are claimed only
// when they can begin at once, so servers that hang hold up neither the mail nor other processes.
const callsAtOnce = 8

// Jobs is the background work of this process.
type Jobs struct {
	db       *DB
	do       Workers
	look     chan struct{} // says that calls may be due
	underWay atomic.Int32  // calls
	running  sync.WaitGroup
	stop     context.CancelFunc // no more calls are claimed
	breakOff context.CancelFunc
}

// Work starts the background work; Stop ends it. Several processes may work on
// one database.
func (d *DB) Work(ctx context.Context, w Workers) *Jobs {
	if w.Mail == nil {
		w.Mail = func() {}
	}
	if w.Now == nil {
		w.Now = time.Now
	}
	d.leads.beating(d) // before a call is claimed: what one who does not speak has claimed is taken over
	j := &Jobs{db: d, do: w, look: make(chan struct{}, 1)}
	work, breakOff := context.WithCancel(context.WithoutCancel(ctx))
	until, stop := context.WithCancel(work)
	j.stop, j.breakOff = stop, breakOff
	if w.Hook != nil {
		j.running.Go(func() { j.makeCalls(work, until) })
	}
	d.jobs.Store(j)
	return j
}

// wake tells of letters and of calls of webhooks that were just queued. It does not wait.
func (j *Jobs) wake(letters, calls []int64) {
	if len(letters) > 0 {
		j.do.Mail()
	}
	if len(calls) > 0 {
		j.lookForCalls()
	}
}

func (j *Jobs) lookForCalls() {
	select {
	case j.look <- struct{}{}:
	default: // it will look anyway
	}
}

// makeCalls makes calls of webhooks until a context ends: as soon as some are queued, and each
// second those that are to be made again or were given back.
func (j *Jobs) makeCalls(ctx, until context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-until.Done():
			return
		case <-j.look:
		case <-tick.C:
		}
		free := callsAtOnce - int(j.underWay.Load())
		if free == 0 {
			continue // the first that ends looks again
		}
		calls, err := j.db.ClaimCalls(ctx, j.do.Now(), free)
		if err != nil && ctx.Err() == nil {
			j.db.opts.Log.Warn("calls of webhooks wait for the next look at them", "err", err)
		}
		j.underWay.Add(int32(len(calls)))
		for _, c := range calls {
			j.running.Go(func() {
				if err := j.do.Hook(ctx, c); err != nil && ctx.Err() == nil {
					j.db.opts.Log.Warn("a call of a webhook is made again when its lease is over", "call", c.Word, "err", err)
				}
				j.underWay.Add(-1)
				j.lookForCalls() // there is room, and the next call about the match may go
			})
		}
	}
}

// Catch sees to what nobody was told of. What a process that is gone was sending, or calling, is
// taken over, and whoever sends letters or makes calls is told to look.
func (j *Jobs) Catch(ctx context.Context, now time.Time) error {
	if err := j.db.rescue(ctx, now); err != nil {
		return err
	}
	j.do.Mail()
	j.lookForCalls()
	return j.db.LookForHooks(ctx)
}

// Stop lets the calls under way end; when ctx is over it breaks them off, which its error says.
func (j *Jobs) Stop(ctx context.Context) error {
	j.db.jobs.Store(nil)
	j.stop()
	defer j.breakOff()
	ended := make(chan struct{})
	go func() {
		j.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
	}
	j.breakOff()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
	}
	return fmt.Errorf("calls of webhooks: %w", ctx.Err())
}
