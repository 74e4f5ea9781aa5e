package record

import (
	"cmp"
	"encoding/hex"
	"io"

	"pitpost.example/engine"
)

// Writer writes records, one after another. Each line is one Write; give it a
// buffer where that is dear. After an error nothing more is written and every
// call returns that error.
type Writer struct {
	w   io.Writer
	n   int
	err error
}

// NewWriter makes a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Header begins a record; the next event is number 1. The version and an empty
// set of options are filled in.
func (w *Writer) Header(h Header) error {
	h.Record = 1
	if h.Options == nil {
		h.Options = map[string]string{}
	}
	if h.Seats == nil {
		h.Seats = []string{}
	}
	w.n = 0
	return w.put(h)
}

// Legal writes what a seat could do at the choice that follows.
func (w *Writer) Legal(seat string, commands []string) error {
	return w.put(Legal{commands, seat})
}

// Event writes one fact as the next event. Its Seq is not looked at; a zero At
// is left out.
func (w *Writer) Event(f engine.Fact) error {
	data, err := dataOf(f.Event)
	if err != nil {
		w.err = cmp.Or(w.err, err)
		return w.err
	}
	w.n++
	l := Event{N: w.n, Kind: f.Event.Kind(), Seat: f.Seat, Data: data}
	if !f.At.IsZero() {
		l.At = engine.Moment(f.At)
	}
	return w.put(l)
}

// Seed ends the record of a match whose seed is open.
func (w *Writer) Seed(seed [32]byte) error {
	return w.put(seedLine{hex.EncodeToString(seed[:])})
}

// N is the number of the last event written.
func (w *Writer) N() int { return w.n }

func (w *Writer) put(line any) error {
	if w.err != nil {
		return w.err
	}
	var text []byte
	if text, w.err = encode(line); w.err == nil {
		_, w.err = w.w.Write(append(text, '\n'))
	}
	return w.err
}
