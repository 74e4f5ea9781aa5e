package house

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// RemindMe sets when the player is reminded in all their matches: "remind 50%,90%",
// "remind 6h", "remind off"; "remind match" leaves it to each match again.
func RemindMe(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	marks := strings.ReplaceAll(strings.ReplaceAll(rest, ", ", ","), " ", ",")
	switch rest {
	case "match":
		marks = ""
	case "":
		return desk.Refused(&engine.Refusal{Phrase: table.Say("house.option-remind", "value", ""), Nearest: []string{"remind 50%,90%", "remind 6h", "remind off"}})
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
		return desk.Done(table.Say("house.remind-match"))
	}
	return desk.Done(table.Say("house.set", "name", "remind", "value", marks))
}
