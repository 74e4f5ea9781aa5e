package saboteur

import (
	"math"
	"slices"

	"pitpost.example/engine"
)

func pt(x, y float64) engine.Point { return engine.Point{X: x, Y: y} }

// solidRock is rock where nobody has dug: chisel marks, the same everywhere. They are level,
// because such pictures compress well.
func solidRock() (shapes []engine.Shape) {
	for _, m := range [][3]float64{{5, 7, 16}, {30, 12, 10}, {16, 22, 18}, {3, 34, 9}, {31, 38, 13}, {12, 48, 14}, {36, 55, 9}} {
		shapes = append(shapes, engine.BoxShape(m[0], m[1], m[0]+m[2], m[1]+2).Filled(engine.Seam))
	}
	return shapes
}

// door is a goal face down: planks, two iron bands and a question mark.
func door() []engine.Shape {
	shapes := []engine.Shape{engine.CardShape(cardWidth, cardHeight, engine.Timber, engine.Cave)}
	for x := 10.0; x < cardWidth; x += 9.5 {
		shapes = append(shapes, engine.StrokeShape(engine.Beam, 1.4, pt(x, 2), pt(x, cardHeight-2)))
	}
	for _, y := range []float64{9, cardHeight - 15} {
		shapes = append(shapes, engine.BoxShape(1, y, cardWidth-1, y+6).Filled(engine.Hidden))
		for x := 6.0; x < cardWidth; x += 12 {
			shapes = append(shapes, engine.DiscShape(pt(x, y+3), 1.3, engine.Stone))
		}
	}
	return append(shapes, engine.DiscShape(pt(midX, midY), 12.5, engine.Beam), engine.Shape{
		Kind: engine.Text, Text: "?", Size: 22, Bold: true, Fill: engine.Lamp, Points: []engine.Point{pt(midX, midY+8)},
	})
}

// stoneFace is the rock of a card, with marks in the four corners where no tunnel ever is.
func stoneFace() []engine.Shape {
	shapes := []engine.Shape{
		engine.CardShape(cardWidth, cardHeight, engine.Rock, engine.Cave),
		engine.StrokeShape(engine.Stone, 1.2, pt(2.5, cardHeight-6), pt(2.5, 5), pt(5, 2.5), pt(cardWidth-6, 2.5)),
	}
	box := func(a, b engine.Point) engine.Shape { return engine.BoxShape(a.X, a.Y, b.X, b.Y).Filled(engine.Seam) }
	for _, corner := range []struct{ x, y, dx, dy float64 }{{0, 0, 1, 1}, {cardWidth, 0, -1, 1}, {0, cardHeight, 1, -1}, {cardWidth, cardHeight, -1, -1}} {
		in := func(x, y float64) engine.Point { return pt(corner.x+corner.dx*x, corner.y+corner.dy*y) }
		shapes = append(shapes,
			box(in(4, 5), in(11, 6)), box(in(3, 14), in(7, 15)),
		)
	}
	return shapes
}

// Half the width of a tunnel, and of the track in it.
const (
	halfTunnel = 9.0
	halfTrack  = 3.6
)

// track returns the middle line of a tunnel from one side of a card to another, with a bend unless
// they are opposite.
func track(a, b Sides) []engine.Point {
	rims := map[Sides]engine.Point{north: pt(midX, 1), east: pt(cardWidth-1, midY), south: pt(midX, cardHeight-1), west: pt(1, midY)}
	from, to := rims[a], rims[b]
	if a == b.back() {
		return []engine.Point{from, to}
	}
	if from.X != midX {
		from, to = to, from
	}
	const r = 15.0 // radius of the bend
	dx, dy := math.Copysign(r, to.X-midX), math.Copysign(r, from.Y-midY)
	line := []engine.Point{from}
	for k := range 9 {
		turn := float64(k) / 8 * math.Pi / 2
		line = append(line, pt(midX+dx*(1-math.Cos(turn)), midY+dy*(1-math.Sin(turn))))
	}
	return append(line, to)
}

