package picture

import (
	"bytes"
	"compress/flate"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"sync"
	"testing"

	"pitpost.example/engine"
)

// cardBoard returns a scene of columns × rows cards with sixteen looks, with every kind of shape and every
// colour.
func cardBoard(columns, rows int) engine.Scene {
	const w, h = 48, 64
	s := engine.Scene{Width: columns*(w+2) + 2, Height: rows*(h+2) + 2, Ground: engine.Paper}
	for i := range columns * rows {
		look := i * 7 % 16
		card := engine.Sprite{Key: fmt.Sprintf("card/%d", look), X: 2 + i%columns*(w+2), Y: 2 + i/columns*(h+2), Width: w, Height: h}
		box := []engine.Point{{X: 0.5, Y: 0.5}, {X: w - 0.5, Y: h - 0.5}}
		card.Shapes = append(card.Shapes, engine.Shape{Kind: engine.Rect, Points: box, R: 5, Fill: engine.Rock, Stroke: engine.Ink, Line: 1})
		for side := range 4 {
			if look>>side&1 != 0 {
				arm := []engine.Point{{X: 16, Y: 24}, {X: 32, Y: 40}}
				arm[side%2].Y, arm[side/2].X = []float64{1, h - 1}[side%2], []float64{1, w - 1}[side/2]
				card.Shapes = append(card.Shapes, engine.Shape{Kind: engine.Rect, Points: arm, Fill: engine.Path})
			}
		}
		card.Shapes = append(card.Shapes,
			engine.Shape{Kind: engine.Circle, Points: []engine.Point{{X: 24, Y: 32}}, R: 7, Fill: inks[look].name, Stroke: engine.Ink, Line: 1.5},
			engine.Shape{Kind: engine.Line, Points: []engine.Point{{X: 8, Y: 52}, {X: 24, Y: 46}, {X: 40, Y: 52}}, Stroke: inks[(look+3)%len(inks)].name, Line: 3},
			engine.Shape{Kind: engine.Text, Points: []engine.Point{{X: 24, Y: 16}}, Text: fmt.Sprint(look), Size: 13, Bold: look%2 == 0, Fill: engine.Paper})
		s.Sprites = append(s.Sprites, card)
	}
	return s
}

