package lobby

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// InvitePeople invites one or more people by address.
func InvitePeople(d *desk.Desk, line speech.Line, _ string) desk.Result {
	guests, no := dates.ReadGuests(d.InEnglish(desk.AfterFirstWord(line)))
	if no != nil {
		return desk.RefuseWith(no)
	}
	if len(guests) == 0 {
		return desk.Refuse("house.invite-whom")
	}
	return inviteAll(d, guests)
}

// inviteAll gives seats to all guests first and then writes to them, so that each invitation shows the whole
// table. It is refused if nobody could be invited.
func inviteAll(d *desk.Desk, guests []dates.Guest) desk.Result {
	out := desk.Result{State: model.LineRefused}
	_, most := d.Table.Match.Game.Seats()
	crowd := len(guests) > most // no table has room for so many, and each would cost a query
	var seats []int
	var spent []engine.Phrase
	var left []string
	for _, g := range guests[:min(len(guests), most)] {
		no := d.Table.NextNo()
		a := inviteOne(d, g)
		if a.Spent {
			spent, left = a.Says, append(left, g.Called())
			continue
		}
		if !a.Refuses() {
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
		d.W.Queue(d.Table.Invitation(d.Table.Seat(no), ""))
	}
	return out
}

// invitedMost is how often one person can be invited to one match. Friends of a host are counted nowhere else.
const invitedMost = 5

// inviteOne gives a seat to a guest.
func inviteOne(d *desk.Desk, g dates.Guest) desk.Result {
	t := d.Table
	if _, most := t.Match.Game.Seats(); t.Taken() >= most {
		return desk.Refuse("house.full", "count", most)
	}
	p := desk.FindGuest(d, g)
	if t.KeptOut(0, g.Address) {
		return desk.Refuse("acts.block-invited", "who", g.Called())
	}
	// KeptOut is true here if a host has blocked the guest under another name or address.
	if t.KeptOut(p.Number(), "") || table.IsUninvitable(d.W, g.Address) {
		return desk.Refuse("house.not-invitable", "address", g.Called())
	}
	if a := desk.RefuseSeatToReferee(d, p, g); a.Refuses() {
		return a
	}
	if s := t.SeatOf(p.Number()); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		if !desk.KnowsAddress(d, s, g.Address) {
			return desk.Refuse("house.not-invitable", "address", g.Called()) // their name would tell whose address it is
		}
		return desk.AnswerDone(engine.Say("house.already-seated", "name", s.Name))
	}
	if had := engine.CountWhere(t.Seats, func(s model.Seat) bool {
		return p != nil && s.Player == p.ID || strings.EqualFold(s.Address, g.Address)
	}); had >= invitedMost {
		return desk.Refuse("house.guest-enough", "who", g.Called())
	}
	if a := d.ReserveInvitation(g, p, t.NextNo(), false); a.Refuses() {
		return a
	}
	p = d.PlayerFor(p, g)
	now := d.Now()
	naming := t.NamingAt(d.Lang, p.Lang)
	s := model.Seat{No: t.NextNo(), Name: t.FreeName(naming.NameOf(g.Name, g.Address)), Player: p.ID,
		Address: g.Address, State: model.SeatInvited, Invited: &now}
	twin := sameMailbox(d, g)
	addSeat(d, s)
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite, At: now.Add(table.RemindInvite)})
	says := engine.Say("house.invited", "name", s.Name, "address", g.Address)
	if g.Known {
		says = engine.Say("house.invited-known", "name", s.Name)
	}
	all := append([]engine.Phrase{says}, naming.Lettered(s.Name)...)
	switch shared := t.DescribeShared(&s); {
	case shared != nil:
		all = append(all, shared...)
	case twin != "":
		all = append(all, engine.Say("fairplay.mailbox", "name", twin, "other", s.Name))
	}
	return desk.AnswerDone(all...)
}

// sameMailbox returns who has a seat already whose mail goes to the same mailbox as a guest's, by the address that the
// host wrote. It returns "" if nobody has.
func sameMailbox(d *desk.Desk, g dates.Guest) string {
	if g.Known {
		return ""
	}
	for s := range d.Table.In(model.SeatInvited, model.SeatJoined, model.SeatBot) {
		address := s.Address
		if s.No == d.Table.Row.Host && s.Player == d.Player.Number() {
			address = d.From
		}
		if address != "" && model.MailboxBehind(address) == model.MailboxBehind(g.Address) {
			return s.Name
		}
	}
	return ""
}

// addSeat adds a seat to the table at hand. That may move the sender's own.
func addSeat(d *desk.Desk, s model.Seat) {
	d.Table.Seats = append(d.Table.Seats, s)
	if d.Seat != nil {
		d.Seat = d.Table.Seat(d.Seat.No)
	}
}

// WithdrawInvitation withdraws an invitation.
func WithdrawInvitation(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return desk.Refuse("house.no-such-guest", "name", engine.ClipText(rest))
	}
	return seats.TakeLobbySeat(d.Table, s)
}