// parallel returns a line parallel to another, at a distance to its left.
func parallel(line []engine.Point, away float64) []engine.Point {
	out := make([]engine.Point, len(line))
	for i, p := range line {
		a, b := line[max(0, i-1)], line[min(len(line)-1, i+1)]
		long := math.Hypot(b.X-a.X, b.Y-a.Y)
		out[i] = pt(p.X+(b.Y-a.Y)/long*away, p.Y-(b.X-a.X)/long*away)
	}
	return out
}

// floor is a band along a line, with half its width given.
func floor(c engine.Colour, line []engine.Point, half float64) engine.Shape {
	back := parallel(line, -half)
	slices.Reverse(back)
	return engine.AreaShape(c, append(parallel(line, half), back...)...)
}

// rails draws two rails along a line.
func rails(line []engine.Point) []engine.Shape {
	return []engine.Shape{engine.StrokeShape(engine.Ink, 1.5, parallel(line, halfTrack)...), engine.StrokeShape(engine.Ink, 1.5, parallel(line, -halfTrack)...)}
}

// sleepers draws sleepers across a line.
func sleepers(line []engine.Point) (shapes []engine.Shape) {
	const apart = 8.0
	gone := apart / 2
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		long := math.Hypot(b.X-a.X, b.Y-a.Y)
		for ; gone < long; gone += apart {
			x, y := a.X+(b.X-a.X)*gone/long, a.Y+(b.Y-a.Y)*gone/long
			ox, oy := math.Abs(b.Y-a.Y)/long*6, math.Abs(b.X-a.X)/long*6
			if a.X == b.X || a.Y == b.Y {
				shapes = append(shapes, engine.BoxShape(x-math.Max(ox, 1), y-math.Max(oy, 1), x+math.Max(ox, 1), y+math.Max(oy, 1)).Filled(engine.Timber))
			} else {
				shapes = append(shapes, engine.StrokeShape(engine.Timber, 2.2, pt(x-(b.Y-a.Y)/long*6, y+(b.X-a.X)/long*6), pt(x+(b.Y-a.Y)/long*6, y-(b.X-a.X)/long*6)))
			}
		}
		gone -= long
	}
	return shapes
}

// tunnels draws a card face up: joined tunnels with rails, or for a dead end tunnels that stop at
// fallen rock.
func tunnels(t tile) []engine.Shape {
	shapes := stoneFace()
	open := t.sides()
	var lines [][]engine.Point
	if t.deadEnd() {
		for _, side := range open.each() {
			l := track(side, side.back())
			far := 15.0 / math.Hypot(l[1].X-l[0].X, l[1].Y-l[0].Y)
			if side&(north|south) != 0 {
				far *= 1.3
			}
			lines = append(lines, []engine.Point{l[0], pt(l[0].X+(l[1].X-l[0].X)*far, l[0].Y+(l[1].Y-l[0].Y)*far)})
		}
	} else {
		lines = courses(open)
	}
	for _, l := range lines {
		shapes = append(shapes, floor(engine.Cave, l, halfTunnel+1.8))
	}
	for _, l := range lines {
		shapes = append(shapes, floor(engine.Path, l, halfTunnel))
	}
	switch {
	case !t.card().isPath():
		return shapes // the start and the goals have no rails
	case t.deadEnd():
		for _, l := range lines {
			shapes = append(append(shapes, sleepers(l)...), rails(l)...)
			back := []engine.Point{l[1], l[0]}
			shapes = append(shapes, engine.StrokeShape(engine.Danger, 3.2, parallel(back, halfTunnel)[0], parallel(back, -halfTunnel)[0]))
		}
		return append(shapes, rubble(midX, midY, 1)...)
	}
	for _, l := range lines {
		if len(l) == 2 || len(lines) == 1 { // where a track turns off, sleepers for one line are enough
			shapes = append(shapes, sleepers(l)...)
		}
	}
	for _, l := range lines {
		shapes = append(shapes, rails(l)...)
	}
	if len(lines) > 1 {
		lamp := pt(7.5, 10)
		shapes = append(shapes, engine.DiscShape(lamp, 5.4, engine.Timber), engine.DiscShape(lamp, 3.6, engine.Gold), engine.DiscShape(lamp, 2, engine.Lamp))
	}
	return shapes
}

