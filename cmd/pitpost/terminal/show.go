package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/mailer/render"
)

var errStop = errors.New("stopped")

// NoSeat is the error for a seat that a record does not have; it lists those it has.
type NoSeat string

// Error returns the message.
func (e NoSeat) Error() string { return string(e) }

// Show writes matches as one seat saw them, or with all secrets.
type Show struct {
	Print func(engine.Phrase) string
	Games func(string) engine.Game
	Seat  string // "" for everything
	Out   *bufio.Writer
	Keys  *bufio.Reader // waits for Enter after each move; nil to go on at once

	header record.Header
	heard  record.Telling
	board  []string // the board as last shown
}

// All shows every match of a record, until the reader stops it.
func (s *Show) All(file string, reader *record.Reader) error {
	for {
		rec, err := reader.Next()
		if err == nil {
			err = s.match(file, rec)
		}
		if err == io.EOF || errors.Is(err, errStop) {
			return s.Out.Flush()
		}
		if err != nil {
			return errors.Join(s.Out.Flush(), err)
		}
	}
}

func (s *Show) match(file string, rec *record.Record) error {
	m, facts, err := rec.Facts(file, s.Games)
	if err != nil {
		return err
	}
	s.header = rec.Header
	if s.Seat != "" {
		i := slices.IndexFunc(s.header.Seats, func(name string) bool { return engine.NormaliseText(name) == engine.NormaliseText(s.Seat) })
		if i < 0 {
			return NoSeat(fmt.Sprintf("%q has no seat in this match: choose from %s", s.Seat, strings.Join(s.header.Seats, ", ")))
		}
		s.Seat = s.header.Seats[i]
	}
	s.heard = record.CollectTelling(m, facts, s.header.Seats)
	s.board = nil
	fmt.Fprintf(s.Out, "%s, match %s, edition %s\n\n", s.header.Game, MakePrintable(s.header.Match), s.header.Edition)
	for i, f := range facts {
		if record.BeginsEvent(m, f) && i > 0 {
			if err := s.pause(m); err != nil {
				return err
			}
		}
		s.event(m, f)
	}
	return s.pause(m)
}

// event applies one fact and prints it.
func (s *Show) event(m *engine.Match, f engine.Fact) {
	m.Apply(f)
	if said, ok := f.Event.(engine.Said); ok {
		s.said(f.Seq, said)
		return
	}
	for _, p := range s.heard.To(s.Seat, f.Seq) {
		s.line(f.Seq, s.Print(p))
	}
	if s.Seat != "" {
		return
	}
	if engine.DealsRound(f) {
		for _, name := range s.header.Seats {
			s.line(f.Seq, s.own(m, name))
		}
		return
	}
	for _, name := range s.header.Seats {
		for _, p := range s.heard.Alone(name, f.Seq) {
			s.line(f.Seq, name+" reads: "+s.Print(p))
		}
	}
}

// said prints words that were said, if the watching seat may read them.
func (s *Show) said(n int, e engine.Said) {
	parties := append([]string{e.By}, e.To...)
	if e.Words == "" || s.Seat != "" && len(e.To) > 0 && !slices.Contains(parties, s.Seat) {
		return
	}
	line := s.Print(engine.Say("match.said", "name", engine.SpeakerName(e.By), "words", e.Words))
	if len(e.To) > 0 {
		line += " (to " + strings.Join(e.To, ", ") + ")"
	}
	s.line(n, line)
}

// own returns what one seat holds and knows about itself, in one line.
func (s *Show) own(m *engine.Match, seat string) string {
	v := m.State().View(seat)
	return strings.TrimSpace(seat + ": " + strings.TrimSpace(JoinPhrases(v.You, s.Print)+" "+NameHandCards(v, s.Print)))
}

func (s *Show) line(n int, text string) {
	fmt.Fprintf(s.Out, "%5d  %s\n", n, text)
}

// pause ends a move: it prints the board if that has changed, and waits for Enter if Keys is set.
func (s *Show) pause(m *engine.Match) error {
	if m.State() == nil {
		return nil
	}
	v := m.State().View(s.Seat)
	board := render.BoardLines(v, s.Print)
	if v.Grid != nil { // cards are also in front of the seats
		board = append(board, engine.MapList(v.Seats, func(l engine.Ledger) string { return l.Seat + ": " + join(l.Now, ", ", s.Print) })...)
	}
	if slices.Equal(board, s.board) {
		return nil
	}
	s.board = board
	fmt.Fprintf(s.Out, "\n%s\n", strings.Join(board, "\n"))
	if s.Seat != "" {
		fmt.Fprintf(s.Out, "\n%s\n", s.own(m, s.Seat))
	}
	fmt.Fprintln(s.Out)
	if s.Keys == nil {
		return nil
	}
	fmt.Fprint(s.Out, "Enter goes on, q stops: ")
	if err := s.Out.Flush(); err != nil {
		return err
	}
	if key, err := s.Keys.ReadString('\n'); err != nil || strings.TrimSpace(key) == "q" {
		return errStop
	}
	return nil
}
