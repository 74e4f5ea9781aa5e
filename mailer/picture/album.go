package picture

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"pitpost.example/engine"
)

// albumKept is how many pictures an album remembers, of 15 to 60 KB each.
const albumKept = 128

// album remembers pictures, so that what several seats see, or one seat in a receipt and a
// digest, is drawn once. It is safe for use by many.
type album struct {
	mu     sync.Mutex
	plates map[[32]byte]*plate
	order  [][32]byte // the oldest, which gives way, first
}

// plate is a picture that is drawn by whoever asks first; the others wait for it.
type plate struct {
	once sync.Once
	data []byte
	err  error
}

// paint draws what is not remembered. Nobody may change what it gives.
func (a *album) paint(s engine.Scene, scale int, draw func(engine.Scene, int) ([]byte, error)) ([]byte, error) {
	p := a.plate(sceneKey(s, scale))
	p.once.Do(func() { p.data, p.err = draw(s, scale) })
	return p.data, p.err
}

func (a *album) plate(key [32]byte) *plate {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p, ok := a.plates[key]; ok {
		return p
	}
	if a.plates == nil {
		a.plates = map[[32]byte]*plate{}
	}
	if len(a.order) >= albumKept {
		delete(a.plates, a.order[0])
		a.order = a.order[1:]
	}
	p := &plate{}
	a.plates[key], a.order = p, append(a.order, key)
	return p
}

// sceneKey is the same for scenes that look the same. The key of a sprite says what it
// shows; of one without all shapes are looked at.
func sceneKey(s engine.Scene, scale int) [32]byte {
	s.Sprites = slices.Clone(s.Sprites)
	for i := range s.Sprites {
		if s.Sprites[i].Key != "" {
			s.Sprites[i].Shapes = nil
		}
	}
	text, _ := json.Marshal(s) // a scene is words and finite numbers
	return sha256.Sum256(fmt.Appendf(text, " %d", scale))
}

// Scale makes a board sharp on screens of twice the dots.
const Scale = 2

// Sizes of what is written under a keepsake, in pixels at 1×.
const (
	keepsakeTitle  = 30
	keepsakeRow    = 24
	keepsakeEntry  = 220 // the least width of an entry
	keepsakeMargin = 10
)

// Entry is a name with its score under a keepsake.
type Entry struct {
	Text string
	Won  bool // it stands on gold
}

// Keepsake is a board with a title and entries under it, in as many columns as there is room for.
func Keepsake(board engine.Scene, title string, entries []Entry) engine.Scene {
	top := board.Height
	columns := max(1, (board.Width-2*keepsakeMargin)/keepsakeEntry)
	rows := (len(entries) + columns - 1) / columns
	board.Height += keepsakeTitle + rows*keepsakeRow + keepsakeMargin
	board.Sprites = append(slices.Clip(board.Sprites), caption(title, 0, top, board.Width, keepsakeTitle, 17, engine.Paper))
	width := (board.Width - 2*keepsakeMargin) / columns
	for i, e := range entries {
		ground := engine.Paper
		if e.Won {
			ground = engine.Gold
		}
		board.Sprites = append(board.Sprites, caption(e.Text, keepsakeMargin+i%columns*width, top+keepsakeTitle+i/columns*keepsakeRow, width, keepsakeRow, 14, ground))
	}
	return board
}

// caption is a line of text on a ground of its own.
func caption(text string, x, y, width, height int, size float64, ground engine.Colour) engine.Sprite {
	box := engine.Box(2, 1, float64(width-2), float64(height-1))
	box.Fill, box.R = ground, 5
	letters := engine.Label(text, width, height, size)
	letters.Bold = true
	// Without a key: names, scores and numbers of matches would fill the memory of what is drawn.
	return engine.Sprite{X: x, Y: y, Width: width, Height: height, Shapes: []engine.Shape{box, letters}}
}
