package world

import (
	"encoding/json"
	"time"

	"pitpost.example/model"
)

// What a command asks of a shell: the answer is of the type that the method of Tx gives, or one
// of those at the end.

type (
	// Ask is what Tx.Ask asks.
	Ask struct{ ID int64 }
	// OpenAsks is what Tx.OpenAsks asks.
	OpenAsks struct{ Player int64 }
	// MatchAsks is what Tx.MatchAsks asks.
	MatchAsks struct {
		Match int64
		Kind  model.AskKind
	}
	// VoteAsks is what Tx.VoteAsks asks.
	VoteAsks struct {
		Match int64
		Round string
	}
	// HeldThisHour is what Tx.HeldThisHour asks.
	HeldThisHour struct {
		Player    int64
		Answering bool
	}
	// HeldAtStep is what Tx.HeldAtStep asks.
	HeldAtStep struct {
		Player, Match int64
		Step          int
	}
	// AsksSince is what Tx.AsksSince asks.
	AsksSince struct {
		Match int64
		Kind  string
		Since time.Time
	}
	// Player is what Tx.Player asks.
	Player struct{ ID int64 }
	// PlayerByAddress is what Tx.PlayerByAddress asks.
	PlayerByAddress struct{ Address string }
	// Addresses is what Tx.Addresses asks.
	Addresses struct{ Player int64 }
	// MatchesOf is what Tx.MatchesOf asks.
	MatchesOf struct{ Player int64 }
	// Seated is what Tx.Seated asks.
	Seated struct{ Player int64 }
	// HostedBy is what Tx.HostedBy asks.
	HostedBy struct{ Host int64 }
	// Hosts is what Tx.Hosts asks.
	Hosts struct{ All bool }
	// HostBlocked is what Tx.HostBlocked asks.
	HostBlocked struct {
		Host, Player int64
		Address      string
	}
	// Unwanted is what Tx.Unwanted asks.
	Unwanted struct{ Address string }
	// SaidYes is what Tx.SaidYes asks.
	SaidYes struct{ Player, Host int64 }
	// Opened is what Tx.Opened asks.
	Opened struct {
		Player    int64
		Rematches bool
	}
	// ColdLetters is what Tx.Cold asks.
	ColdLetters struct {
		Host    int64
		Address string
	}
	// AnswersThisHour is what Tx.AnswersThisHour asks.
	AnswersThisHour struct{ Address string }
	// AsksThisHour is what Tx.AsksThisHour asks.
	AsksThisHour struct{ Address string }
	// RefusedThisHour is what Tx.RefusedThisHour asks.
	RefusedThisHour struct{ Sender string }
	// StepSeen is what Tx.StepSeen asks.
	StepSeen struct {
		Match      int64
		Seat, Step int
		Words      [32]byte
	}
	// WroteTo is what Tx.WroteTo asks.
	WroteTo struct {
		Match  int64
		Seat   int
		Player int64
	}
	// DailyTold is what Tx.DailyTold asks.
	DailyTold struct {
		Match      int64
		Seat       int
		Player, ID int64
	}
	// DailyLetter is what Tx.DailyLetter asks.
	DailyLetter struct{ ID int64 }
	// CodesSince is what Tx.CodesSince asks.
	CodesSince struct {
		Player int64
		Since  time.Time
	}
	// Signs is what Tx.Signs asks.
	Signs struct{ Players []int64 }
	// SharedBy is what Tx.SharedBy asks.
	SharedBy struct{ Hashes [][]byte }
	// LetterTimes is what Tx.LetterTimes asks.
	LetterTimes struct {
		Match int64
		Most  int
	}
	// Table is what Tx.Table asks.
	Table struct{ ID int64 }
	// SeatChanges is what Tx.SeatChanges asks.
	SeatChanges struct{ Match int64 }
	// SeatsLeft is what Tx.Left asks.
	SeatsLeft struct{ Player int64 }
	// OpenOffer is what Tx.OpenOffer asks.
	OpenOffer struct {
		Match int64
		Seat  int
	}
	// OfferTo is what Tx.OfferTo asks.
	OfferTo struct{ Match, Player int64 }
	// StandinOf is what Tx.Standin asks.
	StandinOf struct{ Player int64 }
	// AnyStandin is what Tx.AnyStandin asks.
	AnyStandin struct{}
	// NextStandin is what Tx.NextStandin asks.
	NextStandin struct{ model.Vacancy }
	// Watchers is what Tx.Watchers asks.
	Watchers struct{ Match int64 }
	// Watched is what Tx.Watched asks.
	Watched struct{ Player int64 }
	// MatchHooks is what Tx.MatchHooks asks.
	MatchHooks struct{ Match int64 }
	// Leagues is what Tx.Leagues asks.
	Leagues struct{}
	// LeagueNamed is what Tx.LeagueNamed asks.
	LeagueNamed struct{ Name string }
	// League is what Tx.League asks.
	League struct{ ID int64 }
	// Organisers is what Tx.Organisers asks.
	Organisers struct{ League int64 }
	// SeasonOf is what Tx.SeasonOf asks.
	SeasonOf struct {
		League int64
		No     int
	}
	// Season is what Tx.Season asks.
	Season struct{ ID int64 }
	// LockSeason is what Tx.LockSeason asks.
	LockSeason struct{ ID int64 }
	// Entrants is what Tx.Entrants asks.
	Entrants struct{ Season int64 }
	// EntrantsAfter is what Tx.EntrantsAfter asks.
	EntrantsAfter struct {
		Season, After int64
		Limit         int
	}
	// Entrant is what Tx.Entrant asks.
	Entrant struct{ Season, Player int64 }
	// EntrantsOf is what Tx.EntrantsOf asks.
	EntrantsOf struct{ Player int64 }
	// Groups is what Tx.LeagueMatches asks.
	Groups struct{ Season int64 }
	// Group is what Tx.LeagueMatch asks.
	Group struct {
		Season int64
		No     int
	}
	// GroupOf is what Tx.LeagueMatchOf asks.
	GroupOf struct{ Match int64 }
	// GroupsOf is what Tx.LeagueMatchesOf asks.
	GroupsOf struct{ Season, Player int64 }
	// GroupsDrawn is what Tx.LeagueMatchesDrawn asks.
	GroupsDrawn struct{ Season, Player int64 }
	// PlacesLeft is what Tx.LeaguePlacesLeft asks.
	PlacesLeft struct{ Season, Player int64 }
	// LeagueLoad is what Tx.LeagueLoad asks.
	LeagueLoad struct {
		Season  int64
		Players []int64
	}
	// LeagueWaiting is what Tx.LeagueWaiting asks.
	LeagueWaiting struct {
		Season  int64
		Players []int64
	}
	// LeagueOpen is what Tx.LeagueOpen asks.
	LeagueOpen struct{ Season int64 }
	// LockRatings is what Tx.LockRatings asks.
	LockRatings struct{}
	// NextRated is what Tx.NextRated asks.
	NextRated struct{ Match int64 }
	// Ratings is what Tx.Ratings asks.
	Ratings struct{ Players []int64 }
	// RatingChanges is what Tx.RatingChanges asks.
	RatingChanges struct {
		Player int64
		Kind   string
		Most   int
	}
	// TurnsOf is what Tx.TurnsOf asks.
	TurnsOf struct{ Player int64 }
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