// guestCalled finds a seat by name or address, nil if there is none.
func guestCalled(d *desk.Desk, word string) *model.Seat {
	word = strings.TrimSpace(word)
	return cmp.Or(d.Table.SeatBegins(word), d.Table.SeatThat(func(s *model.Seat) bool {
		return strings.EqualFold(s.Address, word) && word != "" && s.State != model.SeatUninvited && desk.KnowsAddress(d, s, word)
	}))
}

// ResendInvitation sends an invitation again.
func ResendInvitation(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return desk.Refuse("house.no-such-guest", "name", engine.ClipText(rest))
	}
	guest := d.W.Player(s.Player)
	if a := d.ReserveInvitation(dates.Guest{Name: s.Name, Address: s.Address}, guest, s.No, true); a.Refuses() {
		return a
	}
	d.W.Queue(d.Table.Invitation(s, fmt.Sprintf("-again-%d", d.Now().Unix()/3600)))
	return desk.AnswerDone(engine.Say("house.resent", "name", s.Name))
}

// SetHostNote adds the host's words to all later invitations.
func SetHostNote(d *desk.Desk, line speech.Line, _ string) desk.Result {
	words := desk.TidyWords(desk.AfterFirstWord(line))
	if words == "" || len([]rune(words)) > 500 {
		return desk.Refuse("house.note-form", "count", 500)
	}
	d.Table.Row.Note = words
	says := []engine.Phrase{engine.Say("house.noted")}
	readers := d.Table.NamesThat(func(s *model.Seat) bool { return d.Table.Knows(s) }, model.SeatInvited)
	switch {
	case d.Table.Count(model.SeatInvited) == 0:
	case readers == nil:
		says = append(says, engine.Say("house.noted-nobody"))
	case !d.Table.Row.CreatedAt.Equal(d.Now()): // otherwise this letter invited them, and the words come with that
		says = append(says, engine.Say("house.noted-late", "names", readers, "command", "resend "+readers[0]))
	}
	return desk.AnswerDone(says...)
}

// BlockInvitations blocks all invitations to the sender's address. "block" with a name or address keeps that person out
// of the sender's matches instead.
func BlockInvitations(d *desk.Desk, line speech.Line, rest string) desk.Result {
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
	d.W.SaveAddress(*address)
	if d.Seat != nil && d.Seat.State == model.SeatInvited {
		seats.DeclineMatch(d, speech.Line{}, "")
	}
	return desk.AnswerDone(engine.Say("house.blocked"))
}