// courses returns the tracks of a card whose open sides are joined.
func courses(open Sides) (lines [][]engine.Point) {
	sides := open.each()
	for k, a := range sides {
		for _, b := range sides[k+1:] {
			// With four open sides the tracks only cross; with three they also turn off.
			if a == b.back() || len(sides) < 4 {
				lines = append(lines, track(a, b))
			}
		}
	}
	return lines
}

// boulder is a stone with one side in the light.
func boulder(x, y, r float64) []engine.Shape {
	p := func(dx, dy float64) engine.Point { return pt(x+dx*r, y+dy*r) }
	return []engine.Shape{
		engine.AreaShape(engine.Stone, p(-1, 0.5), p(-0.8, -0.5), p(-0.1, -0.95), p(0.75, -0.6), p(1, 0.3), p(0.6, 0.85), p(-0.5, 0.9)).Outlined(engine.Cave, 1.2),
		engine.AreaShape(engine.Faint, p(-0.65, -0.4), p(-0.1, -0.75), p(0.45, -0.5), p(-0.15, -0.2)),
	}
}

// rubble is a heap of fallen rock.
func rubble(x, y, by float64) (shapes []engine.Shape) {
	for _, b := range [][3]float64{{-6, 3, 6}, {6.5, 3.5, 6}, {0, -5, 6.5}, {0.5, 5.5, 5}} {
		shapes = append(shapes, boulder(x+b[0]*by, y+b[1]*by, b[2]*by)...)
	}
	return shapes
}

// emblem is what lies in the middle of the start and of a goal face up.
func emblem(c Card) (shapes []engine.Shape) {
	switch c {
	case start: // daylight and a ladder up to it
		shapes = []engine.Shape{engine.DiscShape(pt(midX, midY), 13, engine.Lamp).Outlined(engine.Plank, 2), engine.DiscShape(pt(midX, midY), 9, engine.White)}
		for _, x := range []float64{midX - 5.5, midX + 5.5} {
			shapes = append(shapes, engine.StrokeShape(engine.Beam, 2.4, pt(x, midY-21), pt(x, midY+21)))
		}
		for y := midY - 16; y <= midY+16; y += 6.4 {
			shapes = append(shapes, engine.StrokeShape(engine.Timber, 2.2, pt(midX-5.5, y), pt(midX+5.5, y)))
		}
	case gold:
		shapes = []engine.Shape{engine.DiscShape(pt(midX, midY), 13, engine.Lamp)}
		for _, n := range [][3]float64{{-6, 5, 6.2}, {6.3, 4.6, 6}, {0, -4.5, 6.8}, {0.4, 5.6, 4.6}} {
			x, y, r := midX+n[0], midY+n[1], n[2]
			shapes = append(shapes, engine.AreaShape(engine.Gold, pt(x-r, y+r*0.4), pt(x-r*0.6, y-r*0.7), pt(x+r*0.4, y-r*0.9), pt(x+r, y-r*0.1), pt(x+r*0.7, y+r*0.8), pt(x-r*0.4, y+r*0.9)).Outlined(engine.Beam, 1.3),
				engine.AreaShape(engine.Lamp, pt(x-r*0.5, y-r*0.4), pt(x+r*0.3, y-r*0.65), pt(x+r*0.1, y-r*0.1)))
		}
	case stoneNE, stoneNW:
		shapes = boulder(midX, midY+1, 11.5)
	}
	return shapes
}
