package spectate

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	words "text/template"

	"pitpost.example/engine/record"
)

// plot is a diagram of horizontal bars or of columns, with its title.
type plot struct {
	Title, Note string
	Bars        []bar
	Columns     []column
}

// Drawing returns the SVG: a line for each share, with a whisker for its interval, or columns of numbers side by side.
func (p plot) Drawing() template.HTML {
	if p.Bars != nil {
		return drawing("bars", p)
	}
	return drawing("columns", p)
}

// bar is a share of cases with its 95 % confidence interval.
type bar struct {
	Label          string
	Of, Cases      int64
	Low, Mid, High float64
}

// share returns the bar for a share of cases, with its Wilson interval.
func share(label string, of, cases int64) bar {
	b := bar{Label: label, Of: of, Cases: cases, High: 1}
	if cases > 0 {
		b.Mid = float64(of) / float64(cases)
		b.Low, b.High = record.WilsonInterval(float64(of), float64(cases), 1.959964)
	}
	return b
}

// barAt returns where a share is drawn, in pixels: right of the names and left of the numbers.
func barAt(share float64) float64 { return 130 + share*200 }

// Wide returns the width of a bar in pixels.
func (b bar) Wide() string { return pixels(max(barAt(b.Mid)-barAt(0), 1)) }

// Says returns the share and its cases as the drawing has them.
func (b bar) Says() string { return fmt.Sprintf("%.0f %% (%d/%d)", 100*b.Mid, b.Of, b.Cases) }

// Across returns the width of a drawing of bars in pixels, with room for the longest of their numbers at the size
// that a phone shows them in.
func (p plot) Across() int {
	across := 440
	for _, b := range p.Bars {
		across = max(across, 340+11*len(b.Says()))
	}
	return across
}

// Exact returns the share in numbers, for readers who cannot see the drawing.
func (b bar) Exact() string {
	return fmt.Sprintf("%.1f %% (%.1f–%.1f %%), %d/%d", 100*b.Mid, 100*b.Low, 100*b.High, b.Of, b.Cases)
}

// column is one column of a diagram, with its position and size in pixels.
type column struct {
	Label                      string
	N                          int64
	X, Middle, Top, Wide, Tall float64
	Counted, Named             bool // there is room for its number, for its name
}

// columns returns a diagram of columns, scaled to the highest number.
func columns(title string, all []column) plot {
	var most int64 = 1
	for _, c := range all {
		most = max(most, c.N)
	}
	wide := min(440/float64(len(all)), 70)
	for i := range all {
		c := &all[i]
		x, tall := float64(i)*wide, float64(c.N)/float64(most)*160
		c.X, c.Middle, c.Top, c.Wide, c.Tall = x, x+wide/2, 182-tall, wide, tall
		c.Counted, c.Named = c.N > 0 && len(all) <= 16, i%(1+len(all)/11) == 0
	}
	return plot{Title: title, Columns: all}
}

// drawings draws boards and diagrams as SVG. It is no html/template
// because the shapes of a board are put into JSON as well.
var drawings = words.Must(words.New("").Funcs(words.FuncMap{
	"number":  number,
	"low":     func(a, b float64) string { return number(min(a, b)) },
	"span":    func(a, b float64) string { return number(math.Abs(a - b)) },
	"add":     func(a, b int) int { return a + b },
	"mul":     func(a, b int) int { return a * b },
	"pixels":  func(at, more float64) string { return pixels(at + more) },
	"at":      func(share float64) string { return pixels(barAt(share)) },
	"percent": func(share float64) string { return fmt.Sprintf("%.0f", 100*share) },
	"ticks":   func() []float64 { return []float64{0, .25, .5, .75, 1} },
	"clip":    clip,
}).ParseFS(files, "drawings.svg"))

// drawing draws one of the drawings. The templates escape its texts.
func drawing(name string, data any) template.HTML {
	var b strings.Builder
	if err := drawings.ExecuteTemplate(&b, name, data); err != nil {
		panic("drawing: " + err.Error()) // only a template that does not fit its data fails, which is an error in the build
	}
	return template.HTML(b.String()) // #nosec G203 -- drawn here, its texts escaped
}

func pixels(v float64) string { return fmt.Sprintf("%.1f", v) }

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 32) }

// clip shortens a label to 17 characters, the width of its column.
func clip(label string) string {
	if r := []rune(label); len(r) > 17 {
		return string(r[:16]) + "…"
	}
	return label
}
