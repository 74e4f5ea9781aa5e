package engine

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"time"
)

// Heard is what one seat learned from one fact of the log.
type Heard struct {
	Seq  int
	Kind string
	At   time.Time
	News
	// Alone lists those Lines that hold something the others were not told.
	Alone []Phrase
}

// Heard folds the log once more and collects what a seat ("" for the public) learned from the facts
// after number since.
func (m *Match) Heard(seat string, since int) []Heard {
	heard, _ := m.HeardAndRemark(seat, 0, since)
	return heard
}

// HeardAndRemark returns what Heard returns, and a dry line about the most remarkable of those
// facts, or nil if none is remarkable. The line is chosen only by the match's number and the fact,
// so that everybody reads the same one.
func (m *Match) HeardAndRemark(seat string, match int64, since int) (heard []Heard, remark *Phrase) {
	most, moved := 1, m.TakenOver(seat)
	for past, f := range m.Replay(m.log) {
		if f.Seq <= since {
			continue
		}
		for _, f := range past.opens(f) {
			if n := past.tell(f, seat); n != nil && (f.Seq > moved || !whispered(f.Event)) {
				heard = append(heard, Heard{Seq: f.Seq, Kind: f.Event.Kind(), At: f.At, News: *n, Alone: past.alone(f, seat, n)})
			}
		}
		if lines, weight := past.remarks(f); len(lines) > 0 && weight >= most {
			h := fnv.New32a()
			fmt.Fprintf(h, "%d %d %s", match, f.Seq, f.Event.Kind())
			most, remark = weight, &lines[h.Sum32()%uint32(len(lines))]
		}
	}
	return heard, remark
}

// alone returns the lines of a seat's news that the public does not get.
func (m *Match) alone(f Fact, seat string, n *News) []Phrase {
	if seat == "" || IsMatchWide(f.Event.Kind()) && !whispered(f.Event) {
		return nil
	}
	open := m.tell(f, "")
	if open == nil {
		return n.Lines
	}
	return n.Beyond(*open)
}

// Beyond returns the lines that others were not told. It returns nil if the others know as much:
// what is only worded differently, such as "your pick", is no secret.
func (n News) Beyond(others News) []Phrase {
	if reflect.DeepEqual(n.Data, others.Data) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(n.Lines), func(p Phrase) bool {
		return slices.ContainsFunc(others.Lines, func(o Phrase) bool { return reflect.DeepEqual(o, p) })
	})
}

// PublicEvent is an event as a record has it, without what the public may not know.
type PublicEvent struct {
	N    int    `json:"n"`
	At   string `json:"at,omitempty"`
	Kind string `json:"kind"`
	Seat string `json:"seat,omitempty"`
	Data Event  `json:"data"`
	Seq  int    `json:"-"` // the number in the log
}

// PublicEvents returns the events that the public heard of, except what players say to each other.
// They are numbered without gaps, so that the numbers reveal nothing about what is hidden.
func (m *Match) PublicEvents() []PublicEvent {
	var out []PublicEvent
	for past, f := range m.Replay(m.log) {
		for _, f := range past.opens(f) {
			news := past.tell(f, "")
			if IsEvent[Said](f) || news == nil || news.Data == nil {
				continue
			}
			e := PublicEvent{N: len(out) + 1, Kind: f.Event.Kind(), Seat: f.Seat, Data: news.Data, Seq: f.Seq}
			if !f.At.IsZero() {
				e.At = FormatMoment(f.At)
			}
			out = append(out, e)
		}
	}
	return out
}

// TakenOver returns the number of the fact by which the present player of a seat took it over from
// another, or 0 if the seat's first player still has it. The present player may not read what was
// whispered to the seat before.
func (m *Match) TakenOver(seat string) int {
	seq := 0
	for _, f := range m.log {
		if e, ok := f.Event.(Replaced); ok && e.Of == seat && e.With != "bot" {
			seq = f.Seq
		}
	}
	return seq
}

func whispered(e Event) bool {
	said, ok := e.(Said)
	return ok && said.To != nil
}

// Facts returns all facts folded so far, in order. Callers must not change them.
func (m *Match) Facts() []Fact { return m.log }

