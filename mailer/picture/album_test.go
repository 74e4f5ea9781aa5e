package picture

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

func TestAPositionIsDrawnOnce(t *testing.T) {
	a := newAlbum()
	var drawn atomic.Int64
	draw := func(s engine.Scene, scale float64) ([]byte, error) {
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
	// A difference in anything makes another picture.
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
	if n := a.plates.Len(); n != albumKept {
		t.Errorf("%d pictures are kept", n)
	}
}

// Each picture of a match is drawn once for all who see the same. In Saboteur everybody sees the same; in
// Clonk! each reader's own row comes first.
func TestAPositionIsDrawnOnceForEachWhoSeesItAlike(t *testing.T) {
	for _, g := range catalog.AllGames() {
		pictures := newAlbum()
		p := newPainter()
		drawn, different := 0, map[string]bool{}
		draw := func(s engine.Scene, scale float64) ([]byte, error) {
			drawn++
			return p.fit(s, scale, pixelsMost, 1)
		}
		play(t, g, func(state engine.State, names []string) {
			for _, name := range append([]string{""}, names...) {
				for range 2 { // a receipt and a digest
					file, err := pictures.paint(state.View(name).Scene, 1, draw)
					if err != nil {
						t.Error(err)
					}
					different[string(file)] = true
				}
			}
		})
		if drawn == 0 || drawn != len(different) {
			t.Errorf("%s: drawn %d times for %d pictures", g.Name(), drawn, len(different))
		}
	}
}

// Captions have no key, so their text and colour must tell them apart.
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
