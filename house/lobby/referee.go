package lobby

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// refereeLasts is how long somebody may think about becoming the referee of a match.
const refereeLasts = 7 * 24 * time.Hour

// Wanted is the Params of an ask of kind "referee": who was the referee when it was asked, 0 for none, and what the
// table would call the new one.
type Wanted struct {
	By   int64  `json:"by,omitempty"`
	Name string `json:"name"`
}

// HandOnHosting gives the host's chair to somebody else: "host Bo" to a seat, as play.MakeHost does, or "host di@example.org" to
// a referee, who is asked first.
func HandOnHosting(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if strings.Contains(rest, "@") {
		return askReferee(d, d.InEnglish(desk.AfterFirstWord(line)))
	}
	s := d.Table.SeatBegins(rest)
	if desk.IsRefereeWriting(d) && !d.Sure && s != nil && s.State == model.SeatJoined {
		return d.AskIfSure(line, engine.Say("house.referee-host-sure", "name", s.Name))
	}
	return play.MakeHost(d, line, rest)
}

// askReferee asks an address whether they want to host the match without a seat. Only their yes changes anything.
func askReferee(d *desk.Desk, who string) desk.Result {
	t := d.Table
	guests, no := dates.ReadGuests(who)
	switch {
	case no != nil:
		return desk.RefuseWith(no)
	case len(guests) != 1:
		return desk.Refuse("house.referee-ask-form")
	case !d.Operator && !desk.IsRefereeWriting(d):
		return desk.Refuse("house.referee-ask-only")
	}
	g := guests[0]
	p, _ := d.W.PlayerByAddress(g.Address)
	if p != nil && p.ID == t.Row.Referee {
		return desk.Refuse("house.host-already", "name", t.Row.RefereeName)
	}
	if t.EverSat(p.Number()) || t.SitsThere(g.Address) {
		if s := t.SeatOf(p.Number()); d.Operator || s != nil && desk.KnowsAddress(d, s, g.Address) {
			return desk.Refuse("house.referee-sat", "who", g.Called())
		}
		return desk.Refuse("house.not-invitable", "address", g.Called()) // anything else would tell whose address it is
	}
	if t.KeptOut(p.Number(), g.Address) || table.IsUninvitable(d.W, g.Address) {
		return desk.Refuse("house.not-invitable", "address", g.Called())
	}
	if a := d.ReserveInvitation(g, p, model.NoSeat, false); a.Refuses() {
		return a
	}
	p = d.PlayerFor(p, g)
	for _, open := range d.W.Asks(model.AskFilter{Match: t.Row.ID, Kind: model.AskReferee, Open: true}) {
		d.W.Answer(&open, model.AnswerLapsed) // one is asked at a time
	}
	queueWanted(d, p, g)
	return desk.AnswerDone(engine.Say("house.referee-asked", "address", g.Called()))
}

// queueWanted queues the question. It has nothing that a stranger wrote but the name of who asks, as an invitation
// has it.
func queueWanted(d *desk.Desk, p *model.Player, g dates.Guest) {
	t := d.Table
	name := t.FreeName(t.NamingAt(p.Lang).NameOf(g.Name, g.Address))
	id := d.W.AddAsk(model.Ask{Player: p.ID, Address: g.Address, Match: t.Row.ID, Seat: model.NoSeat, Kind: model.AskReferee,
		Params: notice.EncodeParams(Wanted{By: t.Row.Referee, Name: name}), LapsesAt: d.Now().Add(refereeLasts)})
	game := engine.Say(t.Row.Game + ".title")
	asks := engine.Say("house.referee-wanted-operator", "game", game)
	if !d.Operator {
		asks = engine.Say("house.referee-wanted", "name", t.Row.RefereeName, "game", game)
	}
	n := notice.Note{Ask: id, Answers: []string{"yes", "no", "block"}, Subject: engine.Say("house.referee-wanted-subject", "match", int(t.Row.ID), "game", game),
		Lines: []engine.Phrase{asks, engine.Say(t.Row.Game + ".blurb"), engine.Say("house.referee-wanted-how"),
			engine.Say("house.referee-wanted-answers", "until", engine.FormatMoment(d.Now().Add(refereeLasts)))}}
	d.W.Queue(model.Notice{Key: fmt.Sprintf("referee:%d", id), Match: t.Row.ID, Seat: model.NoSeat, Player: p.ID, Address: g.Address,
		Purpose: model.PurposeAsk, Rank: 2, Seq: t.Match.Seq, Params: notice.EncodeParams(n)})
}

// AnswerRefereeOffer carries out the answer of somebody who was asked to be the referee.
func AnswerRefereeOffer(d *desk.Desk, ask *model.Ask, yes bool) desk.Result {
	t := d.Table
	w := world.DecodeJSON[Wanted]("who is asked to be the referee", ask.Params)
	switch {
	case !yes:
		t.NoteReferee(fmt.Sprintf("referee-no:%d", ask.ID), notice.Note{
			Subject: engine.Say("house.referee-declined-subject", "match", int(t.Row.ID), "name", w.Name), Lines: []engine.Phrase{engine.Say("house.referee-declined", "name", w.Name)}})
		return desk.AnswerDone(engine.Say("house.referee-you-declined"))
	case t.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(t.Row.ID))
	case t.Row.Referee != w.By:
		return desk.Refuse("house.ask-gone", "answer", "") // somebody else has the chair by now
	case t.EverSat(ask.Player), t.SitsThere(ask.Address):
		return desk.Refuse("house.referee-sat-you")
	}
	t.Appoint(ask.Player, ask.Address, t.FreeName(w.Name), fmt.Sprintf("referee:%d", ask.ID))
	d.Seat = nil
	return desk.AnswerDone(engine.Say("house.referee-you", "match", int(t.Row.ID), "game", engine.Say(t.Row.Game+".title")), engine.Say("house.referee-you-how"))
}

// StopMail ends all mail about a match. The chair of a referee passes to the next seated person.
func StopMail(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if !desk.IsRefereeWriting(d) {
		return seats.StopMatchMail(d, line, rest)
	}
	if d.Letter != nil && len(d.Letter.Lines) > 1 && !d.Letter.Unsubscribes {
		return desk.Refuse("house.stop-alone")
	}
	d.Table.RefereeLeaves()
	return desk.AnswerDone(engine.Say("house.referee-stopped", "match", int(d.Table.Row.ID), "name", d.Table.HostName()))
}

// refereeWords lists the words that a referee may use, besides those of hosts and organisers and those that need no
// match. All others need a seat.
var refereeWords = []string{"say", "rematch", "stop"}

// RefuseToReferee refuses a word to the referee of a match if only a seat may use it.
func RefuseToReferee(d *desk.Desk, w *speech.Word) desk.Result {
	may := w.Anywhere || w.Host || w.Page || w.Mends || slices.Contains(refereeWords, w.Name)
	return desk.RefuseUnless(may || !desk.IsRefereeWriting(d), "house.referee-no-seat", "match", int(d.Table.Row.ID))
}
