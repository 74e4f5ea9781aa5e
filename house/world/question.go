package world

import (
	"encoding/json"
	"time"
)

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
