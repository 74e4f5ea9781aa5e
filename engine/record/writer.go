package record

import (
	"cmp"
	"encoding/hex"
	"io"
	"maps"

	"pitpost.example/engine"
)

// writer writes the lines of one record. After an error it writes nothing more.
type writer struct {
	w   io.Writer
	n   int // events written
	err error
}

// event writes a fact as the next event. It ignores f.Seq, and leaves out a zero f.At.
func (w *writer) event(f engine.Fact) {
	data, err := dataOf(f.Event)
	w.err = cmp.Or(w.err, err)
	w.n++
	l := Event{N: w.n, Kind: f.Event.Kind(), Seat: f.Seat, Data: data}
	if !f.At.IsZero() {
		l.At = engine.FormatMoment(f.At)
	}
	w.put(l)
}

func (w *writer) put(line any) {
	if w.err != nil {
		return
	}
	var text []byte
	if text, w.err = encode(line); w.err == nil {
		_, w.err = w.w.Write(append(text, '\n'))
	}
}

// Log is a match as the house keeps it.
type Log struct {
	// Match is its name, such as "42".
	Match string
	Game  engine.Game
	// Setup is how the match was opened. After the start its seats are in clockwise order, before that those
	// taken so far.
	Setup engine.Setup
	Seed  [32]byte
	// Facts are in the order of the log. Facts about talk must contain the words.
	Facts []engine.Fact
}

// Choice says how to write a Log.
type Choice struct {
	// Legal adds all that a seat could do before each of its choices.
	Legal bool
	// Public leaves out what only the operator may see: the words of whispers, and that plans were made or
	// dropped.
	Public bool
}

// WriteRecord writes the record of a match. It calls w once for each line, so w should be buffered if that is slow.
// Events are numbered as they are written, and rewinds use these numbers. The seed is written only if the match
// is over or aborted. The record of a running match contains all its secrets.
func WriteRecord(w io.Writer, l Log, c Choice) error {
	out := &writer{w: w}
	m := engine.OpenMatch(l.Game, l.Setup, l.Seed)
	head := Header{
		Record: 1, Match: l.Match, Game: l.Game.Name(), Edition: l.Setup.Edition,
		Options: maps.Collect(maps.All(l.Setup.Options)), Seats: append([]string{}, l.Setup.Seats...), // copies, which are empty and never null
		Commitment: m.Dice().Commitment(), First: l.Setup.First, Cards: l.Setup.Cards,
	}
	if l.Setup.HasRules(2) {
		head.Rules = l.Setup.Rules
	}
	out.put(head)
	count := make(map[int]int, len(l.Facts)) // number in the log to number in the record
	given := 0                               // facts still to come that follow from giving up a round
	for _, f := range l.Facts {
		if c.Legal && given == 0 && m.Phase == engine.Running && m.Chooses(f) {
			out.put(Legal{m.State().Legal(f.Seat), f.Seat})
		}
		given = max(0, given-1)
		if engine.IsEvent[engine.Conceded](f) && m.Phase == engine.Running {
			facts, _ := m.State().Concede(m.Dice()) // what was refused stands in no log
			given = len(facts)
		}
		m.Apply(f)
		if kept, ok := c.inRecord(f, count); ok {
			out.event(kept)
		}
		count[f.Seq] = out.n
	}
	if m.Phase.Ended() {
		out.put(seedLine{hex.EncodeToString(l.Seed[:])})
	}
	return out.err
}

// inRecord returns a fact as it appears in the record, and whether it does.
func (c Choice) inRecord(f engine.Fact, count map[int]int) (engine.Fact, bool) {
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
