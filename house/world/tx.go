// Package world is what a command sees of its house and does to it: the questions it asks and the changes it
// makes, as plain data. It knows no store. Who answers the questions and makes the changes is handed in as a
// Shell: house/postgres over a database, house/memory over a plain value, which is the definition that Postgres
// must match. The same transcripts run through both.
package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Tx is one command at work. It asks the command's questions and collects its changes, which later questions
// already see. If the house cannot answer, the command ends with a Fault.
type Tx struct {
	rules    *Rules
	cause    model.Cause
	shell    Shell
	tables   map[int64]*model.Table  // those that were asked for; nil if there is none of that number
	appended map[int64][]engine.Fact // facts added to them so far
	people   map[int64]*model.Player // those that were asked for; nil if there is nobody of that number
	before   map[int64]model.Player  // as they were then
	senders  map[string]model.Sender // by address that was looked up
	out      Outcome
	told     int // how many of the changes the shell has been given

	// Thought counts the positions that the bots of this command have looked at.
	Thought int
}

// Shell is the store behind a command. What it returns is the command's own to change.
type Shell interface {
	// Look answers a Question. The answer takes every change into account that Do was given, except those that
	// are seen only after the command: to tables, due rows, notices, letters, signs, sessions and keys.
	Look(question any) (any, error)
	// Do carries out a change and returns its answer, if it is a Telling.
	Do(change any) (any, error)
	// GivenUp returns an error if the command's caller has given up.
	GivenUp() error
}

// Question is something a command asks, with an answer of type A.
type Question[A any] interface{ answers(A) }

// Telling is a change with an answer. It is a pointer, because a new row's number is written into it.
type Telling[A any] interface{ tells(A) }

// Outcome is what a command comes to: its changes, in order, each one that Save takes, a Telling or a pointer to
// a row that Make makes. It is plain data that can be compared, applied or written down.
type Outcome struct {
	Now     time.Time
	Changes []any
}

// Fault ends a command that cannot go on because the database fails or holds something impossible. A decision
// panics with it, and Decide returns Err.
type Fault struct{ Err error }

// Decide carries out a command. If it succeeds, shell has been given every change in the outcome.
func Decide(rules *Rules, cause model.Cause, shell Shell, decide func(*Tx)) (out Outcome, err error) {
	x := &Tx{rules: rules, cause: cause, shell: shell, tables: map[int64]*model.Table{}, appended: map[int64][]engine.Fact{},
		people: map[int64]*model.Player{}, before: map[int64]model.Player{}, senders: map[string]model.Sender{}}
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
	for _, id := range slices.Sorted(maps.Keys(x.tables)) {
		if t := x.tables[id]; t != nil {
			Save(x, SaveTable{Row: t.Row, Seats: t.Seats, Clocks: t.Clocks, Plans: t.Plans, Facts: x.appended[id]})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(x.people)) {
		if p := x.people[id]; p != nil && *p != x.before[id] {
			Save(x, *p)
		}
	}
	if x.cause.Letter != nil {
		Save(x, *x.cause.Letter)
	}
	x.send()
	x.out.Now = x.Now()
	return x.out, nil
}

// stop ends the command if err is not nil.
func stop(err error) {
	if err != nil {
		panic(Fault{err})
	}
}

// Must returns a, or ends the command if err is not nil.
func Must[A any](a A, err error) A {
	stop(err)
	return a
}

// Read decodes JSON that a row or a question holds. If it cannot be read, the command ends with an error; of
// says there what was to be read.
func Read[A any](of string, data json.RawMessage) (a A) {
	if err := json.Unmarshal(data, &a); err != nil {
		panic(Fault{fmt.Errorf("%s: %w", of, err)})
	}
	return a
}

// Get returns the answer to a question.
func Get[A any](x *Tx, q Question[A]) A {
	x.send()
	return Must(x.shell.Look(q)).(A)
}

// First returns the first row that a question lists, nil if it lists none.
func First[V any](x *Tx, q Question[[]V]) *V {
	all := Get(x, q)
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// Change is a change without an answer. Most are rows, which are kept as they are now:
//   - a player; an address, new or of the same player, and whether it is proved, blocked or failing;
//   - a due row, in place of what was due under the same key; the letter that this command decided;
//   - a notice that is to be written, once under its key; a letter to somebody who did not ask for it;
//   - an offer of a seat, in place of an earlier one of the match to the same player; that a seat changed hands;
//   - who follows a match, and the last fact they know of; how a question was answered; an entry of the stand-in list; a league's rules and the time it ended;
//   - a season's state, rules and times; entrants, new or known; a group's state and seats;
//   - the groups of a draw.
type Change interface {
	model.Player | model.Address | model.Due | model.Letter | model.Notice | model.Cold | model.SeatOffer | model.SeatChange |
		model.Ask | model.Standin | model.League | model.Season | []model.Entrant | model.LeagueMatch | []model.LeagueMatch |
		SaveTable | DropDue | Organise | model.Watcher | KeepSigns | AddCode | StopLinks | KeepKey | DropKey | Rate | Tally
}

// Save makes a change.
func Save[C Change](x *Tx, c C) { x.note(c) }

// Made is a row that Make makes:
//   - a question; a league, unless its name is taken; a season, unless the league already has one of that No;
//   - a webhook, whose first call says that others will follow.
type Made interface {
	model.Ask | model.League | model.Season | model.Hook
}

// Make makes a row and returns it with its number, nil if it was not made.
func Make[R Made](x *Tx, row R) *R { return tell[*R](x, &row) }

// note adds a change to the outcome.
func (x *Tx) note(c any) {
	switch c := c.(type) {
	case *NewPlayer:
		delete(x.senders, model.Folded(c.Address))
	case model.Address, *Bar:
		clear(x.senders)
	}
	x.out.Changes = append(x.out.Changes, c)
}

// send gives the shell the changes that it has not been given yet.
func (x *Tx) send() {
	for ; x.told < len(x.out.Changes); x.told++ {
		Must(x.shell.Do(x.out.Changes[x.told]))
	}
}

// Tell makes a change and returns its answer. A zero answer means that nothing was changed.
func Tell[A comparable](x *Tx, c Telling[A]) A { return tell[A](x, c) }

func tell[A comparable](x *Tx, c any) A {
	x.send()
	a := Must(x.shell.Do(c)).(A)
	var none A
	if a != none {
		x.note(c)
		x.told++
	}
	return a
}

// GivenUp ends the command if its caller has given up. Long computations call it now and then, because that
// ends them sooner, and more cleanly, than the next call to the database.
func (x *Tx) GivenUp() { stop(x.shell.GivenUp()) }

// ChangesNothing ends the command with a Fault if it has changed anything.
func (x *Tx) ChangesNothing() {
	if len(x.out.Changes) > 0 {
		panic(Fault{fmt.Errorf("a question changes something: %T", x.out.Changes[0])})
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

// Gone asks to what time the house was restored from a backup when that lost the row with this number in this
// table; zero if none did. Number 0 asks for the last restore, whatever it lost.
type Gone struct {
	Table  string
	Number int64
}

func (Gone) answers(time.Time) {}
