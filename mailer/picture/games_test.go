package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// play plays random moves and calls look after each choice, until the match ends or 60 choices were made.
func play(t testing.TB, g engine.Game, look func(state engine.State, seats []string)) {
	t.Helper()
	least, _ := g.Seats()
	seats := []string{"Ana", "Bo", "Cy", "Di", "Eli"}[:max(least, 4)]
	state, dice := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: seats}), engine.Dice{Seed: [32]byte{7}}
	facts, seq := state.Start(dice), 0
	for n := 1; ; n++ {
		for _, f := range facts {
			seq++
			f.Seq = seq
			state.Apply(f)
		}
		if state.Result() != nil || n > 60 {
			return
		}
		look(state, seats)
		seat := state.ToMove()[0]
		legal := state.Legal(seat)
		if d, ok := state.(engine.Digging); ok && len(d.Dig(seat)) > 0 {
			legal = d.Dig(seat)
		}
		var refusal *engine.Refusal
		if facts, refusal = state.Play(seat, legal[n%len(legal)], dice); refusal != nil {
			t.Fatalf("%s: %v", seat, refusal)
		}
	}
}

// played returns the boards of such a match.
func played(t testing.TB, g engine.Game) (scenes []engine.Scene) {
	t.Helper()
	play(t, g, func(state engine.State, _ []string) { scenes = append(scenes, state.View(state.ToMove()[0]).Scene) })
	return scenes
}

// Every pixel of a board is what its sprites give when laid on its ground one by one.
func TestBoardsShowTheirSprites(t *testing.T) {
	p := newPainter()
	check := func(name string, s engine.Scene, scale float64) {
		t.Helper()
		shown, err := png.Decode(bytes.NewReader(painted(t, s, scale)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := laid(p, s, scale)
		width := shown.Bounds().Dx()
		for i, colour := range want {
			if got := shown.At(i%width, i/width); got != colour {
				t.Fatalf("%s: pixel %d is %v and not %v", name, i, got, colour)
			}
		}
	}
	for _, g := range catalog.AllGames() {
		for i, s := range played(t, g) {
			if i%6 == 0 {
				check(fmt.Sprintf("%s %d", g.Name(), i), s, float64(2+i%3)/2)
			}
		}
	}
	hanging := cardBoard(3, 3)
	for i := range hanging.Sprites {
		hanging.Sprites[i].X, hanging.Sprites[i].Y = 60*(i%3)-25, 90*(i/3)-35
	}
	check("cut off", hanging, 2)
}

// laid computes pixel by pixel what a scene looks like.
func laid(p *painter, s engine.Scene, scale float64) []color.Color {
	fine := zoom(s) * scale
	width, height := dots(s.Width, fine), dots(s.Height, fine)
	out := make([]color.Color, width*height)
	for i := range out {
		out[i] = p.palette.rgb(s.Ground)
	}
	for _, sprite := range s.Sprites {
		drawn := p.pen.draw(sprite, fine)
		b := drawn.Bounds()
		for i := range b.Dx() * b.Dy() {
			x, y := dots(sprite.X, fine)+i%b.Dx(), dots(sprite.Y, fine)+i/b.Dx()
			if x >= 0 && y >= 0 && x < width && y < height {
				out[y*width+x] = covered(p.palette, out[y*width+x], drawn.RGBAAt(i%b.Dx(), i/b.Dx()))
			}
		}
	}
	return out
}

// covered returns the palette's colour for a drawn pixel over one of the palette.
func covered(p *palette, under color.Color, c color.RGBA) color.Color {
	quarters := (int(c.A)*4 + 127) / 255
	if quarters == 0 {
		return under
	}
	whole := func(v uint8) uint8 { return uint8(uint32(v) * 255 / uint32(c.A)) }
	place := p.colours.Index(color.RGBA{whole(c.R), whole(c.G), whole(c.B), 255})
	if quarters < 4 {
		place = int(p.over[p.colours.Index(under)][p.ink[place]][quarters])
	}
	return p.colours[place]
}

// fits checks that both pictures of the seat to move are drawn at Scale, and small enough for a letter. It returns the size of the board.
func fits(t *testing.T, name string, state engine.State) (size image.Point) {
	t.Helper()
	seat := state.ToMove()[0]
	scene := state.View(seat).Scene
	var over []engine.Sprite
	if marking, marks := state.(engine.Marking); marks {
		over, _ = marking.Marks(seat, 0)
	}
	check := func(what string, most int, s engine.Scene, over ...engine.Sprite) image.Point {
		t.Helper()
		file, err := PaintScene(s, Scale, over...)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, what, err)
		}
		shown, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if got := shown.Bounds().Dx(); len(file) > most || got != dots(s.Width, zoom(s)*Scale) {
			t.Errorf("%s: the %s, %d pixels wide at scale %v, has %d bytes", name, what, got, Scale, len(file))
		}
		return image.Pt(s.Width, s.Height)
	}
	if handed, has := state.(engine.Handed); has && handed.HandScene(seat).Width > 0 {
		check("hand", 20_000, handed.HandScene(seat))
	}
	return check("board", boardMost, scene, over...)
}

