package mailer

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pitpost/engine"
)

func TestAPositionIsDrawnOnce(t *testing.T) {
	var a album
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
