package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// version is a program to be compared with others.
type version struct{ Name, Program string }

// compareOptions say how versions are compared.
type compareOptions struct {
	Versions []version // all are compared with the first; the last must reach the aims
	Turns    int       // for each version
	Matches  int       // at the same time, under load
	Seconds  int       // of load in each turn
	Idle     int       // seconds in each turn with a single match, whose bots pause
}

// measure is one quantity that is compared.
type measure struct {
	what, unit string
	of         func(turn) float64
	least      float64 // lower limit of the ratio to the first version; 0 for none
	most       float64 // upper limit of the ratio
	mostValue  float64 // upper limit of the value itself
}

// turn holds what was measured of a version in one turn.
type turn struct{ idle, busy session }

// perLetter returns a time per letter of the session, in ms.
func perLetter(s session, t time.Duration) float64 { return ms(t) / s.whole.letters }

var measures = []measure{
	{what: "processor a letter, house and Postgres", unit: "ms", most: 1.6, of: func(t turn) float64 { return perLetter(t.busy, t.busy.whole.used+t.busy.whole.server) }},
	{what: "  the house alone", unit: "ms", of: func(t turn) float64 { return perLetter(t.busy, t.busy.whole.used) }},
	{what: "  Postgres alone", unit: "ms", of: func(t turn) float64 { return perLetter(t.busy, t.busy.whole.server) }},
	{what: "letters committed a second, under load", least: 0.7, of: func(t turn) float64 { return t.busy.letters / t.busy.took.Seconds() }},
	{what: "idle, letter to digest handed over, p50", unit: "ms", most: 1.2, of: func(t turn) float64 { return ms(percentile(t.idle.digests, 0.5)) }},
	{what: "idle, letter to digest handed over, p95", unit: "ms", of: func(t turn) float64 { return ms(percentile(t.idle.digests, 0.95)) }},
	{what: "resident memory, the most", unit: "MB", mostValue: 250, of: func(t turn) float64 { return float64(max(t.idle.resident, t.busy.resident)) / 1e6 }},
	{what: "letters out for a letter in", of: func(t turn) float64 { return t.busy.whole.out / t.busy.whole.letters }},
	{what: "a letter out", unit: "KB", mostValue: 30, of: func(t turn) float64 { return t.busy.whole.weight / t.busy.whole.out / 1000 }},
	{what: "  one that asks for a move", unit: "KB", mostValue: 50, of: func(t turn) float64 { return t.busy.whole.asked / t.busy.whole.asks / 1000 }},
	{what: "  the largest", unit: "KB", mostValue: 100, of: func(t turn) float64 { return float64(max(t.idle.largest, t.busy.largest)) / 1000 }},
}

