// Package lobby handles a match before it begins: opening, invitations, joining, names, bots and the start.
// It also has rallies, evenings with short clocks, because a table is invited to them in the same way. The
// desk's caps limit who is written to.
package lobby

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// NewMatch opens a match: "new saboteur with ana@x.org, bo@y.org edition=it".
func NewMatch(d *desk.Desk, line speech.Line, _ string) desk.Result {
	order, no := dates.ReadNewMatch(cmp.Or(line.Plain, d.InEnglish(line.Raw)), desk.LanguageOf(d), d.House.Games, d.House.Names)
	if no != nil {
		return desk.RefuseWith(no)
	}
	return open(d, order)
}

// open creates the match that was ordered and invites its guests.
func open(d *desk.Desk, order *dates.Order) desk.Result {
	d.NeedPlayer()
	if a := d.ReserveOpening(order); a.Refuses() {
		return a
	}
	row := model.Match{Game: order.Game.Name(), Edition: order.Edition, Options: order.Options, Terms: order.Terms,
		Phase: model.PhaseLobby, CreatedAt: d.Now()}
	naming := table.Naming{Games: []engine.Game{order.Game}, Langs: []string{d.Lang}}
	host := model.Seat{No: 0, Name: naming.NameOf(d.Display(), d.From), Player: d.Player.ID, State: model.SeatJoined}
	taken := []model.Seat{host}
	if order.NoSeat {
		row.Host, row.Referee, row.RefereeAddress, row.RefereeName, taken = model.NoSeat, d.Player.ID, d.From, host.Name, nil
	}
	t := table.OpenTable(d.W, row, taken)
	if d.Table, d.Seat, d.Ref, d.Since = t, nil, nil, 0; !order.NoSeat {
		d.Seat = &t.Seats[0]
	}
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueLapse, At: d.Now().Add(table.LobbyLapse)})
	if order.Practice {
		return practice(d, order)
	}
	opened := "house.opened"
	if order.NoSeat {
		opened = "house.referee-opened"
	}
	says := append([]engine.Phrase{engine.Say(opened, "match", int(t.Row.ID), "game", engine.Say(order.Game.Name()+".title"))},
		t.DescribeDuration(len(order.Guests)+len(taken))...)
	says = append(says, byTheBook(order)...)
	if !order.NoSeat {
		says = append(says, naming.Lettered(host.Name)...)
	}
	says = append(says, inviteAll(d, order.Guests).Says...)
	if len(order.Guests) == 0 {
		says = append(says, engine.Say("house.opened-alone", "match", int(t.Row.ID), "word", t.Row.Word))
	} else if short := t.CountMissingPlayers("house.short"); short != nil {
		says = append(says, short...)
	} else {
		says = append(says, engine.Say("house.opened-waits"))
	}
	says = append(says, engine.Say("house.invite-fair", "commitment", t.Commitment()))
	return desk.AnswerDone(says...)
}

// practice fills a match with bots and starts it at once.
func practice(d *desk.Desk, order *dates.Order) desk.Result {
	least, _ := order.Game.Seats()
	seats := cmp.Or(order.Seats, max(least, 4))
	seatBots(d, seats, "")
	if no := d.Table.Begin(); no != nil {
		return desk.RefuseWith(no)
	}
	begun := engine.Say("house.practice", "match", int(d.Table.Row.ID), "seats", seats)
	return desk.AnswerDone(append([]engine.Phrase{begun}, byTheBook(order)...)...)
}

// byTheBook names the book that a match is played by, and the other editions if its host chose none. It is empty if
// the game has but one.
func byTheBook(order *dates.Order) []engine.Phrase {
	others := engine.FilterList(order.Game.Editions(), func(e string) bool { return e != order.Edition })
	if len(others) == 0 {
		return nil
	}
	says := []engine.Phrase{engine.Say("house.book", "book", engine.EditionTitle(order.Game.Name(), order.Edition))}
	if order.Unchosen {
		choices := engine.MapList(others, func(e string) string { return "edition=" + e })
		says = append(says, engine.Say("house.book-other", "choices", choices))
	}
	return says
}

// StartMatch starts a match because the host says so. If somebody has not answered it asks first: wait, or begin with a bot
// in their chair, which they take over by their yes.
func StartMatch(d *desk.Desk, line speech.Line, _ string) desk.Result {
	t := d.Table
	least, _ := t.Match.Game.Seats()
	silent := t.NamesOf(model.SeatInvited)
	if t.Count(model.SeatJoined) == 0 || t.Count(model.SeatJoined, model.SeatBot, model.SeatInvited) < least {
		return desk.RefuseWith(t.Begin())
	}
	if silent != nil && !d.Sure && !d.Operator {
		return d.AskIfSure(line, engine.Say("own.start-sure", "names", silent))
	}
	var chairs []model.Seat
	for s := range t.In(model.SeatInvited) {
		chairs = append(chairs, *s)
		d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite})
		s.State, s.Player, s.Address = model.SeatBot, 0, ""
	}
	if no := t.Begin(); no != nil {
		return desk.RefuseWith(no)
	}
	for _, was := range chairs {
		t.PutOffer(t.Seat(was.No), model.SeatOffer{Player: was.Player, By: model.OfferHost, Until: d.Now().Add(table.LobbyLapse)}, was.Address)
	}
	says := []engine.Phrase{engine.Say("house.started", "match", int(t.Row.ID))}
	if silent != nil {
		says = append(says, engine.Say("own.start-bots", "names", silent))
	}
	return desk.AnswerDone(says...)
}

