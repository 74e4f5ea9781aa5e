package saboteur

import (
	"encoding/json"
	"testing"
	"time"

	"pitpost.example/engine"
)

// line is a fact in the form of a log.
type line struct {
	kind, seat string
	data       []byte
}

func finished(b *testing.B) (engine.Setup, []line) {
	b.Helper()
	var lines []line
	for _, f := range randomMatch(b, "pt", 5, nil, 8) {
		data, err := f.Data()
		if err != nil {
			b.Fatal(err)
		}
		lines = append(lines, line{f.Event.Kind(), f.Seat, data})
	}
	return engine.Setup{Edition: "pt", Seats: names[:5]}, lines
}

// BenchmarkDecode only reads the JSON of a finished match. It is the yardstick for BenchmarkFold,
// which may take half as long again.
func BenchmarkDecode(b *testing.B) {
	_, lines := finished(b)
	for b.Loop() {
		decodeAlone(b, lines)
	}
}

func decodeAlone(b *testing.B, lines []line) {
	for _, l := range lines {
		var v any
		switch l.kind {
		case "saboteur.dealt":
			v = new(Dealt)
		case "saboteur.dug":
			v = new(Dug)
		case "saboteur.revealed":
			v = new(Revealed)
		case "saboteur.broke":
			v = new(Broke)
		case "saboteur.repaired":
			v = new(Repaired)
		case "saboteur.felled":
			v = new(Felled)
		case "saboteur.looked":
			v = new(Looked)
		case "saboteur.passed":
			v = new(Passed)
		case "saboteur.drew":
			v = new(Drew)
		case "saboteur.ended":
			v = new(Ended)
		case "saboteur.paid":
			v = new(Paid)
		case "match.ended":
			v = new(MatchEnded)
		default:
			b.Fatal(l.kind)
		}
		if err := json.Unmarshal(l.data, v); err != nil {
			b.Fatal(err)
		}
	}
}

// decodeTime returns how long the yardstick takes now.
func decodeTime(b *testing.B, lines []line) time.Duration {
	const times = 200
	began := time.Now()
	for range times {
		decodeAlone(b, lines)
	}
	return time.Since(began) / times
}

// BenchmarkFold reads the log of a finished match and folds it. The metric "ratio" is its time
// divided by the time to decode the same JSON in the same run.
func BenchmarkFold(b *testing.B) {
	setup, lines := finished(b)
	alone := decodeTime(b, lines)
	for b.Loop() {
		s := newState(setup)
		for _, l := range lines {
			event, err := Game{}.Decode(l.kind, 1, l.data)
			if err != nil {
				b.Fatal(err)
			}
			s.Apply(engine.Fact{Seat: l.seat, Event: event})
		}
		if s.Result() == nil {
			b.Fatal("not over")
		}
	}
	alone = (alone + decodeTime(b, lines)) / 2
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(alone), "ratio")
}

// BenchmarkMatch plays a whole match with random moves: legal lists, play, fold.
func BenchmarkMatch(b *testing.B) {
	for b.Loop() {
		randomMatch(b, "pt", 5, nil, 8)
	}
}

// BenchmarkView builds a seat's view of a position in the middle of a round.
func BenchmarkView(b *testing.B) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:5]})
	for _, f := range randomMatch(b, "pt", 5, nil, 8)[:60] {
		s.Apply(f)
	}
	for b.Loop() {
		s.View("Ana")
	}
}
