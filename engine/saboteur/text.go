package saboteur

import (
	"bytes"
	"slices"
	"strconv"
)

// extent is the part of the maze that is shown: the table as at the start, every card, and cells
// that could take one.
type extent struct{ left, right, top, bottom int }

func (s *State) extent(free []Cell) extent {
	x := extent{int(startCell.Col), int(goalCells[0].Col), int(goalCells[0].Row), int(goalCells[2].Row)}
	for _, c := range slices.Concat(s.maze.laid, free) {
		x.left, x.right = min(x.left, int(c.Col)), max(x.right, int(c.Col))
		x.top, x.bottom = min(x.top, int(c.Row)), max(x.bottom, int(c.Row))
	}
	return x
}

// drawing is the maze in characters. A card is three lines high, in brackets; its open sides are
// strokes that meet in + or, on a dead end, stop before x. A wide maze has narrower cards, a very
// wide one no brackets.
//
// Lines begin with "row" or "cols", so that none is read as a command when a reply quotes it. The
// printer replaces these labels by words of the reader's language.
func (s *State) drawing() []string {
	var free []Cell
	if s.phase != beforeDeal {
		free = s.maze.vacant(s.holders())
	}
	x := s.extent(free)
	columns, inner, brackets := x.right-x.left+1, 5, 2
	if columns > 10 {
		inner = 3
	}
	if columns > 13 {
		brackets = 0
	}
	const margin = 7
	row := append(make([]byte, 0, 256), "cols   "...)
	for col := x.left; col <= x.right; col++ {
		row = centred(row, columnName(col), inner+brackets)
	}
	lines := make([]string, 0, 1+3*(x.bottom-x.top+1))
	lines = append(lines, string(bytes.TrimRight(row, " ")))
	for at := x.top; at <= x.bottom; at++ {
		for part := range 3 {
			row = row[:0]
			if part == 1 {
				row = strconv.AppendInt(append(row, "row "...), int64(at), 10)
			}
			row = blanks(row, margin-len(row))
			for col := x.left; col <= x.right; col++ {
				from := len(row)
				row = s.tileText(row, Cell{int8(col), int8(at)}, part, inner)
				if brackets == 0 {
					row = append(row[:from], row[from+1:len(row)-1]...)
				}
			}
			lines = append(lines, string(bytes.TrimRight(row, " ")))
		}
	}
	return lines
}

func blanks(row []byte, n int) []byte { return many(row, ' ', n) }

func many(row []byte, c byte, n int) []byte {
	for range n {
		row = append(row, c)
	}
	return row
}

func centred(row []byte, word string, width int) []byte {
	left := (width - len(word)) / 2
	return blanks(append(blanks(row, left), word...), width-left-len(word))
}

// tileText appends one of the three lines of a cell.
func (s *State) tileText(row []byte, c Cell, part, inner int) []byte {
	t := s.maze.at(c)
	half := inner / 2
	switch {
	case t == emptyTile && part == 1:
		return centred(row, ".", inner+2)
	case t == emptyTile:
		return blanks(row, inner+2)
	case t == hiddenTile:
		middle := byte('/')
		if part == 1 {
			middle = '?'
		}
		row = append(many(append(row, '['), '/', half), middle)
		return append(many(row, '/', half), ']')
	}
	open := t.sides()
	if part == 1 {
		row = append(arm(append(row, '['), open&west != 0, t.deadEnd(), half, true), heart(t))
		return append(arm(row, open&east != 0, t.deadEnd(), half, false), ']')
	}
	side, mark, stroke := north, byte(' '), byte(' ')
	if part == 2 {
		side = south
	} else if s.marked && c == s.newest {
		mark = '*'
	}
	if open&side != 0 {
		stroke = '|'
	}
	row = append(blanks(append(row, '[', mark), half-1), stroke)
	return append(blanks(row, half), ']')
}

// arm is the stroke from the middle to the left or right edge. On a dead end it stops short of the
// middle if there is room.
func arm(row []byte, open, dead bool, half int, left bool) []byte {
	switch {
	case !open:
		return blanks(row, half)
	case !dead || half == 1:
		return many(row, '-', half)
	case left:
		return append(many(row, '-', half-1), ' ')
	}
	return many(append(row, ' '), '-', half-1)
}

// heart is the character in the middle of a card.
func heart(t tile) byte {
	switch t.card() {
	case start:
		return 'S'
	case gold:
		return '$'
	case stoneNE, stoneNW:
		return 'o'
	}
	switch open := t.sides(); {
	case t.deadEnd():
		return 'x'
	case open == north|south:
		return '|'
	case open == east|west:
		return '-'
	}
	return '+'
}
