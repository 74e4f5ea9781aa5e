package saboteur

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
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
	x := s.extent(s.maze.vacant(s.holders()))
	inner, cut := 5, 0
	switch columns := x.right - x.left + 1; {
	case columns > 13:
		inner, cut = 3, 1
	case columns > 10:
		inner = 3
	}
	head := "cols   "
	for col := x.left; col <= x.right; col++ {
		head += centred(columnName(col), inner+2-2*cut)
	}
	lines := []string{head}
	for at := x.top; at <= x.bottom; at++ {
		row := [3]string{"       ", fmt.Sprintf("row %-3d", at), "       "}
		for col := x.left; col <= x.right; col++ {
			c := Cell{int8(col), int8(at)}
			text := s.maze.at(c).text(inner)
			if s.marked && c == s.newest {
				text[0] = "[*" + text[0][2:]
			}
			for part := range row {
				row[part] += text[part][cut : len(text[part])-cut]
			}
		}
		lines = append(lines, row[:]...)
	}
	return engine.MapList(lines, func(line string) string { return strings.TrimRight(line, " ") })
}

// cells runs through the cells, row by row.
func (x extent) cells(yield func(Cell) bool) {
	for row := x.top; row <= x.bottom; row++ {
		for col := x.left; col <= x.right; col++ {
			if !yield(Cell{int8(col), int8(row)}) {
				return
			}
		}
	}
}

func centred(word string, width int) string {
	left := (width - len(word)) / 2
	return strings.Repeat(" ", left) + word + strings.Repeat(" ", width-left-len(word))
}

// text returns the three lines of a tile, with so many characters in its brackets.
func (t tile) text(inner int) [3]string {
	half := inner / 2
	blank, dashes := strings.Repeat(" ", half), strings.Repeat("-", half)
	switch t {
	case emptyTile:
		nothing := centred("", inner+2)
		return [3]string{nothing, centred(".", inner+2), nothing}
	case hiddenTile:
		door := "[" + strings.Repeat("/", inner) + "]"
		return [3]string{door, door[:half+1] + "?" + door[half+2:], door}
	}
	// stroke returns what leads to a side if that is open, and as many blanks if it is closed.
	stroke := func(side Sides, text string) string {
		if t.open(side) {
			return text
		}
		return centred("", len(text))
	}
	left, right := dashes, dashes
	if t.deadEnd() && half > 1 { // the strokes stop short of the middle
		left, right = dashes[1:]+" ", " "+dashes[1:]
	}
	return [3]string{
		"[" + blank + stroke(north, "|") + blank + "]",
		"[" + stroke(west, left) + heart(t) + stroke(east, right) + "]",
		"[" + blank + stroke(south, "|") + blank + "]",
	}
}

// heart is the character in the middle of a card.
func heart(t tile) string {
	switch c, open := t.card(), t.sides(); {
	case c == start:
		return "S"
	case c == gold:
		return "$"
	case c == stoneNE, c == stoneNW:
		return "o"
	case t.deadEnd():
		return "x"
	case open == north|south:
		return "|"
	case open == east|west:
		return "-"
	}
	return "+"
}
