package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"pitpost.example/engine"
)

// Tally sums up the records verified so far.
type Tally struct {
	Matches, Events int
	// Running lists the matches that are not over at the end of their record.
	Running []Stop
	// Unchecked lists the matches whose seed is not public. Their shuffles were checked to be complete, but
	// not against the commitment.
	Unchecked []string
	// Unshuffled lists the matches with a rewind from before rewinds shuffled. In these, the cards drawn in
	// the turns taken back were still next in the deck.
	Unshuffled []string
	// Games finds the games; nil means those of the catalogue.
	Games func(name string) engine.Game
}

// Stop is where a record ends although its match is not over. Either the match was running when the record
// was written, or the rest is missing; the record does not show which.
type Stop struct {
	Match string
	After int // the number of the last event, 0 if there is none
}

// VerifyFile replays each match of a file by the rules, checks every line and adds to the tally. It returns the
// first wrong line as a *Fault.
func VerifyFile(file string, r io.Reader, tally *Tally) error {
	reader, err := NewReader(file, r)
	if err != nil {
		return err
	}
	for found := false; ; found = true {
		rec, err := reader.Next()
		if err == io.EOF && !found {
			return &Fault{File: file, Why: "there is no record in it"}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		c, err := rec.verify(file, tally.Games)
		if err != nil {
			return err
		}
		tally.add(c)
	}
}

// verify checks all lines of a record. It returns the first wrong one as a *Fault.
func (r *Record) verify(file string, games func(string) engine.Game) (*checker, error) {
	at := r.At
	c, err := newChecker(r, games)
	for i := 0; err == nil && i < len(r.Lines); i++ {
		at = r.Lines[i].At
		err = c.line(r.Lines[i])
	}
	if err == nil {
		err = c.finish()
	}
	if err != nil {
		return nil, &Fault{File: file, Line: at, Why: err.Error()}
	}
	return c, nil
}

func (t *Tally) add(c *checker) {
	t.Matches++
	t.Events += c.match.Seq
	if !c.match.Phase.Ended() {
		t.Running = append(t.Running, Stop{c.header.Match, c.match.Seq})
	}
	if c.seed == nil {
		t.Unchecked = append(t.Unchecked, c.header.Match)
	}
	if c.unshuffled {
		t.Unshuffled = append(t.Unshuffled, c.header.Match)
	}
}

// checker replays one match, line by line.
type checker struct {
	header Header
	match  *engine.Match
	events []decoded     // event number n is at n-1
	facts  []engine.Fact // those of events, up to the first that cannot be read
	seed   *[32]byte     // nil if it is not public

	due      []engine.Fact // what must come next, by the rules
	timed    bool          // whether events have times
	listed   listing
	legal    *Legal // the list just read, which belongs to the next choice
	seeded   bool   // the seed line has been passed
	standing []int  // numbers of the events to which a rewind may go back

	reshuffled, unshuffled bool // there was a rewind with a reshuffle; there was one without
}

// decoded is an event's line as a fact, or the reason why it is not one.
type decoded struct {
	fact engine.Fact
	data []byte // canonical
	err  error
}

// listing tells whether a record has legal lists before choices.
type listing uint8

const (
	unknown listing = iota
	withLists
	withoutLists
)

// newChecker decodes the lines of a record. Its error is about the header.
func newChecker(rec *Record, games func(string) engine.Game) (*checker, error) {
	game, err := checkHeader(rec.Header, games)
	if err != nil {
		return nil, err
	}
	c := &checker{header: rec.Header}
	for _, l := range rec.Lines {
		if l.Event != nil {
			c.events = append(c.events, decode(game, l.Event))
		}
		if l.Seed != nil {
			c.seed = l.Seed
		}
	}
	for _, e := range c.events {
		if e.err != nil {
			break
		}
		c.facts = append(c.facts, e.fact)
	}
	c.timed = len(c.events) > 0 && !c.events[0].fact.At.IsZero()
	var seed [32]byte
	if c.seed != nil {
		seed = *c.seed
	}
	c.match = engine.OpenMatch(game, rec.Header.Setup(), seed)
	return c, nil
}

// line checks the next line after the header.
func (c *checker) line(l Line) error {
	if c.seeded {
		return errors.New("the seed is the last line of a record")
	}
	switch {
	case l.Seed != nil:
		return c.opened()
	case l.Legal != nil:
		return c.list(l.Legal)
	}
	n := c.match.Seq + 1
	if l.Event.N != n {
		return fmt.Errorf("event number %d stands where %d must", l.Event.N, n)
	}
	e := c.events[n-1]
	if e.err != nil {
		return e.err
	}
	if c.timed == e.fact.At.IsZero() {
		return errors.New("either every event of a record has its time or none has")
	}
	if err := c.event(n, e); err != nil {
		return err
	}
	if len(c.due) == 0 {
		c.standing = append(c.standing, n)
	}
	return nil
}

func (c *checker) event(n int, e decoded) error {
	house := engine.IsMatchWide(e.fact.Event.Kind())
	switch {
	case len(c.due) > 0:
		return c.consequence(e)
	case c.legal != nil && house:
		return fmt.Errorf("after a legal list comes a choice of %s", c.legal.Seat)
	case house:
		return c.house(n, e)
	}
	return c.choice(n, e)
}

// consequence checks an event that must follow from those before.
func (c *checker) consequence(e decoded) error {
	want := c.due[0]
	data, err := dataOf(want.Event)
	if err != nil {
		return err
	}
	if e.fact.Event.Kind() != want.Event.Kind() || e.fact.Seat != want.Seat || !bytes.Equal(e.data, data) {
		seat := ""
		if want.Seat != "" {
			seat = " of " + want.Seat
		}
		return fmt.Errorf("by the rules this is %s%s %s", want.Event.Kind(), seat, difference(e, want, data))
	}
	c.due = c.due[1:]
	c.match.Apply(e.fact)
	return nil
}

// opened checks the line with the seed.
func (c *checker) opened() error {
	c.seeded = true
	switch {
	case len(c.due) > 0:
		return c.cut()
	case !c.match.Phase.Ended():
		return errors.New("the seed of a running match is not open")
	case c.match.Dice().Commitment() != c.header.Commitment:
		return errors.New("the seed does not match the header's commitment")
	}
	return nil
}

func (c *checker) finish() error {
	switch {
	case len(c.due) > 0:
		return c.cut()
	case c.legal != nil:
		return fmt.Errorf("the choice of %s is missing", c.legal.Seat)
	}
	return nil
}

func (c *checker) cut() error {
	return fmt.Errorf("the record breaks off inside a move: %s must follow", c.due[0].Event.Kind())
}
