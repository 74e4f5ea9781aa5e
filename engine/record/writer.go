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

// Log is a match as its house keeps it.
type Log struct {
	// Match names it, such as "42".
	Match string
	Game  engine.Game
	// Setup as the match was opened; its seats are clockwise once started, those
	// taken so far before.
	Setup engine.Setup
	Seed  [32]byte
	// Facts in the order of the log. What was said has its words filled in.
	Facts []engine.Fact
}

// Choice says how a Log is written.
type Choice struct {
	// Legal adds what a seat could do before each of its choices.
	Legal bool
	// Public leaves out what is for the operator only: the words of whispers and
	// that plans were kept or dropped.
	Public bool
}

// Write writes the record of a match. Events are counted as they are written,
// and a rewind names them by that count. The seed is written once the match is
// over or aborted. A running match's record holds every secret of it.
func Write(w io.Writer, l Log, c Choice) error {
	out := NewWriter(w)
	m := engine.Open(l.Game, l.Setup, l.Seed)
	out.Header(Header{
		Match: l.Match, Game: l.Game.Name(), Edition: l.Setup.Edition, Options: l.Setup.Options,
		Seats: l.Setup.Seats, Commitment: m.Dice().Commitment(), First: l.Setup.First, Cards: l.Setup.Cards,
	})
	count := make(map[int]int, len(l.Facts)) // from the log's numbers to the record's
	given := 0                               // facts still to come that follow from a round given up
	for _, f := range l.Facts {
		if c.Legal && given == 0 && m.Phase == engine.Running && m.Chooses(f) {
			out.Legal(f.Seat, m.State().Legal(f.Seat))
		}
		given = max(0, given-1)
		if _, ok := f.Event.(engine.Conceded); ok && m.Phase == engine.Running {
			given = len(m.State().Concede(m.Dice()))
		}
		m.Apply(f)
		if told, ok := c.told(f, count); ok {
			out.Event(told)
		}
		count[f.Seq] = out.N()
	}
	if m.Phase.Ended() {
		out.Seed(l.Seed)
	}
	return out.err
}

// told is a fact as it stands in the record, if it stands there at all.
func (c Choice) told(f engine.Fact, count map[int]int) (engine.Fact, bool) {
	switch e := f.Event.(type) {
	case engine.Planned:
		return f, !c.Public
	case engine.Said:
		if c.Public && len(e.To) > 0 {
			e.Words = ""
			f.Event = e
		}
	case engine.Rewound:
		e.To = count[e.To]
		f.Event = e
	}
	return f, true
}
