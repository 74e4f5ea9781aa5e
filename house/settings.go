package house

import (
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
)

// choice makes a word that takes one of a few values.
func choice[T ~string](name string, values []T, set func(*desk.Desk, T)) func(*desk.Desk, command.Line, string) desk.Answer {
	return func(d *desk.Desk, _ command.Line, rest string) desk.Answer {
		d.NeedPlayer()
		for _, v := range values {
			if rest == string(v) {
				set(d, v)
				d.W.Do(world.SavePlayer{Player: *d.Player})
				return desk.Done(table.Say("house.set", "name", name, "value", string(v)))
			}
		}
		near := make([]string, len(values))
		for i, v := range values {
			near[i] = name + " " + string(v)
		}
		return desk.Refused(&engine.Refusal{Phrase: table.Say("house.set-choices", "name", name, "choices", values), Nearest: near})
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
		return desk.Refused(&engine.Refusal{Phrase: table.Say("house.no-such-language", "value", engine.Clip(rest)), Nearest: near})
	}
	d.Player.Lang, d.Player.Settings.LangGuessed = code, false
	d.W.Do(world.SavePlayer{Player: *d.Player})
	return desk.Done(table.Say("house.set", "name", "lang", "value", code))
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
			name = zoneName(name)
		}
		zone, err = time.LoadLocation(name)
	}
	if name == "" || err != nil || strings.EqualFold(name, "local") {
		return desk.Refused(&engine.Refusal{Phrase: table.Say("house.no-such-zone", "value", engine.Clip(want)), Nearest: []string{"zone Europe/Madrid", "zone America/New_York"}})
	}
	d.Player.Zone = name
	d.W.Do(world.SavePlayer{Player: *d.Player})
	seats.AwakeOwnClocks(d)
	return desk.Done(table.Say("house.zone-set", "value", name, "at", d.Now().In(zone).Format(time.RFC3339)))
}

// zoneName writes "europe/madrid" as the database does, "Europe/Madrid".
func zoneName(s string) string {
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
		return desk.Done(table.Say("house.set", "name", "quiet", "value", "off"))
	}
	if _, _, err := engine.ParseQuiet(rest); err != nil {
		return desk.Refused(&engine.Refusal{Phrase: table.Say("house.quiet-form"), Nearest: []string{"quiet 22-07", "quiet off"}})
	}
	d.Player.Settings.Quiet = rest
	d.W.Do(world.SavePlayer{Player: *d.Player})
	seats.AwakeOwnClocks(d)
	return desk.Done(table.Say("house.set", "name", "quiet", "value", rest))
}
