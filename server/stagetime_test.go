package server_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

func (s *stage) sweep() {
	if _, err := s.house.Sweep(s.t.Context(), s.now); err != nil {
		s.fatal("%v", err)
	}
}

// clock sets the time. "wait" also handles what becomes due on the way; "outage" is a time in which the house
// is down.
func (s *stage) clock(how, value string) {
	to, err := time.Parse("2006-01-02T15:04", value)
	if err != nil {
		span, ok := engine.ParseSpan(value)
		if !ok {
			s.fatal("no time: %s", value)
		}
		to = s.now.Add(span)
	}
	switch how {
	case "wait":
		s.wait(to)
	case "outage":
		if err := s.house.CreditDowntime(s.t.Context(), s.now); err != nil {
			s.fatal("%v", err)
		}
		if err := s.house.CreditDowntime(s.t.Context(), to); err != nil {
			s.fatal("%v", err)
		}
	}
	s.now = to
	s.extra = append(s.extra, "it is "+to.Format("Mon 2 Jan 15:04"))
}

func (s *stage) wait(to time.Time) {
	for {
		var next time.Time // the first due time
		for _, d := range s.holds.due() {
			if !d.At.After(to) && (next.IsZero() || d.At.Before(next)) {
				next = d.At
			}
		}
		if next.IsZero() {
			return
		}
		if next.After(s.now) {
			s.now = next.UTC()
		}
		s.sweep()
		s.extra = append(s.extra, s.changes()...)
	}
}

// show prints what a seat holds and may do, for whoever writes a transcript.
func (s *stage) show(rest string) {
	var match int64
	var name string
	fmt.Sscanf(rest, "#%d %s", &match, &name)
	state := s.holds.fold(match).State()
	view := state.View(name)
	var hand []string
	for _, h := range view.Hand {
		hand = append(hand, h.Place+" "+h.Card)
	}
	s.extra = append(s.extra, "hand: "+strings.Join(hand, ", "))
	for row := range slices.Chunk(state.Legal(name), 12) {
		s.extra = append(s.extra, "may: "+strings.Join(row, ", "))
	}
}

func (s *stage) operate(rest string) {
	var match int64
	fmt.Sscanf(rest, "#%d", &match)
	_, words, _ := strings.Cut(rest, " ")
	said, err := s.house.Operate(s.t.Context(), match, words, s.now)
	if err != nil {
		s.fatal("%v", err)
	}
	s.state = fmt.Sprintf("operator, done %v: %s", said.Done, s.phrases(said.Lines))
}

func (s *stage) unsubscribe(rest string) {
	link := model.Ref{Purpose: model.ForStop}
	fmt.Sscanf(rest, "#%d seat %d", &link.Match, &link.Seat)
	if strings.HasSuffix(rest, " referee") {
		rows := s.holds.matches()
		row := rows[slices.IndexFunc(rows, func(m model.Match) bool { return m.ID == link.Match })]
		link.Seat, link.Step = model.NoSeat, row.Referee
	}
	if _, err := s.house.StopMail(s.t.Context(), link, s.now); err != nil {
		s.fatal("%v", err)
	}
}
