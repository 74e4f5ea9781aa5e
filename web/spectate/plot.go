package spectate

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"pitpost.example/engine/record"
)

// bar is a share of cases with its 95 % interval.
type bar struct {
	label          string
	of, cases      int64
	low, mid, high float64
}

// share is Wilson's interval for so many of so many cases.
func share(label string, of, cases int64) bar {
	b := bar{label: label, of: of, cases: cases}
	if cases == 0 {
		b.high = 1
		return b
	}
	b.mid = float64(of) / float64(cases)
	b.low, b.high = record.Wilson(float64(of), float64(cases), 1.959964)
	return b
}

// Sizes of the plots, in pixels.
const (
	plotWide  = 440
	barHigh   = 30
	barsFrom  = 130 // right of the names
	barsTo    = 330 // left of the numbers
	colsHigh  = 160
	colsAbove = 22 // for the numbers over the columns
	colsBelow = 24 // for their names
)

// bars draws shares lying, a line each, with a whisker for the interval.
func bars(title string, all []bar) plot {
	if len(all) == 0 {
		return plot{}
	}
	out := plot{Title: title}
	var b strings.Builder
	high := len(all)*barHigh + 20
	begin(&b, high, out.Title)
	at := func(v float64) float64 { return barsFrom + v*(barsTo-barsFrom) }
	for _, tick := range []float64{0, .25, .5, .75, 1} {
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" x2="%.1f" y1="0" y2="%d"/><text class="tick" x="%.1f" y="%d" text-anchor="middle">%.0f %%</text>`,
			at(tick), at(tick), high-18, at(tick), high-4, 100*tick)
	}
	for i, one := range all {
		y := i * barHigh
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, barsFrom-8, y+19, html.EscapeString(clip(one.label)))
		fmt.Fprintf(&b, `<rect class="bar" x="%d" y="%d" width="%.1f" height="%d" rx="3"/>`, barsFrom, y+6, max(at(one.mid)-barsFrom, 1), barHigh-12)
		fmt.Fprintf(&b, `<line class="whisker" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`, at(one.low), at(one.high), y+barHigh/2, y+barHigh/2)
		value := fmt.Sprintf("%.0f %% (%d/%d)", 100*one.mid, one.of, one.cases)
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, barsTo+10, y+19, value)
		out.Rows = append(out.Rows, [2]string{one.label, fmt.Sprintf("%.1f %% (%.1f–%.1f %%), %d/%d", 100*one.mid, 100*one.low, 100*one.high, one.of, one.cases)})
	}
	b.WriteString("</svg>")
	out.Drawing = template.HTML(b.String()) // #nosec G203 -- drawn here, its texts escaped
	return out
}

// column is one of a row of columns.
type column struct {
	label string
	n     int64
}

// columns draws numbers standing side by side.
func columns(title string, all []column) plot {
	if len(all) == 0 {
		return plot{}
	}
	out := plot{Title: title}
	var most int64 = 1
	for _, c := range all {
		most = max(most, c.n)
	}
	var b strings.Builder
	begin(&b, colsAbove+colsHigh+colsBelow, out.Title)
	wide := min(float64(plotWide)/float64(len(all)), 70)
	every := 1 + len(all)/11 // names would run into each other
	for i, c := range all {
		x, tall := float64(i)*wide, float64(c.n)/float64(most)*colsHigh
		fmt.Fprintf(&b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"/>`, x+2, colsAbove+colsHigh-tall, wide-4, tall)
		if c.n > 0 && len(all) <= 16 {
			fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%.1f" text-anchor="middle">%d</text>`, x+wide/2, colsAbove+colsHigh-tall-5, c.n)
		}
		if i%every == 0 {
			fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%d" text-anchor="middle">%s</text>`, x+wide/2, colsAbove+colsHigh+17, html.EscapeString(c.label))
		}
		out.Rows = append(out.Rows, [2]string{c.label, fmt.Sprint(c.n)})
	}
	fmt.Fprintf(&b, `<line class="grid" x1="0" x2="%d" y1="%d" y2="%d"/></svg>`, plotWide, colsAbove+colsHigh, colsAbove+colsHigh)
	out.Drawing = template.HTML(b.String()) // #nosec G203 -- drawn here, its texts escaped
	return out
}

func begin(b *strings.Builder, high int, title string) {
	fmt.Fprintf(b, `<svg class="plot" viewBox="0 0 %d %d" role="img" aria-label="%s">`, plotWide, high, html.EscapeString(title))
}

// clip keeps a name within its column.
func clip(label string) string {
	if r := []rune(label); len(r) > 17 {
		return string(r[:16]) + "…"
	}
	return label
}
