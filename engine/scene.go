package engine

// Scene is a picture in plain shapes: a grid of pixels at 1×, a background and
// sprites laid on it in order. A game draws into it; the mailer paints pixels,
// a page writes SVG. Colours are names of the palette below, so that a painter
// decides what they look like in light and dark.
type Scene struct {
	Width, Height int // pixels at 1×
	Ground        Colour
	Sprites       []Sprite
}

// Sprite is a small drawing at a place. Two sprites with the same Key, Width
// and Height are equal to the pixel, so a painter may keep the pixels by key; one without is
// drawn each time.
type Sprite struct {
	Key           string
	X, Y          int // of the left upper corner, in the scene
	Width, Height int
	Shapes        []Shape
}

// Shape is one filled or stroked figure inside a sprite, in sprite pixels.
// A circle has one point and R; a rectangle two points (corners) and R as the
// radius of its corners; a polygon or line as many points as it likes; text
// one point (the middle of its base line) and Size.
type Shape struct {
	Kind   ShapeKind
	Points []Point
	R      float64
	Fill   Colour  // "" for none
	Stroke Colour  // "" for none
	Line   float64 // width of the stroke
	Text   string
	Size   float64 // height of the letters
	Bold   bool
}

// Point is a place in sprite pixels.
type Point struct{ X, Y float64 }

// ShapeKind says how a Shape reads its points.
type ShapeKind uint8

// The kinds of shapes.
const (
	Rect ShapeKind = iota
	Circle
	Polygon
	Line
	Text
)

// Colour is a name in the house's palette.
type Colour string

// The palette. Painters must know every one of these.
const (
	Paper  Colour = "paper"  // the page
	Ink    Colour = "ink"    // letters and outlines
	Faint  Colour = "faint"  // grid, names of cells
	Rock   Colour = "rock"   // what is closed
	Stone  Colour = "stone"  // a lighter rock
	Earth  Colour = "earth"  // the face of a card
	Path   Colour = "path"   // what is open
	Gold   Colour = "gold"   //
	Hidden Colour = "hidden" // a card face down
	Mark   Colour = "mark"   // what is new since the last letter
	Danger Colour = "danger" // broken, warned
	Good   Colour = "good"   // mended, safe
	Red    Colour = "red"
	Green  Colour = "green"
	White  Colour = "white"
	Pink   Colour = "pink"
	Blue   Colour = "blue"
	Yellow Colour = "yellow"
)

// Box is a rectangle from one corner to the other, to be filled or stroked.
func Box(x0, y0, x1, y1 float64) Shape {
	return Shape{Kind: Rect, Points: []Point{{X: x0, Y: y0}, {X: x1, Y: y1}}}
}

// Card is the face of a card of that size: a box with round corners and a thin outline.
func Card(width, height int, fill, outline Colour) Shape {
	return Box(0.5, 0.5, float64(width)-0.5, float64(height)-0.5).Rounded(5).Outlined(outline, 1).Filled(fill)
}

// Disc is a filled circle.
func Disc(middle Point, r float64, fill Colour) Shape {
	return Shape{Kind: Circle, Points: []Point{middle}, R: r, Fill: fill}
}

// Rounded is a box with corners of that radius.
func (s Shape) Rounded(r float64) Shape {
	s.R = r
	return s
}

// Outlined is a shape with an outline of that width.
func (s Shape) Outlined(c Colour, width float64) Shape {
	s.Stroke, s.Line = c, width
	return s
}

// Filled is a shape with a colour inside.
func (s Shape) Filled(c Colour) Shape {
	s.Fill = c
	return s
}

// Stroke is a line through points.
func Stroke(c Colour, width float64, points ...Point) Shape {
	return Shape{Kind: Line, Points: points, Stroke: c, Line: width}
}

// Label is a text in the middle of a sprite of that size.
func Label(text string, width, height int, size float64) Shape {
	return Shape{
		Kind: Text, Text: text, Size: size, Fill: Ink,
		Points: []Point{{X: float64(width) / 2, Y: float64(height)/2 + size*0.38}},
	}
}
