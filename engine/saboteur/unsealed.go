package saboteur

import "pitpost.example/engine"

// Unsealed draws the maze with the goals that still lie face down turned up, in a frame of
// their own.
func (s *State) Unsealed() engine.Scene {
	picture, x := s.scene(), s.extent()
	for g, c := range goalCells {
		if s.phase == beforeDeal || s.maze.at(c) != hiddenTile {
			continue
		}
		left, top := edge+(int(c.Col)-x.left)*(cardWidth+cardGap), edge+(int(c.Row)-x.top)*(cardHeight+cardGap)
		picture.Sprites = append(picture.Sprites, tileSprite(tileOf(s.goals[g], false), left, top), sealedSprite(left, top))
	}
	return picture
}

// sealedSprite is the frame of a card that nobody has turned up yet.
func sealedSprite(x, y int) engine.Sprite {
	frame := engine.Box(3, 3, cardWidth-3, cardHeight-3)
	frame.R, frame.Stroke, frame.Line = 4, engine.Hidden, 4
	return engine.Sprite{Key: "saboteur/sealed", X: x, Y: y, Width: cardWidth, Height: cardHeight, Shapes: []engine.Shape{frame}}
}
