package saboteur

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// Cell is a place in the maze. Column 0 is A, where the start is; row 1 is the top row in the
// picture of the rulebooks.
type Cell struct{ Col, Row int8 }

// The table at the start of a round.
var (
	startCell = Cell{0, 3}
	goalCells = [3]Cell{{8, 1}, {8, 3}, {8, 5}}
)

// The forty path cards cannot reach further than forty cells from the start or a goal. One more
// cell on each side means that neighbours need no bounds check.
const (
	leftmost, rightmost = -42, 50
	topmost, bottommost = -42, 48
	gridWidth           = rightmost - leftmost + 1
	gridSize            = gridWidth * (bottommost - topmost + 1)
)

// inReach reports whether a card could ever lie in the cell.
func (c Cell) inReach() bool {
	return c.Col > leftmost && c.Col < rightmost && c.Row > topmost && c.Row < bottommost
}

func (c Cell) index() int {
	return (int(c.Row)-topmost)*gridWidth + int(c.Col) - leftmost
}

var steps = [...]Cell{north: {0, -1}, east: {1, 0}, south: {0, 1}, west: {-1, 0}}

// beside returns the cell that touches one side.
func (c Cell) beside(side Sides) Cell {
	step := steps[side]
	return Cell{c.Col + step.Col, c.Row + step.Row}
}

// goal returns the number of the goal in this cell, or -1.
func (c Cell) goal() int { return slices.Index(goalCells[:], c) }

// columnName spells a column: A … Z, AA … to the right, -A, -B … to the left of A.
func columnName(col int) string {
	if col < 0 {
		return "-" + columnName(-col-1)
	}
	if col < 26 {
		return string(rune('A' + col))
	}
	return columnName(col/26-1) + string(rune('A'+col%26))
}

// String returns the cell's name, such as C4, AA-1 or -A3.
func (c Cell) String() string {
	return columnName(int(c.Col)) + strconv.Itoa(int(c.Row))
}

// cellOf reads a cell's name in upper or lower case. ok is false for anything else, and for cells
// that no maze can reach.
func cellOf(name string) (c Cell, ok bool) {
	rest, left := strings.CutPrefix(name, "-")
	letters := 0
	col := 0
	for letters < len(rest) && letters < 3 {
		l := rest[letters] | 0x20
		if l < 'a' || l > 'z' {
			break
		}
		col = col*26 + int(l-'a') + 1
		letters++
	}
	if letters == 0 || col > 100 {
		return Cell{}, false
	}
	digits := rest[letters:]
	row, err := strconv.Atoi(digits)
	if err != nil || row < -99 || row > 99 || strconv.Itoa(row) != digits {
		return Cell{}, false
	}
	col--
	if left {
		col = -col - 1
	}
	c = Cell{int8(col), int8(row)}
	return c, c.inReach()
}

// tile is what lies in a cell of the maze: nothing, a card face up, or a goal face down.
type tile uint8

const (
	emptyTile   tile = 0
	hiddenTile  tile = 0x7f
	turnedAbout tile = 0x80
)

func tileOf(c Card, turned bool) tile {
	if turned {
		return tile(c) | turnedAbout
	}
	return tile(c)
}

func (t tile) card() Card        { return Card(t &^ turnedAbout) }
func (t tile) turned() bool      { return t&turnedAbout != 0 }
func (t tile) faceUp() bool      { return t != emptyTile && t != hiddenTile }
func (t tile) sides() Sides      { return t.card().sides(t.turned()) }
func (t tile) deadEnd() bool     { return t.card().face().dead }
func (t tile) open(s Sides) bool { return t.faceUp() && t.sides()&s != 0 }

// leads reports whether a path that enters by a side continues; admits reports whether it does or
// could, because the cell is empty or a goal face down.
func (t tile) leads(s Sides) bool  { return t.open(s) && !t.deadEnd() }
func (t tile) admits(s Sides) bool { return !t.faceUp() || t.leads(s) }

// maze is the table with every card in its cell.
type maze struct {
	tiles [gridSize]tile
	// laid lists the occupied cells, including goals face down, in the order in which they were
	// filled.
	laid []Cell
}

func (m *maze) at(c Cell) tile { return m.tiles[c.index()] }

func (m *maze) put(c Cell, t tile) {
	if m.tiles[c.index()] == emptyTile {
		m.laid = append(m.laid, c)
	}
	m.tiles[c.index()] = t
}

