package house

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// dailyAt is when the one letter of a day is written to who set no time, in their zone.
const dailyAt = "8:00"

// Notify says when digests come: at each turn, after each move, or once a day.
func Notify(d *desk, line command.Line, rest string) answer {
	if rest == "daily" {
		return Daily(d, line, "")
	}
	set := choice("notify", []model.Notify{model.NotifyTurn, model.NotifyEach, model.NotifyDaily}, func(d *desk, v model.Notify) { d.player.Settings.Notify = v })
	was := d.player != nil && daily(d.player)
	a := set(d, line, rest)
	if was && d.player != nil && !daily(d.player) {
		endDaily(d)
	}
	return a
}

// Daily asks for one letter a day about all matches: "daily 8", "daily 20:00", "daily off".
func Daily(d *desk, _ command.Line, rest string) answer {
	d.needPlayer()
	set := &d.player.Settings
	if rest == "off" {
		was := daily(d.player)
		if was {
			set.Notify = model.NotifyTurn
			d.w.Do(world.SavePlayer{Player: *d.player})
			endDaily(d)
		}
		return done(say("house.daily-off"))
	}
	if rest != "" {
		hour, minute, ok := command.TimeOfDay(rest)
		if !ok {
			return refused(&engine.Refusal{Phrase: say("house.daily-form"), Nearest: []string{"daily 8:00", "daily 20:00"}})
		}
		set.DailyAt = fmt.Sprintf("%d:%02d", hour, minute)
	}
	set.Notify = model.NotifyDaily
	d.w.Do(world.SavePlayer{Player: *d.player})
	next := nextDaily(d.player, d.now())
	d.w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueDaily, At: next})
	return done(say("house.daily-on", "at", engine.Moment(next)))
}

// endDaily sends singly what the next letter of the day would have asked for.
func endDaily(d *desk) {
	d.w.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueDaily})
	ownClocks(d, func(t *model.Table, s *model.Seat, c *model.Clock) {
		if c != nil {
			digest(d.w, t, s, model.PurposeTurn, fmt.Sprint(c.Step))
		}
	})
}

func daily(p *model.Player) bool { return p != nil && p.Settings.Notify == model.NotifyDaily }

// nextDaily is when the next letter of the day is written: a time on the clock of the
// player's zone, also on the days that have another number of hours.
func nextDaily(p *model.Player, now time.Time) time.Time {
	at := p.Settings.DailyAt
	if at == "" {
		at = dailyAt
	}
	hour, minute, _ := command.TimeOfDay(at)
	here := now.In(hoursOf(p).Zone)
	for day := 0; ; day++ {
		next := time.Date(here.Year(), here.Month(), here.Day()+day, hour, minute, 0, 0, here.Location())
		if next.After(now) {
			return next
		}
	}
}

// waitsForDaily says that a digest is left to the next letter of the day. One whose time
// would be out by then is not.
func waitsForDaily(w *world.Tx, t *model.Table, s *model.Seat, purpose model.Purpose) bool {
	if purpose == model.PurposeEnd {
		return false
	}
	p := w.Player(s.Player)
	if !daily(p) {
		return false
	}
	if purpose != model.PurposeTurn && purpose != model.PurposeRemind {
		return true
	}
	c := clockOf(w, t, s.No)
	return c != nil && c.Soft.After(nextDaily(p, w.Now()))
}

// writeDaily queues the letter of the day, if anything is to be told, and sees when the
// next is due.
func writeDaily(w *world.Tx, player int64) {
	p := w.Player(player)
	if !daily(p) {
		return
	}
	w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueDaily, At: nextDaily(p, w.Now())})
	ids := world.Get(w, world.MatchesOf{Player: player})
	var day notice.Daily
	for _, id := range ids {
		t := w.Table(id)
		s := seatOf(t, player)
		if s == nil || s.State != model.SeatJoined || s.Stopped != nil || t.Row.Phase != model.PhaseRunning {
			continue
		}
		told := world.Get(w, world.DailyTold{Match: id, Seat: s.No, Player: player, ID: math.MaxInt64})
		if contains(t.Match.ToMove(), s.Name) || heardNews(t, s, told) {
			day.Matches = append(day.Matches, notice.DailyMatch{Match: id, Seat: s.No, Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq})
		}
	}
	if len(day.Matches) > 0 {
		key := fmt.Sprintf("daily:%d:%s", player, w.Now().In(hoursOf(p).Zone).Format("2006-01-02T15:04"))
		w.Queue(model.Notice{Key: key, Player: player, Purpose: model.PurposeDaily, Rank: 1, Params: notice.Params(day)})
	}
}

func heardNews(t *model.Table, s *model.Seat, since int) bool {
	for _, h := range t.Match.Heard(s.Name, since) {
		if len(h.Lines) > 0 {
			return true
		}
	}
	return false
}

// dayOf is what a letter of the day asked about; nil where it is none.
func (d *desk) dayOf(ref *Ref) (*notice.Daily, int64) {
	if ref == nil || ref.Purpose != ForDaily {
		return nil, 0
	}
	player, text := d.w.DailyLetter(ref.Step)
	if player == 0 {
		return nil, 0
	}
	var day notice.Daily
	if err := json.Unmarshal(text, &day); err != nil {
		panic(world.Fault{Err: fmt.Errorf("daily letter %d: %w", ref.Step, err)})
	}
	return &day, player
}

// ownerOfDay finds whose letter of the day is answered. Where it told of one match only,
// the answer is for that one without its number.
func ownerOfDay(d *desk) int64 {
	day, player := d.dayOf(d.ref)
	if day == nil {
		return 0
	}
	d.day = day
	if len(day.Matches) == 1 {
		one := day.Matches[0]
		d.at(one.Match)
		d.seat, d.ref = d.table.Seat(one.Seat), refOn(day, one.Match)
		if d.seat == nil || d.seat.Player != player {
			return 0
		}
	}
	return player
}

// refIn is the step at which a line with a match's number is aimed: the one printed in the
// letter of the day that is answered; nil outside of one.
func (d *desk) refIn(match int64) *Ref {
	if d.day == nil {
		day, _ := d.dayOf(d.ref)
		d.day = day
	}
	if d.day == nil {
		return nil
	}
	return refOn(d.day, match)
}

// refOn is the step a letter of the day printed for a match; nil where it is not in it.
func refOn(day *notice.Daily, match int64) *Ref {
	for _, m := range day.Matches {
		if m.Match == match {
			return &Ref{Match: m.Match, Seat: m.Seat, Purpose: ForTurn, Step: int64(m.Step)}
		}
	}
	return nil
}

// numberless takes a line that means nothing by itself. In an answer to a letter of the day
// it may be a move whose number was left out; else it is somebody's words.
func numberless(d *desk, line command.Line) answer {
	aside := answer{state: model.LineAside}
	if d.day == nil || d.table != nil {
		return aside
	}
	for _, m := range d.day.Matches {
		t := d.w.Table(m.Match)
		if command.Read(line.Folded, t.Match.Game).Kind == command.GameLine {
			return d.whichMatch()
		}
	}
	return aside
}