// FillWithBots adds bots: as many as asked, otherwise up to the game's minimum. A name chooses the kind of bot.
func FillWithBots(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	n, name := 0, ""
	for word := range strings.FieldsSeq(rest) {
		number, err := strconv.Atoi(word)
		switch {
		case err == nil && n == 0 && number > 0:
			n = number
		case name == "" && bot.CheckName(word, d.Game()) == nil:
			name = word
		default:
			return desk.Refuse("house.fill-form", "bots", bot.ListBots(d.Game()))
		}
	}
	least, most := d.Game().Seats()
	want := d.Table.Taken() + n
	if n == 0 {
		want = max(least, want+1)
	}
	switch room := most - d.Table.Taken(); {
	case room == 0:
		return desk.Refuse("house.full", "count", most)
	case want > most || n > most:
		return desk.Refuse("house.fill-room", "count", room)
	}
	names := seatBots(d, want, name)
	how := table.NewBotPlayers(d.W).Of(d.Table, &model.Seat{Standing: model.Standing{Bot: name}})
	awaited, _ := d.Table.DescribeAwaited()
	return desk.AnswerDone(append([]engine.Phrase{engine.Say("house.filled", "names", names, "how", engine.Say("house.bot-how-"+how))}, awaited...)...)
}

// seatBots adds bots until want seats are taken, and returns their names. name is their kind, "" for that of
// the match.
func seatBots(d *desk.Desk, want int, name string) []string {
	var added []string
	for _, called := range table.BotNames() {
		if d.Table.Taken() >= want {
			break
		}
		if d.Table.SeatNamed(called) == nil {
			called = d.Table.FreeName(called) // the referee may be called so
			addSeat(d, model.Seat{No: d.Table.NextNo(), Name: called, State: model.SeatBot, Standing: model.Standing{Bot: name}})
			added = append(added, called)
		}
	}
	return added
}

// OpenLobby lets anybody join and returns the link to pass on.
func OpenLobby(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if s := d.Seat; s != nil && d.Table.Row.Phase == model.PhaseRunning && slices.Contains(d.Game().Words(), "open") {
		if _, no := d.Table.Match.State().Parse(s.Name, "open", nil); no != nil {
			return desk.RefuseWith(no)
		}
	}
	if a := d.InLobby(); a.Refuses() {
		return a
	}
	d.Table.Row.Listed = true
	return desk.AnswerDone(engine.Say("house.listed", "match", int(d.Table.Row.ID), "word", d.Table.Row.Word))
}

// OpenRematch opens the same match again and invites everybody who sat in it, with other options and other people if
// the line says so: "rematch pace=48h with fay@example.org without Ivy".
func OpenRematch(d *desk.Desk, line speech.Line, rest string) desk.Result {
	old := d.Table
	if !old.Row.Phase.Ended() {
		return desk.Refuse("house.rematch-when-over")
	}
	if rest != "" {
		rest = d.InEnglish(desk.AfterFirstWord(line)) // with names and addresses as they were written
	}
	asked, ok := dates.ReadRematch(rest)
	if !ok {
		return desk.Refuse("house.rematch-form")
	}
	order := &dates.Order{Game: old.Match.Game, Edition: old.Row.Edition, Options: old.Match.SetupNow().Options, Terms: old.Row.Terms}
	order.Terms.Rally, order.Terms.Later, order.Terms.Rematch = nil, nil, true
	order.Terms.First = ""
	order.Terms.League = 0 // a rematch counts for no season
	order.Terms.Refereed, order.Terms.Unrated = nil, false
	order.NoSeat = desk.IsRefereeWriting(d)
	if no := order.Change(asked.Set, engine.NewestRules); no != nil {
		return desk.RefuseWith(no)
	}
	without := map[int]bool{}
	for _, name := range asked.Without {
		s := old.SeatBegins(name)
		if s == nil || d.Seat != nil && s.No == d.Seat.No {
			return desk.Refuse("house.no-such-seat", "name", engine.ClipText(name))
		}
		without[s.No] = true
	}
	order.Guests = askedAgain(d, func(s *model.Seat) bool { return !without[s.No] })
	more, no := dates.ReadGuests(asked.With)
	if no != nil {
		return desk.RefuseWith(no)
	}
	for _, g := range more {
		if !slices.ContainsFunc(order.Guests, func(o dates.Guest) bool { return o.Address == g.Address }) {
			order.Guests = append(order.Guests, g)
		}
	}
	return open(d, order)
}

// askedAgain lists whom a rematch asks: whoever held a seat of the match at hand to the end, but for the sender.
func askedAgain(d *desk.Desk, wanted func(*model.Seat) bool) (guests []dates.Guest) {
	for s := range d.Table.In(model.SeatJoined, model.SeatBot) {
		own := d.Seat != nil && s.No == d.Seat.No
		if s.Player == 0 || own || !wanted(s) {
			continue
		}
		if address := cmp.Or(s.Address, table.AddressOf(d.W, s.Player)); address != "" {
			p := d.W.Player(s.Player)
			guests = append(guests, dates.Guest{Name: cmp.Or(p.Called, s.Name), Address: address, Known: true, At: p.Keeper != 0})
		}
	}
	return guests
}