func (m *Match) tell(f Fact, seat string) *News {
	if e, ok := f.Event.(Started); ok {
		return &News{Lines: []Phrase{m.begins(e.Order)}, Data: e}
	}
	if n, ok := tellMatch(f.Event, seat); ok {
		return n
	}
	if m.state == nil {
		return nil
	}
	return m.state.Tell(f, seat)
}

// begins says that the match begins, and lists its seats in the order in which they move.
func (m *Match) begins(clockwise []string) Phrase {
	key := "match.started"
	if m.CounterClockwise() {
		key += "-counter"
	}
	return Say(key, "names", m.InOrderOfPlay(clockwise))
}

// tellMatch returns what a seat learns from a match-wide event; ok is false for an event of the
// game.
func tellMatch(event Event, seat string) (n *News, ok bool) {
	line := func(key string, pairs ...any) (*News, bool) {
		return newsLine(event, key, pairs...), true
	}
	switch e := event.(type) {
	case Joined, Reminded:
		return &News{Data: e}, true
	case Salted:
		return line("match.salted", "name", e.By, "words", e.Words)
	case Said:
		return tellSaid(e, seat), true
	case Planned, Suspected:
		return nil, true
	case Missed:
		return tellMissed(e, seat), true
	case Extended:
		return line("match.extended", "by", e.By, "until", FormatMoment(e.Until))
	case Changed:
		return line("match.changed", "by", e.By, "terms", SpellTerms(e.Options))
	case Paused:
		return line("match.paused", "by", e.By)
	case Resumed:
		return line("match.resumed", "by", e.By)
	case Conceded:
		return line("match.conceded", "by", e.By)
	case Opened:
		return line("match.opened")
	case Away:
		return line("match.away", "name", e.Of)
	case Back:
		return line("match.back", "name", e.Of)
	case Resigned:
		return line("match.resigned", "name", e.Of)
	case Replaced:
		return tellReplaced(e), true
	case Rewound:
		if e.Skip > 0 {
			return line("match.restored", "at", FormatMoment(e.Of))
		}
		return line("match.rewound", "by", e.By, "to", e.To)
	case Aborted:
		return line("match.aborted", "by", e.By, "why", e.Why)
	}
	return nil, false
}

func newsLine(event Event, key string, pairs ...any) *News {
	return &News{Lines: []Phrase{Say(key, pairs...)}, Data: event}
}

// tellSaid tells what was said, and what was whispered only to those who were meant and to who whispered.
func tellSaid(e Said, seat string) *News {
	switch {
	case e.To == nil:
		return newsLine(e, "match.said", "name", SpeakerName(e.By), "ref", e.Ref)
	case e.By == seat, slices.Contains(e.To, seat):
		return newsLine(e, "match.said", "name", e.By, "ref", e.Ref, "to", e.To)
	}
	return nil
}

// tellMissed tells that a seat let its time pass or was forced. Only the seat itself may know whether it had a
// plan or a draft.
func tellMissed(e Missed, seat string) *News {
	outcome := e.Outcome
	if e.Of != seat && (e.By != "" || slices.Contains([]string{"plan", "draft", "safe"}, outcome)) {
		e, outcome = Missed{Of: e.Of, By: e.By}, "played"
	}
	if e.By != "" {
		return newsLine(e, "match.forced", "name", e.Of, "by", e.By)
	}
	return newsLine(e, "match.missed-"+outcome, "name", e.Of)
}

// tellReplaced tells who sits on a seat now.
func tellReplaced(e Replaced) *News {
	switch e.With {
	case "bot":
		return newsLine(e, "match.bot-sits", "name", e.Of)
	case e.Of: // a seat keeps its name
		return newsLine(e, "match.taken-over", "name", e.Of)
	}
	return newsLine(e, "match.replaced", "name", e.Of, "with", e.With)
}

// SpeakerName returns who said something, as players are told: the name of the seat, or a Phrase for a
// speaker without a seat.
func SpeakerName(by string) any {
	switch by {
	case "host", "house", "operator":
		return Say("match.voice-" + by)
	}
	return by
}
