package saboteur

import (
	"math"
	"slices"
	"strconv"
	"sync"

	"pitpost.example/engine"
)

// Sizes of the picture at 1×, in pixels.
const (
	cardWidth  = 48
	cardHeight = 64
	cardGap    = 2
	midX, midY = cardWidth / 2.0, cardHeight / 2.0

	// A phone shows a letter's picture this wide, a desktop that wide. The phone needs letters of
	// at least leastLetter to be readable, however many columns there are.
	phoneWidth, deskWidth = 342, 475
	leastLetter           = 10.5
)

// sheet says where the cells of a maze are in its picture.
type sheet struct {
	extent
	left, top int // of the first cell
	letters   float64
}

// sheet returns the part of the maze that seat i is shown: every card, and every empty cell that a
// card in its hand may go to.
func (s *State) sheet(i int) sheet {
	p := sheet{extent: s.extent(s.places(i)), left: 20, top: 24, letters: 15}
	if wide := math.Ceil(float64(p.width()) * leastLetter / phoneWidth); wide > p.letters {
		p.letters, p.left, p.top = wide, int(wide*1.5), int(wide*1.6)
	}
	return p
}

func (p sheet) width() int {
	return p.left + (p.right-p.extent.left+1)*(cardWidth+cardGap) + engine.RimWide + 1
}

func (p sheet) height() int {
	return p.top + (p.bottom-p.extent.top+1)*(cardHeight+cardGap) + engine.RimWide + 1
}

// at returns the top left corner of a cell.
func (p sheet) at(c Cell) (x, y int) {
	return p.left + (int(c.Col)-p.extent.left)*(cardWidth+cardGap), p.top + (int(c.Row)-p.extent.top)*(cardHeight+cardGap)
}

// places returns the empty cells to which a seat could lay a card from its hand.
func (s *State) places(i int) []Cell {
	if i < 0 || s.phase != digging {
		return nil
	}
	open := engine.FilterList(s.openings(i), func(o opening) bool {
		return slices.ContainsFunc(s.players[i].hand, func(c Card) bool { return c.isPath() && o.socket.fits(c) })
	})
	return engine.MapList(open, func(o opening) Cell { return o.cell })
}

// scene draws the maze for seat i, but nothing that others may not see. The names of columns are at
// the top, those of rows at the left.
func (s *State) scene(i int) engine.Scene {
	p := s.sheet(i)
	picture := engine.FramedScene(p.width(), p.height(), min(p.width(), deskWidth))
	for col := p.extent.left; col <= p.right; col++ {
		x, _ := p.at(Cell{int8(col), 0})
		picture.Add(p.label(columnName(col), x, 0, cardWidth, p.top))
	}
	for c := range p.cells {
		x, y := p.at(c)
		if int(c.Col) == p.extent.left {
			picture.Add(p.label(strconv.Itoa(int(c.Row)), 0, y, p.left, cardHeight))
		}
		if s.maze.at(c) == emptyTile && picture.Width > deskWidth {
			continue // a wide maze is shown scaled down; leaving out empty cells keeps the letter small
		}
		picture.Add(tileSprite(s.maze.at(c), x, y))
	}
	return picture
}

// label is the name of a column or row, in the middle of the space beside the rim.
func (p sheet) label(name string, x, y, width, height int) engine.Sprite {
	text := engine.LabelShape(name, width, height, p.letters).Heavy(engine.Dust)
	if x == 0 {
		text.Points[0].X += engine.RimWide / 2
	} else {
		text.Points[0].Y += engine.RimWide / 2
	}
	return engine.Sprite{Key: "saboteur/label/" + name, X: x, Y: y, Width: width, Height: height, Shapes: []engine.Shape{text}}
}

// Marks returns what only one seat sees over the maze.
func (s *State) Marks(seat string, since int) (over []engine.Sprite, laid []engine.Laid) {
	i := s.seat(seat)
	p := s.sheet(i)
	for _, c := range s.places(i) {
		x, y := p.at(c)
		over = append(over, sprite("place", x, y, dashes()...), nameSprite(c.String(), x, y))
	}
	for _, c := range s.maze.laid {
		x, y := p.at(c)
		if g := c.goal(); g >= 0 && i >= 0 && s.players[i].seen[g] && s.maze.at(c) == hiddenTile {
			over = append(over, windowSprite(s.goals[g], x, y))
		}
		if j, seq := s.digger(c); seq > since {
			laid = append(laid, engine.Laid{Place: c.String(), By: s.name(j)})
			over = append(over, tabSprite(len(laid), x, y))
		}
	}
	return over, laid
}

// digger returns the seat that laid the card in a cell and the number of its fact, which is 0 if
// nobody did.
func (s *State) digger(c Cell) (seat, seq int) {
	for j := range s.players {
		for _, a := range s.players[j].actions {
			if a.family() == pathFamily && a.cell == c && a.seq > seq {
				seat, seq = j, a.seq
			}
		}
	}
	return seat, seq
}

func sprite(key string, x, y int, shapes ...engine.Shape) engine.Sprite {
	return engine.Sprite{Key: "saboteur/" + key, X: x, Y: y, Width: cardWidth, Height: cardHeight, Shapes: shapes}
}

