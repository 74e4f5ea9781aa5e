package saboteur

import (
	"slices"
	"strconv"
	"strings"
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
	texts, width, cut := &wideTexts, 7, 0
	columns := x.right - x.left + 1
	if columns > 10 {
		texts, width = &narrowTexts, 5
	}
	if columns > 13 {
		width, cut = 3, 1
	}
	var row strings.Builder
	row.WriteString("cols   ")
	for col := x.left; col <= x.right; col++ {
		row.WriteString(centred(columnName(col), width))
	}
	lines := make([]string, 0, 1+3*(x.bottom-x.top+1))
	lines = append(lines, strings.TrimRight(row.String(), " "))
	for at := x.top; at <= x.bottom; at++ {
		for part, label := range [3]string{"", "row " + strconv.Itoa(at), ""} {
			row.Reset()
			row.WriteString(label + "       "[len(label):])
			for col := x.left; col <= x.right; col++ {
				c := Cell{int8(col), int8(at)}
				text := texts[s.maze.at(c)][part]
				if part == 0 && s.marked && c == s.newest {
					text = "[*" + text[2:]
				}
				row.WriteString(text[cut : len(text)-cut])
			}
			lines = append(lines, strings.TrimRight(row.String(), " "))
		}
	}
	return lines
}

func centred(word string, width int) string {
	left := (width - len(word)) / 2
	return strings.Repeat(" ", left) + word + strings.Repeat(" ", width-left-len(word))
}

// The three lines of every tile, with five or three characters in its brackets.
var wideTexts, narrowTexts = tileTexts(5), tileTexts(3)

func tileTexts(inner int) (texts [256][3]string) {
	for t := range texts {
		texts[t] = tile(t).text(inner)
	}
	return texts
}

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
	switch t.card() {
	case start:
		return "S"
	case gold:
		return "$"
	case stoneNE, stoneNW:
		return "o"
	}
	switch open := t.sides(); {
	case t.deadEnd():
		return "x"
	case open == north|south:
		return "|"
	case open == east|west:
		return "-"
	}
	return "+"
}
