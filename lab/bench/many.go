package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// many plays a house of several real processes: each number in turn on the same Postgres,
// mailbox and sink, by LMTP to all of them and by the one mailbox that one of them reads.
// At the end of each, letters sent are letters noted, or it fails.
func (b *bench) many(ctx context.Context, o Options) (figures Figures, err error) {
	limit := time.Duration(o.Seconds) * time.Second
	first := map[string]float64{} // a door's rate with the first number of processes
	for _, n := range o.Processes {
		b.say("%d processes", n)
		if err := b.staff(ctx, n); err != nil {
			return nil, err
		}
		for _, door := range []string{"lmtp", "imap"} {
			some, err := b.shared(ctx, door, n, o.Matches, limit, first)
			if err != nil {
				return nil, fmt.Errorf("%d processes by %s: %w", n, door, err)
			}
			figures = append(figures, some...)
		}
		if n > 1 {
			some, err := b.handOvers(ctx, n, o.Matches, o.pause)
			if err != nil {
				return nil, fmt.Errorf("%d processes: %w", n, err)
			}
			figures = append(figures, some...)
		}
		b.dismiss()
	}
	kept, err := b.mailWeight(ctx)
	return append(figures, kept...), errors.Join(err, ctx.Err())
}

// shared plays by one door to all processes.
func (b *bench) shared(ctx context.Context, door string, n, matches int, limit time.Duration, first map[string]float64) (Figures, error) {
	s, err := b.session(ctx, door, matches, limit, 0)
	if err != nil {
		return nil, err
	}
	rate := s.letters / s.took.Seconds()
	if first[door] == 0 {
		first[door] = rate
	}
	by := fmt.Sprintf(", %d processes by %s", n, door)
	figures := s.figures(by)
	figures[0].beside, figures[0].ratio = fmt.Sprintf("of %.0f with the first number of processes", first[door]), rate/first[door]
	return append(figures,
		figure{what: "letter to digest, p50" + by, value: ms(percentile(s.digests, 0.5)), unit: "ms"},
		figure{what: "letter to digest, p95" + by, value: ms(percentile(s.digests, 0.95)), unit: "ms"}), nil
}

// mailWeight is what the mail that came and left takes on disk, while it is kept whole.
func (b *bench) mailWeight(ctx context.Context) (figures Figures, err error) {
	for _, one := range []struct{ what, table string }{{"a letter in", "letters"}, {"a letter out with its bytes", "outbox"}} {
		bytes, err := weigh(ctx, b.pool, one.table)
		if err != nil {
			return nil, err
		}
		rows, err := b.count(ctx, "select greatest(1, count(*)) from "+one.table)
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure{what: fmt.Sprintf("disk for %s, mean of %d", one.what, rows), value: bytes / float64(rows), unit: "bytes"})
	}
	b.players.mu.Lock()
	defer b.players.mu.Unlock()
	came := float64(max(1, len(b.players.got)))
	return append(figures, figure{what: fmt.Sprintf("a letter out on its way, mean of %.0f", came), value: float64(b.players.bytes) / came, unit: "bytes"},
		figure{what: "letters out for a letter in, invitations and ends too", value: came / float64(max(1, b.players.letters)), unit: ""}), nil
}
