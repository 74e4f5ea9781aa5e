package lab

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"os"
	"testing"
)

// Resembles compares a picture with the one kept of it: roughly, since fonts and browsers differ. With
// update it keeps the new one.
func Resembles(t testing.TB, file string, shot []byte, update bool) {
	t.Helper()
	if update {
		Check(t, os.WriteFile(file, shot, 0o644)) // #nosec G306 -- it goes into the repository
	}
	kept, err := os.ReadFile(file)
	Check(t, err)
	got, want := decoded(t, shot), decoded(t, kept)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: %v, kept %v", file, got.Bounds(), want.Bounds())
	}
	const cells = 10 // across and down
	w, h := got.Bounds().Dx()/cells, got.Bounds().Dy()/cells
	apart := 0.0
	for x := range cells {
		for y := range cells {
			at := image.Rect(x*w, y*h, x*w+w, y*h+h)
			a, b := mean(got, at), mean(want, at)
			for i := range a {
				apart += math.Abs(a[i]-b[i]) / (3 * cells * cells)
			}
		}
	}
	if apart > 12 {
		t.Errorf("%s: %.1f of 255 apart from the one kept: look at it and run with -update", file, apart)
	}
}

func decoded(t testing.TB, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	Check(t, err)
	return picture
}

// mean is the mean colour of a part.
func mean(m image.Image, at image.Rectangle) (sum [3]float64) {
	n := float64(at.Dx() * at.Dy() * 257)
	for x := at.Min.X; x < at.Max.X; x++ {
		for y := at.Min.Y; y < at.Max.Y; y++ {
			r, g, b, _ := m.At(x, y).RGBA()
			sum[0], sum[1], sum[2] = sum[0]+float64(r)/n, sum[1]+float64(g)/n, sum[2]+float64(b)/n
		}
	}
	return sum
}
