package clonk

import "pitpost.example/engine"

// Unsealed draws the table with every card of the shafts face up; those that lie face down
// bear a bar at their side.
func (s *State) Unsealed() engine.Scene {
	open := *s
	var bars []engine.Sprite
	for k, pile := range s.shafts {
		open.shafts[k] = make([]lying, len(pile))
		for n, l := range pile {
			open.shafts[k][n] = lying{card: l.card, up: true}
			if !l.up {
				bars = append(bars, sealedSprite(margin+k*pitch, margin+headline+n*strip))
			}
		}
	}
	picture := open.scene(-1)
	picture.Sprites = append(picture.Sprites, bars...)
	return picture
}

// sealedSprite is the bar of a card that nobody has turned up yet.
func sealedSprite(x, y int) engine.Sprite {
	bar := engine.Box(0, 1, 5, strip-1)
	bar.Fill = engine.Hidden
	return engine.Sprite{Key: "clonk/sealed", X: x, Y: y, Width: 5, Height: strip, Shapes: []engine.Shape{bar}}
}
