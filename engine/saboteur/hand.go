package saboteur

import (
	"strconv"

	"pitpost.example/engine"
)

// Sizes of the strip that shows a hand.
const (
	stripTop  = 26 // for the numbers
	stripStep = cardWidth + 5
	toolSide  = 24
	// stripFirst is where the first card lies, to the right of the role and the tools.
	stripFirst = 12 + cardWidth + 6 + toolSide + 10
)

// HandScene draws a seat's role, its three tools, broken or not, and its cards.
func (s *State) HandScene(seat string) engine.Scene {
	i := s.seat(seat)
	if i < 0 || s.phase != digging {
		return engine.Scene{}
	}
	p := &s.players[i]
	// As wide as the smallest maze, so that cards in hand and in the maze have the same size.
	width := max(sheet{extent: extent{left: 0, right: 8}, left: 20}.width(), stripFirst+len(p.hand)*stripStep+5)
	strip := engine.FramedScene(width, stripTop+cardHeight+10, min(width, deskWidth))
	strip.Add(sprite("role/"+p.role.String(), 12, stripTop, portrait(p.role)...))
	for k, tool := range allTools {
		strip.Add(toolSprite(tool, p.broken&tool != 0, 12+cardWidth+6, stripTop-4+k*(toolSide-1)))
	}
	for place, c := range p.hand {
		x := stripFirst + place*stripStep
		number := engine.LabelShape(strconv.Itoa(place+1), cardWidth, stripTop-engine.RimWide, 16).Heavy(engine.Lamp)
		strip.Add(engine.Sprite{Key: "saboteur/number/" + number.Text, X: x, Y: engine.RimWide, Width: cardWidth, Height: stripTop - engine.RimWide, Shapes: []engine.Shape{number}})
		if c.isPath() {
			strip.Add(tileSprite(tileOf(c, false), x, stripTop))
		} else {
			strip.Add(sprite("card/"+c.String(), x, stripTop, actionCard(c)...))
		}
		if s.idle(i, c) != nil {
			strip.Add(sprite("idle", x, stripTop, noEntry(cardWidth-11, cardHeight-11, 8)...))
		}
	}
	return strip
}

// idle says why a card in hand cannot be played now; nil if it can.
func (s *State) idle(i int, c Card) *engine.Phrase {
	family := c.face().family
	if s.phase != digging || family == mapFamily || len(s.actsOf(nil, 0, c, s.openings(i))) > 0 {
		return nil
	}
	key := [placedFamily + 1]string{pathFamily: "saboteur.idle.nowhere", breakFamily: "saboteur.idle.all-broken",
		mendFamily: "saboteur.idle.whole", fallFamily: "saboteur.idle.nothing-dug"}[family]
	if family == pathFamily && s.players[i].broken != 0 {
		key = "saboteur.idle.tools"
	}
	why := engine.Say(key)
	return &why
}

// noEntry is the sign on a card that cannot be played now.
func noEntry(x, y, r float64) []engine.Shape {
	return []engine.Shape{
		engine.DiscShape(pt(x, y), r+1.5, engine.Paper), engine.DiscShape(pt(x, y), r, engine.Danger),
		engine.BoxShape(x-r*0.6, y-r*0.2, x+r*0.6, y+r*0.2).Filled(engine.White),
	}
}

