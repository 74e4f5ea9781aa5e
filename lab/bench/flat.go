package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"time"
)

// fewOpen is how many matches the small house has open, and fewDue how many of how many
// are due in it.
const (
	fewOpen   = 1000
	fewDue    = 1000
	fewTimed  = 10_000
	flatMoves = 400 // of each kind, in each house
	flatLooks = 41
)

// flat asks whether a house gets slower as it fills: moves and sweeps of a small house and
// of a large one take turns, in two databases of one server, so that both meet the same
// machine.
func (b *bench) flat(ctx context.Context, open, moves int) Figures {
	apart, drop := b.beside(ctx, fmt.Sprintf("pitpost_bench_%d", time.Now().UnixNano()))
	defer drop()
	small := b.flatHouse(ctx, apart)
	defer small.db.Close()
	large := b.flatHouse(ctx, b.url)
	defer large.db.Close()
	b.say("houses with %d and %d open matches", fewOpen, open)
	began := time.Now()
	large.fill(ctx, open)
	small.fill(ctx, fewOpen)
	b.say("filled after %s; moves by turns", time.Since(began).Round(time.Second))
	figures := compareMoves(ctx, small, large, open, moves)
	b.say("sweeps by turns")
	small.fill(ctx, min(fewTimed, open))
	_, most := costOf(os.Getpid())
	return append(figures, compareSweeps(ctx, small, large, open),
		figure{what: "resident memory, the most", value: float64(most) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300})
}

// larger is a figure of the large house beside the same of the small one.
func larger(what string, small, large []time.Duration, most float64) figure {
	s, l := percentile(small, 0.5), percentile(large, 0.5)
	return figure{what: what, value: ms(l), unit: "ms", beside: fmt.Sprintf("of %.2f ms in the small house", ms(s)), ratio: float64(l) / float64(s), aim: fmt.Sprintf("≤ %.1f", most), most: most}
}

// compareMoves takes the first moves of matches picked by chance, one not in memory and
// then the second of the same, which by then is.
func compareMoves(ctx context.Context, small, large *flatHouse, open, moves int) Figures {
	var warm, cold [2][]time.Duration
	picked := [2][]int{rand.Perm(fewOpen), rand.Perm(open)}
	for i := range moves {
		for side, f := range []*flatHouse{small, large} {
			one, two := f.moveTwice(ctx, f.first+int64(picked[side][i]))
			cold[side], warm[side] = append(cold[side], one), append(warm[side], two)
		}
	}
	return Figures{
		larger(fmt.Sprintf("a move of a match in memory, %d open beside %d, p50", open, fewOpen), warm[0], warm[1], 1.3),
		larger(fmt.Sprintf("a move of a match not in memory, %d open beside %d, p50", open, fewOpen), cold[0], cold[1], 1.3),
	}
}

func (f *flatHouse) moveTwice(ctx context.Context, id int64) (cold, warm time.Duration) {
	began := time.Now()
	f.move(ctx, id)
	between := time.Now()
	f.move(ctx, id)
	return between.Sub(began), time.Since(between)
}

// compareSweeps finds what is due when the first clocks have run out.
func compareSweeps(ctx context.Context, small, large *flatHouse, open int) figure {
	var times [2][]time.Duration
	var at [2]time.Time
	for range flatLooks {
		for side, f := range []*flatHouse{small, large} {
			if at[side].IsZero() {
				must(f.db.Pool().QueryRow(ctx, "select at from due order by at offset $1 limit 1", fewDue-1).Scan(&at[side]))
			}
			began := time.Now()
			due := have(f.db.Sweep(ctx, at[side], fewDue))
			if times[side] = append(times[side], time.Since(began)); len(due) != fewDue {
				must(fmt.Errorf("%d are due, not %d", len(due), fewDue))
			}
		}
	}
	return larger(fmt.Sprintf("finding %d due among %d beside among %d", fewDue, open, min(fewTimed, open)), times[0], times[1], 2)
}
