package world

import (
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Changes to what is summed up over matches.

type (
	// Rate keeps what rating a match did. Now holds the new ratings.
	Rate struct {
		model.Rated
		Now rating.Book
	}
	// Tally adds the counts of a match to the totals. Doing so twice adds them once.
	Tally struct {
		Match  model.Match
		Seats  int
		Counts []tally.Count
	}
)

// RatingChanges lists the latest changes of a player's ratings, newest first; an empty Kind means all kinds.
type RatingChanges struct {
	Player int64
	Kind   string
	Most   int
}

func (RatingChanges) answers([]model.RatingChange) {}

// TurnsOf adds up a player's turns in all rated matches.
type TurnsOf struct{ Player int64 }

func (TurnsOf) answers(rating.Turns) {}

// NextRated asks for the number that this match gets among the rated ones, 0 if it has one already. It locks:
// until the transaction ends no other process rates, because a rating starts from what the match before has
// left.
type NextRated struct{ Match int64 }

func (NextRated) answers(int64) {}

// Ratings returns the ratings of some players, or of everybody if Players is empty.
type Ratings struct{ Players []int64 }

func (Ratings) answers(rating.Book) {}
