package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/model"
	"pitpost.example/token"
)

// toSeat returns a letter from the player of a seat, about a step, that the player's server vouches for.
func (s *stand) toSeat(seat, step int, headers, words string) string {
	address := []string{"ana@example.com", "bo@example.net", "cy@example.net"}[seat]
	_, domain, _ := strings.Cut(address, "@")
	return fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=%s\r\nFrom: <%s>\r\nTo: play+%s@example.org\r\nSubject: Re: your turn\r\n%s\r\n%s\r\n",
		domain, address, s.r.Keys.Mint(token.Token{Match: 1, Seat: seat, Purpose: byte(model.ForTurn), Step: int64(step)}), headers, words)
}

// turn returns the seat to move, its step, and its legal moves.
func (s *stand) turn() (seat, step int, legal []string) {
	s.t.Helper()
	table, err := s.d.Fold(s.t.Context(), 1, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	name := table.Match.ToMove()[0]
	for _, one := range table.Seats {
		if one.Name == name {
			return one.No, table.Match.Chair(name).Steps + 1, table.Match.State().Legal(name)
		}
	}
	s.t.Fatalf("%s has no seat", name)
	return 0, 0, nil
}

// letterMoves counts the letters that caused facts of the game.
func (s *stand) letterMoves() int {
	return s.number("select count(distinct cause) from facts where cause like 'letter %' and kind like 'saboteur.%'")
}

func (s *stand) said(words string) int {
	return s.number("select count(*) from words where said = $1", words)
}

func TestLettersWithoutMessageIDWithOneMessageIDAndWithItRewritten(t *testing.T) {
	s := newStand(t)
	for range 2 {
		s.take(s.toSeat(0, 1, "", "say without a name"), nil)
		s.take(s.toSeat(0, 1, "", "say without a name either"), nil)
	}
	if a, b := s.said("without a name"), s.said("without a name either"); a != 1 || b != 1 {
		t.Errorf("without Message-ID: said %d and %d times", a, b)
	}
	for range 2 {
		s.take(s.toSeat(0, 1, "Message-ID: <same@example.com>\r\n", "say one"), nil)
		s.take(s.toSeat(0, 1, "Message-ID: <same@example.com>\r\n", "say two"), nil)
	}
	if a, b := s.said("one"), s.said("two"); a != 1 || b != 1 {
		t.Errorf("two letters with one Message-ID: said %d and %d times", a, b)
	}
	seat, step, legal := s.turn()
	first := s.toSeat(seat, step, "Message-ID: <first@example.com>\r\n", legal[0])
	if state, why := s.take(first, nil); state != "apply" {
		t.Fatalf("%s: %s, %s", legal[0], state, why)
	}
	s.quiet("the same with its Message-ID rewritten", func() {
		if state, why := s.take(strings.Replace(first, "first@", "rewritten.by.a.server@", 1), nil); state != "drop" {
			t.Errorf("%s, %s", state, why)
		}
	})
}

// The step in the token says which turn is meant. The Date of a letter is ignored.
func TestTheStepCountsAndDateIsIgnored(t *testing.T) {
	s := newStand(t)
	seat, step, legal := s.turn()
	before := s.letterMoves()
	late := s.toSeat(seat, step, "Date: Tue, 1 Dec 2099 09:00:00 +0000\r\nMessage-ID: <a@example.com>\r\n", legal[0])
	if state, why := s.take(late, nil); state != "apply" || s.letterMoves() != before+1 {
		t.Fatalf("from 2099: %s, %s", state, why)
	}
	other, itsStep, its := s.turn()
	if other == seat {
		t.Fatal("the turn did not pass on")
	}
	// A second move for a step that is over does nothing, even if its Date is earlier.
	s.take(s.toSeat(seat, step, "Date: Thu, 1 Jan 1970 00:00:01 +0000\r\nMessage-ID: <b@example.com>\r\n", legal[len(legal)-1]), nil)
	if s.letterMoves() != before+1 {
		t.Error("a step was played twice")
	}
	old := s.toSeat(other, itsStep, "Date: Thu, 1 Jan 1970 00:00:01 +0000\r\nMessage-ID: <d@example.com>\r\n", its[0])
	if state, why := s.take(old, nil); state != "apply" || s.letterMoves() != before+2 {
		t.Errorf("from 1970: %s, %s; %d steps", state, why, s.letterMoves()-before)
	}
}

// A letter is in time until the house has played for its seat, whatever time its mail server noted. After
// that it is late, even if its server had it before the deadline.
func TestALetterIsInTimeUntilTheHouseHasPlayedForItsSeat(t *testing.T) {
	for name, c := range map[string]struct {
		arrived time.Duration // before or after the deadline
		swept   bool
		moves   bool
	}{
		"had before, read after, house not there yet": {-time.Second, false, true},
		"had after, house not there yet":              {time.Second, false, true},
		"had before, read when the house has played":  {-time.Second, true, false},
		"had after, read when the house has played":   {time.Second, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			seat, step, legal := s.turn()
			var due time.Time
			if err := s.d.Pool().QueryRow(t.Context(), "select due from clocks where match_id = 1 and seat = $1", seat).Scan(&due); err != nil {
				t.Fatal(err)
			}
			s.now = due.Add(2 * time.Second)
			if c.swept {
				if _, err := s.r.House.Sweep(t.Context(), s.now); err != nil {
					t.Fatal(err)
				}
				if now, _, _ := s.turn(); now == seat {
					t.Fatal("the house did not play")
				}
			}
			before := s.letterMoves()
			raw := s.toSeat(seat, step, "Message-ID: <close@example.com>\r\n", legal[0])
			if _, err := s.r.Take(t.Context(), []byte(raw), intake.Source{Name: "imap", ReceivedAt: due.Add(c.arrived)}); err != nil {
				t.Fatal(err)
			}
			if moved := s.letterMoves() > before; moved != c.moves {
				t.Errorf("the letter moved: %v", moved)
			}
		})
	}
}

