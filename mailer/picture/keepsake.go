package picture

import (
	"slices"

	"pitpost.example/engine"
)

// Scale makes a board sharp on screens of twice the dots.
const Scale = 2

// Sizes of what is written under a keepsake, in pixels at 1×.
const (
	keepsakeTitle  = 30
	keepsakeRow    = 24
	keepsakeEntry  = 220 // the least width of an entry
	keepsakeMargin = 10
)

// Entry is a name with its score under a keepsake.
type Entry struct {
	Text string
	Won  bool // it stands on gold
}

// Keepsake is a board with a title and entries under it, in as many columns as there is room for.
func Keepsake(board engine.Scene, title string, entries []Entry) engine.Scene {
	top := board.Height
	columns := max(1, (board.Width-2*keepsakeMargin)/keepsakeEntry)
	rows := (len(entries) + columns - 1) / columns
	board.Height += keepsakeTitle + rows*keepsakeRow + keepsakeMargin
	board.Sprites = append(slices.Clip(board.Sprites), caption(title, 0, top, board.Width, keepsakeTitle, 17, engine.Paper))
	width := (board.Width - 2*keepsakeMargin) / columns
	for i, e := range entries {
		ground := engine.Paper
		if e.Won {
			ground = engine.Gold
		}
		board.Sprites = append(board.Sprites, caption(e.Text, keepsakeMargin+i%columns*width, top+keepsakeTitle+i/columns*keepsakeRow, width, keepsakeRow, 14, ground))
	}
	return board
}

// caption is a line of text on a ground of its own.
func caption(text string, x, y, width, height int, size float64, ground engine.Colour) engine.Sprite {
	box := engine.Box(2, 1, float64(width-2), float64(height-1))
	box.Fill, box.R = ground, 5
	letters := engine.Label(text, width, height, size)
	letters.Bold = true
	// Without a key: names, scores and numbers of matches would fill the memory of what is drawn.
	return engine.Sprite{X: x, Y: y, Width: width, Height: height, Shapes: []engine.Shape{box, letters}}
}
