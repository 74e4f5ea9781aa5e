package lobby

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/notice"
	"pitpost.example/house/play"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Join takes a seat in an open lobby, or by the word of a forwarded link.
func Join(d *desk.Desk, line command.Line, rest string) desk.Answer {
	if name, meant := leagues.ToJoin(d, rest); meant {
		return leagues.League(d, line, "join "+name)
	}
	id, word := ParseJoin(rest)
	if id = cmp.Or(id, d.MatchID()); id == 0 {
		return leagues.JoinWhich(d, word)
	}
	if !d.Find(id) {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	t := d.Table
	if d.Seat != nil && d.Seat.State == model.SeatJoined {
		return desk.Done(engine.Say("house.already-seated", "name", d.Seat.Name))
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
	t.Seats = append(t.Seats, model.Seat{No: table.NextNo(t), Name: table.FreeName(t, table.NamingAt(d.W, t, d.Lang).NameOf(d.Display(), d.From)),
		Player: d.Player.ID, Address: d.From, State: model.SeatInvited})
	d.Seat = &t.Seats[len(t.Seats)-1]
	return sit(d, d.Seat)
}

// ParseJoin reads what stands behind "join": the number of a match, 0 for none, and the word of its link.
func ParseJoin(rest string) (id int64, word string) {
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

// Rename changes a seat's own name while nobody plays yet.
func Rename(d *desk.Desk, line command.Line, _ string) desk.Answer {
	_, want, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	want = strings.TrimRight(strings.TrimSpace(want), ".!")
	name := table.CleanName(want)
	if name == "" || table.Misleads(name) || strings.ContainsFunc(want, unicode.IsSpace) || !strings.EqualFold(name, norm.NFKC.String(want)) {
		return desk.Refuse("house.name-form")
	}
	if naming := table.NamingAt(d.W, d.Table, d.Lang); naming.Taken(name) {
		a := desk.Refuse("house.name-word", "name", name)
		if lettered := naming.NameOf(name, ""); naming.Lettered(lettered) != nil {
			a.Nearest = []string{"name " + lettered}
		}
		return a
	}
	if s := table.SeatNamed(d.Table, name); s != nil && s.No != d.Seat.No {
		return desk.Refuse("house.name-double", "name", s.Name)
	}
	d.Seat.Name = name
	d.W.Save(d.Table)
	return desk.Done(engine.Say("house.named", "name", name))
}

// AnswerInvite takes yes, no or block in answer to an invitation.
func AnswerInvite(d *desk.Desk, yes, block bool) desk.Answer {
	t, s := d.Table, d.Seat
	if t == nil || s == nil {
		return desk.Refuse("house.nothing-asked")
	}
	switch {
	case block:
		return Block(d, command.Line{}, "")
	case !yes:
		return seats.Decline(d, command.Line{}, "")
	case s.State == model.SeatJoined:
		return desk.Done(engine.Say("house.already-seated", "name", s.Name))
	case t.Row.Phase != model.PhaseLobby:
		return desk.Refuse("house.started-already", "match", int(t.Row.ID))
	case s.State == model.SeatUninvited:
		return desk.Refuse("house.uninvited-you", "match", int(t.Row.ID))
	}
	return sit(d, s)
}

// sit gives the seat to the sender and tells the host.
func sit(d *desk.Desk, s *model.Seat) desk.Answer {
	naming := table.NamingAt(d.W, d.Table, d.Lang)
	if display := d.Display(); s.State == model.SeatInvited && display != "" {
		if n := naming.NameOf(display, d.From); table.SeatNamed(d.Table, n) == nil && n != table.Anybody(naming.Games) {
			s.Name = n
		}
	}
	s.State = model.SeatJoined
	d.W.Save(d.Table)
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: s.No, What: model.DueInvite})
	d.Touch()
	if h := d.Table.Seat(d.Table.Row.Host); h != nil && h.No != s.No {
		awaited, host := table.Awaited(d.Table)
		table.Note(d.W, d.Table, h, model.PurposeNote, fmt.Sprintf("joined:%d", s.No), notice.Note{Pressing: host,
			Subject: engine.Say("house.joined-subject", "name", s.Name, "match", int(d.Table.Row.ID)),
			Lines:   append([]engine.Phrase{engine.Say("house.joined", "name", s.Name)}, awaited...)})
	}
	key, more := "house.you-joined", naming.Lettered(s.Name)
	switch {
	case table.StartsItself(d.Table):
		d.Receipt.Digest = true // whoever is not the first to move gets no letter of the start
		key = "house.you-joined-last"
	case d.Table.Row.Listed:
		key = "house.you-joined-open"
		fallthrough
	default:
		more = append(append(more, table.Short(d.Table, "house.short-guest")...), engine.Say("house.may-salt"))
	}
	return desk.Done(append([]engine.Phrase{engine.Say(key, "name", s.Name, "match", int(d.Table.Row.ID))}, more...)...)
}

// Salt adds words to the shuffle before the start.
func Salt(d *desk.Desk, line command.Line, _ string) desk.Answer {
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	words = play.Tidied(words)
	if words == "" || len([]rune(words)) > 200 {
		return desk.Refuse("house.salt-form", "count", 200)
	}
	if d.Seat.State != model.SeatJoined {
		return desk.Refuse("house.say-yes-first")
	}
	d.Seat.Salt = words
	d.W.Save(d.Table)
	return desk.Done(engine.Say("house.salted", "words", words))
}
