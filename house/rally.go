package house

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const (
	rallyPace   = 15 * time.Minute // for a move
	rallyLasts  = 4 * time.Hour
	rallyCall   = 30 * time.Minute // before it begins all who play along are reminded
	rallySoon   = 10 * time.Minute // the least time ahead
	rallyFar    = 14 * 24 * time.Hour
	ralliesADay = 3
)

// Rally proposes an evening of fifteen-minute clocks: "rally Sun 20:00", in the zone of who
// proposes it; "rally off" ends it. Who does not say yes keeps the pace of the match.
func Rally(d *desk, _ command.Line, rest string) answer {
	t := d.table
	switch {
	case d.seat == nil || d.seat.State != model.SeatJoined:
		return refuse("house.not-seated", "match", int(t.Row.ID))
	case t.Row.Phase != model.PhaseRunning:
		return refuse("house.not-running")
	case rest == "off":
		return rallyOff(d)
	case t.Row.Terms.Rally != nil:
		return refuse("house.rally-open", "at", t.Row.Terms.Rally.From.Format(time.RFC3339))
	case t.Row.Terms.Pace <= rallyPace:
		return refuse("house.rally-fast")
	case people(t) < 2:
		return refuse("house.rally-alone")
	}
	from, ok := readRally(rest, d.now(), hoursOf(d.player).Zone)
	if !ok {
		return refused(&engine.Refusal{Phrase: say("house.rally-form"), Nearest: []string{"rally sun 20:00", "rally tomorrow 19:30"}})
	}
	if from.Before(d.now().Add(rallySoon)) || from.After(d.now().Add(rallyFar)) {
		return refuse("house.rally-when")
	}
	n := world.Get(d.w, world.AsksSince{Match: t.Row.ID, Kind: "rally", Since: d.now().Add(-24 * time.Hour)})
	if n >= ralliesADay {
		return refuse("house.rally-often", "count", ralliesADay)
	}
	propose(d, from)
	return answer{state: model.LineDone, says: []engine.Phrase{say("house.rally-proposed", "at", from.Format(time.RFC3339))}}
}

// propose asks the others at the table.
func propose(d *desk, from time.Time) {
	t := d.table
	r := &model.Rally{From: from.UTC(), Until: from.UTC().Add(rallyLasts), By: d.seat.Player, With: []int64{d.seat.Player}}
	t.Row.Terms.Rally = r
	d.w.Save(t)
	for what, at := range map[string]time.Time{"call": r.From.Add(-rallyCall), "start": r.From, "end": r.Until} {
		if at.After(d.now()) {
			d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what, At: at})
		}
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State != model.SeatJoined || s.No == d.seat.No {
			continue
		}
		id := d.w.NewAsk(model.Ask{Player: s.Player, Address: s.Address, Match: t.Row.ID, Seat: s.No, Kind: model.AskRally,
			Params: notice.Params(lateMove{Step: t.Match.Chair(s.Name).Steps + 1}), AskedAt: d.now(), LapsesAt: r.Until})
		note(d.w, t, s, model.PurposeAsk, fmt.Sprintf("rally:%d", id), notice.Note{Ask: id, Answers: []string{"yes", "no"},
			Subject: say("house.rally-subject", "match", int(t.Row.ID), "name", d.seat.Name),
			Lines: []engine.Phrase{say("house.rally-asked", "name", d.seat.Name, "at", r.From.Format(time.RFC3339)),
				say("house.rally-how")}})
	}
}

// joinRally lets somebody who said yes play along; during the evening at once.
func joinRally(d *desk) answer {
	t, r := d.table, d.table.Row.Terms.Rally
	if r == nil || d.seat == nil || d.seat.State != model.SeatJoined || !r.Until.After(d.now()) {
		return refuse("house.rally-none")
	}
	if !r.Has(d.seat.Player) {
		t.Row.Terms.Rally = r.And(d.seat.Player)
		d.w.Save(t)
		tellRally(d.w, t, d.seat.Player, fmt.Sprintf("rally-in:%d:%d", r.From.Unix(), d.seat.No),
			say("house.rally-joined", "name", d.seat.Name, "at", r.From.Format(time.RFC3339)))
	}
	if !r.From.After(d.now()) {
		hurry(d.w, t, d.seat)
	}
	return done(say("house.rally-in", "at", r.From.Format(time.RFC3339), "until", r.Until.Format(time.RFC3339), "names", rallyNames(t)))
}

