package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"pitpost.example/model"
)

// Tx is one command at work. It answers the command's questions from sight, and it collects the command's
// changes, which later questions already see. If the house cannot answer, the command ends with a Fault.
type Tx struct {
	rules  *Rules
	cause  model.Cause
	sight  *World          // the whole world; with a shell, only the rows that it has put there
	shell  Shell           // nil if sight is the whole world
	shown  map[string]bool // questions whose rows are in sight
	tables map[int64]*table
	people map[int64]*model.Player
	out    Outcome
	told   int // how many of the changes the shell has been given

	// Thought counts the positions that the bots of this command have looked at.
	Thought int
}

// Shell is the store behind a command that does not have the whole world in sight. Its answers take every
// change into account that it has been given.
type Shell interface {
	// Look either answers the question, or copies the rows it needs into sight and returns nil.
	Look(question any, sight *World) (any, error)
	// Do carries out a change and returns its answer, if it is a Telling.
	Do(change any) (any, error)
}

// Fault ends a command that cannot go on because the database fails or holds something impossible. A decision
// panics with it, and Decide returns Err.
type Fault struct{ Err error }

// Decide carries out a command that sees only what shell shows it. If it succeeds, shell has been given every
// change in the outcome.
func Decide(rules *Rules, cause model.Cause, shell Shell, decide func(*Tx)) (Outcome, error) {
	x := &Tx{rules: rules, cause: cause, sight: New(nil), shell: shell, shown: map[string]bool{}, tables: map[int64]*table{}, people: map[int64]*model.Player{}}
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

// look returns the shell's answer to a question. It returns nil if sight has the rows to answer it: because
// there is no shell, or because the shell has put them there, which it is asked to do once for each question.
func (x *Tx) look(question any) any {
	if x.shell == nil {
		return nil
	}
	asked := fmt.Sprintf("%T %v", question, question)
	if x.shown[asked] {
		return nil
	}
	x.send()
	answer := Must(x.shell.Look(question, x.sight))
	x.shown[asked] = answer == nil
	return answer
}

// Question is something a command asks. In answers it from a world.
type Question[A any] interface {
	In(w *World, now time.Time) A
}

// Get returns the answer to a question.
func Get[A any](x *Tx, q Question[A]) A {
	if answer := x.look(q); answer != nil {
		return answer.(A)
	}
	return q.In(x.sight, x.Now())
}

// First returns the first row that a question lists, nil if it lists none.
func First[V any](x *Tx, q Question[[]V]) *V { return first(Get(x, q)) }

// Do makes a change.
func (x *Tx) Do(c Change) {
	if !deferred(c) {
		c.apply(x.sight, x.Now())
	}
	x.out.Changes = append(x.out.Changes, c)
}

// send gives the shell the changes that it has not been given yet.
func (x *Tx) send() {
	for ; x.shell != nil && x.told < len(x.out.Changes); x.told++ {
		Must(x.shell.Do(x.out.Changes[x.told]))
	}
}

// Tell makes a change and returns its answer. A zero answer means that nothing was changed.
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

// GivenUp ends the command if its caller has given up. Long computations call it now and then, because that
// ends them sooner, and more cleanly, than the next call to the database.
func (x *Tx) GivenUp() {
	if x.shell != nil {
		Must(x.shell.Look(GivenUp{}, x.sight))
	}
}

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

// Outcome is what a command comes to: its changes, in order. It is plain data that can be compared, applied
// or written down.
type Outcome struct {
	Now     time.Time
	Changes []Change
}

// Change is something that a command does to a world.
type Change interface {
	apply(w *World, now time.Time)
}

// Telling is a change with an answer. It is a pointer, because a new row's number is written into it.
type Telling[A any] interface {
	tell(w *World, now time.Time) A
}

// told makes a Telling a Change, so that it fits in an outcome.
type told[A any] struct{ Telling[A] }

func (t told[A]) apply(w *World, now time.Time) { t.tell(w, now) }

// deferred reports whether a change becomes visible only after the command: those to tables, which a command
// sees in the table itself, and those that no command looks at.
func deferred(c Change) bool {
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
			if deferred(c) == late {
				c.apply(w, o.Now)
			}
		}
	}
}

// number returns the number of a new row of a table: given, or the next one if given is 0.
func (w *World) number(table string, given int64) int64 {
	if given == 0 {
		given = w.Last[table] + 1
	}
	w.Last[table] = max(w.Last[table], given)
	return given
}

// Questions that only a shell is asked; a Tx answers them from sight.
type (
	// Player asks for the row of a player.
	Player struct{ ID int64 }
	// PlayerByAddress asks for the player who owns an address.
	PlayerByAddress struct{ Address string }
	// Table asks for a match with everything that belongs to it, locked.
	Table struct{ ID int64 }
	// GivenUp asks whether the command's caller has given up.
	GivenUp struct{}
)

// Gone asks when the house was restored from a backup, and whether that lost the row with this number in this
// table. Number 0 asks for the last restore, whatever it lost. A World was never restored.
type Gone struct {
	Table  string
	Number int64
}

// Restored is the answer to Gone.
type Restored struct {
	Of   time.Time
	Gone bool
}

func (Gone) In(*World, time.Time) Restored { return Restored{} }
