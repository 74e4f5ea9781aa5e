package letter

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// board prints the position: drawn in characters, or as a list of facts, with its picture
// where the reader wants one.
func (s *builder) board(v engine.View) render.Section {
	alt := printed(v.Alt, s.print)
	board := render.Section{Title: s.say("mail.board", "round", v.Round, "turn", v.Turn)}
	if s.player != nil && s.player.Settings.Format == model.FormatReader {
		board.Lines = plain(alt...)
	} else {
		board.Board, board.Alt = render.Board(v, s.print), strings.Join(alt, " ")
	}
	if s.pictured() {
		board.Picture = true
		s.picture = &v.Scene
	}
	for _, p := range v.Table {
		board.Lines = append(board.Lines, render.Line{Text: s.print(p), Kind: render.Faint})
	}
	return board
}
