package seats

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// SetAbsence sets from when to when a player is absent: "away 3 Aug to 17 Aug".
func SetAbsence(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if d.Lang == "en" {
		clear, either := dates.SpellSlashedDates(rest)
		if either != nil {
			return desk.Refuse("house.away-form").Offering("away "+either[0], "away "+either[1])
		}
		rest = clear
	}
	zone := table.HoursOf(d.Player).Zone
	from, until, no := dates.ReadAbsence(rest, d.Now(), zone)
	if no != nil {
		return desk.RefuseWith(no)
	}
	d.Player.AwayFrom, d.Player.AwayUntil = &from, &until
	d.W.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.Player.ID, What: model.DueBack, At: until})
	if table.IsAbsent(d.Player, d.Now()) {
		d.EachOwnClock(func(t *table.Table, s *model.Seat, _ *model.Clock) { // start the clocks again from the end of the absence
			if t.BeginsAnew(s) {
				t.NewClock(s, t.Match.Chair(s.Name).Steps+1)
			}
		})
	}
	last := until.In(zone).AddDate(0, 0, -1)
	return desk.AnswerDone(engine.Say("house.away", "at", from.In(zone).Format(time.DateOnly), "until", last.Format(time.DateOnly)))
}

// EndAbsence ends an absence and gives the sender their seats back from the bots.
func EndAbsence(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if d.Player == nil {
		return desk.Result{State: model.LineRefused, Says: desk.ExplainOpening(d, "house.unknown-here")}
	}
	wasAway := d.Player.AwayUntil != nil
	d.Player.AwayFrom, d.Player.AwayUntil = nil, nil
	d.W.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.Player.ID, What: model.DueBack})
	says := []engine.Phrase{engine.Say("house.back")}
	for t, s := range table.SeatsOf(d.W, d.Player.ID) {
		if !t.Row.Phase.InPlay() {
			continue
		}
		if s.Stopped != nil && d.Now().Sub(*s.Stopped) > table.StopLasts {
			says = append(says, engine.Say("house.back-late", "match", int(t.Row.ID)))
			continue
		}
		if t.TakeBack(s) {
			says = append(says, engine.Say("house.back-seated", "match", int(t.Row.ID), "name", s.Name))
			t.Advance()
		}
	}
	for _, c := range d.W.SeatsLeft(d.Player.ID) {
		t := table.LoadTable(d.W, c.Match)
		s := t.Seat(c.Seat)
		switch {
		case s == nil || t.SeatTakenBy(d.Player.ID) != nil:
		case d.Letter != nil && unresign(d, t, s, c):
			says = append(says, engine.Say("house.back-seated", "match", int(t.Row.ID), "name", s.Name))
			t.Advance()
		case c.Why == model.LeftGiven:
			says = append(says, t.ExplainLostSeat("house.back-given", s.Name)...)
		case c.Why == model.LeftResigned && !wasAway && len(says) == 1: // mention it only if there is nothing else to come back to
			says = append(says, t.ExplainLostSeat("house.back-resigned", s.Name)...)
		}
	}
	return desk.AnswerDone(says...)
}

// resignLasts is how long whoever has resigned can take that back.
const resignLasts = 24 * time.Hour

// unresign gives a seat back to a player who left it by "resign" less than a day ago, unless somebody else has it by now.
func unresign(d *desk.Desk, t *table.Table, s *model.Seat, left model.SeatChange) bool {
	gone := s.State != model.SeatBot || s.Player != 0
	if left.Why != model.LeftResigned || d.Now().Sub(left.At) >= resignLasts || gone || !lastLeft(d, left) {
		return false
	}
	table.EndOffer(d.W, t.OfferOf(s), model.OfferBack)
	s.Player, s.Address = d.Player.ID, d.From
	d.W.AddSeatChange(t.Change(s, model.ChangeTaken, d.Player.ID, model.TakenBack))
	if !t.TakeBack(s) {
		return false
	}
	t.TellAll(s, fmt.Sprintf("unresigned:%d", t.Match.Seq), notice.Note{Subject: engine.Say("own.unresigned-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say("own.unresigned", "name", s.Name)}, Logged: true})
	return true
}

// lastLeft reports whether nothing has happened to a seat since it was left.
func lastLeft(d *desk.Desk, left model.SeatChange) bool {
	return !slices.ContainsFunc(d.W.SeatChanges(left.Match), func(c model.SeatChange) bool {
		return c.Seat == left.Seat && c.Seq > left.Seq
	})
}

// EndPastAbsence ends an absence when its last day is over.
func EndPastAbsence(w *world.Tx, player int64) {
	p := w.Player(player)
	if p == nil || p.AwayUntil == nil || p.AwayUntil.After(w.Now()) {
		return
	}
	until := *p.AwayUntil
	a := EndAbsence(desk.ForPlayer(w, p, "", model.ProofFailing), speech.Line{}, "")
	w.Queue(model.Notice{Key: fmt.Sprintf("back:%d:%d", player, until.Unix()), Player: player, Purpose: model.PurposeNote,
		Params: notice.EncodeParams(notice.Note{Subject: engine.Say("house.back-subject"), Lines: a.Says})})
}
