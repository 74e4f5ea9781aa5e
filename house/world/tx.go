// Package world is what a command sees of its house and does to it. It knows no store: what a house must be able to
// answer and to change is Port, and decisions see Tx alone. db/store is the port over a database, house/memory over a
// plain value. The same transcripts run through both.
package world

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Tx is one command at work. It has the methods of Port, without errors: if the house cannot answer, the command ends
// with a Fault. What was asked for once is not asked again.
type Tx struct {
	*kept
	matches
	seats
	people
	mail
	leagues
	ratings

	rules    *Rules
	cause    model.Cause
	tables   map[int64]*model.Table  // those that were asked for; nil if there is none of that number
	appended map[int64][]engine.Fact // facts added to them so far
	players  map[int64]*model.Player // those that were asked for; nil if there is nobody of that number
	before   map[int64]model.Player  // as they were then
	senders  map[string]model.Sender // by address that was looked up
	queued   []model.Notice

	// Thought counts the positions that the bots of this command have looked at.
	Thought int
}

// Fault ends a command that cannot go on because the database fails or holds something impossible. A decision
// panics with it, and Decide returns Err.
type Fault struct{ Err error }

// Decide carries out a command over a port, which has been given every change if there is no error.
func Decide(rules *Rules, cause model.Cause, port Port, decide func(*Tx)) (err error) {
	k := &kept{port: port}
	x := &Tx{kept: k,
		matches: matches{k}, seats: seats{k}, people: people{k}, mail: mail{k}, leagues: leagues{k}, ratings: ratings{k},
		rules: rules, cause: cause,
		tables: map[int64]*model.Table{}, appended: map[int64][]engine.Fact{},
		players: map[int64]*model.Player{}, before: map[int64]model.Player{}, senders: map[string]model.Sender{}}
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(Fault)
			if !ok {
				panic(p)
			}
			err = f.Err
		}
	}()
	decide(x)
	for _, id := range slices.Sorted(maps.Keys(x.players)) {
		if p := x.players[id]; p != nil && *p != x.before[id] {
			x.SavePlayer(*p)
		}
	}
	return nil
}

// StopOnError ends the command if err is not nil, and nothing of it stays. It is for what nobody can decide about; a mistake of
// whoever asked for the command is returned.
func StopOnError(err error) {
	if err != nil {
		panic(Fault{err})
	}
}

// Must returns a, or ends the command if err is not nil.
func Must[A any](a A, err error) A {
	StopOnError(err)
	return a
}

// DecodeJSON decodes JSON that a row or a question holds. If it cannot be read, the command ends with an error; of
// says there what was to be read.
func DecodeJSON[A any](of string, data json.RawMessage) (a A) {
	if err := json.Unmarshal(data, &a); err != nil {
		panic(Fault{fmt.Errorf("%s: %w", of, err)})
	}
	return a
}

// GivenUp ends the command if its caller has given up. Long computations call it now and then, because that
// ends them sooner, and more cleanly, than the next call to the database.
func (x *Tx) GivenUp() { StopOnError(x.port.GivenUp()) }

// ChangesNothing ends the command with a Fault if it has changed anything.
func (x *Tx) ChangesNothing() {
	if x.changes > 0 {
		StopOnError(errors.New("a question changes something"))
	}
}

// Rules returns the house's rules.
func (x *Tx) Rules() *Rules { return x.rules }

// Cause returns what the command answers: a letter, the clock, a page or the operator.
func (x *Tx) Cause() model.Cause { return x.cause }

// Now returns the time of the command.
func (x *Tx) Now() time.Time { return x.cause.Now }

// Letter returns the letter that is being decided; nil for any other cause. State, Why, Match, Seat and Step
// may be set until the command ends.
func (x *Tx) Letter() *model.Letter { return x.cause.Letter }

// SetDue makes something due and replaces what was due under the same key.
func (x *Tx) SetDue(d model.Due) { x.change().SetDue(d) }

// DropDue removes the due row with d's key, whatever its time; with an empty What all rows of the owner.
func (x *Tx) DropDue(d model.Due) { x.change().DropDue(d) }

// TakeDue claims d for this command. It returns false if d was moved or another process has taken it.
func (x *Tx) TakeDue(d model.Due) bool { return Must(x.change().TakeDue(d)) }

// Queue makes writing a notice a duty. It is written once, however often its key is queued.
func (x *Tx) Queue(n model.Notice) {
	x.change().Queue(n)
	x.queued = append(x.queued, n)
}

// Digested reports whether this command has queued a letter to a seat that shows its player the table.
func (x *Tx) Digested(match int64, seat int) bool {
	return slices.ContainsFunc(x.queued, func(n model.Notice) bool {
		return n.Match == match && n.Seat == seat && slices.Contains(model.Digests, n.Purpose)
	})
}
