package bench

import (
	"context"
	"fmt"
	"time"
)

// many plays a house of several real processes: each number in turn on the same Postgres,
// mailbox and sink, by LMTP to all of them and by the one mailbox that one of them reads.
// At the end of each, letters sent are letters noted, or it fails.
func (b *bench) many(ctx context.Context, o Options) (figures Figures) {
	limit := time.Duration(o.Seconds) * time.Second
	first := map[string]float64{} // a door's rate with the first number of processes
	for _, n := range o.Processes {
		b.say("%d processes", n)
		b.staff(ctx, n)
		for _, door := range []string{"lmtp", "imap"} {
			figures = append(figures, b.shared(ctx, door, n, o.Matches, limit, first)...)
		}
		if n > 1 {
			figures = append(figures, b.handOvers(ctx, n, o.Matches, o.pause)...)
		}
		b.dismiss()
	}
	return append(figures, b.mailWeight(ctx)...)
}

// shared plays by one door to all processes.
func (b *bench) shared(ctx context.Context, door string, n, matches int, limit time.Duration, first map[string]float64) Figures {
	defer during("%d processes by %s", n, door)
	s := b.session(ctx, door, matches, limit, 0)
	rate := s.letters / s.took.Seconds()
	if first[door] == 0 {
		first[door] = rate
	}
	by := fmt.Sprintf(", %d processes by %s", n, door)
	figures := s.figures(by)
	figures[0].beside, figures[0].ratio = fmt.Sprintf("of %.0f with the first number of processes", first[door]), rate/first[door]
	return append(figures,
		figure{what: "letter to digest, p50" + by, value: ms(percentile(s.digests, 0.5)), unit: "ms"},
		figure{what: "letter to digest, p95" + by, value: ms(percentile(s.digests, 0.95)), unit: "ms"})
}

// mailWeight is what the mail that came and left takes on disk, while it is kept whole.
func (b *bench) mailWeight(ctx context.Context) (figures Figures) {
	for _, one := range []struct{ what, table string }{{"a letter in", "letters"}, {"a letter out with its bytes", "outbox"}} {
		rows := b.count(ctx, "select greatest(1, count(*)) from "+one.table)
		figures = append(figures, figure{what: fmt.Sprintf("disk for %s, mean of %d", one.what, rows), value: float64(b.weigh(ctx, one.table)) / float64(rows), unit: "bytes"})
	}
	b.players.mu.Lock()
	defer b.players.mu.Unlock()
	came := float64(max(1, len(b.players.got)))
	return append(figures, figure{what: fmt.Sprintf("a letter out on its way, mean of %.0f", came), value: float64(b.players.bytes) / came, unit: "bytes"},
		figure{what: "letters out for a letter in, invitations and ends too", value: came / float64(max(1, b.players.letters)), unit: ""})
}
