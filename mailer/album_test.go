package mailer

import (
	"bytes"
	"fmt"
	"image/png"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pitpost/engine"
	"pitpost/engine/catalog"
	"pitpost/mailer/flat"
)

func TestAPositionIsDrawnOnce(t *testing.T) {
	var a album[[]byte]
	var drawn atomic.Int64
	draw := func(s engine.Scene, scale int) ([]byte, error) {
		drawn.Add(1)
		return fmt.Append(nil, s.Width, scale, len(s.Sprites)), nil
	}
	scene := func(n int) engine.Scene {
		return engine.Scene{Width: n, Height: 1, Sprites: []engine.Sprite{{Key: "card", X: 1, Width: 2, Height: 3}}}
	}
	var seats sync.WaitGroup
	for range 10 {
		seats.Go(func() {
			if data, err := a.paint(scene(1), 2, draw); err != nil || string(data) != "1 2 1" {
				t.Errorf("%q %v", data, err)
			}
		})
	}
	seats.Wait()
	if n := drawn.Load(); n != 1 {
		t.Errorf("drawn %d times for ten seats", n)
	}
	// What differs in anything is another picture.
	moved, other := scene(1), scene(1)
	moved.Sprites[0].Y, other.Sprites[0].Key = 1, "card turned"
	for _, s := range []engine.Scene{moved, other, {Width: 1, Height: 1}} {
		if _, err := a.paint(s, 2, draw); err != nil {
			t.Error(err)
		}
	}
	if _, err := a.paint(scene(1), 1, draw); err != nil || drawn.Load() != 5 {
		t.Errorf("%v, drawn %d times for five pictures", err, drawn.Load())
	}
	for n := range 3 * albumKept {
		if _, err := a.paint(scene(n), 2, draw); err != nil {
			t.Error(err)
		}
	}
	if len(a.plates) > albumKept {
		t.Errorf("%d pictures are kept", len(a.plates))
	}
}

// All seats of a match see one board, and so do onlookers: in Saboteur one picture, in Clonk! one
// that has each reader's own row first and is joined of strips. What is drawn and packed is at
// most one board a position.
func TestAPositionIsOnePicture(t *testing.T) {
	for _, g := range catalog.Games() {
		var pictures album[[]byte]
		p := newPainter()
		area, all, seats := 0, 0, 0
		drawn := func(s engine.Scene, scale int) { area += s.Width * s.Height }
		strip := func(s engine.Scene, scale int) (flat.Part, error) {
			drawn(s, scale)
			return p.strip(s, scale)
		}
		join := func(s engine.Scene, scale int) ([]byte, error) {
			if len(s.Cuts) == 0 {
				drawn(s, scale)
			}
			return p.join(s, scale, func(s engine.Scene, scale int) (flat.Part, error) { return p.strips.paint(s, scale, strip) })
		}
		play(t, g, func(state engine.State, names []string) {
			board := state.View("").Scene
			all, seats = all+board.Width*board.Height, len(names)
			for _, name := range append([]string{""}, names...) {
				for range 2 { // a receipt and a digest
					if _, err := pictures.paint(state.View(name).Scene, 1, join); err != nil {
						t.Error(err)
					}
				}
			}
		})
		if area == 0 || area > all {
			t.Errorf("%s: %d pixels drawn for %d seats, where a board a position has %d", g.Name(), area, seats, all)
		}
	}
}

// What is joined of strips looks as it does drawn at once, and nothing reaches out of a strip.
func TestStripsMakeTheWhole(t *testing.T) {
	for _, g := range catalog.Games() {
		n := 0
		play(t, g, func(state engine.State, names []string) {
			if n++; n%5 != 1 {
				return
			}
			scene := state.View(names[n%len(names)]).Scene
			whole := scene
			whole.Cuts = nil
			got, err := png.Decode(bytes.NewReader(painted(t, scene, 2)))
			if err != nil {
				t.Fatal(err)
			}
			want, err := png.Decode(bytes.NewReader(painted(t, whole, 2)))
			if err != nil {
				t.Fatal(err)
			}
			if got.Bounds() != want.Bounds() {
				t.Fatalf("%s: %v for %v", g.Name(), got.Bounds(), want.Bounds())
			}
			for y := range want.Bounds().Dy() {
				for x := range want.Bounds().Dx() {
					if got.At(x, y) != want.At(x, y) {
						t.Fatalf("%s: pixel %d, %d of position %d", g.Name(), x, y, n)
					}
				}
			}
			for _, strip := range scene.Strips() {
				for _, s := range strip.Sprites {
					if s.Y+s.Height > strip.Height {
						t.Errorf("%s: %s reaches out of its strip", g.Name(), s.Key)
					}
				}
			}
		})
		if n == 0 {
			t.Errorf("%s: no position", g.Name())
		}
	}
}

// BenchmarkNextSeat has a position of Clonk! that was drawn for one seat shown to another, whose
// own row is first, and, by turns, drawn for it anew. The metric "ratio" is the one time divided
// by the other.
func BenchmarkNextSeat(b *testing.B) {
	p := newPainter()
	var scene engine.Scene
	n := 0
	play(b, catalog.Find("clonk"), func(state engine.State, names []string) {
		if n++; n <= 25 {
			scene = state.View(names[n%len(names)]).Scene
		}
	})
	once := func(strip func(engine.Scene, int) (flat.Part, error)) time.Duration {
		began := time.Now()
		if _, err := p.join(scene, pictureScale, strip); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	once(p.stripOnce)
	var again, anew time.Duration
	b.ResetTimer()
	for range b.N {
		again += once(p.stripOnce)
		anew += once(p.strip)
	}
	b.ReportMetric(float64(again)/float64(anew), "ratio")
	b.ReportMetric(float64(again)/float64(b.N), "ns/op")
}

// Captions have no key, and what they say is what tells them apart.
func TestCaptionsAreToldApart(t *testing.T) {
	scene := func(text string, ground engine.Colour) [32]byte {
		return sceneKey(engine.Scene{Width: 90, Height: 30, Sprites: []engine.Sprite{caption(text, 0, 0, 90, 30, 14, ground)}}, 2)
	}
	won, again := scene("Ana  3", engine.Gold), scene("Ana  3", engine.Gold)
	if won != again {
		t.Error("one caption is two pictures")
	}
	for _, other := range [][32]byte{scene("Ana  4", engine.Gold), scene("Ana  3", engine.Paper)} {
		if other == won {
			t.Error("two captions are one picture")
		}
	}
}
