package people

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Choice makes a word that takes one of a few values.
func Choice[T ~string](name string, values []T, set func(*desk.Desk, T)) func(*desk.Desk, command.Line, string) desk.Answer {
	return func(d *desk.Desk, _ command.Line, rest string) desk.Answer {
		d.NeedPlayer()
		if slices.Contains(values, T(rest)) {
			set(d, T(rest))
			d.W.Do(world.SavePlayer{Player: *d.Player})
			return desk.Done(engine.Say("house.set", "command", name+" "+rest))
		}
		near := engine.Each(values, func(v T) string { return name + " " + string(v) })
		return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.set-choices", "command", name), Nearest: near})
	}
}

// SetLang picks the language of all letters to the player and of the words they write.
func SetLang(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	code := command.LanguageNamed(rest)
	if code == "" {
		var near []string
		for _, l := range command.Languages() {
			near = append(near, "lang "+l.Code)
		}
		return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.no-such-language", "value", engine.Clip(rest)), Nearest: near})
	}
	d.Player.Lang, d.Player.Settings.LangGuessed = code, false
	d.W.Do(world.SavePlayer{Player: *d.Player})
	return desk.Done(engine.Say("house.set", "command", "lang "+code))
}

// Zone sets the time zone by its name in the time zone database, or by that of
// a city alone where just one zone is named after it.
func Zone(d *desk.Desk, line command.Line, _ string) desk.Answer {
	d.NeedPlayer()
	_, want, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	name := strings.TrimRight(strings.TrimSpace(want), ".")
	zone, err := time.LoadLocation(name)
	if err != nil || !strings.Contains(name, "/") {
		if full := reading.CityZone(name); full != "" {
			name = full
		} else {
			name = ZoneName(name)
		}
		zone, err = time.LoadLocation(name)
	}
	if name == "" || err != nil || strings.EqualFold(name, "local") {
		return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.no-such-zone", "value", engine.Clip(want)), Nearest: []string{"zone Europe/Madrid", "zone America/New_York"}})
	}
	d.Player.Zone = model.ZoneSaid(name)
	d.W.Do(world.SavePlayer{Player: *d.Player})
	seats.AwakeOwnClocks(d)
	return desk.Done(engine.Say("house.zone-set", "value", name, "at", d.Now().In(zone).Format(time.RFC3339)))
}

// ZoneName writes "europe/madrid" as the database does, "Europe/Madrid".
func ZoneName(s string) string {
	if s == "utc" || s == "gmt" || !strings.Contains(s, "/") {
		return strings.ToUpper(s)
	}
	up := true
	return strings.Map(func(r rune) rune {
		out := r
		if up && r >= 'a' && r <= 'z' {
			out = r - 'a' + 'A'
		}
		up = r == '/' || r == '_' || r == '-'
		if r == ' ' {
			up = true
			return '_'
		}
		return out
	}, s)
}

// Quiet sets the hours in which no deadline may fall: "quiet 22-07".
func Quiet(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	if rest == "off" {
		d.Player.Settings.Quiet = ""
		d.W.Do(world.SavePlayer{Player: *d.Player})
		return desk.Done(engine.Say("house.set", "command", "quiet off"))
	}
	quiet, ok := reading.Quiet(rest)
	if !ok {
		return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.quiet-form"), Nearest: []string{"quiet 22-07", "quiet off"}})
	}
	d.Player.Settings.Quiet = quiet
	d.W.Do(world.SavePlayer{Player: *d.Player})
	seats.AwakeOwnClocks(d)
	return desk.Done(engine.Say("house.set", "command", "quiet "+quiet))
}

// Ping sets where a player is pinged at each turn: "ping https://ntfy.example/topic".
func Ping(d *desk.Desk, line command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	if rest == "off" {
		d.Player.Settings.Ping = ""
		d.W.Do(world.SavePlayer{Player: *d.Player})
		return desk.Done(engine.Say("house.ping-off"))
	}
	_, raw, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	u := desk.WebAddress(strings.Trim(strings.TrimSpace(raw), "<>"))
	if u == nil {
		return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.ping-form"), Nearest: []string{"ping https://ntfy.example/topic", "ping off"}})
	}
	d.Player.Settings.Ping = u.String()
	d.W.Do(world.SavePlayer{Player: *d.Player})
	d.W.Queue(model.Notice{Key: fmt.Sprintf("ping:first:%d:%d", d.Player.ID, d.Now().UnixNano()), Player: d.Player.ID, Purpose: model.PurposePing,
		Params: notice.Params(notice.Ping{URL: u.String(), Says: engine.Say("ping.first")})})
	return desk.Done(engine.Say("house.ping-on", "host", u.Hostname()))
}

// RemindMe sets when the player is reminded in all their matches: "remind 50%,90%",
// "remind 6h", "remind off"; "remind match" leaves it to each match again.
func RemindMe(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	marks := strings.ReplaceAll(strings.ReplaceAll(rest, ", ", ","), " ", ",")
	switch rest {
	case "match":
		marks = ""
	case "":
		return desk.Refused(&engine.Refusal{Phrase: engine.Say("house.option-remind", "value", ""), Nearest: []string{"remind 50%,90%", "remind 6h", "remind off"}})
	default:
		if _, no := reading.Reminders(marks); no != nil {
			return desk.Refused(&engine.Refusal{Phrase: no.Phrase, Nearest: []string{"remind 50%,90%", "remind 6h", "remind off"}})
		}
	}
	d.Player.Settings.Remind = marks
	d.W.Do(world.SavePlayer{Player: *d.Player})
	seats.OwnClocks(d, func(t *model.Table, s *model.Seat, c *model.Clock) {
		if c != nil && c.StoppedAt == nil && t.Match.HoldsUp(s.Name) {
			c.Reminded = 0
			for _, at := range (engine.Clock{Began: c.Began, Soft: c.Soft, Due: c.Due}).Reminders(table.MarksOf(t, d.Player), engine.ParseSpan) {
				if !at.After(d.Now()) {
					c.Reminded++
				}
			}
			table.Shift(d.W, t, *c, 0)
		}
	})
	if marks == "" {
		return desk.Done(engine.Say("house.remind-match"))
	}
	return desk.Done(engine.Say("house.set", "command", "remind "+marks))
}

// Links kills the links in all letters to the seat so far, or lets new letters have them.
func Links(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if d.Operator || d.Seat == nil || d.Player == nil {
		return desk.Refuse("house.links-seat")
	}
	if !command.OffOrOn(rest) {
		return desk.Refuse("house.links-form")
	}
	d.W.Do(world.StopLinks{Match: d.Table.Row.ID, Seat: d.Seat.No, Player: d.Player.ID, Off: rest == "off"})
	return desk.Done(engine.Say("house.links-"+rest, "match", int(d.Table.Row.ID)))
}