// JoinLobby takes a seat in an open lobby or, with the word of a forwarded link, in any.
func JoinLobby(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if name, meant := leagues.MeansLeague(d, rest); meant {
		return leagues.RunLeagueCommand(d, line, "join "+name)
	}
	id, word := ParseJoin(rest)
	if id = cmp.Or(id, d.MatchID()); id == 0 {
		return leagues.AskWhatToJoin(d, word)
	}
	if !d.FindMatch(id) {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	t := d.Table
	if t.MayNeverSit(d.Player.Number(), d.From) {
		return desk.Refuse("house.referee-never-you", "match", int(id))
	}
	if d.Seat != nil && d.Seat.State == model.SeatJoined {
		return desk.AnswerDone(engine.Say("house.already-seated", "name", d.Seat.Name))
	}
	if t.Row.Phase != model.PhaseLobby || !t.Row.Listed && word != t.Row.Word && (d.Seat == nil || d.Seat.State == model.SeatUninvited) {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	d.NeedPlayer()
	if t.KeptOut(d.Player.ID, d.From) {
		return desk.Refuse("house.no-such-match", "match", int(id))
	}
	if d.Seat != nil && (d.Seat.State == model.SeatInvited || d.Seat.State == model.SeatDeclined) {
		return takeSeat(d, d.Seat)
	}
	if _, most := t.Match.Game.Seats(); t.Taken() >= most {
		return desk.Refuse("house.full", "count", most)
	}
	t.Seats = append(t.Seats, model.Seat{No: t.NextNo(), Name: t.FreeName(t.NamingAt(d.Lang).NameOf(d.Display(), d.From)),
		Player: d.Player.ID, Address: d.From, State: model.SeatInvited})
	d.Seat = &t.Seats[len(t.Seats)-1]
	return takeSeat(d, d.Seat)
}

// ParseJoin reads the arguments of "join": the number of a match, 0 if none, and the word of its link.
func ParseJoin(rest string) (id int64, word string) {
	for f := range strings.FieldsSeq(rest) {
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

// RenameSeat changes the name of the sender's seat before the match begins.
func RenameSeat(d *desk.Desk, line speech.Line, _ string) desk.Result {
	want := strings.TrimRight(strings.TrimSpace(desk.AfterFirstWord(line)), ".!")
	name := table.CleanName(want)
	if name == "" || table.IsMisleadingName(name) || strings.ContainsFunc(want, unicode.IsSpace) || !strings.EqualFold(name, norm.NFKC.String(want)) {
		return desk.Refuse("house.name-form")
	}
	if naming := d.Table.NamingAt(d.Lang); naming.Taken(name) {
		a := desk.Refuse("house.name-word", "name", name)
		if lettered := naming.NameOf(name, ""); naming.Lettered(lettered) != nil {
			a.Nearest = []string{"name " + lettered}
		}
		return a
	}
	if d.Table.Row.Referee != 0 && d.Table.CalledReferee(name) {
		return desk.Refuse("house.name-double", "name", d.Table.Row.RefereeName)
	}
	if s := d.Table.SeatLike(name); s != nil && s.No != d.Seat.No {
		return desk.Refuse("house.name-double", "name", s.Name)
	}
	d.Seat.Name = name
	return desk.AnswerDone(engine.Say("house.named", "name", name))
}

// AnswerInvitation carries out yes, no or block in answer to an invitation.
func AnswerInvitation(d *desk.Desk, yes, block bool) desk.Result {
	t, s := d.Table, d.Seat
	if t == nil || s == nil {
		return desk.Refuse("house.nothing-asked")
	}
	switch {
	case block:
		return BlockInvitations(d, speech.Line{}, "")
	case !yes:
		return seats.DeclineMatch(d, speech.Line{}, "")
	case s.State == model.SeatJoined:
		return desk.AnswerDone(engine.Say("house.already-seated", "name", s.Name))
	case t.MayNeverSit(d.Player.ID, d.From):
		return desk.Refuse("house.referee-never-you", "match", int(t.Row.ID))
	case t.Row.Phase != model.PhaseLobby:
		return desk.Refuse("house.started-already", "match", int(t.Row.ID))
	case s.State == model.SeatUninvited, t.KeptOut(d.Player.ID, d.From):
		return desk.Refuse("house.uninvited-you", "match", int(t.Row.ID))
	}
	return takeSeat(d, s)
}

// takeSeat gives a seat to the sender and tells the host.
func takeSeat(d *desk.Desk, s *model.Seat) desk.Result {
	if s.State != model.SeatInvited { // somebody who declined changes their mind: their place and name may be taken
		if _, most := d.Table.Match.Game.Seats(); d.Table.Taken() >= most {
			return desk.Refuse("house.full", "count", most)
		}
		s.Name = d.Table.FreeName(s.Name)
	}
	naming := d.Table.NamingAt(d.Lang)
	if display := d.Display(); s.State == model.SeatInvited && display != "" {
		if n := naming.NameOf(display, d.From); d.Table.FreeName(n) == n && n != table.DefaultName(naming.Games) {
			s.Name = n
		}
	}
	s.State = model.SeatJoined
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: s.No, What: model.DueInvite})
	d.NoteChanged(d.Table)
	begins := d.Table.StartsItself()
	if !begins { // otherwise all hear that the match begins
		awaited, host := d.Table.DescribeAwaited()
		d.Table.NoteHost(s, fmt.Sprintf("joined:%d", s.No), notice.Note{Pressing: host,
			Subject: engine.Say("house.joined-subject", "name", s.Name, "match", int(d.Table.Row.ID)),
			Lines:   append([]engine.Phrase{engine.Say("house.joined", "name", s.Name)}, awaited...)})
	}
	key, more := "house.you-joined", naming.Lettered(s.Name)
	switch {
	case begins:
		key = "house.you-joined-last"
	case d.Table.Row.Listed:
		key = "house.you-joined-open"
		fallthrough
	default:
		more = slices.Concat(table.DescribeReferees(d.Table.Table), d.Table.InvitedToo(s), d.Table.DescribeShared(nil), more)
		more = append(append(more, d.Table.CountMissingPlayers("house.short-guest")...), engine.Say("house.may-salt"))
		if names := d.Table.NamesOf(model.SeatInvited); len(names) > 0 {
			more = append([]engine.Phrase{engine.Say("house.waits-for", "names", names), engine.Say("own.wait-bots")}, more...)
		}
	}
	return desk.AnswerDone(append([]engine.Phrase{engine.Say(key, "name", s.Name, "match", int(d.Table.Row.ID))}, more...)...)
}

// saltMost is how many characters a player may add to the shuffle.
const saltMost = 200

// SaltShuffle adds words to the shuffle before the start; alone it says what the seal and the words are for.
func SaltShuffle(d *desk.Desk, line speech.Line, _ string) desk.Result {
	words := desk.TidyWords(desk.AfterFirstWord(line))
	about := engine.Say("house.salt-form", "commitment", d.Table.Commitment(), "count", saltMost)
	switch {
	case words == "":
		return desk.AnswerInfo(about)
	case len([]rune(words)) > saltMost:
		return desk.RefuseWith(&engine.Refusal{Phrase: about})
	}
	if d.Seat == nil || d.Seat.State != model.SeatJoined {
		return desk.Refuse("house.say-yes-first")
	}
	d.Seat.Salt = words
	return desk.AnswerDone(engine.Say("house.salted", "words", words))
}
