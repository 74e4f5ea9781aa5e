package lobby

import (
	"fmt"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// ProposeRally proposes an evening of fifteen-minute clocks, "rally Sun 20:00" in the sender's time zone, or ends it
// with "rally off". Those who do not accept keep the normal pace of the match.
func ProposeRally(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	t := d.Table
	switch {
	case d.Seat == nil || d.Seat.State != model.SeatJoined:
		return desk.Refuse("house.not-seated", "match", int(t.Row.ID))
	case t.Row.Phase != model.PhaseRunning:
		return desk.Refuse("house.not-running")
	case rest == "off":
		return rallyOff(d)
	case t.Row.Terms.Rally != nil:
		return desk.Refuse("house.rally-open", "at", t.Row.Terms.Rally.From.Format(time.RFC3339))
	case t.Row.Terms.Pace <= table.RallyPace:
		return desk.Refuse("house.rally-fast")
	case t.People() < 2:
		return desk.Refuse("house.rally-alone")
	}
	from, ok := readRally(rest, d.Now(), table.HoursOf(d.Player).Zone)
	if !ok {
		return desk.Refuse("house.rally-form").Offering("rally sunday 20:00", "rally tomorrow 19:30")
	}
	if from.Before(d.Now().Add(table.RallySoon)) || from.After(d.Now().Add(table.RallyFar)) {
		return desk.Refuse("house.rally-when")
	}
	proposed := map[time.Time]bool{} // one for each proposal, however many people it asked
	for _, a := range d.W.Asks(model.AskFilter{Match: t.Row.ID, Kind: model.AskRally}) {
		if a.AskedAt.After(d.Now().Add(-24 * time.Hour)) {
			proposed[a.AskedAt.UTC()] = true
		}
	}
	if len(proposed) >= table.RalliesADay {
		return desk.Refuse("house.rally-often", "count", table.RalliesADay)
	}
	propose(d, from)
	return desk.AnswerDone(engine.Say("house.rally-proposed", "at", from.Format(time.RFC3339)))
}

// propose asks the others at the table.
func propose(d *desk.Desk, from time.Time) {
	t := d.Table
	r := &model.Rally{From: from.UTC(), Until: from.UTC().Add(table.RallyLasts), By: d.Seat.Player, With: []int64{d.Seat.Player}}
	t.Row.Terms.Rally = r
	for what, at := range map[string]time.Time{"call": r.From.Add(-table.RallyCall), "start": r.From, "end": r.Until} {
		if at.After(d.Now()) {
			d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what, At: at})
		}
	}
	for s := range t.In(model.SeatJoined) {
		if s.No == d.Seat.No {
			continue
		}
		id := d.W.AddAsk(model.Ask{Player: s.Player, Address: s.Address, Match: t.Row.ID, Seat: s.No, Kind: model.AskRally,
			Params: notice.EncodeParams(desk.LateMove{Step: t.Match.Chair(s.Name).Steps + 1}), LapsesAt: r.Until})
		t.Note(s, fmt.Sprintf("rally:%d", id), notice.Note{Ask: id, Answers: []string{"yes", "no"},
			Subject: engine.Say("house.rally-subject", "match", int(t.Row.ID), "name", d.Seat.Name),
			Lines: []engine.Phrase{engine.Say("house.rally-asked", "name", d.Seat.Name, "at", r.From.Format(time.RFC3339)),
				engine.Say("house.rally-how")}})
	}
}

// JoinRally adds somebody who accepted to a rally; if it has begun, they join in at once.
func JoinRally(d *desk.Desk) desk.Result {
	t, r := d.Table, d.Table.Row.Terms.Rally
	if r == nil || d.Seat == nil || d.Seat.State != model.SeatJoined || !r.Until.After(d.Now()) {
		return desk.Refuse("house.rally-none")
	}
	if !r.Has(d.Seat.Player) {
		t.Row.Terms.Rally = r.And(d.Seat.Player)
		t.TellRally(d.Seat.Player, fmt.Sprintf("rally-in:%d:%d", r.From.Unix(), d.Seat.No),
			engine.Say("house.rally-joined", "name", d.Seat.Name, "at", r.From.Format(time.RFC3339)))
	}
	if !r.From.After(d.Now()) {
		t.StartRallyClock(d.Seat)
	}
	return desk.AnswerDone(engine.Say("house.rally-in", "at", r.From.Format(time.RFC3339), "until", r.Until.Format(time.RFC3339), "names", t.RallyNames()))
}

// rallyOff ends the rally for everybody if the host or whoever proposed it says so, otherwise for the sender
// alone.
func rallyOff(d *desk.Desk) desk.Result {
	t, r := d.Table, d.Table.Row.Terms.Rally
	if r == nil || !d.Host() && !r.Has(d.Seat.Player) {
		return desk.Refuse("house.rally-none")
	}
	key := fmt.Sprintf("rally-off:%d:%d", r.From.Unix(), d.Now().Unix())
	if d.Host() || r.By == d.Seat.Player {
		t.TellRally(d.Seat.Player, key, engine.Say("house.rally-called-off", "name", d.Seat.Name))
		t.EndRally()
		return desk.AnswerDone(engine.Say("house.rally-is-off"))
	}
	t.LeaveRally(d.Seat, key)
	return desk.AnswerDone(engine.Say("house.rally-out"))
}

// readRally reads when a rally begins: a day, which may be left out for today, and a time.
func readRally(text string, now time.Time, zone *time.Location) (time.Time, bool) {
	fields := strings.Fields(text)
	for i := len(fields) - 1; i >= 0; i-- {
		hour, minute, ok := dates.TimeOfDay(strings.Join(fields[i:], " "))
		day, named := dates.StartOfDay(now.In(zone)), strings.Join(fields[:i], " ")
		if ok && named != "" {
			day, ok = dates.ReadDay(named, day)
		}
		if !ok {
			continue
		}
		at := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, zone)
		if dates.IsWeekday(named) && at.Before(now) {
			at = at.AddDate(0, 0, 7) // such as "sun 20:00", said on a Sunday at nine in the evening
		}
		return at, true
	}
	return now, false
}
