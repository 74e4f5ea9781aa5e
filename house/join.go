package house

import (
	"fmt"
	"strings"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Join takes a seat in an open lobby, or by the word of a forwarded link.
func Join(d *desk.Desk, line command.Line, rest string) desk.Answer {
	name, meant := leagueToJoin(d, rest)
	if meant {
		return League(d, line, "join "+name)
	}
	id, word := parseJoin(rest)
	if id == 0 && d.Table != nil {
		id = d.Table.Row.ID
	}
	if id == 0 {
		return joinWhich(d, word)
	}
	found := d.Find(id)
	if !found {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	t := d.Table
	if d.Seat != nil && d.Seat.State == model.SeatJoined {
		return desk.Done(table.Say("house.already-seated", "name", d.Seat.Name))
	}
	if t.Row.Phase != model.PhaseLobby || !t.Row.Listed && word != t.Row.Word && (d.Seat == nil || d.Seat.State == model.SeatUninvited) {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	d.NeedPlayer()
	if table.KeptOut(d.W, t, d.Player.ID, d.From) {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	if d.Seat != nil && d.Seat.State == model.SeatInvited {
		return sit(d, d.Seat)
	}
	if _, most := t.Match.Game.Seats(); table.Taken(t) >= most {
		return desk.Refuse("house.full", "count", most)
	}
	t.Seats = append(t.Seats, model.Seat{No: table.NextNo(t), Name: table.FreeName(t, table.NameOf(d.Display(), d.From, d.House.Games, d.House.Names)),
		Player: d.Player.ID, Address: d.From, State: model.SeatInvited})
	d.Seat = &t.Seats[len(t.Seats)-1]
	return sit(d, d.Seat)
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
