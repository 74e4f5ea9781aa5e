package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"pitpost.example/model"
)

// Tx is one command at work: what it asks is answered from what is in its sight, and what it
// changes is seen by it and stands in its outcome. Where the house cannot answer, the command
// stops with a Fault.
type Tx struct {
	rules  *Rules
	cause  model.Cause
	sight  *World       // all that there is; with a shell, what it has put there
	shell  Shell        // nil where all is in sight
	shown  map[any]bool // questions whose rows are in sight
	tables map[int64]*table
	people map[int64]*model.Player
	out    Outcome
	told   int // how many of the changes the shell knows

	// Thought is how many positions the bots of this command have looked at.
	Thought int
}

// Shell keeps what a command does not see, and its changes. Once it is given a change, what it
// answers goes by it.
type Shell interface {
	// Look puts the rows that a question is about into sight, and gives nil; or it answers.
	Look(question any, sight *World) (any, error)
	// Do takes a change over, and answers where the change is one that answers.
	Do(change any) (any, error)
}

// Fault ends a command that cannot go on: the database fails, or what it holds cannot be. A
// decision panics with it, and the command ends with Err.
type Fault struct{ Err error }

// Decide carries out a command that sees nothing but what a shell shows it. All that it changes
// was given to the shell when it ends well, and is told once more.
func Decide(rules *Rules, cause model.Cause, shell Shell, decide func(*Tx)) (Outcome, error) {
	x := &Tx{rules: rules, cause: cause, sight: New(nil), shell: shell, shown: map[any]bool{}, tables: map[int64]*table{}, people: map[int64]*model.Player{}}
	return x.decide(decide)
}

func (x *Tx) decide(decide func(*Tx)) (out Outcome, err error) {
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
		t := x.tables[id]
		x.Do(SaveTable{Row: t.Row, Seats: slices.Clone(t.Seats), Clocks: t.Clocks, Plans: t.Plans, Facts: t.appended})
	}
	for _, id := range slices.Sorted(maps.Keys(x.people)) {
		if p := *x.people[id]; p != x.sight.Players[id] {
			x.Do(SavePlayer{p})
		}
	}
	if x.cause.Letter != nil {
		x.Do(NoteLetter{Letter: *x.cause.Letter})
	}
	x.send()
	x.out.Now = x.Now()
	return x.out, nil
}

// stop ends the command where there is an error.
func stop(err error) {
	if err != nil {
		panic(Fault{err})
	}
}

// Must is a value that cannot be missing: the command ends with the error there is.
func Must[A any](a A, err error) A {
	stop(err)
	return a
}

// Read is what a row or a question keeps as JSON; the command ends where it cannot be read.
func Read[A any](of string, data json.RawMessage) (a A) {
	if err := json.Unmarshal(data, &a); err != nil {
		panic(Fault{fmt.Errorf("%s: %w", of, err)})
	}
	return a
}

// look has the shell answer a question, or show the rows that it is about, which it is asked for once:
// then, or where all is in sight anyway, nil comes back.
func (x *Tx) look(question any) any {
	once := reflect.TypeOf(question).Comparable()
	if x.shell == nil || once && x.shown[question] {
		return nil
	}
	x.send()
	answer := Must(x.shell.Look(question, x.sight))
	if once && answer == nil {
		x.shown[question] = true
	}
	return answer
}

// Question is something a command asks; In is its answer in a world.
type Question[A any] interface {
	In(w *World, now time.Time) A
}

// Get is the answer to a question.
func Get[A any](x *Tx, q Question[A]) A {
	if answer := x.look(q); answer != nil {
		return answer.(A)
	}
	return q.In(x.sight, x.Now())
}

// Do changes something.
func (x *Tx) Do(c Change) {
	if !waits(c) {
		c.apply(x.sight, x.Now())
	}
	x.out.Changes = append(x.out.Changes, c)
}

// send gives the shell the changes that it does not know.
func (x *Tx) send() {
	for ; x.shell != nil && x.told < len(x.out.Changes); x.told++ {
		Must(x.shell.Do(x.out.Changes[x.told]))
	}
}

// Tell changes something and gives what the change answers; the zero value says that nothing was
// changed.
func Tell[A comparable](x *Tx, c Telling[A]) A {
	var a, none A
	if x.shell != nil {
		x.send()
		if a = Must(x.shell.Do(c)).(A); a != none {
			c.tell(x.sight, x.Now())
			x.told++
		}
	} else {
		a = c.tell(x.sight, x.Now())
	}
	if a != none {
		x.out.Changes = append(x.out.Changes, told[A]{c})
	}
	return a
}

// GivenUp says whether the one who works at this is to stop: who looks now and then ends in good
// order, and sooner than by a call to the database.
func (x *Tx) GivenUp() {
	if x.shell != nil {
		Must(x.shell.Look(GivenUp{}, x.sight))
	}
}

// Rules are what this house goes by.
func (x *Tx) Rules() *Rules { return x.rules }

// Cause is why this is done.
func (x *Tx) Cause() model.Cause { return x.cause }

// Now is the time of the command.
func (x *Tx) Now() time.Time { return x.cause.Now }

// Letter is the letter being noted; its State, Why, Match, Seat and Step may
// be set until the end. Nil for any other cause.
func (x *Tx) Letter() *model.Letter { return x.cause.Letter }

// Outcome is what a command came to: what it changes, in its order. It is data, to be compared,
// carried out by Apply, or written down.
type Outcome struct {
	Now     time.Time
	Changes []Change
}

// Change is one of the changes below.
type Change interface {
	apply(w *World, now time.Time)
}

// Telling is a change that answers: a pointer, which gets the number of a new row.
type Telling[A any] interface {
	tell(w *World, now time.Time) A
}

// told is such a change as it stands in an outcome.
type told[A any] struct{ Telling[A] }

func (t told[A]) apply(w *World, now time.Time) { t.tell(w, now) }

// waits says whether a change is seen only when the command has ended: those of tables, which a
// command sees at the table itself, and what no command looks at before.
func waits(c Change) bool {
	switch c.(type) {
	case SaveTable, SetDue, DropDue, Queue, NoteLetter, KeepSigns, ForgetSigns, AddCode, StopLinks, KeepKey, DropKey:
		return true
	}
	return false
}

// Apply carries out an outcome.
func (w *World) Apply(o Outcome) {
	for _, late := range []bool{false, true} {
		for _, c := range o.Changes {
			if waits(c) == late {
				c.apply(w, o.Now)
			}
		}
	}
}

// number is the number of a new row of a table: the next, or one that is given already.
func (w *World) number(table string, given int64) int64 {
	if given == 0 {
		given = w.Last[table] + 1
	}
	w.Last[table] = max(w.Last[table], given)
	return given
}

// A shell alone is asked these.
type (
	// Player is the row of a player.
	Player struct{ ID int64 }
	// PlayerByAddress is the player who has an address.
	PlayerByAddress struct{ Address string }
	// Table is a match with all that belongs to it, locked.
	Table struct{ ID int64 }
	// GivenUp says whether the command was given up.
	GivenUp struct{}
)

// Gone asks whether the row of a number in one of the tables whose rows are numbered was lost by a
// restore, and to when the house was restored. Number 0 asks for the last restore, whatever was lost
// by it. A world was never restored.
type Gone struct {
	Table  string
	Number int64
}

// Restored answers Gone.
type Restored struct {
	Of   time.Time
	Gone bool
}

func (Gone) In(*World, time.Time) Restored { return Restored{} }