// compare plays versions of the program in turn, each in a house of its own, and prints the figures of each and
// their ratios to the first. missed is true if the last version misses an aim. It returns an error if the
// versions do not do the same work.
func compare(ctx context.Context, o compareOptions, out, news io.Writer) (missed bool, err error) {
	fmt.Fprintf(out, "load at the beginning: %s\n", load())
	houses := make([]*bench, len(o.Versions))
	defer func() {
		for _, b := range houses {
			if b != nil {
				err = errors.Join(err, b.close())
			}
		}
	}()
	defer caught(&err)
	for i, v := range o.Versions {
		if houses[i], err = openBench(ctx, v.Program, news); err != nil {
			return false, fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	turns := make([][]turn, len(houses))
	for n := range o.Turns {
		for i, t := range o.turn(ctx, houses, n) {
			turns[i] = append(turns[i], t)
			fmt.Fprintf(news, "turn %d of %s: %.2f ms of the processor a letter, %.0f letters a second\n", n+1, o.Versions[i].Name, measures[0].of(t), measures[3].of(t))
		}
	}
	if err := sameWork(o.Versions, turns); err != nil {
		return false, err
	}
	missed = print(out, o.Versions, turns)
	fmt.Fprintf(out, "load at the end: %s\n", load())
	return missed, ctx.Err()
}

// turn starts the houses, plays them idle and under load, and stops them. Each turn begins with another house.
func (o compareOptions) turn(ctx context.Context, houses []*bench, n int) (turns []turn) {
	for i, b := range houses {
		defer b.dismiss()
		o.at(i, func() {
			b.staff(ctx, 1)
			b.session(ctx, "lmtp", o.Matches, time.Second, 0) // to warm up
		})
	}
	idle := o.slices(ctx, houses, n, 1, o.Idle, 40*time.Millisecond)
	busy := o.slices(ctx, houses, n, o.Matches, o.Seconds, 0)
	for i, b := range houses {
		o.at(i, func() { b.allCarriedOut(ctx) })
		turns = append(turns, turn{idle[i], busy[i]})
	}
	return turns
}

// at calls do for a version, and adds its name to a fault.
func (o compareOptions) at(version int, do func()) {
	defer during("%s", o.Versions[version].Name)
	do()
}

// slices plays the houses for a number of seconds each, alternating every second, so that they run under the
// same conditions. While one plays, the matches of the others wait.
func (o compareOptions) slices(ctx context.Context, houses []*bench, first, matches, seconds int, pause time.Duration) []session {
	sums := make([]session, len(houses))
	for i, b := range houses {
		var end func()
		o.at(i, func() { end = b.opened(ctx, "lmtp", matches, pause) })
		defer end()
	}
	for n := range seconds {
		for k := range houses {
			i := (first + n + k) % len(houses)
			o.at(i, func() { sums[i].add(houses[i].slice(ctx, time.Second)) })
		}
	}
	return sums
}

// add adds the measurements of another slice.
func (s *session) add(more session) {
	s.took, s.letters, s.out, s.whole = s.took+more.took, s.letters+more.letters, s.out+more.out, s.whole.plus(1, more.whole)
	s.commits, s.digests = append(s.commits, more.commits...), append(s.digests, more.digests...)
	s.resident, s.largest = max(s.resident, more.resident), max(s.largest, more.largest)
}

// allCarriedOut fails if a letter was held, refused or dropped, because that is less work.
func (b *bench) allCarriedOut(ctx context.Context) {
	var states string
	must(b.pool.QueryRow(ctx, "select coalesce(string_agg(n || ' ' || state, ', '), '') from (select state, count(*) n from letters where state <> 'apply' group by state) s").Scan(&states))
	if states != "" {
		must(fmt.Errorf("not every letter was carried out: %s", states))
	}
}

// sameWork returns an error if a version does less for a letter than the first one: if it writes fewer letters,
// or digests without legal moves.
func sameWork(versions []version, turns [][]turn) error {
	sum := func(list []turn) (sum tally) {
		for _, t := range list {
			sum = sum.plus(1, t.busy.whole)
		}
		return sum
	}
	first := sum(turns[0])
	for i, list := range turns {
		all := sum(list)
		if all.blind > 0 {
			return fmt.Errorf("%s wrote %d turns without a move to choose from", versions[i].Name, all.blind)
		}
		if other := (all.out / all.letters) / (first.out / first.letters); other < 0.95 || other > 1.1 { // short turns of two games differ by some hundredths
			return fmt.Errorf("%s writes %.2f times as many letters for a letter as %s: they do not do the same work", versions[i].Name, other, versions[0].Name)
		}
	}
	return nil
}

// print prints a line for each quantity and version, and reports whether the last version misses an aim.
func print(out io.Writer, versions []version, turns [][]turn) (missed bool) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "median of %d turns (least–most)\tversion\tfigure\tto %s, by turns\taim\tmet\n", len(turns[0]), versions[0].Name)
	for _, m := range measures {
		for i, list := range turns {
			var values, ratios []float64
			for n, t := range list {
				values = append(values, m.of(t))
				ratios = append(ratios, m.of(t)/m.of(turns[0][n]))
			}
			ratio, aim, met := "", "", ""
			if i > 0 {
				ratio = spread(ratios)
			}
			if i == len(turns)-1 {
				f := figure{value: median(values), most: m.mostValue}
				switch {
				case m.mostValue > 0:
					aim = fmt.Sprintf("≤ %.0f %s", m.mostValue, m.unit)
				case m.most > 0:
					f, aim = figure{value: median(ratios), most: m.most}, fmt.Sprintf("≤ %.2f", m.most)
				case m.least > 0:
					f, aim = figure{value: median(ratios), least: m.least}, fmt.Sprintf("≥ %.2f", m.least)
				}
				met = f.met()
				missed = missed || met == "no"
			}
			what := m.what
			if i > 0 {
				what = ""
			}
			fmt.Fprintf(w, "%s\t%s\t%s %s\t%s\t%s\t%s\n", what, versions[i].Name, spread(values), m.unit, ratio, aim, met)
		}
	}
	_ = w.Flush()
	return missed
}

func median(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }

// spread formats the median with the minimum and the maximum.
func spread(list []float64) string {
	return fmt.Sprintf("%s (%s–%s)", rounded(median(list)), rounded(slices.Min(list)), rounded(slices.Max(list)))
}

// load returns the machine's load average over one, five and fifteen minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
