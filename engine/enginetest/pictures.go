package enginetest

import (
	"bytes"

	"pitpost.example/engine"
)

// drawn returns all pictures that a seat is shown besides the scene of its view.
func drawn(t T, s engine.State, seat string) []byte {
	var all bytes.Buffer
	if m, ok := s.(engine.Marking); ok {
		for _, since := range []int{0, 40} {
			over, laid := m.Marks(seat, since)
			all.Write(asJSON(t, over))
			all.Write(asJSON(t, laid))
		}
	}
	if h, ok := s.(engine.Handed); ok {
		all.Write(asJSON(t, h.HandScene(seat)))
	}
	if p, ok := s.(engine.Pointed); ok {
		board, hand := p.Spots(seat)
		all.Write(asJSON(t, board))
		all.Write(asJSON(t, hand))
		for _, command := range s.Legal(seat) {
			all.Write(asJSON(t, p.Aim(seat, command)))
		}
	}
	return all.Bytes()
}

// draws checks what painters rely on: everything lies within the scene, sprites with equal keys
// look alike, and cards in hand have the numbers that commands use.
func draws(t T, g engine.Game, all []table) {
	looks := map[string]string{}
	visit(t, g, all, 31, func(at table, s step) {
		scene := s.state.View(s.seat).Scene
		wellDrawn(t, at.name, scene, looks)
		if m, ok := s.state.(engine.Marking); ok {
			over, laid := m.Marks(s.seat, 0)
			scene.Sprites = over
			wellDrawn(t, at.name, scene, looks)
			if again, none := m.Marks(s.seat, len(s.log)); len(none) > 0 || len(again)+len(laid) != len(over) {
				t.Fatalf("%s: of %d marks %d are for new cards, and without any %d are left", at.name, len(over), len(laid), len(again))
			}
			for _, l := range laid {
				failIf(t, l.By == "" || l.Place == "",
					"%s: a new card lies at %q and is %q’s: say where it lies and whose it is", at.name, l.Place, l.By)
			}
		}
		points(t, at.name, s.state, s.seat)
		h, ok := s.state.(engine.Handed)
		if !ok {
			return
		}
		hand := h.HandScene(s.seat)
		failIf(t, h.HandScene("").Width != 0, "%s: the public is shown a hand", at.name)
		if hand.Width == 0 {
			return
		}
		wellDrawn(t, at.name, hand, looks)
		texts := map[string]bool{}
		for _, sprite := range hand.Sprites {
			for _, shape := range sprite.Shapes {
				texts[shape.Text] = true
			}
		}
		for _, held := range s.state.View(s.seat).Hand {
			failIf(t, !texts[held.Place], "%s: card %s of the hand is drawn without its number", at.name, held.Place)
		}
	})
}

// points checks that the spots lie in the pictures and have different names, and that no two
// commands aim at the same place with the same card laid the same way.
func points(t T, name string, state engine.State, seat string) {
	p, ok := state.(engine.Pointed)
	if !ok {
		return
	}
	board, hand := p.Spots(seat)
	if all, cards := p.Spots(""); len(all)+len(cards) > 0 {
		t.Fatalf("%s: the public has something to point at", name)
	}
	known := map[string]bool{}
	scenes := []engine.Scene{state.View(seat).Scene, {}}
	if h, ok := state.(engine.Handed); ok {
		scenes[1] = h.HandScene(seat)
	}
	for i, spots := range [][]engine.Spot{board, hand} {
		for _, s := range spots {
			failIf(t, known[s.Name] || s.Name == "", "%s: two spots are named %q", name, s.Name)
			known[s.Name] = true
			failIf(t, !spotLiesIn(s, scenes[i]), "%s: the spot %s at %d, %d lies outside of a picture of %d × %d",
				name, s.Name, s.X, s.Y, scenes[i].Width, scenes[i].Height)
		}
	}
	aimed := map[engine.Aim]string{}
	for _, command := range state.Legal(seat) {
		a := p.Aim(seat, command)
		failIf(t, a.Card != "" && !known[a.Card] || a.Place != "" && (a.Card == "" || !known[a.Place]),
			"%s: “%s” points at %+v, which is nowhere to be seen", name, command, a)
		if other := aimed[a]; a.Place != "" && other != "" {
			t.Fatalf("%s: “%s” and “%s” both point at %+v", name, command, other, a)
		}
		aimed[a] = command
	}
}

// spotLiesIn reports whether a spot has a size and no part of it is outside of a scene.
func spotLiesIn(s engine.Spot, scene engine.Scene) bool {
	if s.Width <= 0 || s.Height <= 0 {
		return false
	}
	return s.X >= 0 && s.Y >= 0 && s.X+s.Width <= scene.Width && s.Y+s.Height <= scene.Height
}

func wellDrawn(t T, name string, scene engine.Scene, looks map[string]string) {
	for _, s := range scene.Sprites {
		// Half of a tab may stick out over the rim.
		failIf(t, s.X < -s.Width/2 || s.Y < -s.Height/2 || s.X+s.Width/2 > scene.Width || s.Y+s.Height/2 > scene.Height,
			"%s: %s at %d, %d sticks out of a scene of %d × %d", name, s.Key, s.X, s.Y, scene.Width, scene.Height)
		key, look := string(asJSON(t, []any{s.Key, s.Width, s.Height})), string(asJSON(t, s.Shapes))
		if known, ok := looks[key]; ok && known != look {
			t.Fatalf("%s: two sprites with the key %s look different", name, key)
		}
		looks[key] = look
	}
}
