package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// play has a match by lot, and shows the position after each choice of a round.
func play(t testing.TB, g engine.Game, look func(state engine.State, seats []string)) {
	t.Helper()
	least, _ := g.Seats()
	seats := []string{"Ana", "Bo", "Cy", "Di", "Eli"}[:max(least, 4)]
	state, dice := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: seats}), engine.Dice{Seed: [32]byte{7}}
	facts := state.Start(dice)
	for n := 1; ; n++ {
		for _, f := range facts {
			state.Apply(f)
		}
		if state.Result() != nil || n > 60 {
			return
		}
		look(state, seats)
		seat := state.ToMove()[0]
		legal := state.Legal(seat)
		if d, ok := state.(interface{ Dig(string) []string }); ok && len(d.Dig(seat)) > 0 {
			legal = d.Dig(seat)
		}
		var refusal *engine.Refusal
		if facts, refusal = state.Play(seat, legal[n%len(legal)], dice); refusal != nil {
			t.Fatalf("%s: %v", seat, refusal)
		}
	}
}

// played gives the boards of such a match.
func played(t testing.TB, g engine.Game) (scenes []engine.Scene) {
	t.Helper()
	play(t, g, func(state engine.State, _ []string) { scenes = append(scenes, state.View(state.ToMove()[0]).Scene) })
	return scenes
}

// Every board in a letter is, pixel by pixel, what its sprites laid on its ground are.
func TestBoardsShowTheirSprites(t *testing.T) {
	p := newPainter()
	check := func(name string, s engine.Scene, scale int) {
		t.Helper()
		shown, err := png.Decode(bytes.NewReader(painted(t, s, scale)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := laid(p, s, scale)
		for i, colour := range want {
			if got := shown.At(i%(s.Width*scale), i/(s.Width*scale)); got != colour {
				t.Fatalf("%s: pixel %d is %v and not %v", name, i, got, colour)
			}
		}
	}
	for _, g := range catalog.Games() {
		for i, s := range played(t, g) {
			if i%6 == 0 {
				check(fmt.Sprintf("%s %d", g.Name(), i), s, 1+i%3)
			}
		}
	}
	hanging := cardBoard(3, 3)
	for i := range hanging.Sprites {
		hanging.Sprites[i].X, hanging.Sprites[i].Y = 60*(i%3)-25, 90*(i/3)-35
	}
	check("cut off", hanging, 2)
}

// laid is what a scene looks like, reckoned pixel by pixel.
func laid(p *painter, s engine.Scene, scale int) []color.Color {
	width, height := s.Width*scale, s.Height*scale
	out := make([]color.Color, width*height)
	for i := range out {
		out[i] = p.palette.rgb(s.Ground)
	}
	for _, sprite := range s.Sprites {
		drawn := p.pen.draw(sprite, scale)
		b := drawn.Bounds()
		for i := range b.Dx() * b.Dy() {
			x, y := sprite.X*scale+i%b.Dx(), sprite.Y*scale+i/b.Dx()
			if x >= 0 && y >= 0 && x < width && y < height {
				out[y*width+x] = covered(p.palette, out[y*width+x], drawn.RGBAAt(i%b.Dx(), i/b.Dx()))
			}
		}
	}
	return out
}

// covered is the palette's colour for a drawn pixel over another of the palette.
func covered(p *palette, under color.Color, c color.RGBA) color.Color {
	quarters := (int(c.A)*4 + 127) / 255
	if quarters == 0 {
		return under
	}
	whole := func(v uint8) uint8 { return uint8(uint32(v) * 255 / uint32(c.A)) }
	place := p.colours.Index(color.RGBA{whole(c.R), whole(c.G), whole(c.B), 255})
	if quarters < 4 {
		place = int(p.over[p.ink[p.colours.Index(under)]][p.ink[place]][quarters])
	}
	return p.colours[place]
}

// A letter stays under 100 KB with the board of any game in it.
func TestBoardsOfGames(t *testing.T) {
	for _, g := range catalog.Games() {
		for i, s := range played(t, g) {
			if n := len(painted(t, s, Scale)); n > 50_000 {
				t.Errorf("%s: board %d of %d × %d pixels has %d bytes", g.Name(), i, s.Width, s.Height, n)
			}
		}
	}
}
