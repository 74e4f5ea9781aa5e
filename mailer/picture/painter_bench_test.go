package picture

import (
	"bytes"
	"compress/flate"
	"image"
	"image/png"
	"slices"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// BenchmarkPictureBesideDeflate alternates between painting a board in the middle of a match, and copying its
// pixels and compressing them at the fastest level. With the standard library no picture costs less than the
// latter. "ratio" is the first time divided by the second.
func BenchmarkPictureBesideDeflate(b *testing.B) {
	for _, game := range catalog.AllGames() {
		b.Run(game.Name(), func(b *testing.B) { pictureBesideDeflate(b, midGame(b, game).View("Ana").Scene) })
	}
}

func pictureBesideDeflate(b *testing.B, scene engine.Scene) {
	painted, err := painters().fit(scene, 2, pixelsMost, 1)
	if err != nil {
		b.Fatal(err)
	}
	shown, err := png.Decode(bytes.NewReader(painted))
	if err != nil {
		b.Fatal(err)
	}
	bare := blitAndDeflate(b, shown.(*image.Paletted))
	bare() // so that neither side's first run counts
	var ours, theirs time.Duration
	b.ResetTimer()
	for range b.N {
		began := time.Now()
		if _, err := painters().fit(scene, 2, pixelsMost, 1); err != nil {
			b.Fatal(err)
		}
		between := time.Now()
		bare()
		ours, theirs = ours+between.Sub(began), theirs+time.Since(between)
	}
	n := float64(b.N)
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
	b.ReportMetric(float64(ours)/n, "ns/op")
	b.ReportMetric(float64(theirs)/n, "bare-ns/op")
	b.ReportMetric(float64(len(painted)), "bytes")
}

func blitAndDeflate(b *testing.B, pixels *image.Paletted) func() {
	b.Helper()
	frame := image.NewPaletted(pixels.Rect, pixels.Palette)
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		b.Fatal(err)
	}
	return func() {
		copy(frame.Pix, pixels.Pix)
		out.Reset()
		w.Reset(&out)
		if _, err := w.Write(frame.Pix); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPicturesOfASeat paints the pictures of one seat's letter: the board with the seat's own marks, and
// the hand.
func BenchmarkPicturesOfASeat(b *testing.B) {
	for _, game := range catalog.AllGames() {
		state := midGame(b, game)
		board := state.View("Ana").Scene
		if marking, marks := state.(engine.Marking); marks {
			over, _ := marking.Marks("Ana", 20)
			board.Sprites = slices.Concat(board.Sprites, over)
		}
		var hand engine.Scene
		if handed, has := state.(engine.Handed); has {
			hand = handed.HandScene("Ana")
		}
		for _, picture := range []struct {
			name  string
			scene engine.Scene
		}{{"board", board}, {"hand", hand}} {
			if picture.scene.Width == 0 {
				continue
			}
			b.Run(game.Name()+"/"+picture.name, func(b *testing.B) {
				size := 0
				for b.Loop() {
					file, err := painters().fit(picture.scene, Scale, boardMost, 1)
					if err != nil {
						b.Fatal(err)
					}
					size = len(file)
				}
				b.ReportMetric(float64(size), "bytes")
			})
		}
	}
}

// midGame returns the position after some random moves.
func midGame(b *testing.B, game engine.Game) engine.State {
	b.Helper()
	options, no := game.Options(game.Editions()[0], engine.NewestRules, nil)
	if no != nil {
		b.Fatal(no)
	}
	m := engine.OpenMatch(game, engine.Setup{Edition: game.Editions()[0], Rules: engine.NewestRules, Options: options}, [32]byte{7})
	apply := func(facts ...engine.Fact) {
		for _, f := range facts {
			f.Seq = m.Seq + 1
			m.Apply(f)
		}
	}
	for _, name := range []string{"Ana", "Bo", "Cy", "Di", "Eli"} {
		apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	apply(m.Start()...)
	for i := range 25 {
		seat := m.ToMove()[0]
		legal := m.State().Legal(seat)
		facts, no := m.Play(seat, legal[(i*7)%len(legal)])
		if no != nil {
			b.Fatal(no)
		}
		apply(facts...)
	}
	return m.State()
}
