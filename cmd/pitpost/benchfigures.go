package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"
)

// figure is a line of what the bench prints.
type figure struct {
	what   string
	value  float64
	unit   string
	beside string  // the yardstick of the same run, "" for none
	ratio  float64 // to the yardstick; what it means stands in beside
	aim    string  // as people read it
	least  float64 // aim of the ratio, or else of the value; 0 for none
	most   float64 // the same from above
}

// met says whether the aim was reached: "yes", "no", or nothing where there is none.
func (f figure) met() string {
	v := f.value
	if f.beside != "" {
		v = f.ratio
	}
	switch {
	case f.least == 0 && f.most == 0:
		return ""
	case f.least > 0 && v < f.least, f.most > 0 && v > f.most:
		return "no"
	}
	return "yes"
}

func (f figure) cells() string {
	ratio := ""
	if f.beside != "" {
		ratio = fmt.Sprintf("%.2f", f.ratio)
	}
	return fmt.Sprintf("%s\t%s %s\t%s\t%s\t%s\t%s", f.what, rounded(f.value), f.unit, ratio, f.beside, f.aim, f.met())
}

// rounded keeps three figures or so.
func rounded(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func printFigures(out io.Writer, figures []figure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tfigure\tratio\tbeside\taim\tmet")
	for _, f := range figures {
		fmt.Fprintln(w, f.cells())
	}
	return w.Flush()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// doorFigures are those of one door: idle is a house with one match.
func doorFigures(idle, busy *benchPhase) []figure {
	n := float64(len(busy.letters))
	by := func(what string) string { return what + " by " + busy.door }
	figures := []figure{
		{what: by("letters committed"), value: n / busy.took.Seconds(), unit: "a second"},
		{what: by("letters handed to the sink"), value: float64(busy.out) / busy.took.Seconds(), unit: "a second"},
	}
	for _, t := range []struct {
		what  string
		times []time.Duration
		most  float64
	}{
		{"idle house, letter to committed", idle.letters, 50}, {"idle house, letter to digest", idle.digests, 0},
		{fmt.Sprintf("%d matches, letter to committed", busy.matches), busy.letters, 0}, {fmt.Sprintf("%d matches, letter to digest", busy.matches), busy.digests, 0},
	} {
		for _, p := range []float64{0.50, 0.95, 0.99} {
			f := figure{what: by(fmt.Sprintf("%s, p%.0f", t.what, 100*p)), value: ms(percentile(t.times, p)), unit: "ms"}
			if p == 0.95 && t.most > 0 {
				f.aim, f.most = "≤ 50 ms", t.most
			}
			figures = append(figures, f)
		}
	}
	figures = append(figures,
		figure{what: by("round trips to the database for a letter in"), value: float64(busy.inDoor) / n, unit: ""},
		figure{what: by("round trips in all, letters out and clock too"), value: float64(busy.trips) / n, unit: "a letter"},
		figure{what: by("processor, house, bots and sink"), value: busy.own.Seconds() * 1000 / n, unit: "s per 1000"},
		figure{what: by("processor, Postgres"), value: busy.server.Seconds() * 1000 / n, unit: "s per 1000"},
		figure{what: by("resident memory, the most"), value: float64(busy.resident) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300})
	if busy.door != "lmtp" {
		figures = append(figures, figure{what: by("IMAP commands per 100 letters"), value: 100 * float64(busy.commands) / n, unit: "", aim: "≤ 3 for 10,000 waiting"})
	}
	return figures
}
