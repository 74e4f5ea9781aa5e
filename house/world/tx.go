package world

import (
	"encoding/json"
	"fmt"
	"maps"
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
	sight  *World // all that there is; with a shell, what it has put there
	shell  Shell  // nil where all is in sight
	asked  map[any]bool
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
	// Look puts the rows that a question is about into sight, or answers it.
	Look(question any, sight *World) (any, error)
	// Do takes a change over, and answers where the change is one that answers.
	Do(c Change) (any, error)
}

// Fault ends a command that cannot go on: the database fails, or what it holds cannot be. A
// decision panics with it, and the command ends with Err.
type Fault struct{ Err error }

// Decide carries out a command that sees nothing but what a shell shows it. All that it changes
// was given to the shell when it ends well, and is told once more.
func Decide(rules *Rules, cause model.Cause, shell Shell, decide func(*Tx) error) (Outcome, error) {
	x := &Tx{rules: rules, cause: cause, sight: New(nil), shell: shell, asked: map[any]bool{}, tables: map[int64]*table{}, people: map[int64]*model.Player{}}
	return x.decide(decide)
}

func (x *Tx) decide(decide func(*Tx) error) (out Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(Fault)
			if !ok {
				panic(p)
			}
			err = f.Err
		}
	}()
	if err := decide(x); err != nil {
		return out, err
	}
	for _, id := range slices.Sorted(maps.Keys(x.tables)) {
		if t := x.tables[id]; t.saved {
			x.Do(SaveTable{Row: t.Row, Seats: slices.Clone(t.Seats)})
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

// rows sees to it that the rows that a question is about are in sight; it is asked once.
func (x *Tx) rows(question any) {
	if x.shell == nil || x.asked[question] {
		return
	}
	x.send()
	Must(x.shell.Look(question, x.sight))
	x.asked[question] = true
}

// value is the answer to a question that looks over more than one command sees: reckoned where
// all is in sight.
func value[A any](x *Tx, question any, reckon func() A) A {
	if x.shell == nil {
		return reckon()
	}
	x.send()
	return Must(x.shell.Look(question, x.sight)).(A)
}

// Question is something a command asks; In is its answer in a world.
type Question[A any] interface {
	In(w *World, now time.Time) A
}

// inSight marks questions that are answered from rows which a shell puts into sight, once.
type inSight struct{}

func (inSight) once() {}

// Get is the answer to a question. A question about more than one command sees is answered by
// the shell.
func Get[A any](x *Tx, q Question[A]) A {
	if _, once := q.(interface{ once() }); once {
		x.rows(q)
	} else if x.shell != nil {
		x.send()
		return Must(x.shell.Look(q, x.sight)).(A)
	}
	return q.In(x.sight, x.Now())
}

// Do changes something.
func (x *Tx) Do(c Change) {
	if !Waits(c) {
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

// tell changes something and gives what the change answers; the zero value says that
// nothing was changed.
func tell[A comparable](x *Tx, c Change) A {
	var none A
	if x.shell == nil {
		a := c.apply(x.sight, x.Now()).(A)
		if a != none {
			x.out.Changes = append(x.out.Changes, c)
		}
		return a
	}
	x.send()
	a := Must(x.shell.Do(c)).(A)
	if a != none {
		c.apply(x.sight, x.Now())
		x.out.Changes = append(x.out.Changes, c)
		x.told++
	}
	return a
}

// GivenUp says whether the one who works at this is to stop: who looks now and then ends in good
// order, and sooner than by a call to the database.
func (x *Tx) GivenUp() {
	x.rows(GivenUp{})
}

// Gone says whether the row of a number in one of the tables whose rows are
// numbered was lost by a restore, and to when the house was restored. Number 0
// asks for the last restore, whatever was lost by it.
func (x *Tx) Gone(table string, number int64) (time.Time, bool) {
	l := value(x, Gone{table, number}, func() GoneAnswer { return GoneAnswer{} }) // a world was never restored
	return l.Of, l.Gone
}

// Rules are what this house goes by.
func (x *Tx) Rules() *Rules { return x.rules }

// Cause is why this is done.
func (x *Tx) Cause() model.Cause {
	return x.cause
}

// Now is the time of the deed.
func (x *Tx) Now() time.Time {
	return x.cause.Now
}

// Letter is the letter being noted; its State, Why, Match, Seat and Step may
// be set until the end. Nil for any other cause.
func (x *Tx) Letter() *model.Letter {
	return x.cause.Letter
}

// Outcome is what a command came to: what it changes, in its order. It is data, to be compared,
// carried out by Apply, or written down.
type Outcome struct {
	Now     time.Time
	Changes []Change
}

// Change is one of the changes below. Those that answer are pointers: they get the number of a
// new row, or say whether anything changed.
type Change interface {
	apply(w *World, now time.Time) any
}

// atEnd marks changes that are seen only when the command has ended: those of tables, which a
// command sees at the table itself, and what no command looks at before.
type atEnd struct{}

func (atEnd) waits() {}

// Waits says whether a change is seen only when the command has ended.
func Waits(c Change) bool {
	_, yes := c.(interface{ waits() })
	return yes
}

// Apply carries out an outcome.
func (w *World) Apply(o Outcome) {
	for _, waits := range []bool{false, true} {
		for _, c := range o.Changes {
			if Waits(c) == waits {
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

// What a command asks of a shell: the answer is of the type that the method of Tx gives, or one
// of those at the end.

type (
	// Player is what Tx.Player asks.
	Player struct{ ID int64 }
	// PlayerByAddress is what Tx.PlayerByAddress asks.
	PlayerByAddress struct{ Address string }
	// Seated is what Tx.Seated asks.
	Seated struct{ Player int64 }
	// DailyLetter is what Tx.DailyLetter asks.
	DailyLetter struct{ ID int64 }
	// Table is what Tx.Table asks.
	Table struct{ ID int64 }
	// LeagueOpen is what Tx.LeagueOpen asks.
	LeagueOpen struct{ Season int64 }
	// LockRatings is what Tx.LockRatings asks.
	LockRatings struct{}
	// NextRated is what Tx.NextRated asks.
	NextRated struct{ Match int64 }
	// Ratings is what Tx.Ratings asks.
	Ratings struct{ Players []int64 }
	// Gone is what Tx.Gone asks.
	Gone struct {
		Table  string
		Number int64
	}
	// GivenUp is what Tx.GivenUp asks.
	GivenUp struct{}
)

type (
	// DailyLetterAnswer answers DailyLetter.
	DailyLetterAnswer struct {
		Player int64
		Params json.RawMessage
	}
	// LeagueOpenAnswer answers LeagueOpen.
	LeagueOpenAnswer struct{ Planned, Running int }
	// NextRatedAnswer answers NextRated.
	NextRatedAnswer struct {
		No      int64
		Already bool
	}
	// GoneAnswer answers Gone.
	GoneAnswer struct {
		Of   time.Time
		Gone bool
	}
)
