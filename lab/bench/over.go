package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lead"
	"pitpost.example/engine/catalog"
)

// handOvers stops the process that leads, in three ways, for the mailbox and for the clock,
// while letters come by the mailbox, and measures how long nobody led.
func (b *bench) handOvers(ctx context.Context, n, matches int, pause time.Duration) (Figures, error) {
	d, err := db.Open(ctx, b.url, catalog.Find, db.Options{Domain: domain, Log: b.log()})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	end, err := b.opened(ctx, "imap", matches, pause)
	if err != nil {
		return nil, err
	}
	defer end()
	b.players.play()
	var figures Figures
	for _, how := range []struct {
		name string
		by   syscall.Signal
	}{{"SIGTERM", syscall.SIGTERM}, {"SIGKILL", syscall.SIGKILL}, {"SIGSTOP", syscall.SIGSTOP}} {
		for _, what := range []struct{ name, post string }{{"mailbox", "mailbox " + address}, {"clock", "clock"}} {
			took, err := b.handOver(ctx, d, what.post, how.by)
			if err != nil {
				return nil, fmt.Errorf("who led the %s got %s: %w", what.name, how.name, err)
			}
			figures = append(figures, figure{what: fmt.Sprintf("%s, %d processes: another leads the %s after", how.name, n, what.name), value: took.Seconds(), unit: "s", aim: "≤ 30 s", most: 30})
			if err := b.staff(ctx, n); err != nil {
				return nil, err
			}
		}
	}
	// Whatever was under way in those that were stopped, nothing is lost or counted twice.
	if err := errors.Join(b.players.rest(), b.allNoted(ctx)); err != nil {
		return nil, err
	}
	b.players.mu.Lock()
	copies := b.players.copies
	b.players.copies = 0
	b.players.mu.Unlock()
	return append(figures, figure{what: fmt.Sprintf("letters out that came a second time in those hand-overs, %d processes", n), value: float64(copies), unit: ""}), nil
}

// handOver stops the leader of something and waits for another. One that was frozen is let
// go on when others have sent all that waited, what it had claimed too, and ended a second
// later: it must find out that it leads no more.
func (b *bench) handOver(ctx context.Context, d *db.DB, what string, by syscall.Signal) (time.Duration, error) {
	old, err := b.leading(ctx, d, what, nil)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := old.cmd.Process.Signal(by); err != nil {
		return 0, err
	}
	if _, err := b.leading(ctx, d, what, old); err != nil {
		return 0, err
	}
	took := time.Since(began)
	if by == syscall.SIGSTOP {
		if err := b.takenOver(ctx); err != nil {
			return 0, err
		}
		if err := old.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			return 0, err
		}
		time.Sleep(time.Second)
		if now, err := b.who(ctx, d, what); err != nil || now == old {
			return 0, errors.Join(err, errors.New("the process that was frozen leads again, beside another"))
		}
	}
	old.end(syscall.SIGTERM)
	b.serves = slices.DeleteFunc(b.serves, func(s *serving) bool { return s == old })
	return took, nil
}

// takenOver waits until the letters that are queued by now have left.
func (b *bench) takenOver(ctx context.Context) error {
	last, err := b.count(ctx, "select coalesce(max(id), 0) from outbox")
	if err != nil {
		return err
	}
	err = b.until(ctx, func() (bool, error) {
		waiting, err := b.count(ctx, "select count(*) from outbox where id <= $1 and state in ('queued', 'written')", last)
		return waiting == 0, err
	})
	if err != nil {
		return fmt.Errorf("nobody took over the letters of a process that is frozen: %w", err)
	}
	return nil
}

// leading waits until a process leads that is not old.
func (b *bench) leading(ctx context.Context, d *db.DB, what string, old *serving) (now *serving, err error) {
	err = b.until(ctx, func() (bool, error) {
		now, err = b.who(ctx, d, what)
		return now != nil && now != old, err
	})
	if err != nil {
		return nil, fmt.Errorf("nobody leads the %s: %w", what, err)
	}
	return now, nil
}

// who leads: one of the living, nil for none of them.
func (b *bench) who(ctx context.Context, d *db.DB, what string) (*serving, error) {
	name, err := lead.Leader(ctx, d.Pool(), what)
	if i := slices.IndexFunc(b.serves, func(s *serving) bool { return s.is(name) }); i >= 0 {
		return b.serves[i], err
	}
	return nil, err
}
