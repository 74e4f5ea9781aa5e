package clonk

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Sizes of the picture at 1×, in pixels.
const (
	cardWidth  = 52
	cardHeight = 70
	strip      = 18 // the visible part of a card that others lie on
	pitch      = 58 // distance from one card to the next beside it
	margin     = 10
	headline   = 20 // for the numbers of shafts and the names of seats
	sceneWidth = 2*margin + shafts*pitch - (pitch - cardWidth)
	handTiles  = 46 // for the tiles, left of the hand
	handTop    = margin + headline
	tileSide   = headline - 2
	sceneShown = 342 // the width of a letter on a phone
)

// scene draws the table: the five shafts, each card with its band visible under the next one, then
// the cart and the gallery of every seat, the reader's first. For other readers only the order of
// the seats differs, so each seat's row is a strip of its own.
func (s *State) scene(i int) engine.Scene {
	picture := engine.FramedScene(sceneWidth, s.rowTop(len(s.players)), sceneShown)
	for k, pile := range s.shafts {
		x, y := shaftAt(k, 0)
		picture.Add(label("s"+number(k+1), x, y-headline, cardWidth))
		if len(pile) == 0 {
			picture.Add(emptySprite("", x, y))
		}
		for n, l := range pile {
			picture.Add(s.cardSprite(l.card, l.up, x, y+n*strip))
		}
	}
	for n := range s.players {
		s.seatRow((max(i, 0)+n)%len(s.players), s.rowTop(n), picture.Add)
	}
	return picture
}

// rowTop returns where the n-th seat's row begins, below the deepest shaft.
func (s *State) rowTop(n int) int {
	deepest := 1
	for _, pile := range s.shafts {
		deepest = max(deepest, len(pile))
	}
	return margin + headline + (deepest-1)*strip + cardHeight + margin + n*(headline+cardHeight+margin)
}

// shaftAt returns where the n-th card of a shaft lies, counted from the bottom.
func shaftAt(k, n int) (x, y int) { return margin + k*pitch, margin + headline + n*strip }

// seatRow draws a seat's name and open tile, the top of its cart with the number of treasures in
// it, and its gallery.
func (s *State) seatRow(j, y int, add func(...engine.Sprite)) {
	p := &s.players[j]
	add(nameSprite(s.name(j), y))
	add(countSprite(len(p.cart), y))
	if p.open != closed {
		add(p.tileSprite(p.open, sceneWidth-margin-2*tileSide, y))
	}
	y += headline
	if top := p.cartTop(); top != none {
		add(s.cardSprite(top, true, margin, y))
	} else {
		add(emptySprite("", margin, y))
	}
	for n := range spaces {
		x := margin + (n+1)*pitch
		if n < len(p.gallery) {
			add(s.cardSprite(p.gallery[n].card, true, x, y))
			continue
		}
		add(emptySprite(number(n+1), x, y))
	}
}

func label(text string, x, y, width int) engine.Sprite {
	return sprite("label/"+text, x, y, width, headline, engine.LabelShape(text, width, headline, 13).Heavy(engine.Dust))
}

func sprite(key string, x, y, width, height int, shapes ...engine.Shape) engine.Sprite {
	return engine.Sprite{Key: "clonk/" + key, X: x, Y: y, Width: width, Height: height, Shapes: shapes}
}

// nameSprite is a seat's name above its gallery.
func nameSprite(name string, y int) engine.Sprite {
	const width = 3 * pitch
	shape := engine.LabelShape(name, width, headline, 14).Heavy(engine.Path)
	shape.Left, shape.Points[0].X = true, 1
	return sprite("name/"+name, margin+pitch, y, width, headline, shape)
}

// tileSprite is a task tile: its colour or its kind.
func (p *player) tileSprite(t tile, x, y int) engine.Sprite {
	const side = tileSide
	frame, word, inside := engine.CardShape(2*side, side, engine.Earth, engine.Ink).Rounded(4), kinds[p.kind], symbol(p.kind, side, side/2, 7, engine.Ink)
	if t == colourTile {
		word, inside = colours[p.colour], hatched(p.colour, 2, 2, 2*side-2, side-2)
		frame.Fill = engine.Colour(word)
	}
	return sprite("tile/"+word, x, y, 2*side, side, append([]engine.Shape{frame}, inside...)...)
}

