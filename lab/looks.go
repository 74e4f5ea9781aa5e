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

	"golang.org/x/image/draw"
)

// Resembles compares a picture with the stored one, only roughly, because fonts and browsers differ. With
// update it stores the new picture.
func Resembles(t testing.TB, file string, shot []byte, update bool) {
	t.Helper()
	if update {
		Check(t, os.WriteFile(file, shot, 0o644)) // it is committed to the repository
	}
	got, want := decoded(t, shot), decoded(t, Must(os.ReadFile(file))(t))
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: %v, kept %v", file, got.Bounds(), want.Bounds())
	}
	small, old := shrunk(got), shrunk(want)
	apart := 0.0
	for i, v := range small.Pix { // RGBA values; no pixel is transparent
		apart += math.Abs(float64(v)-float64(old.Pix[i])) / float64(len(small.Pix)) * 4 / 3
	}
	if apart > 12 {
		t.Errorf("%s: %.1f of 255 apart from the one kept: look at it and run with -update", file, apart)
	}
}

func decoded(t testing.TB, data []byte) image.Image {
	t.Helper()
	return Must(png.Decode(bytes.NewReader(data)))(t)
}

// shrunk reduces a picture to 10 by 10 pixels, the mean colours of its parts.
func shrunk(m image.Image) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, 10, 10))
	draw.BiLinear.Scale(small, small.Bounds(), m, m.Bounds(), draw.Src, nil)
	return small
}

// axe returns the script of axe-core, which make setup installs from npm in the version that
// lab/npm/package-lock.json pins.
func axe(tb testing.TB) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	script, err := os.ReadFile(filepath.Join(filepath.Dir(here), "npm", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tb.Fatalf("axe-core is not here, so nobody has looked whether everybody can use the page: make setup fetches it from npm: %v", err)
	}
	return string(script)
}

// Looks checks the page at the widths of a phone and of a desktop, in light and dark colours: it must not be
// wider than the screen, and axe-core must find nothing. Each view is stored by Shot.
func (b *Browser) Looks(name string) {
	b.tb.Helper()
	for _, width := range []int{390, 900} {
		b.Resize(width, 1800)
		for _, colours := range []string{"light", "dark"} {
			b.Colours(colours == "dark")
			if wide := b.Eval("document.documentElement.scrollWidth"); wide != strconv.Itoa(width) {
				b.tb.Errorf("%s is %s pixels wide on %d", name, wide, width)
			}
			if (width == 390) == (colours == "dark") { // faults do not depend on the combination of colours and width
				for _, fault := range b.Faults() {
					b.tb.Errorf("%s on %d pixels, %s: %s", name, width, colours, fault)
				}
			}
			b.Shot(fmt.Sprintf("%s-%d-%s", name, width, colours))
		}
	}
}

// Shot stores a picture of the page if PITPOST_SHOTS names a folder.
func (b *Browser) Shot(name string) {
	b.tb.Helper()
	if dir := os.Getenv("PITPOST_SHOTS"); dir != "" {
		Check(b.tb, os.WriteFile(filepath.Join(dir, name+".png"), b.Screenshot(), 0o600))
	}
}

// Faults returns the serious violations of accessibility that axe-core finds on the page.
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
