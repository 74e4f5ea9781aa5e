// Package picture paints scenes (engine.Scene) as PNG files: sprites drawn once with soft edges in
// the house's palette, and copied from then on. Equal scenes give equal bytes, so a position is
// painted once for all who see it alike.
package picture

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"pitpost.example/engine"
)

// tilesKept is how many drawn sprites a painter remembers, and tileBytes how many bytes of
// them; a game has some hundred, of some KB each, and the names of players beside them.
const (
	tilesKept = 2000
	tileBytes = 24 << 20
)

// most pixels a picture may have, at its scale.
const pixelsMost = 40_000_000

// painter turns scenes into pixels. A sprite is drawn once and copied from
// then on.
type painter struct {
	palette *palette
	pen     pen

	mu    sync.Mutex
	tiles map[tileKey]*tile
	bytes int // of all tiles

	png pngWriter

	album, keepsakes album
}

type tileKey struct {
	key           string
	width, height int
	scale         float64
}

// tile is a drawn sprite: places in the palette, row by row, which pieces of the rows cover
// what lies under them, and what of its edge lets the ground shine through.
type tile struct {
	width, height int
	pixels        []uint8
	pieces        []piece
	soft          []softPixel
}

// piece is some pixels of a row, side by side.
type piece struct{ x, y, n int }

// softPixel covers what lies under it by one to three quarters.
type softPixel struct {
	x, y          int
	ink, quarters uint8
}

var painters = sync.OnceValue(func() *painter {
	p := newPalette()
	return &painter{palette: p, pen: newPen(p), tiles: map[tileKey]*tile{}}
})

// boardMost is how many bytes a board in a letter has at most, unless it is larger even at 1×.
const boardMost = 60_000

// Paint draws a scene as a PNG at so many times the size it is shown at, with what one reader
// sees over it, once for all who see it alike. Equal scenes give equal bytes, which nobody may
// change. One that would be too large for a letter is packed more tightly, and then drawn at 1×.
func Paint(s engine.Scene, scale int, over ...engine.Sprite) ([]byte, error) {
	p := painters()
	s.Sprites = slices.Concat(s.Sprites, over)
	return p.album.paint(s, scale, func(s engine.Scene, scale int) ([]byte, error) {
		return p.fit(s, scale, boardMost, 1, 6)
	})
}

// PaintSmall draws a scene as the shortest file there is for it, which takes longer than Paint;
// at 1× where it would be longer than most bytes at the scale.
func PaintSmall(s engine.Scene, scale, most int) ([]byte, error) {
	p := painters()
	return p.keepsakes.paint(s, scale, func(s engine.Scene, scale int) ([]byte, error) {
		return p.fit(s, scale, most, 9)
	})
}

// fit packs a scene at each level until it has no more than most bytes, and at last at 1×.
func (p *painter) fit(s engine.Scene, scale, most int, levels ...int) (file []byte, err error) {
	frame, err := p.draw(s, scale)
	if err != nil {
		return nil, err
	}
	for _, level := range levels {
		if file, err = p.png.encode(frame, level); err != nil || len(file) <= most {
			return file, err
		}
	}
	if scale > 1 {
		return p.fit(s, 1, most, levels...)
	}
	return file, err
}

// Size is how large a scene is shown where there is room.
func Size(s engine.Scene) (width, height int) {
	return dots(s.Width, zoom(s)), dots(s.Height, zoom(s))
}

// At is where a place of a scene is shown.
func At(s engine.Scene, x, y int) (int, int) { return dots(x, zoom(s)), dots(y, zoom(s)) }

// zoom is how much larger than it is a scene is shown.
func zoom(s engine.Scene) float64 {
	if s.Shown == 0 || s.Width == 0 {
		return 1
	}
	return float64(s.Shown) / float64(s.Width)
}

// dots are so many pixels of a scene in those of a picture.
func dots(n int, scale float64) int { return int(math.Round(float64(n) * scale)) }

