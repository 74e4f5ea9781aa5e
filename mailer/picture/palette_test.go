package picture

import (
	"image/color"
	"math"
	"testing"

	"pitpost.example/engine"
)

// How eyes without one kind of cone see red, green and blue, in linear light (Machado, Oliveira and
// Fernandes, 2009, full strength).
var eyes = map[string][3][3]float64{
	"all cones":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanope":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranope": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanope":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// Everybody must be able to tell colours with a meaning apart. Distances are in CIELAB, in which 2 is just
// visible and 100 is black to white.
func TestColoursAreToldApart(t *testing.T) {
	p := newPalette()
	for _, group := range [][]engine.Colour{
		{engine.Red, engine.Green, engine.White, engine.Pink, engine.Blue, engine.Yellow},
		{engine.Danger, engine.Good, engine.Mark, engine.Paper},
		{engine.Path, engine.Rock, engine.Hidden, engine.Stone},
		{engine.Ink, engine.Rock, engine.Paper},
		{engine.Gold, engine.Path, engine.Rock},
	} {
		for i, a := range group {
			for _, b := range group[:i] {
				for who, eye := range eyes {
					if d := math.Sqrt(apart(lab(p.rgb(a), eye), lab(p.rgb(b), eye))); d < 15 {
						t.Errorf("%s and %s are %.0f apart for a %s", a, b, d, who)
					}
				}
			}
		}
	}
}

func apart(a, b [3]float64) (sum float64) {
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// lab converts a colour to CIELAB, as seen by an eye.
func lab(c color.RGBA, eye [3][3]float64) [3]float64 {
	var light, seen [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if light[i] = s / 12.92; s > 0.04045 {
			light[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	for i, row := range eye {
		seen[i] = min(1, max(0, row[0]*light[0]+row[1]*light[1]+row[2]*light[2]))
	}
	f := func(r, g, b, white float64) float64 {
		v := (r*seen[0] + g*seen[1] + b*seen[2]) / white
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x, y, z := f(0.4124, 0.3576, 0.1805, 0.95047), f(0.2126, 0.7152, 0.0722, 1), f(0.0193, 0.1192, 0.9505, 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}
