package picture

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"pitpost.example/engine"
)

// albumKept is how many pictures an album keeps; each has 10 to 45 KB.
const albumKept = 128

// album caches pictures. A picture that several seats see, or one seat in a receipt and a digest, is drawn
// only once. It is safe for concurrent use.
type album struct{ plates *lru.Cache[[32]byte, plate] }

func newAlbum() album {
	plates, _ := lru.New[[32]byte, plate](albumKept) // fails for no size alone
	return album{plates}
}

// plate is a picture that the first caller draws while others wait for it.
type plate func() ([]byte, error)

// paint returns the picture from the cache, or draws it. Callers must not change the result.
func (a album) paint(s engine.Scene, scale float64, draw func(engine.Scene, float64) ([]byte, error)) ([]byte, error) {
	key := sceneKey(s, scale)
	p, known := a.plates.Get(key)
	if !known {
		p = sync.OnceValues(func() ([]byte, error) { return draw(s, scale) })
		if first, drawn, _ := a.plates.PeekOrAdd(key, p); drawn {
			p = first
		}
	}
	return p()
}

// sceneKey returns the same key for scenes that look the same. A sprite is identified by its Key, or by its
// shapes if it has none.
func sceneKey(s engine.Scene, scale float64) [32]byte {
	s.Sprites = slices.Clone(s.Sprites)
	for i := range s.Sprites {
		if s.Sprites[i].Key != "" {
			s.Sprites[i].Shapes = nil
		}
	}
	text, _ := json.Marshal(s) // cannot fail: a scene has only strings and finite numbers
	return sha256.Sum256(fmt.Appendf(text, " %g", scale))
}

// Scale is the scale of the pictures in letters. On screens with two or three pixels per CSS pixel the eye hardly tells
// it from 2, and a file has two thirds of the bytes. A keepsake, which people pass on and enlarge, has KeepsakeScale.
const (
	Scale         = 1.5
	KeepsakeScale = 2
)

// Sizes of the text below a keepsake, in pixels at scale 1.
const (
	keepsakeTitle  = 30
	keepsakeRow    = 24
	keepsakeEntry  = 220 // the minimum width of an entry
	keepsakeMargin = 10
)

// Entry is a line below a keepsake: a name with its score.
type Entry struct {
	Text string
	Won  bool // drawn on gold
}

// KeepsakeScene returns the board with a title and entries below it, in as many columns as fit.
func KeepsakeScene(board engine.Scene, title string, entries []Entry) engine.Scene {
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

// caption returns a line of text on a background.
func caption(text string, x, y, width, height int, size float64, ground engine.Colour) engine.Sprite {
	box := engine.BoxShape(2, 1, float64(width-2), float64(height-1))
	box.Fill, box.R = ground, 5
	letters := engine.LabelShape(text, width, height, size)
	letters.Bold = true
	// Without a key, so that names, scores and match numbers do not fill the cache of drawn sprites.
	return engine.Sprite{X: x, Y: y, Width: width, Height: height, Shapes: []engine.Shape{box, letters}}
}
