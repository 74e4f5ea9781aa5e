package saboteur

import (
	"strconv"
	"strings"
	"sync"

	"pitpost.example/engine"
)

// Sizes of the picture at 1×, in pixels.
const (
	cardWidth  = 48
	cardHeight = 64
	cardGap    = 2
	edge       = 22 // for the names of columns and rows
)

// scene is the maze as a picture, the names of its columns and rows along all
// four edges.
func (s *State) scene() engine.Scene {
	x := s.extent()
	columns, rows := x.right-x.left+1, x.bottom-x.top+1
	picture := engine.Scene{
		Width:  2*edge + columns*(cardWidth+cardGap),
		Height: 2*edge + rows*(cardHeight+cardGap),
		Ground: engine.Paper,

		Sprites: make([]engine.Sprite, 0, 2*(columns+rows)+columns*rows+1),
	}
	for i := range columns {
		for _, y := range []int{0, picture.Height - edge} {
			picture.Sprites = append(picture.Sprites, label(columnName(x.left+i), edge+i*(cardWidth+cardGap), y, cardWidth, edge))
		}
	}
	for i := range rows {
		for _, at := range []int{0, picture.Width - edge} {
			picture.Sprites = append(picture.Sprites, label(strconv.Itoa(x.top+i), at, edge+i*(cardHeight+cardGap), edge, cardHeight))
		}
	}
	for row := x.top; row <= x.bottom; row++ {
		for col := x.left; col <= x.right; col++ {
			left, top := edge+(col-x.left)*(cardWidth+cardGap), edge+(row-x.top)*(cardHeight+cardGap)
			c := Cell{int8(col), int8(row)}
			picture.Sprites = append(picture.Sprites, tileSprite(s.maze.at(c), left, top))
			if s.marked && c == s.newest {
				picture.Sprites = append(picture.Sprites, frameSprite("saboteur/mark", left, top, 1.5, 5, engine.Mark, 3))
			}
		}
	}
	return picture
}

func label(name string, x, y, width, height int) engine.Sprite {
	return engine.Sprite{
		Key: "saboteur/label/" + name, X: x, Y: y, Width: width, Height: height,
		Shapes: []engine.Shape{engine.Label(name, width, height, 13)},
	}
}

// frameSprite is a frame so far within the edge of a card.
func frameSprite(key string, x, y int, in, r float64, c engine.Colour, width float64) engine.Sprite {
	frame := engine.Box(in, in, cardWidth-in, cardHeight-in).Rounded(r).Outlined(c, width)
	return engine.Sprite{Key: key, X: x, Y: y, Width: cardWidth, Height: cardHeight, Shapes: []engine.Shape{frame}}
}

// tileSprite draws one cell. Cards that look the same have the same key,
// whichever way they were printed.
func tileSprite(t tile, x, y int) engine.Sprite {
	s := tileLooks()[t]
	s.X, s.Y = x, y
	return s
}

// tileLooks are all that can lie in a cell, drawn once: a picture has some fifty of them.
// Nobody changes their shapes.
var tileLooks = sync.OnceValue(func() *[256]engine.Sprite {
	var looks [256]engine.Sprite
	looks[emptyTile].Key = "saboteur/empty"
	looks[emptyTile].Shapes = []engine.Shape{engine.Card(cardWidth, cardHeight, engine.Paper, engine.Faint)}
	looks[hiddenTile].Key = "saboteur/hidden"
	looks[hiddenTile].Shapes = []engine.Shape{engine.Card(cardWidth, cardHeight, engine.Hidden, engine.Ink), {
		Kind: engine.Text, Text: "?", Size: 30, Bold: true, Fill: engine.Paper,
		Points: []engine.Point{{X: cardWidth / 2, Y: cardHeight/2 + 11}},
	}}
	for c := pathNS; c < faces; c++ {
		for _, turned := range []bool{false, true} {
			t := tileOf(c, turned)
			looks[t].Key = "saboteur/" + look(t)
			looks[t].Shapes = append([]engine.Shape{engine.Card(cardWidth, cardHeight, engine.Rock, engine.Ink)}, tunnels(t.sides(), t.deadEnd())...)
			looks[t].Shapes = append(looks[t].Shapes, emblem(t.card())...)
		}
	}
	for t := range looks {
		looks[t].Width, looks[t].Height = cardWidth, cardHeight
	}
	return &looks
})

