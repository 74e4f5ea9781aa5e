package saboteur

import (
	"slices"
	"strconv"
	"strings"
)

// Cell is a place in the maze: column 0 is A, the start's; row 1 is the top
// row of the picture in the rulebooks.
type Cell struct{ Col, Row int8 }

// The table as laid out at the start of a round.
var (
	startCell = Cell{0, 3}
	goalCells = [3]Cell{{8, 1}, {8, 3}, {8, 5}}
)

// The forty path cards cannot lead further than forty cells from the start or
// a goal; one more cell all round spares the neighbours a check.
const (
	leftmost, rightmost = -42, 50
	topmost, bottommost = -42, 48
	gridWidth           = rightmost - leftmost + 1
	gridSize            = gridWidth * (bottommost - topmost + 1)
)

// inReach says whether a card could ever lie there.
func (c Cell) inReach() bool {
	return c.Col > leftmost && c.Col < rightmost && c.Row > topmost && c.Row < bottommost
}

func (c Cell) index() int {
	return (int(c.Row)-topmost)*gridWidth + int(c.Col) - leftmost
}

var steps = [...]Cell{north: {0, -1}, east: {1, 0}, south: {0, 1}, west: {-1, 0}}

// beside is the cell that touches one side.
func (c Cell) beside(side Sides) Cell {
	step := steps[side]
	return Cell{c.Col + step.Col, c.Row + step.Row}
}

// goal is the number of the goal in this cell, -1 for none.
func (c Cell) goal() int { return slices.Index(goalCells[:], c) }

// columnName spells a column: A … Z, AA … to the right, -A, -B … left of A.
func columnName(col int) string {
	if col < 0 {
		return "-" + columnName(-col-1)
	}
	if col < 26 {
		return string(rune('A' + col))
	}
	return columnName(col/26-1) + string(rune('A'+col%26))
}

// String is the cell's name, such as C4, AA-1 or -A3.
func (c Cell) String() string {
	return columnName(int(c.Col)) + strconv.Itoa(int(c.Row))
}

// cellOf reads a cell's name in either case; ok is false for anything else and
// for cells that no maze can reach.
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
