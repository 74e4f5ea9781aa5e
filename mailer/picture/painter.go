// Package picture paints scenes (engine.Scene) as PNG files: sprites drawn once with soft edges in
// the house's palette, and copied from then on. Equal scenes give equal bytes, so a position is
// painted once for all who see it alike.
package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
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

	frames sync.Pool // of *image.Paletted
	png    pngWriter

	album, keepsakes album
}

type tileKey struct {
	key           string
	width, height int
	scale         int
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

// Paint draws a scene as a PNG at a whole multiple of its size, once for all who see it. Equal
// scenes give equal bytes, which nobody may change.
func Paint(s engine.Scene, scale int) ([]byte, error) {
	return painters().album.paint(s, scale, painters().paint)
}

// PaintSmall draws a scene as the shortest file there is for it, which takes longer than Paint;
// at 1× where it would be longer than most bytes at the scale.
func PaintSmall(s engine.Scene, scale, most int) ([]byte, error) {
	return painters().keepsakes.paint(s, scale, func(s engine.Scene, scale int) ([]byte, error) {
		data, err := painters().tight(s, scale)
		if err == nil && len(data) > most {
			data, err = painters().tight(s, 1)
		}
		return data, err
	})
}

func (p *painter) tight(s engine.Scene, scale int) ([]byte, error) {
	var b bytes.Buffer
	err := p.draw(s, scale, func(frame *image.Paletted) error {
		return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, frame)
	})
	return b.Bytes(), err
}

func (p *painter) paint(s engine.Scene, scale int) (file []byte, err error) {
	err = p.draw(s, scale, func(frame *image.Paletted) error {
		file, err = p.png.encode(frame)
		return err
	})
	return file, err
}

// draw lends a frame with a scene on it.
func (p *painter) draw(s engine.Scene, scale int, to func(*image.Paletted) error) error {
	width, height := s.Width*scale, s.Height*scale
	if width <= 0 || height <= 0 || width*height > pixelsMost {
		return fmt.Errorf("a picture of %d×%d pixels cannot be drawn", width, height)
	}
	frame := p.frame(width, height)
	defer p.frames.Put(frame)
	p.lay(frame, s, scale)
	return to(frame)
}

// lay draws a scene on a frame of its size.
func (p *painter) lay(frame *image.Paletted, s engine.Scene, scale int) {
	ground := uint8(p.palette.colours.Index(p.palette.rgb(s.Ground)))
	fill(frame.Pix, ground)
	for _, sprite := range s.Sprites {
		t := p.tile(sprite, scale)
		blit(frame, t, sprite.X*scale, sprite.Y*scale)
		p.soften(frame, t, sprite.X*scale, sprite.Y*scale)
	}
}

// frame is a picture to draw on, used again where one with room for it is at hand.
func (p *painter) frame(width, height int) *image.Paletted {
	if f, ok := p.frames.Get().(*image.Paletted); ok && cap(f.Pix) >= width*height {
		f.Pix, f.Stride, f.Rect = f.Pix[:width*height], width, image.Rect(0, 0, width, height)
		return f
	}
	return image.NewPaletted(image.Rect(0, 0, width, height), p.palette.colours)
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

func (p *painter) tile(s engine.Sprite, scale int) *tile {
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
			*under = p.palette.over[p.palette.ink[*under]][s.ink][s.quarters]
		}
	}
}
