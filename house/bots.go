package house

import (
	"strconv"
	"strings"

	"pitpost.example/engine/bot"
	"pitpost.example/house/command"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Fill seats bots: as many as asked, else up to the game's minimum; a name says
// which.
func Fill(d *desk, _ command.Line, rest string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	n, name := 0, ""
	for _, word := range strings.Fields(rest) {
		number, err := strconv.Atoi(word)
		switch {
		case err == nil && n == 0 && number > 0:
			n = number
		case name == "" && bot.Check(word, d.game()) == nil:
			name = word
		default:
			return refuse("house.fill-form", "bots", bot.Names(d.game()))
		}
	}
	least, most := d.game().Seats()
	want := table.Taken(d.table) + n
	if n == 0 {
		want = max(least, want+1)
	}
	switch room := most - table.Taken(d.table); {
	case room == 0:
		return refuse("house.full", "count", most)
	case want > most || n > most:
		return refuse("house.fill-room", "count", room)
	}
	names := seatBots(d, want, name)
	how := table.NewBots(d.w).Of(d.table, &model.Seat{Standing: model.Standing{Bot: name}})
	return done(table.Say("house.filled", "names", names, "how", table.Say("house.bot-how-"+how)))
}

// seatBots adds bots of a name, "" for the match's own, until so many seats are
// taken, and returns what they are called.
func seatBots(d *desk, want int, name string) []string {
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	var added []string
	no := hostSeat(d)
	for _, called := range names {
		if table.Taken(d.table) >= want {
			break
		}
		if table.SeatNamed(d.table, called) == nil {
			d.table.Seats = append(d.table.Seats, model.Seat{No: table.NextNo(d.table), Name: called, State: model.SeatBot, Standing: model.Standing{Bot: name}})
			added = append(added, called)
		}
	}
	if d.seat != nil {
		d.seat = d.table.Seat(no)
	}
	d.w.Save(d.table)
	return added
}
