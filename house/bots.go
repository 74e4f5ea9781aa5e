package house

import (
	"strconv"
	"strings"

	"pitpost.example/engine/bot"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Fill seats bots: as many as asked, else up to the game's minimum; a name says
// which.
func Fill(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if a, ok := d.InLobby(); !ok {
		return a
	}
	n, name := 0, ""
	for _, word := range strings.Fields(rest) {
		number, err := strconv.Atoi(word)
		switch {
		case err == nil && n == 0 && number > 0:
			n = number
		case name == "" && bot.Check(word, d.Game()) == nil:
			name = word
		default:
			return desk.Refuse("house.fill-form", "bots", bot.Names(d.Game()))
		}
	}
	least, most := d.Game().Seats()
	want := table.Taken(d.Table) + n
	if n == 0 {
		want = max(least, want+1)
	}
	switch room := most - table.Taken(d.Table); {
	case room == 0:
		return desk.Refuse("house.full", "count", most)
	case want > most || n > most:
		return desk.Refuse("house.fill-room", "count", room)
	}
	names := seatBots(d, want, name)
	how := table.NewBots(d.W).Of(d.Table, &model.Seat{Standing: model.Standing{Bot: name}})
	return desk.Done(table.Say("house.filled", "names", names, "how", table.Say("house.bot-how-"+how)))
}

// seatBots adds bots of a name, "" for the match's own, until so many seats are
// taken, and returns what they are called.
func seatBots(d *desk.Desk, want int, name string) []string {
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	var added []string
	no := hostSeat(d)
	for _, called := range names {
		if table.Taken(d.Table) >= want {
			break
		}
		if table.SeatNamed(d.Table, called) == nil {
			d.Table.Seats = append(d.Table.Seats, model.Seat{No: table.NextNo(d.Table), Name: called, State: model.SeatBot, Standing: model.Standing{Bot: name}})
			added = append(added, called)
		}
	}
	if d.Seat != nil {
		d.Seat = d.Table.Seat(no)
	}
	d.W.Save(d.Table)
	return added
}
