package house

import (
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// RemindMe sets when the player is reminded in all their matches: "remind 50%,90%",
// "remind 6h", "remind off"; "remind match" leaves it to each match again.
func RemindMe(d *desk, _ command.Line, rest string) answer {
	d.needPlayer()
	marks := strings.ReplaceAll(strings.ReplaceAll(rest, ", ", ","), " ", ",")
	switch rest {
	case "match":
		marks = ""
	case "":
		return refused(&engine.Refusal{Phrase: say("house.option-remind", "value", ""), Nearest: []string{"remind 50%,90%", "remind 6h", "remind off"}})
	default:
		if _, no := reading.Reminders(marks); no != nil {
			return refused(&engine.Refusal{Phrase: no.Phrase, Nearest: []string{"remind 50%,90%", "remind 6h", "remind off"}})
		}
	}
	d.player.Settings.Remind = marks
	d.w.Do(world.SavePlayer{Player: *d.player})
	ownClocks(d, func(t *model.Table, s *model.Seat, c *model.Clock) {
		if c != nil && c.StoppedAt == nil && t.Match.HoldsUp(s.Name) {
			c.Reminded = 0
			for _, at := range (engine.Clock{Began: c.Began, Soft: c.Soft, Due: c.Due}).Reminders(marksOf(t, d.player), engine.ParseSpan) {
				if !at.After(d.now()) {
					c.Reminded++
				}
			}
			shift(d.w, t, *c, 0)
		}
	})
	if marks == "" {
		return done(say("house.remind-match"))
	}
	return done(say("house.set", "name", "remind", "value", marks))
}

// marksOf are when a player is reminded in a match: their own marks, else the match's.
func marksOf(t *model.Table, p *model.Player) []string {
	if p == nil || p.Settings.Remind == "" {
		return t.Row.Terms.Remind
	}
	marks, no := reading.Reminders(p.Settings.Remind)
	if no != nil {
		return t.Row.Terms.Remind
	}
	return marks
}

// remindKey tells the reminders of a step apart, also where their marks were changed.
func remindKey(c *model.Clock, now time.Time) string {
	return itoa(int64(c.Step)) + ":" + itoa(int64(c.Reminded)) + ":" + itoa(now.Unix())
}
