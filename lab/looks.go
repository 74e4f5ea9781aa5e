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

// Resembles compares a picture with the one kept of it: roughly, since fonts and browsers differ. With
// update it keeps the new one.
func Resembles(t testing.TB, file string, shot []byte, update bool) {
	t.Helper()
	if update {
		Check(t, os.WriteFile(file, shot, 0o644)) // #nosec G306 -- it goes into the repository
	}
	got, want := decoded(t, shot), decoded(t, Must(os.ReadFile(file))(t))
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: %v, kept %v", file, got.Bounds(), want.Bounds())
	}
	small, old := shrunk(got), shrunk(want)
	apart := 0.0
	for i, v := range small.Pix { // red, green, blue, and nowhere transparent
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

// shrunk is a picture ten pixels wide and high, the mean colours of its parts.
func shrunk(m image.Image) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, 10, 10))
	draw.BiLinear.Scale(small, small.Bounds(), m, m.Bounds(), draw.Src, nil)
	return small
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