// emptySprite is an empty place for a card, with its number if it has one.
func emptySprite(no string, x, y int) engine.Sprite {
	return sprite("empty"+no, x, y, cardWidth, cardHeight, engine.CardShape(cardWidth, cardHeight, engine.Cave, engine.Seam).Outlined(engine.Seam, 1.5),
		engine.LabelShape(no, cardWidth, cardHeight, 16).Filled(engine.Rock))
}

// countSprite is the number of treasures in a cart, beside a small cart, above the top of the cart.
func countSprite(n, y int) engine.Sprite {
	const wide = 44
	text := engine.LabelShape(number(n), 20, headline, 14).Heavy(engine.Path)
	text.Points[0].X += 22
	return sprite("count/"+number(n), margin, y, wide, headline, engine.AreaShape(engine.Timber, at(2, 6), at(22, 6), at(19, 14), at(5, 14)),
		engine.DiscShape(at(8, 16), 2.4, engine.Plank), engine.DiscShape(at(16, 16), 2.4, engine.Plank), text)
}

func at(x, y float64) engine.Point { return engine.Point{X: x, Y: y} }

// cardSprite draws a card. Its band has everything that distinguishes it, because only the band is
// visible when others lie on it.
func (s *State) cardSprite(c Card, up bool, x, y int) engine.Sprite {
	if !up {
		bar := engine.BoxShape(8, strip/2-1.5, cardWidth-8, strip/2+1.5).Filled(engine.Timber)
		return sprite("down", x, y, cardWidth, cardHeight, engine.CardShape(cardWidth, cardHeight, engine.Hidden, engine.Ink), bar)
	}
	coins, eyes := s.table.coins[c], s.table.eyes[c]
	band := engine.BoxShape(1, 1, cardWidth-1, strip).Rounded(4).Filled(engine.Colour(colours[c.colour()]))
	ink := inkOn(c.colour())
	worth := engine.LabelShape(fmt.Sprintf("%d/%d", coins, eyes), cardWidth, strip, 11).Heavy(ink)
	worth.Points[0].X = 40
	shapes := slices.Concat(
		[]engine.Shape{engine.CardShape(cardWidth, cardHeight, engine.Earth, engine.Ink), band, worth},
		symbol(c.kind(), 11, strip/2, 6.5, ink), hatched(c.colour(), 18, 3, 28, strip-3), symbol(c.kind(), cardWidth/2, 36, 13, engine.Ink), foot(coins, eyes))
	return sprite(fmt.Sprintf("%s-%s/%d/%d", colours[c.colour()], kinds[c.kind()], coins, eyes), x, y, cardWidth, cardHeight, shapes...)
}

// HandScene draws a seat's task tiles and its cards.
func (s *State) HandScene(seat string) engine.Scene {
	i := s.seat(seat)
	if i < 0 || !s.dealt() {
		return engine.Scene{}
	}
	p := &s.players[i]
	// Cards are as large as on the table.
	width := max(sceneWidth, margin+handTiles+len(p.hand)*pitch+margin)
	picture := engine.FramedScene(width, handTop+cardHeight+margin, min(width*sceneShown/sceneWidth, 475))
	for n, t := range []tile{colourTile, kindTile} {
		picture.Add(p.tileSprite(t, margin, handTop+8+n*(headline+10)))
	}
	for n, c := range p.hand {
		x := margin + handTiles + n*pitch
		picture.Add(label("h"+number(n+1), x, margin, cardWidth), s.cardSprite(c, true, x, handTop))
	}
	return picture
}

// Marks shows a seat what it may take from the shafts, and which cards were laid by facts after
// since.
func (s *State) Marks(seat string, since int) (over []engine.Sprite, laid []engine.Laid) {
	i := s.seat(seat)
	for k, pile := range s.shafts {
		if s.canTake(i, k) {
			x, y := shaftAt(k, len(pile)-1)
			frame := engine.BoxShape(1.5, 1.5, cardWidth-1.5, cardHeight-1.5).Rounded(5).Outlined(engine.Lamp, 3)
			over = append(over, sprite("take", x, y, cardWidth, cardHeight, frame))
		}
	}
	// Cards that the same seat laid have consecutive numbers.
	for n := range s.players {
		by := (max(i, 0) + n) % len(s.players)
		mark := func(place string, x, y int) {
			laid = append(laid, engine.Laid{Place: place, By: s.name(by)})
			over = append(over, tabSprite(len(laid), x, y))
		}
		for k, pile := range s.shafts {
			for at, l := range pile {
				if l.seq > since && l.by == by {
					x, y := shaftAt(k, at)
					mark("s"+number(k+1), x, y)
				}
			}
		}
		for row := range s.players {
			j := (max(i, 0) + row) % len(s.players)
			for at, l := range s.players[j].gallery {
				if l.seq > since && l.giver == by {
					mark(s.name(j), margin+(at+1)*pitch, s.rowTop(row)+headline)
				}
			}
		}
	}
	return over, laid
}

