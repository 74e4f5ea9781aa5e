package engine

// Scene is a picture in plain shapes: a grid of pixels at 1×, a background, and sprites laid on it
// in order. A game fills it; the mailer paints pixels, and a page writes SVG. Colours are names
// from the palette below, so that each painter decides how they look in light and in dark mode.
type Scene struct {
	Width, Height int // pixels at 1×
	// Shown is the width in pixels at which it is shown if there is room; 0 stands for Width.
	Shown   int
	Ground  Colour
	Sprites []Sprite
}

// Marking is a State that lays marks for one reader over the scene of a view. They are separate
// from the scene so that it is drawn only once for all who see the same.
type Marking interface {
	// Marks returns what is laid over View(seat).Scene: a numbered tab on each card that was laid
	// by a fact after since, what only the seat has looked at, and a named frame around each place
	// where a card of its hand may go. laid lists the cards with tabs; the first has number 1.
	Marks(seat string, since int) (over []Sprite, laid []Laid)
}

// Laid is a card on the table: its place, and the seat that laid it.
type Laid struct{ Place, By string }

// Handed is a State that draws a seat's hand, for that seat only.
type Handed interface {
	// HandScene draws the cards of a seat, each under its number in View.Hand. The scene has width
	// 0 if the hand is empty.
	HandScene(seat string) Scene
}

// Pointed is a State whose choices can be made by clicking on its pictures.
type Pointed interface {
	// Spots lists what a seat's choices can point at now, in View(seat).Scene and in
	// HandScene(seat).
	Spots(seat string) (board, hand []Spot)
	// Aim says which of these spots a legal command of the seat points at.
	Aim(seat, command string) Aim
}

// Spot is a named part of a picture.
type Spot struct {
	Name                string
	X, Y, Width, Height int
}

// Aim holds the names of two spots: the card that a command plays, and where that card will lie.
// Each is "" if there is none.
type Aim struct {
	Card, Place string
	Turned      bool // the card will be laid turned by half
}

// Sprite is a small drawing at a place. Sprites with the same Key, Width and Height have the same
// pixels, so a painter may cache them by key. A sprite without a Key is drawn each time.
type Sprite struct {
	Key           string
	X, Y          int // of the top left corner, in the scene
	Width, Height int
	Shapes        []Shape
}

// Shape is one filled or stroked figure in a sprite, in sprite pixels. A circle has one point and
// the radius R. A rectangle has two points (opposite corners), and R is the radius of its round
// corners. A polygon or line has any number of points. Text has one point (the middle of its base
// line, or its left end if Left is set) and Size.
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
	Left   bool // the text begins at its point and is not centred on it
}

// Point is a position in sprite pixels.
type Point struct{ X, Y float64 }

// ShapeKind says what the points of a Shape mean.
type ShapeKind uint8

// The kinds of shapes.
const (
	Rect ShapeKind = iota
	Circle
	Polygon
	Line
	Text
)

// Colour is a name from the palette.
type Colour string

// The palette. A painter must know all of these.
const (
	Paper  Colour = "paper"  // the page
	Ink    Colour = "ink"    // letters and outlines
	Faint  Colour = "faint"  // grid, names of cells
	Rock   Colour = "rock"   // what is closed
	Stone  Colour = "stone"  // a lighter rock
	Earth  Colour = "earth"  // the face of a card
	Path   Colour = "path"   // what is open
	Gold   Colour = "gold"   // coins and nuggets
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
	Cave   Colour = "cave"   // the rock around a board, the same in light and dark
	Seam   Colour = "seam"   // visible parts of that rock
	Timber Colour = "timber" // a board's rim
	Beam   Colour = "beam"   // timber in the shade
	Plank  Colour = "plank"  // timber in the light
	Dust   Colour = "dust"   // a path in the shade
	Lamp   Colour = "lamp"   // light, and where the reader may move
)

// BoxShape returns a rectangle between two corners, to be filled or stroked.
func BoxShape(x0, y0, x1, y1 float64) Shape {
	return Shape{Kind: Rect, Points: []Point{{X: x0, Y: y0}, {X: x1, Y: y1}}}
}

// CardShape returns the face of a card: a box of the given size with round corners and a thin outline.
func CardShape(width, height int, fill, outline Colour) Shape {
	return BoxShape(0.5, 0.5, float64(width)-0.5, float64(height)-0.5).Rounded(5).Outlined(outline, 1).Filled(fill)
}

// DiscShape returns a filled circle.
func DiscShape(middle Point, r float64, fill Colour) Shape {
	return Shape{Kind: Circle, Points: []Point{middle}, R: r, Fill: fill}
}

// Rounded returns the shape with corners of that radius.
func (s Shape) Rounded(r float64) Shape {
	s.R = r
	return s
}

// Outlined returns the shape with an outline of that colour and width.
func (s Shape) Outlined(c Colour, width float64) Shape {
	s.Stroke, s.Line = c, width
	return s
}

// Filled returns the shape filled with a colour.
func (s Shape) Filled(c Colour) Shape {
	s.Fill = c
	return s
}

// StrokeShape returns a line through the points.
func StrokeShape(c Colour, width float64, points ...Point) Shape {
	return Shape{Kind: Line, Points: points, Stroke: c, Line: width}
}

// AreaShape returns a filled polygon.
func AreaShape(fill Colour, corners ...Point) Shape {
	return Shape{Kind: Polygon, Points: corners, Fill: fill}
}

// Heavy returns a text in bold letters of that colour.
func (s Shape) Heavy(c Colour) Shape {
	s.Bold, s.Fill = true, c
	return s
}

// FramedScene returns a scene of the rock around a board, in its timber frame.
func FramedScene(width, height, shown int) Scene {
	return Scene{Width: width, Height: height, Shown: shown, Ground: Cave, Sprites: FrameSprites(width, height)}
}

// Add lays sprites on what is there.
func (s *Scene) Add(sprites ...Sprite) { s.Sprites = append(s.Sprites, sprites...) }

// FrameSprites returns the timber frame of a scene of that size.
func FrameSprites(width, height int) []Sprite {
	side := func(key string, x, y, w, h int) Sprite {
		fw, fh := float64(w), float64(h)
		s := Sprite{Key: "rim/" + key, X: x, Y: y, Width: w, Height: h, Shapes: []Shape{BoxShape(0, 0, fw, fh).Filled(Timber)}}
		if w > h {
			s.Shapes = append(s.Shapes, BoxShape(0, fh-1.5, fw, fh).Filled(Beam),
				BoxShape(0, 0, fw, 0.75).Filled(Plank))
		} else {
			s.Shapes = append(s.Shapes, BoxShape(fw-1.5, 0, fw, fh).Filled(Beam),
				BoxShape(0, 0, 0.75, fh).Filled(Plank))
		}
		return s
	}
	return []Sprite{
		side("side", 0, 0, RimWide, height), side("side", width-RimWide, 0, RimWide, height),
		side("beam", 0, 0, width, RimWide), side("beam", 0, height-RimWide, width, RimWide),
	}
}

// RimWide is the width of the frame in pixels at 1×.
const RimWide = 4

// LabelShape returns a text in the middle of a sprite of that size.
func LabelShape(text string, width, height int, size float64) Shape {
	return Shape{
		Kind: Text, Text: text, Size: size, Fill: Ink,
		Points: []Point{{X: float64(width) / 2, Y: float64(height)/2 + size*0.38}},
	}
}
