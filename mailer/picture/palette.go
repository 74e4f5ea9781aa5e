package picture

import (
	"image/color"
	"slices"

	"pitpost.example/engine"
)

// inks are the house's colours: warm and calm. They differ in lightness too, so that people who cannot tell
// red from green can tell them apart, and they work on white and on dark pages.
var inks = [...]struct {
	name engine.Colour
	rgb  color.RGBA
}{
	{engine.Paper, color.RGBA{0xfb, 0xf6, 0xec, 0xff}},
	{engine.Ink, color.RGBA{0x2b, 0x25, 0x20, 0xff}},
	{engine.Faint, color.RGBA{0xd9, 0xcd, 0xb8, 0xff}},
	{engine.Rock, color.RGBA{0x7a, 0x6d, 0x5f, 0xff}},
	{engine.Stone, color.RGBA{0xa6, 0x9f, 0x96, 0xff}},
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
	{engine.Cave, color.RGBA{0x25, 0x20, 0x1d, 0xff}},
	{engine.Seam, color.RGBA{0x3a, 0x33, 0x2e, 0xff}},
	{engine.Timber, color.RGBA{0x98, 0x68, 0x3a, 0xff}},
	{engine.Beam, color.RGBA{0x5f, 0x3f, 0x22, 0xff}},
	{engine.Plank, color.RGBA{0xc2, 0x94, 0x5e, 0xff}},
	{engine.Dust, color.RGBA{0xd2, 0xb1, 0x7c, 0xff}},
	{engine.Lamp, color.RGBA{0xff, 0xdf, 0x80, 0xff}},
}

// bare is the palette index of a pixel that a sprite leaves transparent.
const bare = 255

// palette has the house's colours and mixtures of two of them for soft edges. The mixtures are chosen one by
// one, always the one furthest from all colours so far, until the palette is full. It is the same for every
// picture, so that equal scenes give equal bytes.
type palette struct {
	colours color.Palette
	byName  map[engine.Colour]color.RGBA
	// ink maps each palette index to the index of the nearest pure colour.
	ink [256]uint8
	// over is the index of the mixture, by the index below, the pure colour above and its number of quarters.
	over [256][len(inks)][4]uint8
}

func newPalette() *palette {
	p := &palette{byName: map[engine.Colour]color.RGBA{}}
	var mixtures []color.RGBA
	for i, a := range inks {
		p.byName[a.name] = a.rgb
		p.colours = append(p.colours, a.rgb)
		for _, b := range inks[:i] {
			mixtures = append(mixtures, mixed(a.rgb, b.rgb, 1), mixed(a.rgb, b.rgb, 2), mixed(a.rgb, b.rgb, 3))
		}
	}
	away := make([]int, len(mixtures)) // distance of each from the nearest colour of the palette
	for i, m := range mixtures {
		away[i] = between(m, p.colours[p.colours.Index(m)].(color.RGBA))
	}
	for len(p.colours) < bare {
		furthest := slices.Index(away, slices.Max(away))
		p.colours = append(p.colours, mixtures[furthest])
		for i, m := range mixtures {
			away[i] = min(away[i], between(m, mixtures[furthest]))
		}
	}
	for under, c := range p.colours {
		p.ink[under] = uint8(p.colours[:len(inks)].Index(c))
		for j, over := range inks {
			for quarters := range 4 {
				p.over[under][j][quarters] = uint8(p.colours.Index(mixed(over.rgb, c.(color.RGBA), quarters)))
			}
		}
	}
	return p
}

// between is the distance between two colours, squared.
func between(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + bl*bl
}

// mixed returns a mixture of that many quarters of a and the rest of b.
func mixed(a, b color.RGBA, quarters int) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8((int(x)*quarters + int(y)*(4-quarters)) / 4) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// rgb returns a colour by name; unknown names give ink.
func (p *palette) rgb(name engine.Colour) color.RGBA {
	if c, ok := p.byName[name]; ok {
		return c
	}
	return p.byName[engine.Ink]
}
