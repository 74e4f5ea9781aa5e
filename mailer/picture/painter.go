// Package picture paints scenes (engine.Scene) as PNG files, in a fixed palette. It draws each sprite once,
// with soft edges, and then copies it. Equal scenes give equal bytes, so a position is painted once for all
// who see the same. What a scene shows is up to the game.
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

// tilesKept is how many drawn sprites a painter keeps, and tileBytes how many bytes they may have. A game has
// some hundred sprites of a few KB each, and those with names of players.
const (
	tilesKept = 2000
	tileBytes = 24 << 20
)

// pixelsMost is the maximum number of pixels of a picture, at its scale.
const pixelsMost = 40_000_000

// painter turns scenes into pixels. It draws a sprite once and copies it from then on.
type painter struct {
	palette *palette
	pen     pen

	mu    sync.Mutex
	tiles map[tileKey]*tile
	bytes int // of all tiles

	png    pngWriter
	frames sync.Pool // of *[]uint8, the pixels of a picture until it is packed

	album, keepsakes album
}

type tileKey struct {
	key           string
	width, height int
	scale         float64
}

// tile is a drawn sprite: palette indices row by row, the opaque pieces of its rows, and the pixels at its
// edges that are partly transparent.
type tile struct {
	width, height int
	pixels        []uint8
	pieces        []piece
	soft          []softPixel
}

// piece is a run of n opaque pixels in a row.
type piece struct{ x, y, n int }

// softPixel covers what is below it by one to three quarters.
type softPixel struct {
	x, y          int
	ink, quarters uint8
}

// painters returns the painter of this process.
var painters = sync.OnceValue(newPainter)

func newPainter() *painter {
	p := newPalette()
	return &painter{palette: p, pen: newPen(p), tiles: map[tileKey]*tile{}, album: newAlbum(), keepsakes: newAlbum()}
}

// boardMost is the maximum number of bytes of a board in a letter, unless it is larger even at scale 1. With it no letter
// has more than 100 KB.
const boardMost = 45_000

// PaintScene draws a scene as a PNG at scale times the size at which it is shown, with the sprites in over, which
// only one reader sees, on top. Equal scenes are drawn once and give equal bytes, which callers must not
// change. A picture too large for a letter is compressed more, and if that is not enough, drawn at scale 1.
func PaintScene(s engine.Scene, scale float64, over ...engine.Sprite) ([]byte, error) {
	p := painters()
	s.Sprites = slices.Concat(s.Sprites, over)
	return p.album.paint(s, scale, func(s engine.Scene, scale float64) ([]byte, error) {
		return p.fit(s, scale, boardMost, 1, 6)
	})
}

// PaintSmall draws a scene like PaintScene, but makes the file as small as possible, which takes longer. If it has
// more than most bytes, it is drawn at scale 1.
func PaintSmall(s engine.Scene, scale float64, most int) ([]byte, error) {
	p := painters()
	return p.keepsakes.paint(s, scale, func(s engine.Scene, scale float64) ([]byte, error) {
		return p.fit(s, scale, most, 9)
	})
}

// fit compresses a scene at each level in turn until it has at most most bytes, and then tries scale 1.
func (p *painter) fit(s engine.Scene, scale float64, most int, levels ...int) (file []byte, err error) {
	frame, err := p.draw(s, scale)
	if err != nil {
		return nil, err
	}
	defer p.frames.Put(&frame.Pix)
	for _, level := range levels {
		if file = p.png.encode(frame, level); len(file) <= most {
			return file, nil
		}
	}
	if scale > 1 {
		return p.fit(s, 1, most, levels...)
	}
	return file, nil
}

// ShownSize returns the size at which a scene is shown if there is room.
func ShownSize(s engine.Scene) (width, height int) {
	return dots(s.Width, zoom(s)), dots(s.Height, zoom(s))
}

// PointOnPicture returns where a point of a scene is shown.
func PointOnPicture(s engine.Scene, x, y int) (int, int) { return dots(x, zoom(s)), dots(y, zoom(s)) }

// zoom is the ratio between the size at which a scene is shown and its own.
func zoom(s engine.Scene) float64 {
	if s.Shown == 0 || s.Width == 0 {
		return 1
	}
	return float64(s.Shown) / float64(s.Width)
}

// dots converts a length in a scene to pixels.
func dots(n int, scale float64) int { return int(math.Round(float64(n) * scale)) }

// draw draws a scene in pixels. Most of the time of a picture is spent on compressing it, so keeping the
// pixels of a board that many see would cost more than copying its tiles again.
func (p *painter) draw(s engine.Scene, scale float64) (*image.Paletted, error) {
	fine := zoom(s) * scale
	width, height := dots(s.Width, fine), dots(s.Height, fine)
	if width <= 0 || height <= 0 || width*height > pixelsMost {
		return nil, fmt.Errorf("a picture of %d×%d pixels cannot be drawn", width, height)
	}
	ground := byte(p.palette.colours.Index(p.palette.rgb(s.Ground)))
	frame := &image.Paletted{Pix: p.pixels(width * height), Stride: width, Rect: image.Rect(0, 0, width, height), Palette: p.palette.colours}
	frame.Pix[0] = ground
	for n := 1; n < len(frame.Pix); n *= 2 { // twice as much each time, which copies whole blocks
		copy(frame.Pix[n:], frame.Pix[:n])
	}
	for _, sprite := range s.Sprites {
		t, x, y := p.tile(sprite, fine), dots(sprite.X, fine), dots(sprite.Y, fine)
		blit(frame, t, x, y)
		p.soften(frame, t, x, y)
	}
	return frame, nil
}

// pixels returns room for n pixels, with anything in it.
func (p *painter) pixels(n int) []uint8 {
	if used, ok := p.frames.Get().(*[]uint8); ok && cap(*used) >= n {
		return (*used)[:n]
	}
	return make([]uint8, n)
}

func (p *painter) tile(s engine.Sprite, scale float64) *tile {
	key := tileKey{s.Key, s.Width, s.Height, scale}
	p.mu.Lock()
	defer p.mu.Unlock()
	if t, ok := p.tiles[key]; ok {
		return t
	}
	if s.Key == "" { // it cannot be found again
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

// pieceBytes and softBytes are the memory that a piece and a softPixel take.
const pieceBytes, softBytes = 24, 24

// reduce maps drawn pixels to the palette.
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

// cut finds the opaque pieces of a tile.
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

// blit copies a tile into the frame, and clips it at the frame's edges.
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
