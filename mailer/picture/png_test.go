package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

// paletted returns a picture with 256 different colours.
func paletted(width, height int, pixel func(x, y int) uint8) *image.Paletted {
	var ramp color.Palette
	for i := range 256 {
		ramp = append(ramp, color.RGBA{uint8(i), uint8(i * 7), uint8(255 - i), 255})
	}
	img := image.NewPaletted(image.Rect(0, 0, width, height), ramp)
	for i := range img.Pix {
		img.Pix[i] = pixel(i%width, i/width)
	}
	return img
}

// comesBack checks that a strict reader gets the picture's pixels from the file and that nothing follows
// them, and that a new writer gives the same bytes.
func comesBack(t *testing.T, name string, w *pngWriter, img *image.Paletted) {
	t.Helper()
	file := w.encode(img, 1)
	if !bytes.Equal(new(pngWriter).encode(img, 1), file) {
		t.Errorf("%s: a fresh writer gives other bytes", name)
	}
	r := bytes.NewReader(file)
	got, err := png.Decode(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if r.Len() != 0 || got.Bounds().Size() != img.Rect.Size() {
		t.Fatalf("%s: %v for %v, %d bytes left over", name, got.Bounds(), img.Bounds(), r.Len())
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if want, is := img.At(img.Rect.Min.X+x, img.Rect.Min.Y+y), got.At(x, y); want != is {
				t.Fatalf("%s: pixel %d, %d is %v and not %v", name, x, y, is, want)
			}
		}
	}
}

func TestPicturesComeBack(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	whole := paletted(90, 60, func(x, y int) uint8 { return uint8(x/7 + y/5*13) })
	pictures := map[string]*image.Paletted{
		"a dot":        paletted(1, 1, func(int, int) uint8 { return 200 }),
		"one colour":   paletted(1000, 300, func(int, int) uint8 { return 77 }),
		"noise":        paletted(700, 500, func(int, int) uint8 { return uint8(dice.IntN(256)) }),
		"one column":   paletted(1, 70_000, func(int, int) uint8 { return uint8(dice.IntN(3)) }),
		"one row":      paletted(200_000, 2, func(int, int) uint8 { return uint8(dice.IntN(5)) }),
		"every colour": paletted(256, 3, func(x, y int) uint8 { return uint8(x ^ y) }),
		"a part":       whole.SubImage(image.Rect(20, 10, 71, 50)).(*image.Paletted), // the distance between its rows is more than their length
	}
	var w pngWriter
	for range 2 {
		for name, img := range pictures {
			comesBack(t, name, &w, img)
		}
	}
	if file := w.encode(pictures["one colour"], 1); len(file) > 3500 {
		t.Errorf("300,000 pixels of one colour have %d bytes", len(file))
	}
}
