package house

import (
	"fmt"
	"strings"

	"pitpost.example/house/command"
	"pitpost.example/model"
)

// Join takes a seat in an open lobby, or by the word of a forwarded link.
func Join(d *desk, line command.Line, rest string) answer {
	name, meant := leagueToJoin(d, rest)
	if meant {
		return League(d, line, "join "+name)
	}
	id, word := parseJoin(rest)
	if id == 0 && d.table != nil {
		id = d.table.Row.ID
	}
	if id == 0 {
		return joinWhich(d, word)
	}
	found := d.find(id)
	if !found {
		return refuse("house.no-such-match", "match", int(id))
	}
	t := d.table
	if d.seat != nil && d.seat.State == model.SeatJoined {
		return done(say("house.already-seated", "name", d.seat.Name))
	}
	if t.Row.Phase != model.PhaseLobby || !t.Row.Listed && word != t.Row.Word && (d.seat == nil || d.seat.State == model.SeatUninvited) {
		return refuse("house.no-such-match", "match", int(id))
	}
	d.needPlayer()
	if keptOut(d.w, t, d.player.ID, d.from) {
		return refuse("house.no-such-match", "match", int(id))
	}
	if d.seat != nil && d.seat.State == model.SeatInvited {
		return sit(d, d.seat)
	}
	if _, most := t.Match.Game.Seats(); taken(t) >= most {
		return refuse("house.full", "count", most)
	}
	t.Seats = append(t.Seats, model.Seat{No: nextNo(t), Name: freeName(t, nameOf(d.display(), d.from, d.house.Games, d.house.Names)),
		Player: d.player.ID, Address: d.from, State: model.SeatInvited})
	d.seat = &t.Seats[len(t.Seats)-1]
	return sit(d, d.seat)
}

func parseJoin(rest string) (id int64, word string) {
	for _, f := range strings.Fields(rest) {
		f = strings.TrimPrefix(f, "#")
		var n int64
		if _, err := fmt.Sscanf(f, "%d", &n); err == nil && id == 0 && fmt.Sprint(n) == f {
			id = n
			continue
		}
		word = f
	}
	return id, word
}