// If reading a letter does not end, it is given up and the letter is set aside at once.
func TestAReadingThatDoesNotEndIsGivenUp(t *testing.T) {
	s := newStand(t)
	s.r.Patience = time.Nanosecond
	raw := []byte(s.toSeat(0, 1, "Message-ID: <slow@example.com>\r\n", strings.Repeat("say on and on\r\n", 15_000)))
	if fate, err := s.r.Take(t.Context(), raw, intake.Source{Name: "imap"}); fate != intake.SetAside || err != nil {
		t.Errorf("%v, %v", fate, err)
	}
	s.r.Patience = 0
	if state, why := s.take(s.toSeat(0, 1, "Message-ID: <quick@example.com>\r\n", "say quick"), nil); state != "apply" {
		t.Errorf("the next letter: %s, %s", state, why)
	}
	if n := s.number("select count(*) from letters where state = 'set-aside' and why = $1", tooLong); n != 1 {
		t.Errorf("set aside %d times", n)
	}
}

// A copy that nobody vouches for may come first, by another door. It is held; the vouched copy carries it out, once.
func TestAVouchedCopyCarriesOutTheHeldOne(t *testing.T) {
	s := newStand(t)
	bare := "From: <ana@example.com>\r\nTo: play@example.org\r\nContent-Type: text/plain; charset=utf-8\r\nMessage-ID: <copy@example.com>\r\n\r\nnew practice\r\n"
	vouched := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n" + bare
	matches := s.number("select count(*) from matches")
	for _, c := range []struct {
		name, raw, state string
		opened           int
	}{{"nobody vouches", bare, "hold", 0}, {"vouched", vouched, "apply", 1}, {"vouched again", vouched, "apply", 1}, {"bare again", bare, "apply", 1}} {
		if state, why := s.take(c.raw, nil); state != c.state {
			t.Errorf("%s: the last letter is %s, %s", c.name, state, why)
		}
		if n := s.number("select count(*) from matches") - matches; n != c.opened {
			t.Errorf("%s: %d matches are opened", c.name, n)
		}
	}
	if n := s.number("select count(*) from asks where kind = 'held' and answer = ''"); n != 0 {
		t.Errorf("%d questions are open", n)
	}
}
