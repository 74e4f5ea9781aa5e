package house

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
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
		no := nextNo(d.table)
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
		out.says = append(out.says, say("house.not-invited", "names", left))
	}
	if crowd {
		out.says = append(out.says, say("house.full", "count", most))
	}
	for _, no := range seats {
		d.w.Queue(invitation(d.w, d.table, d.table.Seat(no), d.player, ""))
	}
	return out
}

// inviteOne takes a seat for a guest.
func inviteOne(d *desk, g reading.Guest) answer {
	t := d.table
	_, most := t.Match.Game.Seats()
	if taken(t) >= most {
		return refuse("house.full", "count", most)
	}
	p, _ := d.w.PlayerByAddress(g.Address)
	player := int64(0)
	if p != nil {
		player = p.ID
	}
	if keptOut(d.w, t, 0, g.Address) {
		return answer{state: model.LineRefused, says: []engine.Phrase{say("acts.block-invited", "who", g.Called())}}
	}
	if keptOut(d.w, t, player, "") { // whom the host knows by another name or address
		return answer{state: model.LineRefused, says: []engine.Phrase{say("house.not-invitable", "address", g.Called())}}
	}
	if world.Get(d.w, world.Unwanted{Address: g.Address}) {
		return answer{state: model.LineRefused, says: []engine.Phrase{say("house.not-invitable", "address", g.Called())}}
	}
	if s := seatOf(t, player); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		return done(say("house.already-seated", "name", s.Name))
	}
	if a := d.mayInvite(g, p, nextNo(t), false); a.state == model.LineRefused {
		return a
	}
	if p == nil {
		p = d.newcomer(g)
	}
	now := d.now()
	s := model.Seat{No: nextNo(t), Name: freeName(t, nameOf(g.Name, g.Address, d.house.Games, d.house.Names)), Player: p.ID,
		Address: g.Address, State: model.SeatInvited, Invited: &now}
	t.Seats = append(t.Seats, s)
	d.seat = t.Seat(hostSeat(d))
	d.w.Save(t)
	d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite, At: now.Add(remindInvite)})
	if g.Known {
		return done(say("house.invited-known", "name", s.Name))
	}
	return done(say("house.invited", "name", s.Name, "address", g.Address))
}

func hostSeat(d *desk) int {
	if d.seat != nil {
		return d.seat.No
	}
	return d.table.Row.Host
}

// invitation is the one letter a guest gets, and its one reminder. The host's
// free text goes only to people who know the host from a match.
func invitation(w *world.Tx, t *model.Table, s *model.Seat, host *model.Player, again string) model.Notice {
	hostName := ""
	if h := t.Seat(t.Row.Host); h != nil {
		hostName = h.Name
	}
	seats := taken(t)
	pace := paceFor(t.Row.Terms.Pace, seats)
	days, _ := length(t, seats)
	n := notice.Note{Subject: say("house.invite-subject", "match", int(t.Row.ID), "host", hostName, "game", say(t.Row.Game+".title")),
		Answers: []string{"yes", "no", "block"}}
	who := say("house.invite-who", "host", hostName, "name", s.Name, "game", say(t.Row.Game+".title"))
	if neverAnswered(w, s.Address) { // what they are called, the host wrote
		who = say("house.invite-stranger", "host", hostName, "game", say(t.Row.Game+".title"))
	}
	n.Lines = append(n.Lines, who, say(t.Row.Game+".blurb"), say("house.invite-how", "in", int(pace/time.Second)), say("house.lasts-short", "count", days))
	if t.Row.Note != "" && knows(w, t, s, host) {
		n.Lines = append(n.Lines, say("house.invite-note", "host", hostName, "note", t.Row.Note))
	}
	n.Lines = append(append(n.Lines, toldOfBots(t)...), toldOfWatching(t)...)
	n.Lines = append(n.Lines, say("house.invite-answers"), say("house.invite-private"), say("house.invite-fair", "commitment", commitment(t)))
	return model.Notice{Key: fmt.Sprintf("invite%s:%d:%d", again, t.Row.ID, s.No), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: model.PurposeInvite, Params: notice.Params(n)}
}

// knows says whether a guest has sat in a match with the host before.
func knows(w *world.Tx, t *model.Table, s *model.Seat, host *model.Player) bool {
	if host == nil {
		return false
	}
	ids := world.Get(w, world.MatchesOf{Player: s.Player})
	for _, id := range ids {
		if id == t.Row.ID {
			continue
		}
		if other := w.Table(id); slices.ContainsFunc(other.Seats, func(o model.Seat) bool { return o.Player == host.ID && o.State == model.SeatJoined }) {
			return true
		}
	}
	return false
}
