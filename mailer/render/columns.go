package render

import (
	"strings"

	"pitpost.example/engine"
)

// BoardWidth is the maximum width of a board in text, in characters.
const BoardWidth = 76

// BoardLines returns a seat's board as lines for a fixed-width font: as drawn by the game, or its grid of cards,
// printed and aligned.
func BoardLines(v engine.View, print func(engine.Phrase) string) []string {
	if v.Grid == nil {
		return labelled(v.Board, print)
	}
	grid := engine.MapList(v.Grid, func(row []engine.Phrase) []string { return engine.MapList(row, print) })
	return AlignColumns(grid, BoardWidth)
}

// labelMargin is the width of the margin before the cells of a drawn board, labelLeast the least that it can
// be reduced to.
const (
	labelMargin = 7
	labelLeast  = 4
)

// labelled translates the labels "row 3" and "cols" of a drawn board. Their width does not change, so that
// the drawing stays aligned; the word of a label that is too long is left out. If a drawing is slightly too
// wide, its margin is reduced.
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

// AlignColumns aligns a grid for a fixed-width font. If it is too wide, it is broken into blocks one below the
// other, each with the row headings and only those rows that have something in it.
func AlignColumns(grid [][]string, width int) []string {
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
		to, used := from, widths[0]
		for to < len(widths) && (to == from || used+2+widths[to] <= width) {
			used += 2 + widths[to]
			to++
		}
		if from > 1 {
			lines = append(lines, "")
		}
		for _, row := range grid {
			if strings.TrimSpace(strings.Join(row[from:to], "")) == "" {
				continue
			}
			line := pad(row[0], widths[0])
			for c := from; c < to; c++ {
				line += "  " + pad(row[c], widths[c])
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}
		from = to
	}
	return lines
}
