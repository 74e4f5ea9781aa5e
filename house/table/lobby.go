package table

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// lobbyLapse is how long a match may wait for its players.
const LobbyLapse = 14 * 24 * time.Hour

// remindInvite is when an invitation is repeated, once.
const RemindInvite = 3 * 24 * time.Hour

// lasts says how long such a match takes, and offers a shorter one where there
// is one. People answer in about a sixth of the time they have.
func Lasts(t *model.Table, seats int) engine.Phrase {
	days, shorter := length(t, seats)
	if shorter == "" {
		return Say("house.lasts-short", "count", days)
	}
	return Say("house.lasts", "count", days, "shorter", shorter)
}

func length(t *model.Table, seats int) (days int, shorter string) {
	turns := 10 * seats
	if game, ok := t.Match.Game.(engine.Lasting); ok {
		turns, shorter = game.Turns(t.Match.Setup, seats)
	}
	return int(paceFor(t.Row.Terms.Pace, seats)/6*time.Duration(turns)/(24*time.Hour)) + 1, shorter
}

// taken counts the seats that are held or offered.
func Taken(t *model.Table) int {
	n := 0
	for _, s := range t.Seats {
		if s.State == model.SeatInvited || s.State == model.SeatJoined || s.State == model.SeatBot {
			n++
		}
	}
	return n
}

func NextNo(t *model.Table) int {
	n := 0
	for _, s := range t.Seats {
		n = max(n, s.No+1)
	}
	return n
}

func Commitment(t *model.Table) string { return engine.Dice{Seed: t.Row.Seed}.Commitment() }