// actionCard is the face of a card that is no path: a picture of what it does, on paper.
func actionCard(c Card) []engine.Shape {
	shapes := []engine.Shape{
		engine.CardShape(cardWidth, cardHeight, engine.Earth, engine.Cave),
		engine.BoxShape(3.5, 3.5, cardWidth-3.5, cardHeight-3.5).Rounded(3).Outlined(engine.Plank, 1),
	}
	f := c.face()
	switch f.family {
	case fallFamily:
		for _, x := range []float64{13, 24, 35} {
			shapes = append(shapes, engine.StrokeShape(engine.Plank, 2, pt(x, 8), pt(x, 20)))
		}
		return append(shapes, rubble(midX, midY+8, 1.35)...)
	case mapFamily:
		shapes = append(shapes, engine.StrokeShape(engine.Timber, 1.2, pt(16, 4), pt(16, 60)), engine.StrokeShape(engine.Timber, 1.2, pt(32, 4), pt(32, 60)))
		for _, p := range [][2]float64{{10, 50}, {15, 44}, {20, 46}, {25, 40}, {24, 32}, {29, 27}} {
			shapes = append(shapes, engine.DiscShape(pt(p[0], p[1]), 1.7, engine.Ink))
		}
		return append(shapes, engine.StrokeShape(engine.Danger, 3, pt(30, 14), pt(39, 23)), engine.StrokeShape(engine.Danger, 3, pt(39, 14), pt(30, 23)))
	}
	mark := engine.Good
	if f.family == breakFamily {
		mark = engine.Danger
	}
	shapes = append(shapes, engine.BoxShape(1, 1, cardWidth-1, 7).Rounded(4).Filled(mark), engine.BoxShape(1, cardHeight-7, cardWidth-1, cardHeight-1).Rounded(4).Filled(mark))
	if tools := f.tools.each(); len(tools) > 1 {
		shapes = append(append(shapes, toolShapes(tools[0], midX, midY-12, 10)...), toolShapes(tools[1], midX, midY+12, 10)...)
	} else {
		shapes = append(shapes, toolShapes(f.tools, midX, midY, 16)...)
	}
	if f.family == breakFamily {
		return append(shapes, crack(midX, midY, 19)...)
	}
	// A repair card has a tick in the corner, so that its meaning does not depend on the colour.
	return append(shapes, engine.DiscShape(pt(37, 13), 8, engine.Good).Outlined(engine.Earth, 1.5), engine.StrokeShape(engine.White, 2.4, pt(33, 13), pt(36, 16.5), pt(41, 9.5)))
}

// crack is the line through a broken tool.
func crack(x, y, r float64) []engine.Shape {
	line := []engine.Point{pt(x+r*0.75, y-r), pt(x-r*0.15, y-r*0.3), pt(x+r*0.3, y+r*0.1), pt(x-r*0.75, y+r)}
	return []engine.Shape{engine.StrokeShape(engine.Earth, 5.5, line...), engine.StrokeShape(engine.Danger, 3, line...)}
}

// toolSprite is one of a seat's tools, beside its role.
func toolSprite(t Tools, broken bool, x, y int) engine.Sprite {
	key, ground, edge := "saboteur/tool/"+t.String(), engine.Earth, engine.Plank
	if broken {
		key, edge = key+"/broken", engine.Danger
	}
	const mid = toolSide / 2.0
	shapes := []engine.Shape{engine.BoxShape(1.5, 1.5, toolSide-1.5, toolSide-1.5).Rounded(4).Filled(ground).Outlined(edge, 2)}
	shapes = append(shapes, toolShapes(t, mid, mid, 8)...)
	if broken {
		shapes = append(shapes, crack(mid, mid, 9)...)
	}
	return engine.Sprite{Key: key, X: x, Y: y, Width: toolSide, Height: toolSide, Shapes: shapes}
}

