package engine

// Box is a rectangle from one corner to the other, to be filled or stroked.
func Box(x0, y0, x1, y1 float64) Shape {
	return Shape{Kind: Rect, Points: []Point{{X: x0, Y: y0}, {X: x1, Y: y1}}}
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
