package seats

import (
	"fmt"
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
		case c.Why == model.LeftGiven:
			says = append(says, t.ExplainLostSeat("house.back-given", s.Name)...)
		case c.Why == model.LeftResigned && !wasAway && len(says) == 1: // mention it only if there is nothing else to come back to
			says = append(says, t.ExplainLostSeat("house.back-resigned", s.Name)...)
		}
	}
	return desk.AnswerDone(says...)
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