func (m *maze) take(c Cell) {
	m.tiles[c.index()] = emptyTile
	m.laid = engine.RemoveFirst(m.laid, c)
}

func (m *maze) set() {
	*m = maze{laid: make([]Cell, 0, 48)}
	m.put(startCell, tileOf(start, false))
	for _, g := range goalCells {
		m.put(g, hiddenTile)
	}
}

// reach is the set of cells that have an unbroken path from the start, over cards whose open sides
// are joined all the way. It has no dead ends and no goals face down.
type reach [gridSize/64 + 1]uint64

func (r *reach) has(c Cell) bool { i := c.index(); return r[i/64]>>(i%64)&1 != 0 }
func (r *reach) add(c Cell)      { i := c.index(); r[i/64] |= 1 << (i % 64) }

func (m *maze) reached() *reach {
	r, _ := m.joined(extent{leftmost, rightmost, topmost, bottommost})
	return r
}

// joined returns the cells that are reached within a part of the maze, as a set and as a list.
func (m *maze) joined(x extent) (r *reach, cells []Cell) {
	r, cells = new(reach), make([]Cell, 0, 48)
	var buffer [64]Cell
	edge := append(buffer[:0], startCell)
	r.add(startCell)
	for len(edge) > 0 {
		c := edge[len(edge)-1]
		edge = edge[:len(edge)-1]
		cells = append(cells, c)
		for _, side := range m.at(c).sides().each() {
			n := c.beside(side)
			if x.has(n) && m.at(n).leads(side.back()) && !r.has(n) {
				r.add(n)
				edge = append(edge, n)
			}
		}
	}
	return r, cells
}

// socket says what an empty cell requires of a card: sides that must be open, sides that must be
// closed, and the sides of which at least one must be open so that the card is joined to the maze.
type socket struct{ open, closed, hold Sides }

// socket returns what the neighbours of an empty cell require. If r is not nil, the card must be
// joined to a neighbour in r.
func (m *maze) socket(c Cell, r *reach) socket {
	var k socket
	for _, side := range around {
		n := c.beside(side)
		t := m.at(n)
		if !t.faceUp() {
			continue
		}
		if !t.open(side.back()) {
			k.closed |= side
			continue
		}
		k.open |= side
		if r == nil || r.has(n) {
			k.hold |= side
		}
	}
	return k
}

func (k socket) takes(s Sides) bool {
	return s&k.closed == 0 && s&k.open == k.open && s&k.hold != 0
}

// fits reports whether the cell takes a card, turned or not.
func (k socket) fits(c Card) bool { return k.takes(c.sides(false)) || k.takes(c.sides(true)) }

// vacant lists, in no particular order, the empty cells beside an open side of a card face up. If r
// is not nil, that card must be in r.
func (m *maze) vacant(r *reach) []Cell {
	var seen reach
	cells := make([]Cell, 0, 32)
	for _, c := range m.laid {
		t := m.at(c)
		if !t.faceUp() || r != nil && !r.has(c) {
			continue
		}
		for _, side := range t.sides().each() {
			n := c.beside(side)
			if n.inReach() && m.at(n) == emptyTile && !seen.has(n) {
				seen.add(n)
				cells = append(cells, n)
			}
		}
	}
	return cells
}

// opens lists the goals that are face down and reached.
func (m *maze) opens(r *reach) []Cell {
	return engine.FilterList(goalCells[:], func(g Cell) bool { return m.at(g) == hiddenTile && m.entries(g, r) != 0 })
}

// entries returns the sides by which reached cards lead into a cell.
func (m *maze) entries(c Cell, r *reach) (by Sides) {
	for _, side := range around {
		if n := c.beside(side); r.has(n) && m.at(n).open(side.back()) {
			by |= side
		}
	}
	return by
}

// layGoal says whether a goal that is reached has to be turned by half when it is turned face up: it
// must join the card that was just laid if that leads there, otherwise the first card that does, in
// the order N E S W.
func (m *maze) layGoal(card Card, goal, justLaid Cell, r *reach) (turned bool) {
	by := m.entries(goal, r).each()
	last := slices.IndexFunc(by, func(side Sides) bool { return goal.beside(side) == justLaid })
	return card.face().open&by[max(0, last)] == 0
}
