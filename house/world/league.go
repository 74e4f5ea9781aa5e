package world

import "pitpost.example/model"

// Changes to leagues.

// Organise makes a player an organiser of a league, or with Off takes that away.
type Organise struct {
	League, Player int64
	Off            bool
}

// Leagues lists leagues by name: all, or the one with a number.
type Leagues struct{ ID int64 }

func (Leagues) answers([]model.League) {}

// Organisers lists the players who run a league.
type Organisers struct{ League int64 }

func (Organisers) answers([]int64) {}

// Seasons lists the seasons of a league, the latest first, or finds the one with a number.
type Seasons struct {
	ID, League int64
	No         int
	// Lock locks them until the transaction ends, so that a second process waits and then sees what the first
	// has done.
	Lock bool
}

func (Seasons) answers([]model.Season) {}

// Entrants lists, by season, division and player number, those who entered, with all that is set here.
type Entrants struct {
	Season, Player int64
	Open           bool // in seasons that are not closed
}

func (Entrants) answers([]model.Entrant) {}

// Groups lists, in the order of the draw, the groups with all that is set here.
type Groups struct {
	Season, Match int64
	No            int
	State         model.GroupState
	// Players means that one of them sits there now or was drawn a place.
	Players []int64
}

func (Groups) answers([]model.LeagueMatch) {}