func painted(t testing.TB, s engine.Scene, scale float64) []byte {
	t.Helper()
	b, err := painters().fit(s, scale, pixelsMost, 1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPictureIsTheSameOnEveryPainter(t *testing.T) {
	s := cardBoard(9, 5)
	want := painted(t, s, 2)
	var wg sync.WaitGroup
	fresh := newPainter()
	for range 4 {
		wg.Go(func() {
			for range 3 {
				if got, err := fresh.fit(s, 2, pixelsMost, 1); err != nil || !bytes.Equal(got, want) {
					t.Errorf("another picture, %v", err)
				}
				if got, err := fresh.fit(cardBoard(3, 2), 1, pixelsMost, 1); err != nil || !bytes.Equal(got, painted(t, cardBoard(3, 2), 1)) {
					t.Errorf("another small picture, %v", err)
				}
			}
		})
	}
	wg.Wait()
	if len(want) > 45_000 {
		t.Errorf("a board of 9 × 5 cards has %d bytes", len(want))
	}
	img, err := png.Decode(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := img.(*image.Paletted); !ok || len(p.Palette) > 256 || img.Bounds().Dx() != s.Width*2 || img.Bounds().Dy() != s.Height*2 {
		t.Errorf("decoded as %T of %v", img, img.Bounds())
	}
}

// Every colour of the palette is drawn exactly, and no two are the same.
func TestPictureColours(t *testing.T) {
	for i, n := range inks {
		s := engine.Scene{Width: 10, Height: 10, Ground: engine.Paper, Sprites: []engine.Sprite{{Key: "ink/" + string(n.name), Width: 10, Height: 10, Shapes: []engine.Shape{
			{Kind: engine.Rect, Points: []engine.Point{{X: 0, Y: 0}, {X: 10, Y: 10}}, Fill: n.name}}}}}
		img, err := png.Decode(bytes.NewReader(painted(t, s, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if got := color.RGBAModel.Convert(img.At(5, 5)); got != n.rgb {
			t.Errorf("%s came out as %v", n.name, got)
		}
		for _, other := range inks[:i] {
			if other.rgb == n.rgb {
				t.Errorf("%s and %s are one", n.name, other.name)
			}
		}
	}
}

func TestPictureCutsWhatHangsOut(t *testing.T) {
	s := cardBoard(2, 2)
	for i, at := range []image.Point{{-20, -30}, {90, -30}, {-20, 120}, {5000, 5000}} {
		s.Sprites[i].X, s.Sprites[i].Y = at.X, at.Y
	}
	s.Sprites = append(s.Sprites, engine.Sprite{Key: "bad", Width: 20, Height: 20, Shapes: []engine.Shape{
		{Kind: engine.Circle, R: 4}, {Kind: engine.Rect, Points: []engine.Point{{}}, Fill: engine.Ink}, {Kind: engine.Text, Text: "x"}, {Kind: 99, Fill: "no such colour"},
		{Kind: engine.Line, Points: []engine.Point{{X: 3, Y: 3}}, Stroke: engine.Ink, Line: 2}, {Kind: engine.Polygon, Stroke: engine.Ink, Line: 2, Fill: engine.Ink}}})
	painted(t, s, 2)
	for _, wrong := range []engine.Scene{{}, {Width: 10}, {Width: -5, Height: -5}, {Width: 1 << 20, Height: 1 << 20}} {
		if _, err := PaintScene(wrong, 2); err == nil {
			t.Errorf("%d × %d was painted", wrong.Width, wrong.Height)
		}
	}
	if _, err := PaintScene(cardBoard(1, 1), 0); err == nil {
		t.Error("painted at no scale")
	}
}

func TestPictureForgetsOldTiles(t *testing.T) {
	p := newPainter()
	for i := range tilesKept + 50 {
		s := engine.Scene{Width: 4, Height: 4, Ground: engine.Paper, Sprites: []engine.Sprite{{Key: fmt.Sprint(i), Width: 1, Height: 1}}}
		if _, err := p.fit(s, 1, pixelsMost, 1); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.tiles) > tilesKept {
		t.Errorf("%d tiles are kept", len(p.tiles))
	}
}

func TestPictureForgetsLargeTiles(t *testing.T) {
	p := newPainter()
	for i := range 100 {
		s := engine.Scene{Width: 700, Height: 700, Ground: engine.Paper, Sprites: []engine.Sprite{{Key: fmt.Sprint(i), Width: 700, Height: 700}}}
		if _, err := p.fit(s, 1, pixelsMost, 1); err != nil {
			t.Fatal(err)
		}
		if most := tileBytes + 700*701; p.bytes > most || len(p.tiles) > most/(700*700) {
			t.Fatalf("%d tiles of %d bytes are kept", len(p.tiles), p.bytes)
		}
	}
}

// The text below pictures of finished matches is different each time, so it must not fill the cache.
func TestCaptionsAreNotRemembered(t *testing.T) {
	p := newPainter()
	for i := range 20 {
		s := engine.Scene{Width: 400, Height: 40, Ground: engine.Paper, Sprites: []engine.Sprite{caption(fmt.Sprint("Saboteur #", i), 0, 0, 400, 30, 17, engine.Gold)}}
		if _, err := p.fit(s, 2, pixelsMost, 1); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.tiles) != 0 {
		t.Errorf("%d captions are kept in memory", len(p.tiles))
	}
}

// BenchmarkPicture paints a board of 15 × 9 cards, as in a long match. Compare it with BenchmarkBlitDeflate,
// which only copies and compresses the same pixels.
func BenchmarkPicture(b *testing.B) {
	s := cardBoard(15, 9)
	size := 0
	for b.Loop() {
		size = len(painted(b, s, 1))
	}
	b.ReportMetric(float64(size), "bytes")
}

func BenchmarkBlitDeflate(b *testing.B) {
	s, p := cardBoard(15, 9), newPainter()
	frame := image.NewPaletted(image.Rect(0, 0, s.Width, s.Height), p.palette.colours)
	tiles := make([]*tile, len(s.Sprites))
	for i, sprite := range s.Sprites {
		tiles[i] = p.tile(sprite, 1)
	}
	copyTiles := func() {
		for i, sprite := range s.Sprites {
			for row := range sprite.Height {
				copy(frame.Pix[(sprite.Y+row)*frame.Stride+sprite.X:], tiles[i].pixels[row*sprite.Width:][:sprite.Width])
			}
		}
	}
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		copyTiles()
		w.Reset(io.Discard)
		if _, err := w.Write(frame.Pix); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
