package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// underWay is how many piles are written at once, until SuitDisk knows better: while one waits
	// for the disk, another is worked at.
	underWay = 2
	// underWaySlow is the same where a commit waits for the disk for longer than diskQuick.
	underWaySlow = 4
	diskQuick    = 200 * time.Microsecond
	diskPatience = 200 * time.Millisecond // for one that is
	// lockMost is how long a pile of several waits for a lock; they are then written one by one.
	lockMost = "300ms"
	// lastWish is how long a pile is still waited for when the one who writes it is to end.
	lastWish = 5 * time.Second
)

// write writes a deed, in one transaction with other deeds at different matches that are
// decided at the same time.
func (d *DB) write(w *Work) error {
	return d.deeds.send(w.ctx, w, func() error {
		return w.penned(w.ctx, w.alone)
	})
}

// penned writes with a connection that is there for that.
func (w *Work) penned(ctx context.Context, do func(*pgxpool.Conn) error) error {
	conn, err := w.db.pens.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return do(conn)
}

// newPens are the connections by which deeds are written. What they say is the same again
// and again, and planned once.
func newPens(ctx context.Context, like *pgxpool.Config) (*pgxpool.Pool, error) {
	config := like.Copy()
	config.MaxConns = underWaySlow + 2 // where some piles wait for a lock, others go on, and one settles
	for _, never := range []string{"jit", "enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_bitmapscan"} {
		config.ConnConfig.RuntimeParams[never] = "off" // what they seek has a key, and a plan made for a small table stays
	}
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	return pgxpool.NewWithConfig(ctx, config)
}

// SuitDisk lets more piles go at once where no commit that has to reach the disk is quick, and
// says how many.
func (d *DB) SuitDisk(ctx context.Context) (piles int, err error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	began := time.Now()
	piles = underWaySlow
	for piles == underWaySlow && time.Since(began) < diskPatience {
		begun := time.Now()
		if _, err := conn.Exec(ctx, "select pg_logical_emit_message(true, 'pitpost', '')"); err != nil {
			return 0, err
		}
		if time.Since(begun) < diskQuick {
			piles = underWay
		}
	}
	d.deeds.allow(piles)
	d.entries.allow(piles)
	return piles, nil
}

// writeTogether writes a pile of deeds in one transaction.
func writeTogether(pile []*member) error {
	deeds := make([]*Work, len(pile))
	for i, m := range pile {
		deeds[i] = m.what.(*Work)
	}
	first := deeds[0]
	ctx, cancel := outlasting(first.ctx)
	defer cancel()
	err := first.penned(ctx, func(conn *pgxpool.Conn) error { return first.db.pileUp(deeds, newNotice).send(ctx, conn, false) })
	if err != nil && ctx.Err() == nil && !Away(err) {
		err = errAlone // nothing was written: the server said so
	}
	return err
}

// outlasting is a context for a pile: who leads it may be about to end, and the others'
// letters are no worse for it.
func outlasting(lead context.Context) (ctx context.Context, cancel func()) {
	ctx, end := context.WithCancel(context.WithoutCancel(lead))
	stop := context.AfterFunc(lead, func() { time.AfterFunc(lastWish, end) })
	return ctx, func() { stop(); end() }
}
