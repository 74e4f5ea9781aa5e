package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
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

// axe is axe-core, which make setup takes from npm as lab/npm/package-lock.json pins it.
func axe(tb testing.TB) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	script, err := os.ReadFile(filepath.Join(filepath.Dir(here), "npm", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tb.Fatalf("axe-core is not here, so nobody has looked whether everybody can use the page: make setup fetches it from npm: %v", err)
	}
	return string(script)
}

// Looks holds the page to screens of phones and of desks, by light and by dark: it is not wider than
// they are, and keeps nobody from using it. Each look is kept as Shot keeps it.
func (b *Browser) Looks(name string) {
	b.tb.Helper()
	for _, width := range []int{390, 900} {
		b.Resize(width, 1800)
		for _, colours := range []string{"light", "dark"} {
			b.Colours(colours == "dark")
			if wide := b.Eval("document.documentElement.scrollWidth"); wide != strconv.Itoa(width) {
				b.tb.Errorf("%s is %s pixels wide on %d", name, wide, width)
			}
			if (width == 390) == (colours == "dark") { // colours and widths do not depend on each other
				for _, fault := range b.Faults() {
					b.tb.Errorf("%s on %d pixels, %s: %s", name, width, colours, fault)
				}
			}
			b.Shot(fmt.Sprintf("%s-%d-%s", name, width, colours))
		}
	}
}

// Shot keeps a picture of the page where PITPOST_SHOTS names a folder.
func (b *Browser) Shot(name string) {
	b.tb.Helper()
	if dir := os.Getenv("PITPOST_SHOTS"); dir != "" {
		Check(b.tb, os.WriteFile(filepath.Join(dir, name+".png"), b.Screenshot(), 0o600))
	}
}

// Faults are what axe-core finds on the page that keeps people from using it, the serious ones.
func (b *Browser) Faults() (all []string) {
	b.tb.Helper()
	b.call("Runtime.evaluate", map[string]any{"expression": axe(b.tb)}, nil)
	var out struct {
		Result struct{ Value string }
	}
	b.call("Runtime.evaluate", map[string]any{"awaitPromise": true,
		"expression": `axe.run({resultTypes: ["violations"]}).then((found) => JSON.stringify({rules: found.passes.length, violations: found.violations}))`}, &out)
	var found struct {
		Rules      int
		Violations []struct {
			ID, Impact, Help string
			Nodes            []struct{ HTML, FailureSummary string }
		}
	}
	if err := json.Unmarshal([]byte(out.Result.Value), &found); err != nil || found.Rules == 0 {
		b.tb.Fatalf("axe-core said %q at %s: %v", out.Result.Value, b.Eval("location.pathname"), err)
	}
	for _, v := range found.Violations {
		if v.Impact != "serious" && v.Impact != "critical" {
			continue
		}
		for _, n := range v.Nodes {
			all = append(all, fmt.Sprintf("%s, %s: %s\n%.400s\n%s", v.Impact, v.ID, v.Help, n.HTML, strings.TrimSpace(n.FailureSummary)))
		}
	}
	return all
}