// look names what a card face up looks like: its kind and its open sides.
func look(t tile) string {
	kind := "path"
	switch t.card() {
	case start:
		kind = "start"
	case gold:
		kind = "gold"
	case stoneNE, stoneNW:
		kind = "stone"
	default:
		if t.deadEnd() {
			kind = "dead"
		}
	}
	var b strings.Builder
	for i, side := range around {
		if t.sides()&side != 0 {
			b.WriteByte("nesw"[i])
		}
	}
	return kind + "-" + b.String()
}

// tunnels draws the open sides: to the middle where they are joined; on a dead
// end each stops at a bar of rock and the middle bears a cross.
func tunnels(open Sides, dead bool) []engine.Shape {
	const wide, midX, midY = 8.0, cardWidth / 2.0, cardHeight / 2.0
	stop := 0.0
	if dead {
		stop = 13
	}
	arms := [4]engine.Shape{
		engine.Box(midX-wide, 1, midX+wide, midY+wide-stop-wide),
		engine.Box(midX-wide+stop+wide, midY-wide, cardWidth-1, midY+wide),
		engine.Box(midX-wide, midY-wide+stop+wide, midX+wide, cardHeight-1),
		engine.Box(1, midY-wide, midX+wide-stop-wide, midY+wide),
	}
	var shapes []engine.Shape
	for i, side := range around {
		if open&side != 0 {
			shapes = append(shapes, arms[i].Filled(engine.Path))
		}
	}
	if !dead {
		return append(shapes, engine.Box(midX-wide, midY-wide, midX+wide, midY+wide).Filled(engine.Path))
	}
	const arm = 7
	return append(shapes,
		engine.Stroke(engine.Paper, 4, engine.Point{X: midX - arm, Y: midY - arm}, engine.Point{X: midX + arm, Y: midY + arm}),
		engine.Stroke(engine.Paper, 4, engine.Point{X: midX - arm, Y: midY + arm}, engine.Point{X: midX + arm, Y: midY - arm}))
}

// emblem is what lies in the middle of the start and of a turned goal.
func emblem(c Card) []engine.Shape {
	const midX, midY = cardWidth / 2.0, cardHeight / 2.0
	switch c {
	case start:
		ladder := []engine.Shape{
			engine.Stroke(engine.Ink, 2, engine.Point{X: midX - 6, Y: midY - 20}, engine.Point{X: midX - 6, Y: midY + 20}),
			engine.Stroke(engine.Ink, 2, engine.Point{X: midX + 6, Y: midY - 20}, engine.Point{X: midX + 6, Y: midY + 20}),
		}
		for y := midY - 16; y <= midY+16; y += 8 {
			ladder = append(ladder, engine.Stroke(engine.Ink, 2, engine.Point{X: midX - 6, Y: y}, engine.Point{X: midX + 6, Y: y}))
		}
		return ladder
	case gold:
		var nuggets []engine.Shape
		for _, p := range []engine.Point{{X: midX - 6, Y: midY + 4}, {X: midX + 6, Y: midY + 4}, {X: midX, Y: midY - 5}} {
			nuggets = append(nuggets, engine.Disc(p, 7, engine.Gold).Outlined(engine.Ink, 1.5))
		}
		return nuggets
	case stoneNE, stoneNW:
		return []engine.Shape{{
			Kind: engine.Polygon, Fill: engine.Stone, Stroke: engine.Ink, Line: 1.5,
			Points: []engine.Point{
				{X: midX - 11, Y: midY + 7}, {X: midX - 8, Y: midY - 6}, {X: midX + 1, Y: midY - 10},
				{X: midX + 10, Y: midY - 3}, {X: midX + 11, Y: midY + 7},
			},
		}}
	}
	return nil
}

// Unsealed draws the maze with the goals that still lie face down turned up, in a frame of
// their own.
func (s *State) Unsealed() engine.Scene {
	picture, x := s.scene(), s.extent()
	for g, c := range goalCells {
		if s.phase == beforeDeal || s.maze.at(c) != hiddenTile {
			continue
		}
		left, top := edge+(int(c.Col)-x.left)*(cardWidth+cardGap), edge+(int(c.Row)-x.top)*(cardHeight+cardGap)
		picture.Sprites = append(picture.Sprites, tileSprite(tileOf(s.goals[g], false), left, top),
			frameSprite("saboteur/sealed", left, top, 3, 4, engine.Hidden, 4))
	}
	return picture
}
