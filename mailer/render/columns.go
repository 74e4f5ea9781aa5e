package render

import (
	"strings"

	"pitpost.example/engine"
)

// BoardWidth is how many characters a board in text may be wide.
const BoardWidth = 76

// Board is a seat's board in text for a fixed-width font: drawn by the game, or
// its grid of cards, printed and lined up.
func Board(v engine.View, print func(engine.Phrase) string) []string {
	if v.Grid == nil {
		return labelled(v.Board, print)
	}
	grid := make([][]string, len(v.Grid))
	for i, row := range v.Grid {
		for _, cell := range row {
			grid[i] = append(grid[i], print(cell))
		}
	}
	return Columns(grid, BoardWidth)
}

// labelMargin is how many characters stand before the cells of a drawn board, labelLeast how many
// must.
const (
	labelMargin = 7
	labelLeast  = 4
)

// labelled puts the labels "row 3" and "cols" of a drawn board into the reader's language.
// They keep one width, so that the drawing stays lined up; one too long is left out. A drawing that
// is a little too wide begins further left.
func labelled(board []string, print func(engine.Phrase) string) []string {
	margin := labelMargin
	for _, line := range board {
		margin = max(labelLeast, min(margin, labelMargin+BoardWidth-len(line)))
	}
	lines := make([]string, len(board))
	for i, line := range board {
		if lines[i] = line; strings.HasPrefix(line, "   ") {
			lines[i] = line[labelMargin-margin:]
		}
		word, rest, _ := strings.Cut(line, " ")
		key, number := "board.cols", ""
		switch word {
		case "cols":
		case "row":
			key = "board.row"
			number, _, _ = strings.Cut(rest, " ")
			number, _, _ = strings.Cut(number, "[")
		default:
			continue
		}
		label := strings.TrimSpace(print(engine.Say(key)) + " " + number)
		if len([]rune(label)) > margin {
			label = number
		}
		if len(line) > labelMargin {
			lines[i] = pad(label, margin) + line[labelMargin:]
		} else {
			lines[i] = label
		}
	}
	return lines
}

// Columns lines a grid up for a fixed-width font. What is too wide is broken
// into blocks below each other, each with the headings of the rows that have
// something in it; every line begins with a bar, so that no word of it can pass
// for a command.
func Columns(grid [][]string, width int) []string {
	if len(grid) == 0 {
		return nil
	}
	widths := make([]int, len(grid[0]))
	for _, row := range grid {
		for c, cell := range row {
			widths[c] = max(widths[c], len([]rune(cell)))
		}
	}
	var lines []string
	for from := 1; from < len(widths); {
		to, used := from, 2+widths[0]
		for to < len(widths) && (to == from || used+2+widths[to] <= width) {
			used += 2 + widths[to]
			to++
		}
		if from > 1 {
			lines = append(lines, "|")
		}
		for _, row := range grid {
			if strings.TrimSpace(strings.Join(row[from:to], "")) == "" {
				continue
			}
			line := "| " + pad(row[0], widths[0])
			for c := from; c < to; c++ {
				line += "  " + pad(row[c], widths[c])
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}
		from = to
	}
	return lines
}
