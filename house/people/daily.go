package people

import (
	"encoding/binary"
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Notify says when digests come: at each turn, after each move, or once a day.
func Notify(d *desk.Desk, line command.Line, rest string) desk.Answer {
	if rest == "daily" {
		return Daily(d, line, "")
	}
	set := Choice("notify", []model.Notify{model.NotifyTurn, model.NotifyEach, model.NotifyDaily}, func(d *desk.Desk, v model.Notify) { d.Player.Settings.Notify = v })
	was := d.Player != nil && table.Daily(d.Player)
	a := set(d, line, rest)
	if was && d.Player != nil && !table.Daily(d.Player) {
		endDaily(d)
	}
	return a
}

// Daily asks for one letter a day about all matches: "daily 8", "daily 20:00", "daily off".
func Daily(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	set := &d.Player.Settings
	if rest == "off" {
		if table.Daily(d.Player) {
			set.Notify = model.NotifyTurn
			d.W.Do(world.SavePlayer{Player: *d.Player})
			endDaily(d)
		}
		return desk.Done(engine.Say("house.daily-off"))
	}
	if rest != "" {
		hour, minute, ok := command.TimeOfDay(rest)
		if !ok {
			return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.daily-form"), Nearest: []string{"daily 8:00", "daily 20:00"}})
		}
		set.DailyAt = fmt.Sprintf("%d:%02d", hour, minute)
	}
	set.Notify = model.NotifyDaily
	d.W.Do(world.SavePlayer{Player: *d.Player})
	next := table.NextDaily(d.Player, d.Now())
	d.W.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.Player.ID, What: model.DueDaily, At: next})
	return desk.Done(engine.Say("house.daily-on", "at", engine.Moment(next)))
}

// endDaily sends singly what the next letter of the day would have asked for.
func endDaily(d *desk.Desk) {
	d.W.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.Player.ID, What: model.DueDaily})
	seats.OwnClocks(d, func(t *model.Table, s *model.Seat, c *model.Clock) {
		if c != nil {
			table.Digest(d.W, t, s, model.PurposeTurn, fmt.Sprint(c.Step))
		}
	})
}

// OwnerOfDay finds whose letter of the day is answered. Where it told of one match only,
// the answer is for that one without its number.
func OwnerOfDay(d *desk.Desk) int64 {
	day, player := d.DayOf(d.Ref)
	if day == nil {
		return 0
	}
	d.Day = day
	if len(day.Matches) == 1 {
		one := day.Matches[0]
		d.At(one.Match)
		d.Seat, d.Ref = d.Table.Seat(one.Seat), desk.RefOn(day, one.Match)
		if d.Seat == nil || d.Seat.Player != player {
			return 0
		}
	}
	return player
}

// Numberless takes a line that means nothing by itself. In an answer to a letter of the day
// it may be a move whose number was left out; else it is somebody's words.
func Numberless(d *desk.Desk, line command.Line) desk.Answer {
	aside := desk.Answer{State: model.LineAside}
	if d.Day == nil || d.Table != nil {
		return aside
	}
	for _, m := range d.Day.Matches {
		if command.Read(line.Folded, d.W.Table(m.Match).Match.Game).Kind == command.GameLine {
			return d.WhichMatch()
		}
	}
	return aside
}

// Calendar gives the player a feed of their deadlines; "calendar off" kills its address, and
// the next has another.
func Calendar(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	if rest == "off" {
		d.Player.Settings.Calendar = 0
		d.W.Do(world.SavePlayer{Player: *d.Player})
		return desk.Done(engine.Say("house.calendar-off"))
	}
	if d.Player.Settings.Calendar == 0 {
		var b [4]byte
		d.House.Draw(b[:])
		d.Player.Settings.Calendar = 1 + binary.BigEndian.Uint32(b[:])>>1
		d.W.Do(world.SavePlayer{Player: *d.Player})
	}
	d.Receipt.Calendar = true
	return desk.Answer{State: model.LineDone, Says: []engine.Phrase{engine.Say("house.calendar-on")}}
}