// rallyOff ends the evening for all, when who proposed it or the host says so, else for the
// sender.
func rallyOff(d *desk) answer {
	t, r := d.table, d.table.Row.Terms.Rally
	if r == nil || !d.host() && !r.Has(d.seat.Player) {
		return refuse("house.rally-none")
	}
	key := fmt.Sprintf("rally-off:%d:%d", r.From.Unix(), d.now().Unix())
	if d.host() || r.By == d.seat.Player {
		tellRally(d.w, t, d.seat.Player, key, say("house.rally-called-off", "name", d.seat.Name))
		endRally(d.w, t)
		return answer{state: model.LineDone, says: []engine.Phrase{say("house.rally-is-off")}}
	}
	leaveRally(d.w, t, d.seat, key)
	return answer{state: model.LineDone, says: []engine.Phrase{say("house.rally-out")}}
}

// leaveRally takes a seat back to the pace of the match and tells the others; one who is
// left alone plays no rally.
func leaveRally(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	t.Row.Terms.Rally = t.Row.Terms.Rally.Without(s.Player)
	w.Save(t)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally})
	says := []engine.Phrase{say("house.rally-left", "name", s.Name)}
	alone := len(t.Row.Terms.Rally.With) < 2 && !t.Row.Terms.Rally.From.After(w.Now())
	if alone {
		says = append(says, say("house.rally-over"))
	}
	tellRally(w, t, s.Player, key, says...)
	if alone {
		endRally(w, t)
		return
	}
}

// endRally brings every seat back to the pace of the match.
func endRally(w *world.Tx, t *model.Table) {
	t.Row.Terms.Rally = nil
	w.Save(t)
	for _, what := range []string{"call", "start", "end"} {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what})
	}
	for i := range t.Seats {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: t.Seats[i].No, What: model.DueRally})
	}
	open := world.Get(w, world.MatchAsks{Match: t.Row.ID, Kind: model.AskRally})
	for _, a := range open {
		a.Answer = model.AnswerLapsed
		w.SaveAsk(a)
	}
}

// tellRally writes to all who play along but one.
func tellRally(w *world.Tx, t *model.Table, but int64, key string, lines ...engine.Phrase) {
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && s.Player != but && t.Row.Terms.Rally.Has(s.Player) {
			note(w, t, s, model.PurposeNote, key, notice.Note{Subject: say("house.rally-note-subject", "match", int(t.Row.ID)), Lines: lines})
		}
	}
}

// rallyNames are the seats that play along.
func rallyNames(t *model.Table) []string {
	var names []string
	for _, s := range t.Seats {
		if s.State == model.SeatJoined && t.Row.Terms.Rally.Has(s.Player) {
			names = append(names, s.Name)
		}
	}
	return names
}

// readRally reads when an evening begins: a day and an hour, the day left out for today.
func readRally(text string, now time.Time, zone *time.Location) (time.Time, bool) {
	fields := strings.Fields(strings.ReplaceAll(text, " at ", " "))
	if len(fields) == 0 {
		return now, false
	}
	hour, minute, ok := readHour(fields[len(fields)-1])
	if !ok {
		return now, false
	}
	day := reading.Midnight(now.In(zone))
	named := strings.Join(fields[:len(fields)-1], " ")
	if named != "" {
		if day, ok = reading.Day(named, day); !ok {
			return now, false
		}
	}
	at := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, zone)
	if command.IsWeekday(named) && at.Before(now) {
		at = at.AddDate(0, 0, 7) // "sun 20:00", said on a Sunday at nine
	}
	return at, true
}

// readHour reads "20:00", "20.30", "20h", "8pm" and "20".
func readHour(s string) (hour, minute int, ok bool) {
	afternoon := false
	if rest, pm := strings.CutSuffix(s, "pm"); pm {
		s, afternoon = rest, true
	}
	s = strings.TrimSuffix(strings.TrimSuffix(s, "am"), "h")
	h, m, split := strings.Cut(strings.NewReplacer(".", ":", "h", ":").Replace(s), ":")
	hour, err := strconv.Atoi(h)
	if err == nil && split {
		minute, err = strconv.Atoi(m)
	}
	if afternoon && hour < 12 {
		hour += 12
	}
	return hour, minute, err == nil && hour >= 0 && hour < 24 && minute >= 0 && minute < 60
}
