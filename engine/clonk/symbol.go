package clonk

import "pitpost.example/engine"

// symbol draws a kind of treasure; r is half its height.
func symbol(kind int, x, y, r float64, ink engine.Colour) []engine.Shape {
	at := func(dx, dy float64) engine.Point { return engine.Point{X: x + dx*r, Y: y + dy*r} }
	line := func(width float64, points ...engine.Point) engine.Shape {
		return engine.StrokeShape(ink, max(1, width*r), points...)
	}
	filled := func(points ...engine.Point) engine.Shape { return engine.AreaShape(ink, points...) }
	switch kinds[kind] {
	case "hammer":
		return []engine.Shape{
			line(0.28, at(0, -0.3), at(0, 1)),
			filled(at(-0.75, -0.9), at(0.75, -0.9), at(0.75, -0.2), at(-0.75, -0.2)),
		}
	case "necklace":
		var chain []engine.Point
		var beads []engine.Shape
		for x := -0.8; x < 0.9; x += 0.2 {
			bead := at(x, 0.25-1.8*x*x)
			chain = append(chain, bead)
			beads = append(beads, engine.DiscShape(bead, max(0.9, 0.15*r), ink))
		}
		return append(beads, line(0.12, chain...), filled(at(0, 0.2), at(0.33, 0.55), at(0, 1), at(-0.33, 0.55)))
	case "statue":
		return []engine.Shape{
			engine.DiscShape(at(0, -0.65), 0.36*r, ink),
			filled(at(-0.45, -0.2), at(0.45, -0.2), at(0.3, 0.65), at(-0.3, 0.65)),
			filled(at(-0.7, 0.65), at(0.7, 0.65), at(0.7, 1), at(-0.7, 1)),
		}
	case "crown":
		return []engine.Shape{filled(at(-0.9, -0.6), at(-0.45, 0), at(0, -0.85), at(0.45, 0), at(0.9, -0.6), at(0.75, 0.75), at(-0.75, 0.75))}
	case "sword":
		return []engine.Shape{
			filled(at(0, -1), at(0.2, -0.7), at(0.2, 0.4), at(-0.2, 0.4), at(-0.2, -0.7)),
			line(0.22, at(-0.6, 0.45), at(0.6, 0.45)),
			line(0.24, at(0, 0.45), at(0, 1)),
		}
	}
	return []engine.Shape{ // goblet
		filled(at(-0.7, -0.9), at(0.7, -0.9), at(0.45, 0), at(0.15, 0.2), at(-0.15, 0.2), at(-0.45, 0)),
		line(0.22, at(0, 0.1), at(0, 0.8)),
		filled(at(-0.6, 0.75), at(0.6, 0.75), at(0.6, 1), at(-0.6, 1)),
	}
}
