package mailer

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// board prints the position: drawn in characters, or as a list of facts, with its picture
// where the reader wants one.
func (s *sheet) board(v engine.View) section {
	alt := make([]string, len(v.Alt))
	for i, p := range v.Alt {
		alt[i] = s.print(p)
	}
	board := section{Title: s.say("mail.board", "round", v.Round, "turn", v.Turn)}
	if s.player != nil && s.player.Settings.Format == model.FormatReader {
		for _, fact := range alt {
			board.Lines = append(board.Lines, plainLine(fact))
		}
	} else {
		board.Board, board.Alt = Board(v, s.print), strings.Join(alt, " ")
	}
	if s.pictured() {
		board.Picture = true
		s.picture = &v.Scene
	}
	for _, p := range v.Table {
		board.Lines = append(board.Lines, line{Text: s.print(p), Kind: weighFaint})
	}
	return board
}
