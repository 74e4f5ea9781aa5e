package mailer_test

import (
	"bytes"
	"compress/flate"
	"image"
	"image/png"
	"testing"
	"time"

	"pitpost/engine"
	"pitpost/engine/catalog"
	"pitpost/mailer"
)

// BenchmarkPictureBesideDeflate paints the board in the middle of a match. The metric
// "ratio" is its time divided by that of copying the same pixels and deflating
// them at the best speed, in the same run.
func BenchmarkPictureBesideDeflate(b *testing.B) {
	scene := midGame(b)
	painted, err := mailer.Paint(scene, 2)
	if err != nil {
		b.Fatal(err)
	}
	shown, err := png.Decode(bytes.NewReader(painted))
	if err != nil {
		b.Fatal(err)
	}
	pixels := shown.(*image.Paletted)
	before := blitAndDeflate(b, pixels)
	b.ResetTimer()
	for range b.N {
		if _, err := mailer.Paint(scene, 2); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	bare := (before + blitAndDeflate(b, pixels)) / 2
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(bare), "ratio")
	b.ReportMetric(float64(bare.Nanoseconds()), "bare-ns/op")
	b.ReportMetric(float64(len(painted)), "bytes")
}

// blitAndDeflate is the least that any picture of these pixels costs.
func blitAndDeflate(b *testing.B, pixels *image.Paletted) time.Duration {
	b.Helper()
	frame := image.NewPaletted(pixels.Rect, pixels.Palette)
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		b.Fatal(err)
	}
	const times = 40
	began := time.Now()
	for range times {
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
	return time.Since(began) / times
}

// midGame is the board after some moves by lot.
func midGame(b *testing.B) engine.Scene {
	b.Helper()
	game := catalog.Find("saboteur")
	options, no := game.Options(game.Editions()[0], nil)
	if no != nil {
		b.Fatal(no)
	}
	m := engine.Open(game, engine.Setup{Edition: game.Editions()[0], Options: options}, [32]byte{7})
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
	return m.State().View("Ana").Scene
}
