package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
)

// decode reads the data of an event, and requires that it is spelled as this program would write it.
func decode(g engine.Game, l *Event) decoded {
	event, err := engine.DecodeEvent(g, l.Kind, 1, l.Data)
	if err != nil {
		return decoded{err: errors.New(plain(err))}
	}
	data, err := dataOf(event)
	if err != nil {
		return decoded{err: err}
	}
	if err := same(l.Data, data); err != nil {
		return decoded{err: fmt.Errorf("%s: %w", l.Kind, err)}
	}
	d := decoded{fact: engine.Fact{Seq: l.N, Seat: l.Seat, Event: event}, data: data}
	if l.At != "" {
		d.fact.At, d.err = time.Parse(time.RFC3339, l.At)
	}
	return d
}

// list checks a legal list, which belongs to the next choice.
func (c *checker) list(l *Legal) error {
	switch {
	case len(c.due) > 0:
		return c.cut()
	case c.legal != nil:
		return errors.New("two legal lists stand before one choice")
	case c.listed == withoutLists:
		return errors.New("a legal list, though the choices before it have none")
	case !slices.Contains(c.match.ToMove(), l.Seat):
		return fmt.Errorf("%s has nothing to choose here", l.Seat)
	}
	want := c.match.State().Legal(l.Seat)
	if !slices.Equal(l.Commands, want) {
		return errors.New(listDifference(l.Commands, want))
	}
	c.legal, c.listed = l, withLists
	return nil
}

// choice checks an event that a seat chose, and sets what must follow it.
func (c *checker) choice(n int, e decoded) error {
	f := e.fact
	toMove := c.match.ToMove()
	switch {
	case len(toMove) == 0:
		return fmt.Errorf("%s: nobody has anything to choose here", f.Event.Kind())
	case !slices.Contains(toMove, f.Seat):
		return fmt.Errorf("%s: it is the turn of %s", f.Event.Kind(), strings.Join(toMove, ", "))
	case !c.match.State().Chosen(f):
		return fmt.Errorf("%s: the house does this by itself, and not here", f.Event.Kind())
	case c.legal != nil && c.legal.Seat != f.Seat:
		return fmt.Errorf("the legal list is that of %s", c.legal.Seat)
	case c.legal == nil && c.listed == withLists:
		return errors.New("the legal list before this choice is missing")
	case c.legal == nil:
		c.listed = withoutLists
	}
	c.legal = nil
	facts, err := c.play(n, f)
	if err != nil {
		return err
	}
	c.due = facts
	return c.consequence(e)
}

// play repeats a choice and returns its facts.
func (c *checker) play(n int, f engine.Fact) ([]engine.Fact, error) {
	s, ok := c.match.State().(engine.Retelling)
	if !ok {
		return nil, fmt.Errorf("%s cannot be checked", c.header.Game)
	}
	command := s.Command(f)
	if command == "" || !slices.Contains(c.match.State().Legal(f.Seat), command) {
		return nil, fmt.Errorf("%s: %s cannot do this here", f.Event.Kind(), f.Seat)
	}
	dice := c.dice(n)
	facts, refusal := c.match.State().Play(f.Seat, command, dice)
	if refusal != nil {
		return nil, fmt.Errorf("%s: %s cannot do this here: %w", f.Event.Kind(), f.Seat, refusal)
	}
	return facts, dice.Err()
}

// dice returns the dice of the match. If its seed is not public, the dice take their results from the facts
// from number n on.
func (c *checker) dice(n int) engine.Dice {
	d := c.match.Dice()
	if c.seed == nil {
		d.Logged = &engine.LoggedDraws{Facts: c.rest(n)}
	}
	return d
}

// rest returns the facts from number n on, up to the first that cannot be read.
func (c *checker) rest(n int) []engine.Fact {
	return c.facts[min(n-1, len(c.facts)):]
}

// difference describes where the wanted event differs from the one in the record.
func difference(e decoded, want engine.Fact, data []byte) string {
	if e.fact.Event.Kind() != want.Event.Kind() || e.fact.Seat != want.Seat {
		return clip(data)
	}
	var got, right map[string]any
	if json.Unmarshal(e.data, &got) != nil || json.Unmarshal(data, &right) != nil {
		return clip(data)
	}
	fields := maps.Clone(right)
	maps.Copy(fields, got)
	for _, f := range slices.Sorted(maps.Keys(fields)) {
		if reflect.DeepEqual(got[f], right[f]) {
			continue
		}
		value, err := encode(right[f])
		if _, ok := right[f]; !ok || err != nil {
			return fmt.Sprintf("without %q", f)
		}
		return fmt.Sprintf("with %q: %s", f, clip(value))
	}
	return clip(data)
}

func listDifference(got, want []string) string {
	for _, w := range want {
		if !slices.Contains(got, w) {
			return fmt.Sprintf("the legal list lacks %q", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			return fmt.Sprintf("the legal list has %q, which cannot be done", g)
		}
	}
	return "the legal list is not sorted by bytes without doubles"
}
