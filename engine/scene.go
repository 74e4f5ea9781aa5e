package engine

// Scene is a picture in plain shapes: a grid of pixels at 1×, a background and
// sprites laid on it in order. A game draws into it; the mailer paints pixels,
// a page writes SVG. Colours are names of the palette below, so that a painter
// decides what they look like in light and dark.
type Scene struct {
	Width, Height int // pixels at 1×
	// Shown is how many pixels wide it is shown where there is room; 0 for its Width.
	Shown   int
	Ground  Colour
	Sprites []Sprite
}

// Marking is a State that lays something over the scene of a view for one reader alone. The
// scene beneath is drawn once for all who see it alike.
type Marking interface {
	// Marks are laid over View(seat).Scene: a numbered tab on each card that a fact after
	// since laid, what the seat alone has looked at, and a frame with its name around each
	// place where a card of its hand may go. Laid are the cards with tabs; the first has number 1.
	Marks(seat string, since int) (over []Sprite, laid []Laid)
}

// Laid is a card on the table: where it lies, and who laid it there.
type Laid struct{ Place, By string }

// Handed is a State that draws what a seat holds, for that seat alone.
type Handed interface {
	// HandScene shows the cards as they are held, each under the number it has in View.Hand; it
	// has no width where the seat holds nothing.
	HandScene(seat string) Scene
}

// Pointed is a State whose choices can be made by pointing at its pictures.
type Pointed interface {
	// Spots are what choices of a seat point at now, in View(seat).Scene and in HandScene(seat).
	Spots(seat string) (board, hand []Spot)
	// Aim says at which of them a legal command of the seat points.
	Aim(seat, command string) Aim
}

// Spot is a part of a picture, by a name of its own.
type Spot struct {
	Name                string
	X, Y, Width, Height int
}

// Aim is the spot of the card that a command plays, and the spot where it will lie, each "" for none.
type Aim struct {
	Card, Place string
	Turned      bool // it will lie the other way round
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
// one point (the middle of its base line, or its left end) and Size.
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
	Left   bool // the text begins at its point
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
	Cave   Colour = "cave"   // the rock around a board, the same by light and dark
	Seam   Colour = "seam"   // what is seen of that rock
	Timber Colour = "timber" // a board's rim
	Beam   Colour = "beam"   // timber in the shade
	Plank  Colour = "plank"  // timber in the light
	Dust   Colour = "dust"   // a path in the shade
	Lamp   Colour = "lamp"   // light, and what a reader may do
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

// Area is a filled figure with corners.
func Area(fill Colour, corners ...Point) Shape {
	return Shape{Kind: Polygon, Points: corners, Fill: fill}
}

// Rim is the timber around a scene of that size, and so are two such sprites across.
func Rim(width, height int) []Sprite {
	side := func(key string, x, y, w, h int) Sprite {
		fw, fh := float64(w), float64(h)
		s := Sprite{Key: "rim/" + key, X: x, Y: y, Width: w, Height: h, Shapes: []Shape{Box(0, 0, fw, fh).Filled(Timber)}}
		if w > h {
			s.Shapes = append(s.Shapes, Box(0, fh-1.5, fw, fh).Filled(Beam), Box(0, 0, fw, 0.75).Filled(Plank))
		} else {
			s.Shapes = append(s.Shapes, Box(fw-1.5, 0, fw, fh).Filled(Beam), Box(0, 0, 0.75, fh).Filled(Plank))
		}
		return s
	}
	return []Sprite{
		side("side", 0, 0, RimWide, height), side("side", width-RimWide, 0, RimWide, height),
		side("beam", 0, 0, width, RimWide), side("beam", 0, height-RimWide, width, RimWide),
	}
}

// RimWide is how wide a rim is.
const RimWide = 4

// Label is a text in the middle of a sprite of that size.
func Label(text string, width, height int, size float64) Shape {
	return Shape{
		Kind: Text, Text: text, Size: size, Fill: Ink,
		Points: []Point{{X: float64(width) / 2, Y: float64(height)/2 + size*0.38}},
	}
}