// draw gives a scene in pixels. Most of the time goes into packing them: to keep those of a board
// that many see costs more than to copy its tiles once more.
func (p *painter) draw(s engine.Scene, scale int) (*image.Paletted, error) {
	fine := zoom(s) * float64(scale)
	width, height := dots(s.Width, fine), dots(s.Height, fine)
	if width <= 0 || height <= 0 || width*height > pixelsMost {
		return nil, fmt.Errorf("a picture of %d×%d pixels cannot be drawn", width, height)
	}
	frame := image.NewPaletted(image.Rect(0, 0, width, height), p.palette.colours)
	fill(frame.Pix, uint8(p.palette.colours.Index(p.palette.rgb(s.Ground))))
	for _, sprite := range s.Sprites {
		t, x, y := p.tile(sprite, fine), dots(sprite.X, fine), dots(sprite.Y, fine)
		blit(frame, t, x, y)
		p.soften(frame, t, x, y)
	}
	return frame, nil
}

func fill(pixels []uint8, v uint8) {
	if len(pixels) == 0 {
		return
	}
	pixels[0] = v
	for done := 1; done < len(pixels); done *= 2 {
		copy(pixels[done:], pixels[:done])
	}
}

func (p *painter) tile(s engine.Sprite, scale float64) *tile {
	key := tileKey{s.Key, s.Width, s.Height, scale}
	p.mu.Lock()
	defer p.mu.Unlock()
	if t, ok := p.tiles[key]; ok {
		return t
	}
	if s.Key == "" { // nobody will ask for it again
		return p.reduce(p.pen.draw(s, scale))
	}
	if len(p.tiles) >= tilesKept || p.bytes >= tileBytes {
		p.tiles, p.bytes = map[tileKey]*tile{}, 0
	}
	t := p.reduce(p.pen.draw(s, scale))
	p.tiles[key] = t
	p.bytes += len(t.pixels) + len(t.pieces)*pieceBytes + len(t.soft)*softBytes
	return t
}

// pieceBytes and softBytes are how much of memory a piece and a softPixel take up.
const pieceBytes, softBytes = 24, 24

// reduce brings drawn pixels down to the palette.
func (p *painter) reduce(img *image.RGBA) *tile {
	b := img.Bounds()
	t := &tile{width: b.Dx(), height: b.Dy(), pixels: make([]uint8, b.Dx()*b.Dy())}
	known := map[color.RGBA]uint8{}
	for i := range t.pixels {
		px := img.Pix[i*4 : i*4+4]
		quarters := uint8((int(px[3])*4 + 127) / 255)
		if quarters == 0 {
			t.pixels[i] = bare
			continue
		}
		a := uint32(px[3])
		c := color.RGBA{uint8(uint32(px[0]) * 255 / a), uint8(uint32(px[1]) * 255 / a), uint8(uint32(px[2]) * 255 / a), 255}
		index, ok := known[c]
		if !ok {
			index = uint8(p.palette.colours.Index(c))
			known[c] = index
		}
		t.pixels[i] = index
		if quarters < 4 {
			t.pixels[i] = bare
			t.soft = append(t.soft, softPixel{i % t.width, i / t.width, p.palette.ink[index], quarters})
		}
	}
	t.cut()
	return t
}

// cut finds the pieces of a tile that are not bare.
func (t *tile) cut() {
	for y := range t.height {
		row := t.pixels[y*t.width:][:t.width]
		for x := 0; x < len(row); {
			n := 0
			for x+n < len(row) && row[x+n] != bare {
				n++
			}
			if n > 0 {
				t.pieces = append(t.pieces, piece{x, y, n})
			}
			x += n + 1
		}
	}
}

// blit copies a tile into the frame, cut off at its edges.
func blit(frame *image.Paletted, t *tile, x, y int) {
	for _, p := range t.pieces {
		left, right := max(0, x+p.x), min(x+p.x+p.n, frame.Rect.Dx())
		if row := y + p.y; row >= 0 && row < frame.Rect.Dy() && left < right {
			copy(frame.Pix[row*frame.Stride+left:row*frame.Stride+right], t.pixels[p.y*t.width+left-x:])
		}
	}
}

func (p *painter) soften(frame *image.Paletted, t *tile, x, y int) {
	for _, s := range t.soft {
		if at := (image.Point{x + s.x, y + s.y}); at.In(frame.Rect) {
			under := &frame.Pix[at.Y*frame.Stride+at.X]
			*under = p.palette.over[*under][s.ink][s.quarters]
		}
	}
}
