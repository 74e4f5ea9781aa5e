package house

import (
	"encoding/json"
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Notify says when digests come: at each turn, after each move, or once a day.
func Notify(d *desk, line command.Line, rest string) answer {
	if rest == "daily" {
		return Daily(d, line, "")
	}
	set := choice("notify", []model.Notify{model.NotifyTurn, model.NotifyEach, model.NotifyDaily}, func(d *desk, v model.Notify) { d.player.Settings.Notify = v })
	was := d.player != nil && table.Daily(d.player)
	a := set(d, line, rest)
	if was && d.player != nil && !table.Daily(d.player) {
		endDaily(d)
	}
	return a
}

// Daily asks for one letter a day about all matches: "daily 8", "daily 20:00", "daily off".
func Daily(d *desk, _ command.Line, rest string) answer {
	d.needPlayer()
	set := &d.player.Settings
	if rest == "off" {
		was := table.Daily(d.player)
		if was {
			set.Notify = model.NotifyTurn
			d.w.Do(world.SavePlayer{Player: *d.player})
			endDaily(d)
		}
		return done(table.Say("house.daily-off"))
	}
	if rest != "" {
		hour, minute, ok := command.TimeOfDay(rest)
		if !ok {
			return refused(&engine.Refusal{Phrase: table.Say("house.daily-form"), Nearest: []string{"daily 8:00", "daily 20:00"}})
		}
		set.DailyAt = fmt.Sprintf("%d:%02d", hour, minute)
	}
	set.Notify = model.NotifyDaily
	d.w.Do(world.SavePlayer{Player: *d.player})
	next := table.NextDaily(d.player, d.now())
	d.w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueDaily, At: next})
	return done(table.Say("house.daily-on", "at", engine.Moment(next)))
}

// endDaily sends singly what the next letter of the day would have asked for.
func endDaily(d *desk) {
	d.w.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueDaily})
	ownClocks(d, func(t *model.Table, s *model.Seat, c *model.Clock) {
		if c != nil {
			table.Digest(d.w, t, s, model.PurposeTurn, fmt.Sprint(c.Step))
		}
	})
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
