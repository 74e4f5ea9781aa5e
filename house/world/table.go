package world

import (
	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes to a table: a match and everything that belongs to it.

type (
	// OpenTable creates a match and answers with it. SaveTable saves its seats later.
	OpenTable struct{ Row model.Match }
	// SaveTable keeps what has become of a match. Facts are the new ones, already numbered, stamped and folded.
	SaveTable struct {
		Row    model.Match
		Seats  []model.Seat
		Clocks []model.Clock
		Plans  map[int][]model.Plan
		Facts  []engine.Fact
	}
	// Say keeps what somebody said and answers with its number.
	Say struct {
		ID        int64
		Match     int64
		By, Words string
	}
)

func (*OpenTable) tells(*model.Table) {}
func (*Say) tells(int64)              {}

// Table asks for a match with everything that belongs to it, locked; nil if there is none.
type Table struct{ ID int64 }

func (Table) answers(*model.Table) {}

// Hosts lists, once each, the players who host a match that is not over. With All it lists every player who
// has proved an address.
type Hosts struct{ All bool }

func (Hosts) answers([]int64) {}

// SaidYes reports whether a player ever took a seat in a match of this host.
type SaidYes struct{ Player, Host int64 }

func (SaidYes) answers(bool) {}

// Opened counts the matches that a player opened and that are not over: rematches, or all others. Rematches of the last
// day count also if they are over: each brings its host's words "play again" to people whose addresses the host need
// not know. League groups do not count.
type Opened struct {
	Player    int64
	Rematches bool
}

func (Opened) answers(int) {}

// MatchesOf lists a player's matches that are waiting, running or paused, and unless Open is set those that
// ended in the last thirty days.
type MatchesOf struct {
	Player int64
	Open   bool
}

func (MatchesOf) answers([]int64) {}

// Acquainted returns, in order, those of Players who have a seat in a match of this game that has started.
type Acquainted struct {
	Game    string
	Players []int64
}

func (Acquainted) answers([]int64) {}

// Table returns a match with everything that belongs to it. It is read once and locked until the transaction
// ends. If there is none, the command ends with ErrNoMatch.
func (x *Tx) Table(id int64) *model.Table {
	t := x.FindTable(id)
	if t == nil {
		stop(model.ErrNoMatch)
	}
	return t
}

// FindTable is like Table but returns nil if there is no such match.
func (x *Tx) FindTable(id int64) *model.Table {
	if _, read := x.tables[id]; !read {
		x.tables[id] = Get(x, Table{id})
	}
	return x.tables[id]
}

// OpenTable creates a match with its first seats and gives it a number.
func (x *Tx) OpenTable(row model.Match, seats []model.Seat) *model.Table {
	if row.Options == nil {
		row.Options = map[string]string{}
	}
	t := Tell(x, &OpenTable{row})
	t.Seats = seats
	x.tables[t.Row.ID] = t
	return t
}

// Append adds facts to the log of a table. It numbers them, stamps them with Now and folds them into t.Match;
// they are written when the command ends.
func (x *Tx) Append(t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		t.Row.Seq++
		f.Seq, f.At = t.Row.Seq, model.Micro(x.Now().UTC())
		f = Must(f.Stored(t.Match.Game))
		t.Match.Apply(f)
		x.appended[t.Row.ID] = append(x.appended[t.Row.ID], f)
	}
}

// Appended returns the facts that this command has added to a table.
func (x *Tx) Appended(t *model.Table) []engine.Fact { return x.appended[t.Row.ID] }

// Say keeps what somebody said, which is no fact, and returns its number.
func (x *Tx) Say(t *model.Table, by, words string) int64 {
	return Tell(x, &Say{Match: t.Row.ID, By: by, Words: words})
}
