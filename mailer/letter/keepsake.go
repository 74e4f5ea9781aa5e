package letter

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
)

// Sizes of what is written under a keepsake, in pixels at 1×.
const (
	keepsakeTitle  = 30
	keepsakeRow    = 24
	keepsakeEntry  = 220 // the least width of a name and its score
	keepsakeMargin = 10
)

// A keepsake stays small enough to go from phone to phone.
const (
	keepsakeType = "image/png"
	keepsakeMost = 60_000 // bytes
)

// keepsake is the finished table as anybody may see it, with the names and scores
// under it; false for a match that has no outcome.
func (s *builder) keepsake() (engine.Scene, bool) {
	state := s.table.Match.State()
	result := state.Result()
	if result == nil {
		return engine.Scene{}, false
	}
	board := state.View("").Scene
	top := board.Height
	columns := max(1, (board.Width-2*keepsakeMargin)/keepsakeEntry)
	names := s.table.Match.Names()
	rows := (len(names) + columns - 1) / columns
	board.Height += keepsakeTitle + rows*keepsakeRow + keepsakeMargin
	board.Sprites = append(board.Sprites[:len(board.Sprites):len(board.Sprites)],
		picture.Caption(fmt.Sprintf("%s #%d", s.title(), s.table.Row.ID), 0, top, board.Width, keepsakeTitle, 17, engine.Paper))
	width := (board.Width - 2*keepsakeMargin) / columns
	for i, name := range names {
		ground := engine.Paper
		if slices.Contains(result.Winners, name) {
			ground = engine.Gold
		}
		board.Sprites = append(board.Sprites, picture.Caption(fmt.Sprintf("%s  %d", name, result.Scores[name]),
			keepsakeMargin+i%columns*width, top+keepsakeTitle+i/columns*keepsakeRow, width, keepsakeRow, 14, ground))
	}
	return board, true
}

// enclose adds the keepsake to the files of the last letter; nothing for those who
// want no pictures.
func (s *builder) enclose() (render.Line, bool, error) {
	scene, ok := s.keepsake()
	if !ok || s.player != nil && s.player.Settings.NoPictures {
		return render.Line{}, false, nil
	}
	data, err := picture.PaintSmall(scene, picture.Scale, keepsakeMost)
	if err != nil {
		return render.Line{}, false, fmt.Errorf("keepsake of match %d: %w", s.table.Row.ID, err)
	}
	s.attach = append(s.attach, render.Part{Type: keepsakeType, Name: fmt.Sprintf("match-%d.png", s.table.Row.ID), Data: data})
	return render.Plain(s.say("mail.keepsake", "match", int(s.table.Row.ID))), true, nil
}

// boardScale is how sharp the board inside a letter is: where the same is enclosed in
// full, once is enough, and the letter stays small.
func (s *builder) boardScale() int {
	if slices.ContainsFunc(s.attach, func(p render.Part) bool { return p.Type == keepsakeType }) {
		return 1
	}
	return picture.Scale
}
