package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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
func (b *bench) flat(ctx context.Context, open, moves int) (figures Figures, err error) {
	apart, drop, err := b.beside(ctx, fmt.Sprintf("pitpost_bench_%d", time.Now().UnixNano()))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, drop()) }()
	small, err := b.flatHouse(ctx, apart)
	if err != nil {
		return nil, err
	}
	d, err := b.house(ctx, b.url)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	large, err := b.flatHouse(ctx, d)
	if err != nil {
		return nil, err
	}
	b.say("houses with %d and %d open matches", fewOpen, open)
	began := time.Now()
	if err := errors.Join(large.fill(ctx, open), small.fill(ctx, fewOpen)); err != nil {
		return nil, err
	}
	b.say("filled after %s; moves by turns", time.Since(began).Round(time.Second))
	if figures, err = compareMoves(ctx, small, large, open, moves); err != nil {
		return nil, err
	}
	b.say("sweeps by turns")
	if err := small.fill(ctx, min(fewTimed, open)); err != nil {
		return nil, err
	}
	sweeps, err := compareSweeps(ctx, small, large, open)
	if err != nil {
		return nil, err
	}
	return append(figures, sweeps, figure{what: "resident memory, the most", value: float64(residentMost("self")) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300}), ctx.Err()
}

// larger is a figure of the large house beside the same of the small one.
func larger(what string, small, large []time.Duration, most float64) figure {
	s, l := percentile(small, 0.5), percentile(large, 0.5)
	return figure{what: what, value: ms(l), unit: "ms", beside: fmt.Sprintf("of %.2f ms in the small house", ms(s)), ratio: float64(l) / float64(s), aim: fmt.Sprintf("≤ %.1f", most), most: most}
}

// compareMoves takes the first moves of matches picked by chance, one not in memory and
// then the second of the same, which by then is.
func compareMoves(ctx context.Context, small, large *flatHouse, open, moves int) (Figures, error) {
	var warm, cold [2][]time.Duration
	for n := 0; n < moves && ctx.Err() == nil; n++ {
		for side, f := range []*flatHouse{small, large} {
			one, two, err := f.moveTwice(ctx)
			if err != nil {
				return nil, err
			}
			cold[side], warm[side] = append(cold[side], one), append(warm[side], two)
		}
	}
	return Figures{
		larger(fmt.Sprintf("a move of a match in memory, %d open beside %d, p50", open, fewOpen), warm[0], warm[1], 1.3),
		larger(fmt.Sprintf("a move of a match not in memory, %d open beside %d, p50", open, fewOpen), cold[0], cold[1], 1.3),
	}, ctx.Err()
}

func (f *flatHouse) moveTwice(ctx context.Context) (cold, warm time.Duration, err error) {
	id := f.first + rand.Int64N(f.next-f.first)
	for f.moved[id] {
		id = f.first + rand.Int64N(f.next-f.first)
	}
	f.moved[id] = true
	began := time.Now()
	if err := f.move(ctx, id); err != nil {
		return 0, 0, err
	}
	between := time.Now()
	if err := f.move(ctx, id); err != nil {
		return 0, 0, err
	}
	return between.Sub(began), time.Since(between), nil
}

// compareSweeps finds what is due when the first clocks have run out.
func compareSweeps(ctx context.Context, small, large *flatHouse, open int) (figure, error) {
	var times [2][]time.Duration
	var at [2]time.Time
	for range flatLooks {
		for side, f := range []*flatHouse{small, large} {
			if at[side].IsZero() {
				if err := f.db.Pool().QueryRow(ctx, "select at from due order by at offset $1 limit 1", fewDue-1).Scan(&at[side]); err != nil {
					return figure{}, err
				}
			}
			began := time.Now()
			due, err := f.db.Sweep(ctx, at[side], fewDue)
			if err != nil {
				return figure{}, err
			}
			if times[side] = append(times[side], time.Since(began)); len(due) != fewDue {
				return figure{}, fmt.Errorf("%d are due, not %d", len(due), fewDue)
			}
		}
	}
	return larger(fmt.Sprintf("finding %d due among %d beside among %d", fewDue, open, min(fewTimed, open)), times[0], times[1], 2), nil
}
