package saboteur

import (
	"fmt"
	"strings"
)

// extent is the part of the maze that is shown: the picture of the rulebooks,
// every card, and every cell that could take one.
type extent struct{ left, right, top, bottom int }

func (s *State) extent() extent {
	x := extent{0, 8, 1, 5}
	grow := func(c Cell) {
		x.left, x.right = min(x.left, int(c.Col)), max(x.right, int(c.Col))
		x.top, x.bottom = min(x.top, int(c.Row)), max(x.bottom, int(c.Row))
	}
	for _, c := range s.maze.laid {
		grow(c)
	}
	if s.phase != beforeDeal {
		for _, c := range s.maze.vacant(s.holders()) {
			grow(c)
		}
	}
	return x
}

// drawing is the maze in characters: each card three lines high in brackets,
// its open sides as strokes that meet in + or, on a dead end, stop before x.
// Its lines begin with "row" or "cols", so that none reads as a command when
// it is quoted back; who prints it puts those labels into the reader's words.
func (s *State) drawing() []string {
	x := s.extent()
	inner := 5
	if x.right-x.left >= 10 {
		inner = 3
	}
	const margin = 7
	head := fmt.Sprintf("%-*s", margin, "cols")
	for col := x.left; col <= x.right; col++ {
		head += centred(columnName(col), inner+2)
	}
	lines := []string{strings.TrimRight(head, " ")}
	for row := x.top; row <= x.bottom; row++ {
		rows := [3]string{}
		label := fmt.Sprintf("row %d", row)
		for part := range rows {
			rows[part] = fmt.Sprintf("%-*s", margin, label)
			if part != 1 {
				rows[part] = strings.Repeat(" ", margin)
			}
			for col := x.left; col <= x.right; col++ {
				c := Cell{int8(col), int8(row)}
				rows[part] += s.tileText(c, part, inner)
			}
			lines = append(lines, strings.TrimRight(rows[part], " "))
		}
	}
	return lines
}

func centred(word string, width int) string {
	left := (width - len(word)) / 2
	return fmt.Sprintf("%*s%-*s", left, "", width-left, word)
}

// tileText is one of the three lines of one cell.
func (s *State) tileText(c Cell, part, inner int) string {
	t := s.maze.at(c)
	half := inner / 2
	switch {
	case t == emptyTile && part == 1:
		return centred(".", inner+2)
	case t == emptyTile:
		return strings.Repeat(" ", inner+2)
	case t == hiddenTile:
		fill := strings.Repeat("/", half)
		if part != 1 {
			return "[" + fill + "/" + fill + "]"
		}
		return "[" + fill + "?" + fill + "]"
	}
	open := t.sides()
	if part != 1 {
		side, mark := north, " "
		if part == 2 {
			side = south
		} else if s.marked && c == s.newest {
			mark = "*"
		}
		stroke := " "
		if open&side != 0 {
			stroke = "|"
		}
		return "[" + mark + strings.Repeat(" ", half-1) + stroke + strings.Repeat(" ", half) + "]"
	}
	return "[" + arm(open&west != 0, t.deadEnd(), half, true) + string(heart(t)) +
		arm(open&east != 0, t.deadEnd(), half, false) + "]"
}

// arm is the stroke from the middle to the left or right edge; on a dead end
// it stops short where there is room.
func arm(open, dead bool, half int, left bool) string {
	switch {
	case !open:
		return strings.Repeat(" ", half)
	case !dead || half == 1:
		return strings.Repeat("-", half)
	case left:
		return strings.Repeat("-", half-1) + " "
	}
	return " " + strings.Repeat("-", half-1)
}

// heart is the sign in the middle of a card.
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
