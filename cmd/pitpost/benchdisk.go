package main

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"time"

	"pitpost/mailer"
)

// pictureFigures paint the board of a match beside the least any picture of the same
// pixels costs.
func (b *bench) pictureFigures(ctx context.Context) ([]figure, error) {
	var id int64
	if err := b.st.db.Pool().QueryRow(ctx, "select match_id from facts group by match_id order by count(*) desc limit 1").Scan(&id); err != nil {
		return nil, err
	}
	t, err := b.st.db.Fold(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	scene := t.Match.State().View(t.Match.Names()[0]).Scene
	painted, err := mailer.Paint(scene, 2)
	if err != nil {
		return nil, err
	}
	shown, err := png.Decode(bytes.NewReader(painted))
	if err != nil {
		return nil, err
	}
	pixels, ok := shown.(*image.Paletted)
	if !ok {
		return nil, fmt.Errorf("the picture has no palette")
	}
	bare, err := blitter(pixels)
	if err != nil {
		return nil, err
	}
	var ours, theirs time.Duration
	const times = 40
	for range times {
		began := time.Now()
		if _, err := mailer.Paint(scene, 2); err != nil {
			return nil, err
		}
		between := time.Now()
		if err := bare(); err != nil {
			return nil, err
		}
		ours, theirs = ours+between.Sub(began), theirs+time.Since(between)
	}
	return []figure{{what: fmt.Sprintf("a picture of %d KB", len(painted)/1000), value: ms(ours / times), unit: "ms",
		beside: fmt.Sprintf("of %.2f ms to copy and deflate its pixels", ms(theirs/times)), ratio: float64(ours) / float64(theirs), aim: "≤ 1.2", most: 1.2}}, nil
}

func blitter(pixels *image.Paletted) (func() error, error) {
	frame := image.NewPaletted(pixels.Rect, pixels.Palette)
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	return func() error {
		copy(frame.Pix, pixels.Pix)
		w.Reset(io.Discard)
		if _, err := w.Write(frame.Pix); err != nil {
			return err
		}
		return w.Close()
	}, nil
}

// sizeOf is what a table takes on disk with its indexes and parts, in bytes.
const sizeOf = "select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint from pg_partition_tree($1::regclass)"

// diskFigures weigh the log, and what a match costs beside it while it is open.
func (b *bench) diskFigures(ctx context.Context) ([]figure, error) {
	var facts, open, all int64
	err := b.st.db.Pool().QueryRow(ctx, "select (select count(*) from facts), (select count(*) from matches where phase = 'running'), (select count(*) from matches)").Scan(&facts, &open, &all)
	if err != nil {
		return nil, err
	}
	size := func(tables ...string) (sum int64, err error) {
		for _, t := range tables {
			var one int64
			if err := b.st.db.Pool().QueryRow(ctx, sizeOf, t).Scan(&one); err != nil {
				return 0, err
			}
			if one == 0 { // no part of anything, and has none
				if err := b.st.db.Pool().QueryRow(ctx, "select pg_total_relation_size($1::regclass)", t).Scan(&one); err != nil {
					return 0, err
				}
			}
			sum += one
		}
		return sum, nil
	}
	log, err := size("facts")
	if err != nil {
		return nil, err
	}
	// What is written anew over and over is weighed without its holes.
	if _, err := b.st.db.Pool().Exec(ctx, "vacuum full matches, seats, clocks, due, plans"); err != nil {
		return nil, err
	}
	beside, err := size("matches", "seats")
	if err != nil {
		return nil, err
	}
	timed, err := size("clocks", "due", "plans")
	if err != nil {
		return nil, err
	}
	return []figure{
		{what: fmt.Sprintf("disk for a fact with its index, mean of %d", facts), value: float64(log) / float64(max(1, facts)), unit: "bytes", aim: "≤ 260", most: 260},
		{what: fmt.Sprintf("disk for an open match beside its facts, %d open", open), value: float64(beside)/float64(max(1, all)) + float64(timed)/float64(max(1, open)), unit: "bytes"},
		{what: "facts of a match, mean", value: float64(facts) / float64(max(1, all)), unit: ""},
	}, nil
}