// nameSprite is the name of an empty cell. It is apart from the dashed frame, so that the frame's many strokes are
// drawn once for all cells.
func nameSprite(name string, x, y int) engine.Sprite {
	const height = 20
	return engine.Sprite{
		Key: "saboteur/name/" + name, X: x, Y: y + (cardHeight-height)/2, Width: cardWidth, Height: height,
		Shapes: []engine.Shape{engine.LabelShape(name, cardWidth, height, 16).Heavy(engine.Lamp)},
	}
}

// dashes is the dashed frame around an empty cell to which a card may go. Callers must not change its shapes.
var dashes = sync.OnceValue(func() (shapes []engine.Shape) {
	for _, a := range []struct{ x, y, dx, dy float64 }{{3, 3, 1, 0}, {3, cardHeight - 3, 1, 0}, {3, 3, 0, 1}, {cardWidth - 3, 3, 0, 1}} {
		for d := 0.0; d < cardWidth*a.dx+cardHeight*a.dy-10; d += 9 {
			end := min(d+4.5, cardWidth*a.dx+cardHeight*a.dy-6)
			shapes = append(shapes, engine.StrokeShape(engine.Lamp, 1.6, pt(a.x+d*a.dx, a.y+d*a.dy), pt(a.x+end*a.dx, a.y+end*a.dy)))
		}
	}
	return shapes
})

// tabSprite is the number of a new card, at its top right corner.
func tabSprite(n, x, y int) engine.Sprite {
	const side = 19
	text := engine.LabelShape(strconv.Itoa(n), side, side, 14.5).Heavy(engine.Ink)
	return engine.Sprite{
		Key: "saboteur/tab/" + text.Text, X: x + cardWidth - side + 3, Y: y - 3, Width: side, Height: side,
		Shapes: []engine.Shape{engine.BoxShape(1, 1, side-1, side-1).Rounded(5).Filled(engine.Lamp).Outlined(engine.Cave, 1.6), text},
	}
}

// windowSprite is a goal that the seat has looked at: what lies behind the door.
func windowSprite(c Card, x, y int) engine.Sprite {
	shapes := []engine.Shape{
		engine.BoxShape(6, 8, cardWidth-6, cardHeight-8).Rounded(6).Filled(engine.Cave).Outlined(engine.Lamp, 2.4),
		engine.DiscShape(pt(midX, midY), 15, engine.Beam), engine.DiscShape(pt(midX, midY), 11.5, engine.Timber),
	}
	return sprite("seen/"+c.String(), x, y, append(shapes, emblem(c)...)...)
}

// tileSprite draws one cell. Cards that look the same have the same key, turned or not.
func tileSprite(t tile, x, y int) engine.Sprite {
	s := tileLooks()[t]
	s.X, s.Y = x, y
	return s
}

// tileLooks has the sprites of everything that can lie in a cell, drawn once, because a picture has
// about fifty of them. Callers must not change their shapes.
var tileLooks = sync.OnceValue(func() *[256]engine.Sprite {
	var looks [256]engine.Sprite
	looks[emptyTile] = sprite("empty", 0, 0, solidRock()...)
	looks[hiddenTile] = sprite("hidden", 0, 0, door()...)
	for c := none + 1; int(c) < len(faces); c++ {
		for _, turned := range []bool{false, true} {
			t := tileOf(c, turned)
			looks[t] = sprite(t.named(around), 0, 0, append(tunnels(t), emblem(c)...)...)
		}
	}
	return &looks
})

// Unsealed draws the maze with the goals that still lie face down turned up, each in a frame.
func (s *State) Unsealed() engine.Scene {
	picture, p := s.scene(nobody), s.sheet(nobody)
	for g, c := range goalCells {
		if s.maze.at(c) != hiddenTile {
			continue
		}
		x, y := p.at(c)
		frame := engine.BoxShape(3, 3, cardWidth-3, cardHeight-3).Rounded(4).Outlined(engine.Hidden, 4)
		picture.Add(tileSprite(tileOf(s.goals[g], false), x, y), sprite("sealed", x, y, frame))
	}
	return picture
}

// Spots lists the cells of the maze and the cards in hand.
func (s *State) Spots(seat string) (board, hand []engine.Spot) {
	i := s.seat(seat)
	if i < 0 || s.phase != digging {
		return nil, nil
	}
	p := s.sheet(i)
	for c := range p.cells {
		x, y := p.at(c)
		board = append(board, engine.Spot{Name: c.String(), X: x, Y: y, Width: cardWidth, Height: cardHeight})
	}
	for place := range s.players[i].hand {
		hand = append(hand, engine.Spot{Name: strconv.Itoa(place + 1), X: stripFirst + place*stripStep, Y: stripTop, Width: cardWidth, Height: cardHeight})
	}
	return board, hand
}

// Aim gives no place in the maze for a card that is played on a player or discarded.
func (s *State) Aim(seat, command string) engine.Aim {
	a, ok := s.read(s.seat(seat), command)
	if !ok || a.family == pickGold {
		return engine.Aim{}
	}
	aim := engine.Aim{Card: strconv.Itoa(a.place + 1), Turned: a.turned}
	switch a.family {
	case pathFamily, fallFamily, mapFamily:
		aim.Place = a.cell.String()
	}
	return aim
}
