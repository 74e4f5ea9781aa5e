package picture

import (
	"image/color"

	"pitpost.example/engine"
)

// inks are the house's colours on paper: warm and calm, told apart by
// lightness too, so that they serve eyes that do not tell red from green, and
// hold on a white ground and on a dark one.
var inks = [...]struct {
	name engine.Colour
	rgb  color.RGBA
}{
	{engine.Paper, color.RGBA{0xfb, 0xf6, 0xec, 0xff}},
	{engine.Ink, color.RGBA{0x2b, 0x25, 0x20, 0xff}},
	{engine.Faint, color.RGBA{0xd9, 0xcd, 0xb8, 0xff}},
	{engine.Rock, color.RGBA{0x6b, 0x5e, 0x51, 0xff}},
	{engine.Stone, color.RGBA{0x9a, 0x93, 0x8a, 0xff}},
	{engine.Earth, color.RGBA{0xe9, 0xdc, 0xc3, 0xff}},
	{engine.Path, color.RGBA{0xf0, 0xd9, 0xa8, 0xff}},
	{engine.Gold, color.RGBA{0xe8, 0xb0, 0x1c, 0xff}},
	{engine.Hidden, color.RGBA{0x4a, 0x5d, 0x73, 0xff}},
	{engine.Mark, color.RGBA{0xd5, 0x5e, 0x00, 0xff}},
	{engine.Danger, color.RGBA{0xa8, 0x1f, 0x1a, 0xff}},
	{engine.Good, color.RGBA{0x14, 0x90, 0x72, 0xff}},
	{engine.Red, color.RGBA{0xb8, 0x2f, 0x26, 0xff}},
	{engine.Green, color.RGBA{0x5a, 0xb3, 0x78, 0xff}},
	{engine.White, color.RGBA{0xff, 0xff, 0xff, 0xff}},
	{engine.Pink, color.RGBA{0xe7, 0x8a, 0xb0, 0xff}},
	{engine.Blue, color.RGBA{0x2f, 0x6d, 0xb5, 0xff}},
	{engine.Yellow, color.RGBA{0xf2, 0xcf, 0x3b, 0xff}},
}

// bare is the palette's place for a pixel that a sprite leaves as it is.
const bare = 255

// palette is the house's colours and what soft edges are drawn with: the middle
// of each two of them, and quarters between ink or paper and any other. It is
// the same for every picture, so that equal scenes give equal bytes.
type palette struct {
	colours color.Palette
	byName  map[engine.Colour]color.RGBA
	// ink is the pure colour nearest to each place, by its place.
	ink [256]uint8
	// over is the place of so many quarters of one pure colour over another.
	over [len(inks)][len(inks)][4]uint8
}

func newPalette() *palette {
	p := &palette{byName: map[engine.Colour]color.RGBA{}}
	for _, n := range inks {
		p.byName[n.name] = n.rgb
		p.colours = append(p.colours, n.rgb)
	}
	for i, a := range inks {
		for _, b := range inks[:i] {
			p.colours = append(p.colours, mixed(a.rgb, b.rgb, 2))
			if b.name == engine.Paper || b.name == engine.Ink {
				p.colours = append(p.colours, mixed(a.rgb, b.rgb, 1), mixed(a.rgb, b.rgb, 3))
			}
		}
	}
	pure := p.colours[:len(inks)]
	for i, c := range p.colours {
		p.ink[i] = uint8(pure.Index(c))
	}
	for i, under := range inks {
		for j, over := range inks {
			for quarters := range 4 {
				p.over[i][j][quarters] = uint8(p.colours.Index(mixed(over.rgb, under.rgb, quarters)))
			}
		}
	}
	return p
}

// mixed is so many quarters of a, and the rest of b.
func mixed(a, b color.RGBA, quarters int) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8((int(x)*quarters + int(y)*(4-quarters)) / 4) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// rgb is a colour by name; one that is not known is ink.
func (p *palette) rgb(name engine.Colour) color.RGBA {
	if c, ok := p.byName[name]; ok {
		return c
	}
	return p.byName[engine.Ink]
}
