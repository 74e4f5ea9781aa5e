package house

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// NewMatch opens a match: "new saboteur with ana@x.org, bo@y.org edition=it".
func NewMatch(d *desk, line command.Line, _ string) answer {
	order, no := reading.New(d.inEnglish(line.Raw), d.house.Games, d.house.Names)
	if no != nil {
		return refused(no)
	}
	return open(d, order)
}

// open makes the match that was asked for and invites its guests.
func open(d *desk, order *reading.Order) answer {
	d.needPlayer()
	if a := d.mayOpen(order); a.state == model.LineRefused {
		return a
	}
	row := model.Match{Game: order.Game.Name(), Edition: order.Edition, Options: order.Options, Terms: order.Terms,
		Phase: model.PhaseLobby, CreatedAt: d.now()}
	host := model.Seat{No: 0, Name: table.FreeName(nil, table.NameOf(d.display(), d.from, d.house.Games, d.house.Names)), Player: d.player.ID, State: model.SeatJoined}
	t := table.OpenTable(d.w, row, []model.Seat{host})
	d.table, d.seat, d.ref, d.since = t, &t.Seats[0], nil, 0
	d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueLapse, At: d.now().Add(table.LobbyLapse)})
	if order.Practice {
		return practice(d, order)
	}
	says := []engine.Phrase{table.Say("house.opened", "match", int(t.Row.ID), "game", table.Say(order.Game.Name()+".title"), "commitment", table.Commitment(t)),
		table.Lasts(t, len(order.Guests)+1)}
	a := inviteAll(d, order.Guests)
	says = append(says, a.says...)
	if len(order.Guests) == 0 {
		says = append(says, table.Say("house.opened-alone", "match", int(t.Row.ID), "word", t.Row.Word))
	}
	d.w.Save(t)
	return done(says...)
}

// practice seats bots at once and starts.
func practice(d *desk, order *reading.Order) answer {
	least, _ := order.Game.Seats()
	seats := max(least, 4)
	if order.Seats > 0 {
		seats = order.Seats
	}
	seatBots(d, seats, "")
	if a := beginMatch(d); a.state == model.LineRefused {
		return a
	}
	return done(table.Say("house.practice", "match", int(d.table.Row.ID), "seats", seats))
}

func (d *desk) display() string {
	if d.letter == nil {
		return ""
	}
	return d.letter.Display
}

// needPlayer makes the sender a player if they were none.
func (d *desk) needPlayer() {
	if d.player != nil {
		return
	}
	if d.from == "" {
		panic(world.Fault{Err: fmt.Errorf("no player to act for")})
	}
	p := d.w.NewPlayer(d.from, d.display())
	d.player = p
	if d.lang != "" && d.lang != p.Lang {
		p.Lang = d.lang
		d.w.Do(world.SavePlayer{Player: *p})
	}
	if d.letter != nil && d.letter.Trust == Proved {
		d.w.Do(world.SaveAddress{Address: model.Address{Address: d.from, Player: p.ID, First: true, Proved: true, Display: d.display()}})
	}
}

func (d *desk) inLobby() (answer, bool) {
	if d.table.Row.Phase != model.PhaseLobby {
		return refuse("house.started-already", "match", int(d.table.Row.ID)), false
	}
	return answer{}, true
}
