package table

import (
	"time"

	"pitpost.example/house/reading"
	"pitpost.example/model"
)

// marksOf are when a player is reminded in a match: their own marks, else the match's.
func MarksOf(t *model.Table, p *model.Player) []string {
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
	return Itoa(int64(c.Step)) + ":" + Itoa(int64(c.Reminded)) + ":" + Itoa(now.Unix())
}
