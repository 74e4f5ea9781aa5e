package table

import (
	"fmt"
	"math"
	"time"

	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// dailyAt is when the one letter of a day is written to who set no time, in their zone.
const dailyAt = "8:00"

func Daily(p *model.Player) bool { return p != nil && p.Settings.Notify == model.NotifyDaily }

// nextDaily is when the next letter of the day is written: a time on the clock of the
// player's zone, also on the days that have another number of hours.
func NextDaily(p *model.Player, now time.Time) time.Time {
	at := p.Settings.DailyAt
	if at == "" {
		at = dailyAt
	}
	hour, minute, _ := command.TimeOfDay(at)
	here := now.In(HoursOf(p).Zone)
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
	if !Daily(p) {
		return false
	}
	if purpose != model.PurposeTurn && purpose != model.PurposeRemind {
		return true
	}
	c := ClockOf(w, t, s.No)
	return c != nil && c.Soft.After(NextDaily(p, w.Now()))
}

// writeDaily queues the letter of the day, if anything is to be told, and sees when the
// next is due.
func WriteDaily(w *world.Tx, player int64) {
	p := w.Player(player)
	if !Daily(p) {
		return
	}
	w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueDaily, At: NextDaily(p, w.Now())})
	ids := world.Get(w, world.MatchesOf{Player: player})
	var day notice.Daily
	for _, id := range ids {
		t := w.Table(id)
		s := SeatOf(t, player)
		if s == nil || s.State != model.SeatJoined || s.Stopped != nil || t.Row.Phase != model.PhaseRunning {
			continue
		}
		told := world.Get(w, world.DailyTold{Match: id, Seat: s.No, Player: player, ID: math.MaxInt64})
		if Contains(t.Match.ToMove(), s.Name) || heardNews(t, s, told) {
			day.Matches = append(day.Matches, notice.DailyMatch{Match: id, Seat: s.No, Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq})
		}
	}
	if len(day.Matches) > 0 {
		key := fmt.Sprintf("daily:%d:%s", player, w.Now().In(HoursOf(p).Zone).Format("2006-01-02T15:04"))
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
