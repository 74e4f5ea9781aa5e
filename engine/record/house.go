package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// house checks an event of the match as a whole: that it is possible at this point and names only existing
// seats.
func (c *checker) house(n int, e decoded) error {
	if e.fact.Seat != "" {
		return fmt.Errorf("%s carries no seat", e.fact.Event.Kind())
	}
	if err := c.sane(e.fact.Event); err != nil {
		return fmt.Errorf("%s: %w", e.fact.Event.Kind(), err)
	}
	var dice engine.Dice
	switch r := e.fact.Event.(type) {
	case engine.Rewound:
		return c.rewound(n, e, r)
	case engine.Started:
		c.match.Apply(e.fact)
		dice = c.dice(n + 1)
		c.due = c.match.State().Start(dice)
		return dice.Err()
	case engine.Conceded:
		dice = c.dice(n + 1)
		due, refusal := c.match.State().Concede(dice)
		if refusal != nil {
			return fmt.Errorf("%s: by the rules the round cannot be given up now", e.fact.Event.Kind())
		}
		c.due = due
	}
	c.match.Apply(e.fact)
	return dice.Err()
}

// rewound checks a rewind and sets what must follow. A rewind shuffles the cards that are not drawn, and
// stays within a round. Records by older versions have neither this shuffle nor this limit.
func (c *checker) rewound(n int, e decoded, r engine.Rewound) error {
	limit := c.match.RewindLimit()
	at, _ := slices.BinarySearch(c.standing, r.To)
	c.standing = c.standing[:at+1]
	c.match.Apply(e.fact)
	due := c.match.Reshuffle() // from a seed of zeros if the seed is not public
	if len(due) == 0 {
		return nil
	}
	rest := c.rest(n + 1)
	follows := len(rest) > 0 && rest[0].Event.Kind() == due[0].Event.Kind()
	old := !c.header.Setup().HasRules(2)
	if !follows && !c.reshuffled && old {
		c.unshuffled = true
		return nil
	}
	if r.To < limit {
		return fmt.Errorf("%s: it reaches behind event %d, where a round ended or was dealt", e.fact.Event.Kind(), limit)
	}
	c.reshuffled, c.due = true, due
	if !follows {
		return nil
	}
	dice := c.dice(n + 1)
	c.due = c.match.ReshuffleWith(dice)
	return dice.Err()
}

func (c *checker) sane(event engine.Event) error {
	switch e := event.(type) {
	case engine.Joined:
		return cmp.Or(c.in(engine.Lobby), engine.ErrorIf(!isName(e.Name), "%q cannot be the name of a seat", e.Name),
			engine.ErrorIf(c.match.Chair(e.Name) != nil, "%s has a seat already", e.Name))
	case engine.Salted:
		return cmp.Or(c.in(engine.Lobby), c.seat(e.By), engine.ErrorIf(e.Words == "", "there are no words"))
	case engine.Started:
		return cmp.Or(c.in(engine.Lobby), c.order(e.Order))
	case engine.Said:
		return cmp.Or(c.by(e.By), c.to(e.To))
	case engine.Planned:
		return c.seat(e.By)
	case engine.Reminded:
		return cmp.Or(c.in(engine.Running), c.seat(e.Of))
	case engine.Missed:
		return cmp.Or(c.in(engine.Running), engine.ErrorIf(!slices.Contains(c.match.ToMove(), e.Of), "nothing is awaited from %q", e.Of),
			oneOf(e.Outcome, "plan", "draft", "safe", "bot", "wait"), oneOf(e.By, "", "host", "operator"))
	case engine.Extended:
		return cmp.Or(c.in(engine.Running), c.by(e.By))
	case engine.Changed:
		wrong, _ := c.match.CanChange(e.Options)
		return cmp.Or(c.in(engine.Running), c.by(e.By), engine.ErrorIf(len(e.Options) == 0, "nothing is changed"),
			engine.ErrorIf(wrong != "", "by the rules %q cannot be %q from here on", wrong, e.Options[wrong]))
	case engine.Paused:
		return cmp.Or(c.in(engine.Running), c.by(e.By), engine.ErrorIf(c.match.Paused, "the match is paused already"))
	case engine.Resumed:
		return cmp.Or(c.in(engine.Running), c.by(e.By), engine.ErrorIf(!c.match.Paused, "the match is not paused"))
	case engine.Conceded:
		return cmp.Or(c.in(engine.Running), c.by(e.By))
	case engine.Opened:
		return c.by(e.By)
	case engine.Away:
		return c.seat(e.Of)
	case engine.Back:
		return c.seat(e.Of)
	case engine.Resigned:
		return c.seat(e.Of)
	case engine.Replaced:
		return cmp.Or(c.seat(e.Of), c.by(e.By), engine.ErrorIf(e.With != "bot" && !isName(e.With), "it names no bot and no player"))
	case engine.Rewound:
		return cmp.Or(c.in(engine.Running), c.by(e.By), c.stands(e.To))
	case engine.Suspected:
		return cmp.Or(c.seat(e.By), c.seat(e.Whom))
	case engine.Aborted:
		return cmp.Or(engine.ErrorIf(c.match.Phase.Ended(), "the match is over"), c.by(e.By))
	}
	return errors.New("no such event")
}

// order checks that the match starts with the seats of the header, and that all of these are taken.
func (c *checker) order(names []string) error {
	if !slices.Equal(names, c.header.Seats) {
		return fmt.Errorf("the header's seats are %v", c.header.Seats)
	}
	if least, most := c.match.Game.Seats(); len(names) < least || len(names) > most {
		return fmt.Errorf("%s has %d to %d seats", c.header.Game, least, most)
	}
	for _, name := range names {
		if c.match.Chair(name) == nil {
			return fmt.Errorf("%s has not joined", name)
		}
	}
	return nil
}

func (c *checker) in(p engine.Phase) error {
	if p == engine.Lobby {
		return engine.ErrorIf(c.match.Phase != p, "the match has begun")
	}
	return engine.ErrorIf(c.match.Phase != p, "the match is not running")
}

func (c *checker) seat(name string) error {
	return engine.ErrorIf(c.match.Chair(name) == nil && !slices.Contains(c.header.Seats, name), "%q has no seat", name)
}

func (c *checker) by(name string) error {
	if slices.Contains([]string{"host", "house", "operator"}, name) {
		return nil
	}
	return c.seat(name)
}

func (c *checker) to(names []string) error {
	for i, name := range names {
		if err := cmp.Or(c.seat(name), engine.ErrorIf(slices.Contains(names[:i], name), "%s is named twice", name)); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) stands(n int) error {
	started := slices.IndexFunc(c.facts, engine.IsEvent[engine.Started])
	_, ok := slices.BinarySearch(c.standing, n)
	return engine.ErrorIf(!ok || n <= started+1, "no move ends with event %d", n)
}

func oneOf(word string, choices ...string) error {
	return engine.ErrorIf(!slices.Contains(choices, word), "%q is none of %v", word, choices)
}
