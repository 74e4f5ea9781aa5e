package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// NewMatch opens a match: "new saboteur with ana@x.org, bo@y.org edition=it".
func NewMatch(d *desk.Desk, line command.Line, _ string) desk.Answer {
	order, no := reading.New(d.InEnglish(line.Raw), d.House.Games, d.House.Names)
	if no != nil {
		return desk.Refused(no)
	}
	return open(d, order)
}

// open makes the match that was asked for and invites its guests.
func open(d *desk.Desk, order *reading.Order) desk.Answer {
	d.NeedPlayer()
	if a := d.MayOpen(order); a.State == model.LineRefused {
		return a
	}
	row := model.Match{Game: order.Game.Name(), Edition: order.Edition, Options: order.Options, Terms: order.Terms,
		Phase: model.PhaseLobby, CreatedAt: d.Now()}
	host := model.Seat{No: 0, Name: table.FreeName(nil, table.NameOf(d.Display(), d.From, d.House.Games, d.House.Names)), Player: d.Player.ID, State: model.SeatJoined}
	t := table.OpenTable(d.W, row, []model.Seat{host})
	d.Table, d.Seat, d.Ref, d.Since = t, &t.Seats[0], nil, 0
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueLapse, At: d.Now().Add(table.LobbyLapse)})
	if order.Practice {
		return practice(d, order)
	}
	says := []engine.Phrase{table.Say("house.opened", "match", int(t.Row.ID), "game", table.Say(order.Game.Name()+".title"), "commitment", table.Commitment(t)),
		table.Lasts(t, len(order.Guests)+1)}
	a := inviteAll(d, order.Guests)
	says = append(says, a.Says...)
	if len(order.Guests) == 0 {
		says = append(says, table.Say("house.opened-alone", "match", int(t.Row.ID), "word", t.Row.Word))
	}
	d.W.Save(t)
	return desk.Done(says...)
}

// practice seats bots at once and starts.
func practice(d *desk.Desk, order *reading.Order) desk.Answer {
	least, _ := order.Game.Seats()
	seats := max(least, 4)
	if order.Seats > 0 {
		seats = order.Seats
	}
	seatBots(d, seats, "")
	if a := beginMatch(d); a.State == model.LineRefused {
		return a
	}
	return desk.Done(table.Say("house.practice", "match", int(d.Table.Row.ID), "seats", seats))
}
