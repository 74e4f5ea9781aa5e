package house

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Invite asks one or more people by address.
func Invite(d *desk, line command.Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	guests, no := reading.Guests(d.inEnglish(rest))
	if no != nil {
		return refused(no)
	}
	if len(guests) == 0 {
		return refuse("house.invite-whom")
	}
	return inviteAll(d, guests)
}

// inviteAll takes seats for guests and then writes to them, so that each is
// told of the table as it will be. It is refused where nobody could be invited.
func inviteAll(d *desk, guests []reading.Guest) answer {
	out := answer{state: model.LineRefused}
	_, most := d.table.Match.Game.Seats()
	crowd := len(guests) > most // no table has room for them, and each costs a look
	var seats []int
	var spent []engine.Phrase
	var left []string
	for _, g := range guests[:min(len(guests), most)] {
		no := table.NextNo(d.table)
		a := inviteOne(d, g)
		if a.spent {
			spent, left = a.says, append(left, g.Called())
			continue
		}
		if a.state != model.LineRefused {
			out.state = model.LineDone
		}
		if d.table.Seat(no) != nil {
			seats = append(seats, no)
		}
		out.says = append(out.says, a.says...)
	}
	out.says = append(out.says, spent...)
	if left != nil {
		out.says = append(out.says, table.Say("house.not-invited", "names", left))
	}
	if crowd {
		out.says = append(out.says, table.Say("house.full", "count", most))
	}
	for _, no := range seats {
		d.w.Queue(table.Invitation(d.w, d.table, d.table.Seat(no), d.player, ""))
	}
	return out
}

// inviteOne takes a seat for a guest.
func inviteOne(d *desk, g reading.Guest) answer {
	t := d.table
	_, most := t.Match.Game.Seats()
	if table.Taken(t) >= most {
		return refuse("house.full", "count", most)
	}
	p, _ := d.w.PlayerByAddress(g.Address)
	player := int64(0)
	if p != nil {
		player = p.ID
	}
	if table.KeptOut(d.w, t, 0, g.Address) {
		return answer{state: model.LineRefused, says: []engine.Phrase{table.Say("acts.block-invited", "who", g.Called())}}
	}
	if table.KeptOut(d.w, t, player, "") { // whom the host knows by another name or address
		return answer{state: model.LineRefused, says: []engine.Phrase{table.Say("house.not-invitable", "address", g.Called())}}
	}
	if world.Get(d.w, world.Unwanted{Address: g.Address}) {
		return answer{state: model.LineRefused, says: []engine.Phrase{table.Say("house.not-invitable", "address", g.Called())}}
	}
	if s := table.SeatOf(t, player); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		return done(table.Say("house.already-seated", "name", s.Name))
	}
	if a := d.mayInvite(g, p, table.NextNo(t), false); a.state == model.LineRefused {
		return a
	}
	if p == nil {
		p = d.newcomer(g)
	}
	now := d.now()
	s := model.Seat{No: table.NextNo(t), Name: table.FreeName(t, table.NameOf(g.Name, g.Address, d.house.Games, d.house.Names)), Player: p.ID,
		Address: g.Address, State: model.SeatInvited, Invited: &now}
	t.Seats = append(t.Seats, s)
	d.seat = t.Seat(hostSeat(d))
	d.w.Save(t)
	d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite, At: now.Add(table.RemindInvite)})
	if g.Known {
		return done(table.Say("house.invited-known", "name", s.Name))
	}
	return done(table.Say("house.invited", "name", s.Name, "address", g.Address))
}

func hostSeat(d *desk) int {
	if d.seat != nil {
		return d.seat.No
	}
	return d.table.Row.Host
}
