package model

import (
	"strings"

	"pitpost.example/engine"
)

// nameable lists the states of seats that a line may name. One that was declined or withdrawn is none.
var nameable = []SeatState{SeatInvited, SeatJoined, SeatBot, SeatLeft}

// SeatOf finds a player's seat in a match: the one they hold, otherwise one they were invited to or have
// left; nil if there is none.
func (t *Table) SeatOf(player int64) *Seat {
	if s := t.SeatTakenBy(player); s != nil || player == 0 {
		return s
	}
	var other *Seat
	for s := range t.In(SeatInvited, SeatDeclined, SeatLeft) {
		if s.Player == player {
			other = s
		}
	}
	return other
}

// SeatThat finds the first seat in one of these states, in any state if none is given, that is accepted; nil if there
// is none.
func (t *Table) SeatThat(is func(*Seat) bool, states ...SeatState) *Seat {
	for s := range t.In(states...) {
		if is(s) {
			return s
		}
	}
	return nil
}

// SeatNamed finds a seat by its exact name, otherwise ignoring case and accents; nil if there is none.
func (t *Table) SeatNamed(name string) *Seat {
	if s := t.SeatThat(func(s *Seat) bool { return s.Name == name }, nameable...); s != nil {
		return s
	}
	return t.SeatThat(func(s *Seat) bool { return engine.NormaliseText(s.Name) == engine.NormaliseText(name) },
		nameable...)
}

// SeatLike finds a seat whose name looks the same as this one; nil if there is none.
func (t *Table) SeatLike(name string) *Seat {
	return t.SeatThat(func(s *Seat) bool { return engine.LookalikeForm(s.Name) == engine.LookalikeForm(name) },
		nameable...)
}

// SeatBegins finds a seat by its name, otherwise by a unique beginning of it; nil if there is none.
func (t *Table) SeatBegins(word string) *Seat {
	if s := t.SeatNamed(word); s != nil {
		return s
	}
	names := t.NamesThat(func(s *Seat) bool { return strings.HasPrefix(engine.NormaliseText(s.Name), engine.NormaliseText(word)) }, nameable...)
	if word == "" || len(names) != 1 {
		return nil
	}
	return t.SeatNamed(names[0])
}

// SeatTakenBy returns the seat that a player holds in a match now, nil if none.
func (t *Table) SeatTakenBy(player int64) *Seat {
	return t.SeatThat(func(s *Seat) bool { return player != 0 && s.Player == player }, SeatJoined, SeatBot)
}

// People counts the seats held by people.
func (t *Table) People() int { return t.Count(SeatJoined) }

// Taken counts the seats that are held or offered.
func (t *Table) Taken() int { return t.Count(SeatInvited, SeatJoined, SeatBot) }

// NextNo returns the number of the next new seat. Seat 0 belongs to whoever opened the match; a referee has none.
func (t *Table) NextNo() int {
	n := 0
	if t.Row.Referee != 0 {
		n = 1
	}
	for _, s := range t.Seats {
		n = max(n, s.No+1)
	}
	return n
}

// Commitment returns the public commitment to a match's seed.
func (t *Table) Commitment() string { return engine.Dice{Seed: t.Row.Seed}.Commitment() }

// StepOf returns the number of the next choice of a seat, which its next letter asks for; 0 before the match
// begins.
func (t *Table) StepOf(s *Seat) int {
	if c := t.Match.Chair(s.Name); c != nil {
		return c.Steps + 1
	}
	return 0
}
