package record

import (
	"fmt"
	"io"
	"math"
	"slices"

	"pitpost/engine"
)

// Score adds up the outcomes of simulated matches, seat by seat.
type Score struct {
	seats []seatScore
	n     int
}

type seatScore struct {
	seat, bot         string
	sum, squares, won float64
}

// NewScore begins a score of the bots in seat order.
func NewScore(bots []string) *Score {
	s := &Score{}
	for i, b := range bots {
		s.seats = append(s.seats, seatScore{seat: Names[i], bot: b})
	}
	return s
}

// Add counts one match.
func (s *Score) Add(r engine.Result) {
	s.n++
	for i := range s.seats {
		p := &s.seats[i]
		points := float64(r.Scores[p.seat])
		p.sum += points
		p.squares += points * points
		if slices.Contains(r.Winners, p.seat) {
			p.won += 1 / float64(len(r.Winners))
		}
	}
}

// Print writes a line per seat: mean score and share of matches won (a shared
// win counts in part), each with the half width of its 95 % interval.
func (s *Score) Print(w io.Writer) error {
	for _, p := range s.seats {
		n := float64(s.n)
		mean := p.sum / n
		deviation := math.Sqrt(max(0, p.squares/n-mean*mean) * n / max(1, n-1))
		won := p.won / n
		_, err := fmt.Fprintf(w, "%-4s %-8s score %.2f ± %.2f, won %.1f %% ± %.1f %% of %d\n", p.seat, p.bot,
			mean, 1.96*deviation/math.Sqrt(n), 100*won, 196*math.Sqrt(won*(1-won)/n), s.n)
		if err != nil {
			return err
		}
	}
	return nil
}
