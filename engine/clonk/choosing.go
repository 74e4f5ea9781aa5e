package clonk

import (
	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// This file shows the table while everybody chooses which task tile to show, before the cards are
// dealt. Who has chosen is open, what they chose is not.

// choosingView returns what seat i may know; -1 stands for the public.
func (s *State) choosingView(i int) engine.View {
	v := engine.View{
		Turn:  s.turns + 1,
		Data:  s.data(i),
		Scene: s.choosingScene(i),
		Grid:  s.choosingGrid(i),
		Alt:   s.choosingWords(i),
		Seats: kit.MakeLedgers(s.setup.Seats, s.chosen, func(int) []engine.Phrase { return nil }),
		Table: []engine.Phrase{engine.Say("clonk.before-deal")},
	}
	if i >= 0 {
		v.Seat = s.name(i)
		v.You = s.choosingYou(i)
		v.Choices = s.choices(i)
	}
	return v
}

// choosingYou tells a seat its two tiles, what they are worth, and which it has chosen to show.
func (s *State) choosingYou(i int) []engine.Phrase {
	p := &s.players[i]
	tiles := engine.Say("clonk.you.tiles-closed", "colour", p.tilePhrase(colourTile), "kind", p.tilePhrase(kindTile))
	lines := []engine.Phrase{tiles, engine.Say("clonk.you.tiles-pay")}
	if p.open == closed {
		return append(lines, engine.Say("clonk.you.choose"))
	}
	return append(lines, engine.Say("clonk.you.chose", "tile", p.tilePhrase(p.open)))
}

// chosen says whether a seat has chosen.
func (s *State) chosen(j int) []engine.Phrase {
	key := "clonk.ledger.chose"
	if s.players[j].open == closed {
		key = "clonk.ledger.chooses"
	}
	return []engine.Phrase{engine.Say(key)}
}

// choosingGrid lists each seat's tiles: the reader's own with their names, the others face down.
func (s *State) choosingGrid(i int) [][]engine.Phrase {
	head := []engine.Phrase{
		engine.Say("clonk.grid.seat"), engine.Say("clonk.grid.colour-tile"), engine.Say("clonk.grid.kind-tile"),
	}
	rows := [][]engine.Phrase{head}
	for j := range s.players {
		p := &s.players[j]
		colour, kind := engine.Say("clonk.grid.down"), engine.Say("clonk.grid.down")
		if j == i {
			colour, kind = p.tilePhrase(colourTile), p.tilePhrase(kindTile)
		}
		rows = append(rows, []engine.Phrase{engine.Say("clonk.alt.seat", "seat", s.name(j)), colour, kind})
	}
	return rows
}

// choosingWords describes the table for those who cannot see the picture.
func (s *State) choosingWords(i int) []engine.Phrase {
	lines := []engine.Phrase{engine.Say("clonk.before-deal")}
	for j := range s.players {
		if j == i {
			continue
		}
		key := "clonk.alt.chose"
		if s.players[j].open == closed {
			key = "clonk.alt.chooses"
		}
		lines = append(lines, engine.Say(key, "seat", s.name(j)))
	}
	return lines
}

// Sizes of a seat's row while the tiles are chosen.
const (
	choosingRow = 44
	choosingGap = 2*tileSide + 12 // from one tile to the next
)

// choosingScene draws a row for each seat, the reader's first: its name and its two tiles. The tiles
// of a seat that has chosen have a frame.
func (s *State) choosingScene(i int) engine.Scene {
	picture := engine.FramedScene(sceneWidth, margin+len(s.players)*choosingRow, sceneShown)
	for n := range s.players {
		j := (max(i, 0) + n) % len(s.players)
		p := &s.players[j]
		_, y := choosingTile(n, 0)
		name := nameSprite(s.name(j), y-1)
		name.X = margin // no cart stands before it
		picture.Add(name)
		for k, t := range []tile{colourTile, kindTile} {
			x, y := choosingTile(n, k)
			if j == i {
				picture.Add(p.tileSprite(t, x, y))
			} else {
				picture.Add(tileBack(x, y))
			}
			if p.open != closed && (j != i || p.open == t) {
				picture.Add(tileFrame(x, y))
			}
		}
	}
	return picture
}

// choosingTile returns where the tile k of the n-th row lies, of its colour and of its kind.
func choosingTile(n, k int) (x, y int) {
	return sceneWidth - margin - choosingGap*(2-k), margin + n*choosingRow + 7
}

// choosingSpots returns where a seat that has to choose finds its two tiles.
func (s *State) choosingSpots(i int) []engine.Spot {
	if i < 0 || !s.tileAsked(i) {
		return nil
	}
	return engine.MapListAt([]tile{colourTile, kindTile}, func(k int, t tile) engine.Spot {
		x, y := choosingTile(0, k)
		return engine.Spot{Name: t.String(), X: x, Y: y, Width: 2 * tileSide, Height: tileSide}
	})
}

// tileBack is a task tile that lies face down.
func tileBack(x, y int) engine.Sprite {
	const side = tileSide
	bar := engine.BoxShape(8, side/2-1.5, 2*side-8, side/2+1.5).Filled(engine.Timber)
	return sprite("tile-down", x, y, 2*side, side, engine.CardShape(2*side, side, engine.Hidden,
		engine.Ink).Rounded(4), bar)
}

// tileFrame marks the tiles of a seat that has chosen; of its own tiles, the one that it shows.
func tileFrame(x, y int) engine.Sprite {
	const side = tileSide
	frame := engine.BoxShape(1.5, 1.5, 2*side+4.5, side+4.5).Rounded(6).Outlined(engine.Lamp, 2.5)
	return sprite("chosen", x-3, y-3, 2*side+6, side+6, frame)
}