func TestPicturesFitALetter(t *testing.T) {
	for _, g := range catalog.AllGames() {
		n := 0
		play(t, g, func(state engine.State, _ []string) {
			if n++; n%7 == 1 {
				fits(t, fmt.Sprintf("%s %d", g.Name(), n), state)
			}
		})
	}
}

// If ten players dig as far out as they can, even a maze of 16 by 9 cells or more fits into a letter.
func TestTheWidestMazeFitsALetter(t *testing.T) {
	g := catalog.FindGame("saboteur")
	cell := regexp.MustCompile(`^\d (-?)([A-Z])(-?\d+)`)
	far := func(command string) int {
		m := cell.FindStringSubmatch(command)
		if m == nil {
			return 0
		}
		col, row := int(m[2][0]-'A'), 0
		if _, err := fmt.Sscan(m[3], &row); err != nil {
			t.Fatal(err)
		}
		if m[1] != "" {
			col = -col - 1
		}
		// Wide rather than tall.
		return max(100-10*col, 10*col) + max(row-3, 3-row)
	}
	widest := image.Point{}
	for lot := range byte(4) {
		state, dice := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}}), engine.Dice{Seed: [32]byte{lot}}
		facts, seq := state.Start(dice), 0
		for n := 0; n < 60 && state.View("").Round < 2; n++ {
			for _, f := range facts {
				seq++
				f.Seq = seq
				state.Apply(f)
			}
			if n%20 == 19 {
				size := fits(t, fmt.Sprint("lot ", lot, ", move ", n), state)
				widest = image.Pt(max(widest.X, size.X), max(widest.Y, size.Y))
			}
			seat := state.ToMove()[0]
			legal := state.Legal(seat)
			best := legal[0]
			for _, command := range legal {
				if far(command) > far(best) {
					best = command
				}
			}
			var no *engine.Refusal
			if facts, no = state.Play(seat, best, dice); no != nil {
				t.Fatal(no)
			}
		}
	}
	if least := image.Pt(16*50, 9*66); widest.X < least.X || widest.Y < least.Y/2 {
		t.Errorf("the widest maze has %v pixels, which proves little", widest)
	}
}

// Important things stand out from the rock of a board, and its edge from both a light and a dark page.
func TestBoardsStandOut(t *testing.T) {
	p := newPalette()
	light := func(c color.RGBA) float64 { return lab(c, eyes["all cones"])[0] }
	luminance := func(c color.RGBA) float64 { // computed back from the lightness in CIELAB
		f := (light(c) + 16) / 116
		return f * f * f
	}
	for _, pair := range []struct{ a, b color.RGBA }{
		{p.rgb(engine.Timber), color.RGBA{0xff, 0xff, 0xff, 0xff}}, {p.rgb(engine.Timber), color.RGBA{0x12, 0x12, 0x12, 0xff}},
		{p.rgb(engine.Rock), p.rgb(engine.Cave)}, {p.rgb(engine.Path), p.rgb(engine.Rock)}, {p.rgb(engine.Path), p.rgb(engine.Ink)},
		{p.rgb(engine.Lamp), p.rgb(engine.Cave)}, {p.rgb(engine.Dust), p.rgb(engine.Cave)}, {p.rgb(engine.Timber), p.rgb(engine.Cave)},
		{p.rgb(engine.Earth), p.rgb(engine.Cave)}, {p.rgb(engine.Danger), p.rgb(engine.Path)},
	} {
		a, b := luminance(pair.a)+0.05, luminance(pair.b)+0.05
		if ratio := max(a, b) / min(a, b); ratio < 3 {
			t.Errorf("%v stands out from %v by %.2f to 1", pair.a, pair.b, ratio)
		}
	}
}
