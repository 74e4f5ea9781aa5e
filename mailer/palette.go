package mailer

import (
	"image/color"

	"pitpost/engine"
)

// inks are the house's colours on paper: warm and calm, told apart by
// lightness too, so that they serve eyes that do not tell red from green, and
// hold on a white ground and on a dark one.
var inks = []struct {
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
	{engine.Danger, color.RGBA{0xb3, 0x26, 0x1e, 0xff}},
	{engine.Good, color.RGBA{0x00, 0x7a, 0x5e, 0xff}},
	{engine.Red, color.RGBA{0xc4, 0x3b, 0x2f, 0xff}},
	{engine.Green, color.RGBA{0x2e, 0x8b, 0x57, 0xff}},
	{engine.White, color.RGBA{0xff, 0xff, 0xff, 0xff}},
	{engine.Pink, color.RGBA{0xe7, 0x8a, 0xb0, 0xff}},
	{engine.Blue, color.RGBA{0x2f, 0x6d, 0xb5, 0xff}},
	{engine.Yellow, color.RGBA{0xf2, 0xcf, 0x3b, 0xff}},
}

// clear is the palette's place for a pixel that a sprite leaves as it is.
const clear = 255

// palette is the house's colours and the middle of each two of them, which is
// what soft edges are drawn with. It is the same for every picture, so that
// equal scenes give equal bytes.
type palette struct {
	colours color.Palette
	byName  map[engine.Colour]color.RGBA
}

func newPalette() palette {
	p := palette{byName: map[engine.Colour]color.RGBA{}}
	for _, n := range inks {
		p.byName[n.name] = n.rgb
		p.colours = append(p.colours, n.rgb)
	}
	for i, a := range inks {
		for _, b := range inks[:i] {
			p.colours = append(p.colours, middle(a.rgb, b.rgb))
		}
	}
	return p
}

func middle(a, b color.RGBA) color.RGBA {
	return color.RGBA{uint8((int(a.R) + int(b.R)) / 2), uint8((int(a.G) + int(b.G)) / 2), uint8((int(a.B) + int(b.B)) / 2), 0xff}
}

// rgb is a colour by name; one that is not known is ink.
func (p palette) rgb(name engine.Colour) color.RGBA {
	if c, ok := p.byName[name]; ok {
		return c
	}
	return p.byName[engine.Ink]
}
