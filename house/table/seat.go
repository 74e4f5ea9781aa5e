// Package table is one match and its people: who sits where, whose clock runs, what is played for
// whom, what all at the table hear, and how a table comes to rest after a command (Advance).
// Everything is done on a world.Tx, whoever asks for it: a letter, the clock or the operator.
package table

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// SeatOf finds a player's seat in a match: the one they hold, else one they
// are invited to or left.
func SeatOf(t *model.Table, player int64) *model.Seat {
	if s := SeatHeld(t, player); s != nil || player == 0 {
		return s
	}
	var other *model.Seat
	for s := range t.In(model.SeatInvited, model.SeatDeclined, model.SeatLeft) {
		if s.Player == player {
			other = s
		}
	}
	return other
}

// called are the states of seats that lines may name.
var called = []model.SeatState{model.SeatInvited, model.SeatJoined, model.SeatBot, model.SeatLeft}

// SeatNamed finds a seat by its name: as it is spelled, else without regard to
// case and accents.
func SeatNamed(t *model.Table, name string) *model.Seat {
	var found *model.Seat
	for s := range t.In(called...) {
		if s.Name == name {
			return s
		}
		if found == nil && engine.Normalise(s.Name) == engine.Normalise(name) {
			found = s
		}
	}
	return found
}

// SeatBegins finds a seat by its name, then by a unique beginning.
func SeatBegins(t *model.Table, word string) *model.Seat {
	if s := SeatNamed(t, word); s != nil {
		return s
	}
	var found *model.Seat
	for s := range t.In(called...) {
		if word != "" && strings.HasPrefix(engine.Normalise(s.Name), engine.Normalise(word)) {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// SeatHeld is the seat that a player holds in a match now; nil for none.
func SeatHeld(t *model.Table, player int64) *model.Seat {
	for s := range t.In(model.SeatJoined, model.SeatBot) {
		if player != 0 && s.Player == player {
			return s
		}
	}
	return nil
}

// AddressOf is where a player's mail goes; "" for nowhere.
func AddressOf(w *world.Tx, player int64) string {
	if all := world.Get(w, world.Addresses{Player: player}); len(all) > 0 {
		return all[0].Address
	}
	return ""
}

// HostOf is the player in the host's chair; 0 for nobody.
func HostOf(t *model.Table) int64 {
	if s := t.Seat(t.Row.Host); s != nil {
		return s.Player
	}
	return 0
}

// KeptOut says whether the host of a match keeps a player, or an address, away.
func KeptOut(w *world.Tx, t *model.Table, player int64, address string) bool {
	host := HostOf(t)
	if host == 0 || host == player {
		return false
	}
	return world.Get(w, world.HostBlocked{Host: host, Player: player, Address: address})
}

// People counts the seats that people sit on.
func People(t *model.Table) int { return t.Count(model.SeatJoined) }

// PassHost gives the host's chair to the next person when its holder leaves.
func PassHost(w *world.Tx, t *model.Table, from *model.Seat) {
	if from.No != t.Row.Host {
		return
	}
	for s := range t.In(model.SeatJoined) {
		if s.No != from.No {
			giveChair(w, t, s)
			return
		}
	}
}

// giveChair makes somebody the host, and tells them.
func giveChair(w *world.Tx, t *model.Table, s *model.Seat) {
	t.Row.Host = s.No
	Note(w, t, s, model.PurposeNote, fmt.Sprintf("host:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.host-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.host-you")}, Pressing: true})
}
