package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/mailer/render"
)

var errStop = errors.New("stopped")

// show writes matches as one seat saw them, or as they were.
type show struct {
	print func(engine.Phrase) string
	games func(string) engine.Game
	seat  string // "" for everything
	out   *bufio.Writer
	keys  *bufio.Reader // waits for Enter after each move; nil to go on at once

	header record.Header
	heard  record.Telling
	board  []string // last shown
}

func (s *show) match(file string, rec *record.Record) error {
	m, facts, err := rec.Facts(file, s.games)
	if err != nil {
		return err
	}
	s.header = rec.Header
	if s.seat != "" {
		i := slices.IndexFunc(s.header.Seats, func(name string) bool { return engine.Normalise(name) == engine.Normalise(s.seat) })
		if i < 0 {
			return misuse("%q has no seat in this match: choose from %s", s.seat, strings.Join(s.header.Seats, ", "))
		}
		s.seat = s.header.Seats[i]
	}
	s.listen(rec, m, facts)
	s.board = nil
	fmt.Fprintf(s.out, "%s, match %s, edition %s\n\n", s.header.Game, printable(s.header.Match), s.header.Edition)
	for i, f := range facts {
		if record.Begins(m, f) && i > 0 {
			if err := s.pause(m); err != nil {
				return err
			}
		}
		s.event(m, f)
	}
	return s.pause(m)
}

// listen collects what every seat, and the public, was told of each fact.
func (s *show) listen(rec *record.Record, m *engine.Match, facts []engine.Fact) {
	whole := engine.Open(m.Game, rec.Header.Setup(), [32]byte{})
	for _, f := range facts {
		whole.Apply(f)
	}
	s.heard = record.Told(whole, rec.Header.Seats)
}

// event applies one fact and tells it.
func (s *show) event(m *engine.Match, f engine.Fact) {
	m.Apply(f)
	if said, ok := f.Event.(engine.Said); ok {
		s.said(f.Seq, said)
		return
	}
	for _, p := range s.heard.To(s.seat, f.Seq) {
		s.line(f.Seq, s.print(p))
	}
	if s.seat != "" {
		return
	}
	if strings.HasSuffix(f.Event.Kind(), ".dealt") {
		for _, name := range s.header.Seats {
			s.line(f.Seq, s.own(m, name))
		}
		return
	}
	for _, name := range s.header.Seats {
		for _, p := range s.heard.Alone(name, f.Seq) {
			s.line(f.Seq, name+" reads: "+s.print(p))
		}
	}
}

// said tells words, if they are for the seat that watches.
func (s *show) said(n int, e engine.Said) {
	parties := append([]string{e.By}, e.To...)
	if e.Words == "" || s.seat != "" && len(e.To) > 0 && !slices.Contains(parties, s.seat) {
		return
	}
	line := s.print(engine.Say("match.said", "name", engine.Speaker(e.By), "words", e.Words))
	if len(e.To) > 0 {
		line += " (to " + strings.Join(e.To, ", ") + ")"
	}
	s.line(n, line)
}

// own is what one seat holds and knows of itself, in one line.
func (s *show) own(m *engine.Match, seat string) string {
	v := m.State().View(seat)
	var you, hand []string
	for _, p := range v.You {
		you = append(you, s.print(p))
	}
	for _, h := range v.Hand {
		hand = append(hand, h.Place+" "+h.Card)
	}
	return strings.TrimSpace(seat + ": " + strings.Join(append(you, strings.Join(hand, ", ")), " "))
}

func (s *show) line(n int, text string) {
	fmt.Fprintf(s.out, "%5d  %s\n", n, text)
}

// pause ends a move: it shows the board if it has changed, and in a terminal
// waits for Enter.
func (s *show) pause(m *engine.Match) error {
	if m.State() == nil {
		return nil
	}
	v := m.State().View(s.seat)
	board := render.Board(v, s.print)
	if v.Grid != nil { // cards lie before the seats too
		for _, l := range v.Seats {
			board = append(board, l.Seat+": "+listed(l.Now, s.print))
		}
	}
	if slices.Equal(board, s.board) {
		return nil
	}
	s.board = board
	fmt.Fprintf(s.out, "\n%s\n", strings.Join(board, "\n"))
	if s.seat != "" {
		fmt.Fprintf(s.out, "\n%s\n", s.own(m, s.seat))
	}
	fmt.Fprintln(s.out)
	if s.keys == nil {
		return nil
	}
	fmt.Fprint(s.out, "Enter goes on, q stops: ")
	if err := s.out.Flush(); err != nil {
		return err
	}
	key, err := s.keys.ReadString('\n')
	if err != nil || strings.TrimSpace(key) == "q" {
		return errStop
	}
	return nil
}
