package spectate

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	words "text/template"
)

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
