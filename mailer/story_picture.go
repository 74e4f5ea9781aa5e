package mailer

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
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
func (s *sheet) keepsake() (engine.Scene, bool) {
	state := s.table.Match.State()
	result := state.Result()
	if result == nil {
		return engine.Scene{}, false
	}
	picture := state.View("").Scene
	top := picture.Height
	columns := max(1, (picture.Width-2*keepsakeMargin)/keepsakeEntry)
	names := s.table.Match.Names()
	rows := (len(names) + columns - 1) / columns
	picture.Height += keepsakeTitle + rows*keepsakeRow + keepsakeMargin
	picture.Sprites = append(picture.Sprites[:len(picture.Sprites):len(picture.Sprites)],
		caption(fmt.Sprintf("%s #%d", s.title(), s.table.Row.ID), 0, top, picture.Width, keepsakeTitle, 17, engine.Paper))
	width := (picture.Width - 2*keepsakeMargin) / columns
	for i, name := range names {
		ground := engine.Paper
		if slices.Contains(result.Winners, name) {
			ground = engine.Gold
		}
		picture.Sprites = append(picture.Sprites, caption(fmt.Sprintf("%s  %d", name, result.Scores[name]),
			keepsakeMargin+i%columns*width, top+keepsakeTitle+i/columns*keepsakeRow, width, keepsakeRow, 14, ground))
	}
	return picture, true
}

// caption is a line of text on a ground of its own: gold for who won.
func caption(text string, x, y, width, height int, size float64, ground engine.Colour) engine.Sprite {
	box := engine.Box(2, 1, float64(width-2), float64(height-1))
	box.Fill, box.R = ground, 5
	letters := engine.Label(text, width, height, size)
	letters.Bold = true
	// Without a key: names, scores and numbers of matches would fill the memory of what is drawn.
	return engine.Sprite{X: x, Y: y, Width: width, Height: height, Shapes: []engine.Shape{box, letters}}
}

// enclose adds the keepsake to the files of the last letter; nothing for those who
// want no pictures.
func (s *sheet) enclose() (line, bool, error) {
	scene, ok := s.keepsake()
	if !ok || s.player != nil && s.player.Settings.NoPictures {
		return line{}, false, nil
	}
	data, err := PaintSmall(scene, pictureScale, keepsakeMost)
	if err != nil {
		return line{}, false, fmt.Errorf("keepsake of match %d: %w", s.table.Row.ID, err)
	}
	s.attach = append(s.attach, Part{Type: keepsakeType, Name: fmt.Sprintf("match-%d.png", s.table.Row.ID), Data: data})
	return plainLine(s.say("mail.keepsake", "match", int(s.table.Row.ID))), true, nil
}

// boardScale is how sharp the board inside a letter is: where the same is enclosed in
// full, once is enough, and the letter stays small.
func (s *sheet) boardScale() int {
	if slices.ContainsFunc(s.attach, func(p Part) bool { return p.Type == keepsakeType }) {
		return 1
	}
	return pictureScale
}
