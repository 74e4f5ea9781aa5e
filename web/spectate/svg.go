package spectate

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// sprites are the drawings of many scenes, each kept once. Colours are classes, and the style
// sheet says what they look like.
type sprites struct {
	index map[string]int
	drawn []string
}

func newSprites() *sprites { return &sprites{index: map[string]int{}} }

// add gives the number of a sprite, drawn at its first use.
func (d *sprites) add(s engine.Sprite) int {
	key := fmt.Sprintf("%s %d %d", s.Key, s.Width, s.Height)
	if i, ok := d.index[key]; ok {
		return i
	}
	var b strings.Builder
	for _, shape := range s.Shapes {
		draw(&b, shape)
	}
	d.index[key] = len(d.drawn)
	d.drawn = append(d.drawn, b.String())
	return len(d.drawn) - 1
}

// placed is a sprite at its place: its number, x and y.
type placed [3]int

// place lays a scene out.
func (d *sprites) place(scene engine.Scene) []placed {
	out := make([]placed, len(scene.Sprites))
	for i, s := range scene.Sprites {
		out[i] = placed{d.add(s), s.X, s.Y}
	}
	return out
}

// draw writes one shape.
func draw(b *strings.Builder, s engine.Shape) {
	class := "f-none"
	if s.Fill != "" {
		class = "f-" + string(s.Fill)
	}
	if s.Stroke != "" && s.Line > 0 {
		class += " s-" + string(s.Stroke)
	}
	look := ` class="` + html.EscapeString(class) + `"`
	if s.Stroke != "" && s.Line > 0 {
		look += ` stroke-width="` + number(s.Line) + `"`
	}
	switch {
	case s.Kind == engine.Circle && len(s.Points) > 0:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s"%s/>`, number(s.Points[0].X), number(s.Points[0].Y), number(s.R), look)
	case s.Kind == engine.Rect && len(s.Points) > 1:
		x0, y0, x1, y1 := s.Points[0].X, s.Points[0].Y, s.Points[1].X, s.Points[1].Y
		fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s"`, number(min(x0, x1)), number(min(y0, y1)), number(max(x0, x1)-min(x0, x1)), number(max(y0, y1)-min(y0, y1)))
		if s.R > 0 {
			b.WriteString(` rx="` + number(s.R) + `"`)
		}
		b.WriteString(look + "/>")
	case s.Kind == engine.Text && len(s.Points) > 0:
		weight := ""
		if s.Bold {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" text-anchor="middle"%s%s>%s</text>`,
			number(s.Points[0].X), number(s.Points[0].Y), number(s.Size), weight, look, html.EscapeString(s.Text))
	case s.Kind == engine.Polygon || s.Kind == engine.Line:
		name := "polyline"
		if s.Kind == engine.Polygon {
			name = "polygon"
		}
		points := make([]string, len(s.Points))
		for i, p := range s.Points {
			points[i] = number(p.X) + "," + number(p.Y)
		}
		fmt.Fprintf(b, `<%s points="%s"%s/>`, name, strings.Join(points, " "), look)
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 32) }

// picture is a scene as SVG; alt says in words what it shows.
func (d *sprites) picture(width, height int, uses []placed, alt string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s"><defs>`, width, height, html.EscapeString(alt))
	known := map[int]bool{}
	for _, u := range uses {
		if !known[u[0]] {
			known[u[0]] = true
			fmt.Fprintf(&b, `<g id="s%d">%s</g>`, u[0], d.drawn[u[0]])
		}
	}
	fmt.Fprintf(&b, `</defs><rect class="f-paper" width="%d" height="%d"/>`, width, height)
	for _, u := range uses {
		fmt.Fprintf(&b, `<use href="#s%d" x="%d" y="%d"/>`, u[0], u[1], u[2])
	}
	b.WriteString("</svg>")
	return b.String()
}
