package letter

import (
	"fmt"
	"slices"

	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
)

// A keepsake stays small enough to go from phone to phone.
const (
	keepsakeType = "image/png"
	keepsakeMost = 60_000 // bytes
)

// enclose adds a picture of the finished table, with names and scores under it, to the files of the
// last letter; false for a match that has no outcome, and for those who want no pictures.
func enclose(s *builder) bool {
	state := s.table.Match.State()
	result := state.Result()
	if result == nil || s.player != nil && s.player.Settings.NoPictures {
		return false
	}
	var entries []picture.Entry
	for _, name := range s.table.Match.Names() {
		entries = append(entries, picture.Entry{Text: fmt.Sprintf("%s  %d", name, result.Scores[name]), Won: slices.Contains(result.Winners, name)})
	}
	scene := picture.Keepsake(state.View("").Scene, fmt.Sprintf("%s #%d", s.title(), s.table.Row.ID), entries)
	data, err := picture.PaintSmall(scene, picture.Scale, keepsakeMost)
	if err != nil {
		s.keep(fmt.Errorf("keepsake of match %d: %w", s.table.Row.ID, err))
	}
	s.attach = append(s.attach, render.Part{Type: keepsakeType, Name: fmt.Sprintf("match-%d.png", s.table.Row.ID), Data: data})
	return true
}

// boardScale is how sharp the board inside a letter is: where the same is enclosed in
// full, once is enough, and the letter stays small.
func (s *builder) boardScale() int {
	if slices.ContainsFunc(s.attach, func(p render.Part) bool { return p.Type == keepsakeType }) {
		return 1
	}
	return picture.Scale
}
