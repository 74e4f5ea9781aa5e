package picture

import "pitpost.example/engine"

// Scale makes a board sharp on screens of twice the dots.
const Scale = 2

// Caption is a line of text on a ground of its own: gold for who won.
func Caption(text string, x, y, width, height int, size float64, ground engine.Colour) engine.Sprite {
	box := engine.Box(2, 1, float64(width-2), float64(height-1))
	box.Fill, box.R = ground, 5
	letters := engine.Label(text, width, height, size)
	letters.Bold = true
	// Without a key: names, scores and numbers of matches would fill the memory of what is drawn.
	return engine.Sprite{X: x, Y: y, Width: width, Height: height, Shapes: []engine.Shape{box, letters}}
}
