package mailer

import (
	"strings"

	"pitpost/engine"
)

// boardWidth is how many characters a board in text may be wide.
const boardWidth = 76

// Board is a seat's board in text for a fixed-width font: drawn by the game, or
// its grid of cards, printed and lined up.
func Board(v engine.View, print func(engine.Phrase) string) []string {
	if v.Grid == nil {
		return v.Board
	}
	grid := make([][]string, len(v.Grid))
	for i, row := range v.Grid {
		for _, cell := range row {
			grid[i] = append(grid[i], print(cell))
		}
	}
	return columns(grid, boardWidth)
}

// columns lines a grid up for a fixed-width font. What is too wide is broken
// into blocks below each other, each with the headings of the rows that have
// something in it; every line begins with a bar, so that no word of it can pass
// for a command.
func columns(grid [][]string, width int) []string {
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
