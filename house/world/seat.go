package world

import "pitpost.example/model"

// DropStandin takes a player off the stand-in list and answers whether they were on it.
type DropStandin struct{ Player int64 }

func (*DropStandin) tells(bool) {}

// Offers lists the offers of seats of a match by player: all that were made, or those to a player, or the one
// of a seat that is open, expired or not.
type Offers struct {
	Match, Player int64
	Open          bool
	Seat          int // of the open one
}

func (Offers) answers([]model.SeatOffer) {}

// SeatChanges lists the changes of hands of a match in the order they happened, or the seats that a player left
// for good in matches still being played.
type SeatChanges struct{ Match, LeftBy int64 }

func (SeatChanges) answers([]model.SeatChange) {}

// Standins lists the stand-in list by player, or the entry of one, with language, address and number of seats filled in.
type Standins struct{ Player int64 }

func (Standins) answers([]model.Standin) {}

// NextStandin chooses who is asked next to take a vacant seat; nil if there is nobody. It never chooses
// people who sit or sat in the match or were asked about one of its seats. It locks: until the transaction
// ends no other process chooses, so nobody is asked more often than the limits allow.
type NextStandin struct{ model.Vacancy }

func (NextStandin) answers(*model.Standin) {}
