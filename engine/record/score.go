package record

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Outcome is the result of one simulated match.
type Outcome struct {
	Bots   []string // in seat order
	Result engine.Result
	Rounds []Round // only in games in which sides win rounds
}

// Part is a bot on one side of a round.
type Part struct{ Bot, Side string }

// Round tells for each bot on each side whether that side won.
type Round map[Part]bool

// Score adds up the outcomes of simulated matches: by seat if no bot changes its seat, by bot if there are
// several, and by side if there are sides.
type Score struct {
	seats []tally
	bots  []*tally // in the order of their first seats
	leads []lead
	parts map[Part]*tally
	fixed bool // no bot has changed its seat so far
}

// tally sums up points and matches or rounds won, with the squares that a confidence interval needs.
type tally struct {
	name, bot         string
	sum, squares, won float64
	n                 int
	seats             int // number of seats, for a bot
}

// lead is the difference between the points of two bots' seats, match by match.
type lead struct {
	one, two *tally
	tally
}

// NewScore returns an empty score for these bots, in seat order.
func NewScore(bots []string) *Score {
	s := &Score{parts: map[Part]*tally{}, fixed: true}
	for i, b := range bots {
		s.seats = append(s.seats, tally{name: Names[i], bot: b})
		of := s.bot(b)
		if of == nil {
			of = &tally{bot: b}
			s.bots = append(s.bots, of)
		}
		of.seats++
	}
	for i, one := range s.bots {
		for _, two := range s.bots[i+1:] {
			s.leads = append(s.leads, lead{one: one, two: two})
		}
	}
	return s
}

func (s *Score) bot(name string) *tally {
	i := slices.IndexFunc(s.bots, func(b *tally) bool { return b.bot == name })
	if i < 0 {
		return nil
	}
	return s.bots[i]
}

func (t *tally) add(points, won float64) {
	t.n++
	t.sum += points
	t.squares += points * points
	t.won += won
}

// Add adds a match.
func (s *Score) Add(o Outcome) {
	points, won := map[string]float64{}, map[string]float64{}
	for i, name := range o.Bots {
		seat := &s.seats[i]
		s.fixed = s.fixed && seat.bot == name
		score, share := float64(o.Result.Scores[seat.name]), 0.0
		if slices.Contains(o.Result.Winners, seat.name) {
			share = 1 / float64(len(o.Result.Winners))
		}
		seat.add(score, share)
		points[name] += score / float64(s.bot(name).seats)
		won[name] += share
	}
	for _, b := range s.bots {
		b.add(points[b.bot], won[b.bot])
	}
	for i := range s.leads {
		l := &s.leads[i]
		l.add(points[l.one.bot]-points[l.two.bot], 0)
	}
	for _, r := range o.Rounds {
		for part, won := range r {
			if s.parts[part] == nil {
				s.parts[part] = &tally{name: part.Side, bot: part.Bot}
			}
			share := 0.0
			if won {
				share = 1
			}
			s.parts[part].add(0, share)
		}
	}
}

// Print writes a line for each seat if no bot changed its seat: the mean score and the share of matches won,
// each with half the width of its 95 % interval. A shared win counts in part. If there are several bots, it
// writes a line for each, and the lead of each over each other in the mean score of their seats. Last come
// the rounds that each bot won on each side.
func (s *Score) Print(w io.Writer) error {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format, args...) }
	for _, t := range s.seats {
		if s.fixed {
			won := t.won / float64(t.n)
			line("%-4s %-8s score %s, won %.1f %% ± %.1f %% of %d\n", t.name, t.bot, t.mean(),
				100*won, 196*math.Sqrt(won*(1-won)/float64(t.n)), t.n)
		}
	}
	if len(s.bots) > 1 {
		for _, b := range s.bots {
			line("%-8s in %d of %d seats: score %s, won %s of %d games (%.1f %% would be its share)\n", b.bot, b.seats,
				len(s.seats), b.mean(), b.share(), b.n, 100*float64(b.seats)/float64(len(s.seats)))
		}
		for _, l := range s.leads {
			line("%s leads %s by %s a game\n", l.one.bot, l.two.bot, l.mean())
		}
	}
	sides := slices.SortedFunc(maps.Values(s.parts), func(a, b *tally) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.bot, b.bot)) })
	for _, t := range sides {
		line("%-8s as %s: won %s of %d rounds\n", t.bot, t.name, t.share(), t.n)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// mean formats the mean of the points and half the width of its 95 % interval.
func (t *tally) mean() string {
	n := float64(t.n)
	mean := t.sum / n
	deviation := math.Sqrt(max(0, t.squares/n-mean*mean) * n / max(1, n-1))
	return fmt.Sprintf("%.2f ± %.2f", mean, 1.96*deviation/math.Sqrt(n))
}

// share formats the share won with its 95 % interval.
func (t *tally) share() string {
	low, high := WilsonInterval(t.won, float64(t.n), 1.96)
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*t.won/float64(t.n), 100*low, 100*high)
}

// WilsonInterval returns the confidence interval of z standard deviations (1.96 for 95 %) for won of n cases. It
// stays within 0 to 1, and is sound even if nearly none or nearly all are won.
func WilsonInterval(won, n, z float64) (low, high float64) {
	p := won / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}