// canTake reports whether a seat may dig the top card of a shaft or give it away.
func (s *State) canTake(i, k int) bool {
	return slices.ContainsFunc(s.acts(i), func(a act) bool {
		return !a.hand && a.place == k && (a.verb == digVerb || a.verb == giveVerb)
	})
}

// tabSprite is the number of a new card, at the left of its band, over the gap beside it.
func tabSprite(n, x, y int) engine.Sprite {
	const side = 14
	box := engine.BoxShape(1, 1, side-1, side-1).Rounded(4).Filled(engine.Lamp).Outlined(engine.Cave, 1.4)
	return sprite("tab/"+number(n), x-8, y-5, side, side, box, engine.LabelShape(number(n), side, side, 11).Heavy(engine.Ink))
}

// foot is at the bottom of a card: coins at the left and eyes at the right.
func foot(coins, eyes int) (shapes []engine.Shape) {
	const y = cardHeight - 9
	for n := range coins {
		shapes = append(shapes, engine.DiscShape(at(8+7*float64(n), y), 4.5, engine.Gold).Outlined(engine.Ink, 1))
	}
	for n := range eyes {
		x := cardWidth - 9 - 10*float64(n)
		lid := engine.AreaShape(engine.White, at(x-5, y), at(x, y-4), at(x+5, y), at(x, y+4)).Outlined(engine.Ink, 1)
		shapes = append(shapes, lid, engine.DiscShape(at(x, y), 1.7, engine.Rock))
	}
	return shapes
}

// hatched fills a box with the pattern of a colour, for people who cannot distinguish the colours.
// The patterns are those of heraldry if it has the colour. White has none.
func hatched(colour int, left, top, right, bottom float64) (shapes []engine.Shape) {
	const step = 4.0
	line := func(x0, y0, x1, y1 float64) {
		shapes = append(shapes, engine.StrokeShape(inkOn(colour), 1.2, at(x0, y0), at(x1, y1)))
	}
	across, down := right-left, bottom-top
	word := colours[colour]
	if word == "red" || word == "pink" {
		for x := step / 2; x < across; x += step {
			line(left+x, top, left+x, bottom)
		}
	}
	if word == "blue" || word == "pink" {
		for y := step / 2; y < down; y += step {
			line(left, top+y, right, top+y)
		}
	}
	if word == "green" {
		for x := -down + step/2; x < across; x += step {
			line(left+max(x, 0), top+max(-x, 0), left+min(x+down, across), top+min(across-x, down))
		}
	}
	if word == "yellow" {
		for x := step / 2; x < across; x += step {
			for y := step / 2; y < down; y += step {
				shapes = append(shapes, engine.DiscShape(at(left+x, top+y), 1, inkOn(colour)))
			}
		}
	}
	return shapes
}

// inkOn returns a colour that is readable on a colour, in light and dark mode.
func inkOn(colour int) engine.Colour {
	switch colours[colour] {
	case "white", "yellow", "pink":
		return engine.Ink
	}
	return engine.White
}

// Unsealed draws the table with every card of the shafts face up. Those that lie face down have a
// bar at the side.
func (s *State) Unsealed() engine.Scene {
	open := *s
	var bars []engine.Sprite
	for k, pile := range s.shafts {
		open.shafts[k] = make([]lying, len(pile))
		for n, l := range pile {
			open.shafts[k][n] = lying{card: l.card, up: true}
			if !l.up {
				x, y := shaftAt(k, n)
				bars = append(bars, sprite("sealed", x, y, 5, strip, engine.BoxShape(0, 1, 5, strip-1).Filled(engine.Hidden)))
			}
		}
	}
	picture := open.scene(-1)
	picture.Add(bars...)
	return picture
}
