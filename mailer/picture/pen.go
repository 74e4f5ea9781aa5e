package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"pitpost.example/engine"
)

// pen draws the shapes of a sprite with soft edges. It is not safe for concurrent use, because font faces are
// not.
type pen struct {
	palette       *palette
	regular, bold *opentype.Font
	raster        *vector.Rasterizer // of all shapes, one after the other
}

func newPen(p *palette) pen {
	return pen{palette: p, regular: fontOf(goregular.TTF), bold: fontOf(gobold.TTF), raster: &vector.Rasterizer{}}
}

// fontOf parses a font that is embedded in the program. It panics if that fails, because then the build is
// broken.
func fontOf(file []byte) *opentype.Font {
	read, err := opentype.Parse(file)
	if err != nil {
		panic("mailer: font: " + err.Error())
	}
	return read
}

func (p pen) draw(s engine.Sprite, scale float64) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, dots(s.Width, scale), dots(s.Height, scale)))
	for _, shape := range s.Shapes {
		if shape.Kind == engine.Text {
			p.letters(img, shape, scale)
			continue
		}
		outline, closed := outlineOf(shape, scale)
		if shape.Fill != "" && closed {
			p.fill(img, outline, p.palette.rgb(shape.Fill))
		}
		if shape.Stroke != "" && shape.Line > 0 {
			p.stroke(img, outline, closed, shape.Line*scale/2, p.palette.rgb(shape.Stroke))
		}
	}
	return img
}

type dot struct{ x, y float64 }

// outlineOf turns a shape into a line of dots, with many dots for round parts.
func outlineOf(s engine.Shape, scale float64) (outline []dot, closed bool) {
	at := func(i int) dot { return dot{s.Points[i].X * scale, s.Points[i].Y * scale} }
	switch {
	case s.Kind == engine.Circle && len(s.Points) > 0:
		return arc(nil, at(0), s.R*scale, 0, 2*math.Pi), true
	case s.Kind == engine.Rect && len(s.Points) > 1:
		a, b, r := at(0), at(1), s.R*scale
		if r <= 0 {
			return []dot{a, {b.x, a.y}, b, {a.x, b.y}}, true
		}
		outline = arc(nil, dot{b.x - r, a.y + r}, r, -math.Pi/2, 0)
		outline = arc(outline, dot{b.x - r, b.y - r}, r, 0, math.Pi/2)
		outline = arc(outline, dot{a.x + r, b.y - r}, r, math.Pi/2, math.Pi)
		return arc(outline, dot{a.x + r, a.y + r}, r, math.Pi, 3*math.Pi/2), true
	}
	for i := range s.Points {
		outline = append(outline, at(i))
	}
	return outline, s.Kind == engine.Polygon
}

func arc(outline []dot, centre dot, r, from, to float64) []dot {
	steps := max(4, int(math.Ceil(r*(to-from)/1.5)))
	for i := range steps + 1 {
		a := from + (to-from)*float64(i)/float64(steps)
		outline = append(outline, dot{centre.x + r*math.Cos(a), centre.y + r*math.Sin(a)})
	}
	return outline
}

func (p pen) fill(img *image.RGBA, outline []dot, c color.RGBA) {
	if len(outline) < 3 {
		return
	}
	b := img.Bounds()
	p.raster.Reset(b.Dx(), b.Dy())
	trace(p.raster, outline)
	p.raster.Draw(img, b, image.NewUniform(c), image.Point{})
}

func trace(z *vector.Rasterizer, outline []dot) {
	z.MoveTo(float32(outline[0].x), float32(outline[0].y))
	for _, d := range outline[1:] {
		z.LineTo(float32(d.x), float32(d.y))
	}
	z.ClosePath()
}

// stroke draws a line with half its width given: a bar for each piece and a round joint at each dot. All are
// rasterised together, so that overlaps do not get darker.
func (p pen) stroke(img *image.RGBA, outline []dot, closed bool, half float64, c color.RGBA) {
	b := img.Bounds()
	z := p.raster
	z.Reset(b.Dx(), b.Dy())
	n := len(outline)
	last := n - 1
	if closed {
		last = n
	}
	for i := range last {
		a, e := outline[i], outline[(i+1)%n]
		dx, dy := e.x-a.x, e.y-a.y
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		nx, ny := -dy/length*half, dx/length*half
		trace(z, []dot{{a.x + nx, a.y + ny}, {a.x - nx, a.y - ny}, {e.x - nx, e.y - ny}, {e.x + nx, e.y + ny}})
	}
	for _, d := range outline {
		trace(z, arc(nil, d, half, 0, 2*math.Pi))
	}
	z.Draw(img, b, image.NewUniform(c), image.Point{})
}

func (p pen) letters(img *image.RGBA, s engine.Shape, scale float64) {
	if len(s.Points) == 0 || s.Size <= 0 {
		return
	}
	f := p.regular
	if s.Bold {
		f = p.bold
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: s.Size * scale, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return // only if the size is not a number, which we never use
	}
	defer face.Close()
	d := font.Drawer{Dst: draw.Image(img), Src: image.NewUniform(p.palette.rgb(s.Fill)), Face: face}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(s.Points[0].X * scale * 64), Y: fixed.Int26_6(s.Points[0].Y * scale * 64)}
	if !s.Left {
		d.Dot.X -= d.MeasureString(s.Text) / 2
	}
	d.DrawString(s.Text)
}
