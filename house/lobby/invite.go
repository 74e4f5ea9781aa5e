package lobby

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/reading"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Invite asks one or more people by address.
func Invite(d *desk.Desk, line command.Line, _ string) desk.Answer {
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	guests, no := reading.Guests(d.InEnglish(rest))
	if no != nil {
		return desk.Refused(no)
	}
	if len(guests) == 0 {
		return desk.Refuse("house.invite-whom")
	}
	return inviteAll(d, guests)
}

// inviteAll takes seats for guests and then writes to them, so that each is
// told of the table as it will be. It is refused where nobody could be invited.
func inviteAll(d *desk.Desk, guests []reading.Guest) desk.Answer {
	out := desk.Answer{State: model.LineRefused}
	_, most := d.Table.Match.Game.Seats()
	crowd := len(guests) > most // no table has room for them, and each costs a look
	var seats []int
	var spent []engine.Phrase
	var left []string
	for _, g := range guests[:min(len(guests), most)] {
		no := table.NextNo(d.Table)
		a := inviteOne(d, g)
		if a.Spent {
			spent, left = a.Says, append(left, g.Called())
			continue
		}
		if a.State != model.LineRefused {
			out.State = model.LineDone
		}
		if d.Table.Seat(no) != nil {
			seats = append(seats, no)
		}
		out.Says = append(out.Says, a.Says...)
	}
	out.Says = append(out.Says, spent...)
	if left != nil {
		out.Says = append(out.Says, engine.Say("house.not-invited", "names", left))
	}
	if crowd {
		out.Says = append(out.Says, engine.Say("house.full", "count", most))
	}
	for _, no := range seats {
		d.W.Queue(table.Invitation(d.W, d.Table, d.Table.Seat(no), d.Player, ""))
	}
	return out
}

// inviteOne takes a seat for a guest.
func inviteOne(d *desk.Desk, g reading.Guest) desk.Answer {
	t := d.Table
	if _, most := t.Match.Game.Seats(); table.Taken(t) >= most {
		return desk.Refuse("house.full", "count", most)
	}
	p, _ := d.W.PlayerByAddress(g.Address)
	player := int64(0)
	if p != nil {
		player = p.ID
	}
	if table.KeptOut(d.W, t, 0, g.Address) {
		return desk.Refuse("acts.block-invited", "who", g.Called())
	}
	if table.KeptOut(d.W, t, player, "") || world.Get(d.W, world.Unwanted{Address: g.Address}) { // kept out: by another name or address
		return desk.Refuse("house.not-invitable", "address", g.Called())
	}
	if s := table.SeatOf(t, player); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		return desk.Done(engine.Say("house.already-seated", "name", s.Name))
	}
	if a := d.MayInvite(g, p, table.NextNo(t), false); a.State == model.LineRefused {
		return a
	}
	if p == nil {
		p = d.Newcomer(g)
	}
	now := d.Now()
	naming := table.NamingAt(d.W, t, d.Lang, p.Lang)
	s := model.Seat{No: table.NextNo(t), Name: table.FreeName(t, naming.NameOf(g.Name, g.Address)), Player: p.ID,
		Address: g.Address, State: model.SeatInvited, Invited: &now}
	t.Seats = append(t.Seats, s)
	d.Seat = t.Seat(hostSeat(d))
	d.W.Save(t)
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite, At: now.Add(table.RemindInvite)})
	says := engine.Say("house.invited", "name", s.Name, "address", g.Address)
	if g.Known {
		says = engine.Say("house.invited-known", "name", s.Name)
	}
	return desk.Done(append([]engine.Phrase{says}, naming.Lettered(s.Name)...)...)
}

func hostSeat(d *desk.Desk) int {
	if d.Seat != nil {
		return d.Seat.No
	}
	return d.Table.Row.Host
}

// Uninvite takes an invitation back.
func Uninvite(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return desk.Refuse("house.no-such-guest", "name", engine.Clip(rest))
	}
	return seats.TakeOff(d, s)
}

// guestCalled finds a seat by name or address.
func guestCalled(d *desk.Desk, word string) *model.Seat {
	word = strings.TrimSpace(word)
	if s := table.SeatBegins(d.Table, word); s != nil {
		return s
	}
	for s := range d.Table.In() {
		if strings.EqualFold(s.Address, word) && word != "" && s.State != model.SeatUninvited {
			return s
		}
	}
	return nil
}

// Resend writes an invitation once more.
func Resend(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return desk.Refuse("house.no-such-guest", "name", engine.Clip(rest))
	}
	guest := d.W.Player(s.Player)
	if a := d.MayInvite(reading.Guest{Name: s.Name, Address: s.Address}, guest, s.No, true); a.State == model.LineRefused {
		return a
	}
	d.W.Queue(table.Invitation(d.W, d.Table, s, d.Player, fmt.Sprintf("-again-%d", d.Now().Unix()/3600)))
	return desk.Done(engine.Say("house.resent", "name", s.Name))
}

// HostNote adds the host's words to invitations sent from now on.
func HostNote(d *desk.Desk, line command.Line, _ string) desk.Answer {
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	if words = play.Tidied(words); words == "" || len([]rune(words)) > 500 {
		return desk.Refuse("house.note-form", "count", 500)
	}
	d.Table.Row.Note = words
	d.W.Save(d.Table)
	return desk.Done(engine.Say("house.noted"))
}

// Block keeps all invitations from an address for good; with somebody named behind it, that
// one from all matches of the sender.
func Block(d *desk.Desk, line command.Line, rest string) desk.Answer {
	if !d.Operator {
		d.NeedPlayer()
	}
	if rest != "" || d.Operator {
		return seats.BlockGuest(d, line)
	}
	_, address := d.W.PlayerByAddress(d.From)
	if address == nil {
		address = &model.Address{Address: d.From, Player: d.Player.ID, First: true}
	}
	address.Blocked = true
	d.W.Do(world.SaveAddress{Address: *address})
	if d.Seat != nil && d.Seat.State == model.SeatInvited {
		seats.Decline(d, command.Line{}, "")
	}
	return desk.Done(engine.Say("house.blocked"))
}
