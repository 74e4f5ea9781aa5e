package memory

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const day = 24 * time.Hour

// command is the world.Shell over a copy of a world.
type command struct {
	*World
	now time.Time
}

// GivenUp returns nil: nobody gives up a command in memory.
func (w *command) GivenUp() error { return nil }

// Look answers a question.
func (w *command) Look(question any) (any, error) {
	if _, of := question.(world.Gone); of { // a World was never restored
		return time.Time{}, nil
	}
	for _, look := range []func(any) any{w.lookAtMatches, w.lookAtSeats, w.lookAtPeople, w.lookAtMail, w.lookAtLeagues, w.lookAtRatings} {
		if answer := look(question); answer != nil {
			return answer, nil
		}
	}
	return nil, fmt.Errorf("nobody answers %T", question)
}

// Do carries out a change, unless it is seen only after the command.
func (w *command) Do(change any) (any, error) {
	if deferred(change) {
		return nil, nil
	}
	return w.carryOut(change), nil
}

// deferred reports whether a change becomes visible only after the command: those to tables, which a command
// sees in the table itself, and those that no command looks at.
func deferred(change any) bool {
	switch change.(type) {
	case world.SaveTable, model.Due, world.DropDue, model.Notice, model.Letter, world.KeepSigns:
		return true
	}
	return false
}

// carryOut makes a change and returns its answer, if it is a Telling.
func (w *command) carryOut(change any) any {
	switch c := change.(type) {
	case world.AddCode, world.StopLinks, world.KeepKey, world.DropKey: // of these a World holds nothing
	case *world.OpenTable:
		return w.openTable(c)
	case world.SaveTable:
		w.saveTable(c)
	case *world.Say:
		c.ID = w.number("words", c.ID)
		w.Words[c.ID] = Words{c.Match, c.By, engine.Tidy(c.Words), w.now}
		return c.ID
	case model.Due:
		w.setDue(c)
	case world.DropDue:
		w.dropDue(&c.Due)
	case *world.TakeDue:
		k := keyOf(&c.Due)
		return w.Due[k].At.Equal(c.At) && take(w.Due, k)
	default:
		return w.changeMail(change)
	}
	return nil
}