// toolShapes draws a tool; r is half its height.
func toolShapes(t Tools, x, y, r float64) []engine.Shape {
	p := func(dx, dy float64) engine.Point { return pt(x+dx*r, y+dy*r) }
	switch t {
	case pick:
		return []engine.Shape{
			engine.StrokeShape(engine.Timber, 0.26*r, p(0, -0.6), p(0, 1)),
			engine.AreaShape(engine.Hidden, p(-1.05, -0.1), p(-0.75, -0.6), p(-0.3, -0.9), p(0.3, -0.9), p(0.75, -0.6), p(1.05, -0.1), p(0.6, -0.4), p(0.2, -0.5), p(-0.2, -0.5), p(-0.6, -0.4)),
		}
	case lantern:
		return []engine.Shape{
			engine.DiscShape(p(0, -0.68), 0.3*r, "").Outlined(engine.Ink, 0.13*r),
			engine.AreaShape(engine.Ink, p(-0.42, -0.36), p(0, -0.72), p(0.42, -0.36)),
			engine.BoxShape(x-0.5*r, y-0.36*r, x+0.5*r, y+0.7*r).Rounded(0.12*r).Filled(engine.Gold).Outlined(engine.Ink, 0.12*r),
			engine.DiscShape(p(0, 0.22), 0.27*r, engine.White),
			engine.BoxShape(x-0.62*r, y+0.66*r, x+0.62*r, y+0.95*r).Filled(engine.Ink),
		}
	}
	return []engine.Shape{
		engine.DiscShape(p(-0.42, -0.35), 0.36*r, engine.Gold), engine.DiscShape(p(0.05, -0.45), 0.38*r, engine.Gold), engine.DiscShape(p(0.5, -0.33), 0.34*r, engine.Gold),
		engine.AreaShape(engine.Timber, p(-1, -0.3), p(1, -0.3), p(0.7, 0.5), p(-0.7, 0.5)).Outlined(engine.Ink, 0.1*r),
		engine.DiscShape(p(-0.42, 0.68), 0.27*r, engine.Hidden).Outlined(engine.Ink, 0.1*r), engine.DiscShape(p(0.42, 0.68), 0.27*r, engine.Hidden).Outlined(engine.Ink, 0.1*r),
	}
}

// portrait shows a seat's role in this round: a miner under a lamp, or a saboteur under a hood.
func portrait(r role) []engine.Shape {
	const skin = engine.Plank
	if r == saboteur {
		return []engine.Shape{
			engine.CardShape(cardWidth, cardHeight, engine.Danger, engine.Cave),
			engine.AreaShape(engine.Ink, pt(5, 62), pt(7, 40), pt(13, 20), pt(24, 9), pt(35, 20), pt(41, 40),
				pt(43, 62)),
			engine.AreaShape(skin, pt(16, 28), pt(32, 28), pt(31, 42), pt(24, 48), pt(17, 42)),
			engine.BoxShape(14, 29, 34, 36).Rounded(3).Filled(engine.Ink),
			engine.DiscShape(pt(20, 32.5), 2.1, engine.White), engine.DiscShape(pt(28, 32.5), 2.1, engine.White),
			engine.StrokeShape(engine.Ink, 1.6, pt(20, 43), pt(24, 42), pt(28.5, 40.5)),
			engine.BoxShape(29, 47, 34, 60).Rounded(1).Filled(engine.Red).Outlined(engine.Paper, 0.8),
			engine.StrokeShape(engine.Faint, 1.3, pt(31.5, 47), pt(33, 43), pt(36, 42)), engine.DiscShape(pt(37, 41.5), 2.4, engine.Lamp),
		}
	}
	return []engine.Shape{
		engine.CardShape(cardWidth, cardHeight, engine.Blue, engine.Cave),
		engine.AreaShape(engine.Timber, pt(5, 62), pt(9, 50), pt(39, 50), pt(43, 62)),
		engine.BoxShape(14, 22, 34, 42).Rounded(8).Filled(skin),
		engine.AreaShape(engine.Faint, pt(12, 36), pt(17, 37), pt(24, 35), pt(31, 37), pt(36, 36), pt(35, 49), pt(24, 59), pt(13, 49)),
		engine.StrokeShape(engine.Beam, 1.5, pt(20.5, 42), pt(24, 43.2), pt(27.5, 42)),
		engine.DiscShape(pt(20, 31), 1.8, engine.Ink), engine.DiscShape(pt(28, 31), 1.8, engine.Ink), engine.DiscShape(pt(24, 35.5), 2.6, engine.Timber),
		engine.AreaShape(engine.Gold, pt(11, 25), pt(13, 14), pt(24, 8), pt(35, 14), pt(37, 25)).
			Outlined(engine.Ink, 1),
		engine.BoxShape(9, 24, 39, 27.5).Rounded(1.5).Filled(engine.Gold).Outlined(engine.Ink, 0.8),
		engine.DiscShape(pt(24, 17), 5, engine.Ink), engine.DiscShape(pt(24, 17), 3.6, engine.White),
	}
}
