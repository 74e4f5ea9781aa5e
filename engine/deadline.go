package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Hours are a player's own time: their zone, and the hours of the night in
// which no deadline of theirs may fall. The zero value is UTC without a night.
type Hours struct {
	Zone *time.Location
	// From and To are whole hours of the civil day; equal for no quiet hours.
	From, To int
}

// ParseQuiet reads quiet hours such as "22-07".
func ParseQuiet(s string) (from, to int, err error) {
	a, b, ok := strings.Cut(strings.ReplaceAll(s, " ", ""), "-")
	from, errFrom := strconv.Atoi(strings.TrimSuffix(a, ":00"))
	to, errTo := strconv.Atoi(strings.TrimSuffix(b, ":00"))
	if !ok || errFrom != nil || errTo != nil || from < 0 || from > 24 || to < 0 || to > 24 || from%24 == to%24 {
		return 0, 0, fmt.Errorf("quiet hours %q are not of the form 22-07", s)
	}
	return from % 24, to % 24, nil
}

func (h Hours) zone() *time.Location { return cmp.Or(h.Zone, time.UTC) }

// Awake moves a time inside the quiet hours to two hours after them; any other
// time stays. Civil hours hold across a change to or from summer time.
func (h Hours) Awake(t time.Time) time.Time {
	if h.From == h.To {
		return t
	}
	local := t.In(h.zone())
	night, gone := (h.To-h.From+24)%24, (local.Hour()-h.From+24)%24
	if gone >= night {
		return t
	}
	day := local.Day()
	if local.Hour() >= h.From && h.From > h.To { // before midnight
		day++
	}
	return time.Date(local.Year(), local.Month(), day, h.To+2, 0, 0, 0, h.zone())
}

// Add counts a length of time onward from t. With weekends false, Saturday and
// Sunday in the player's zone do not count.
func (h Hours) Add(t time.Time, d time.Duration, weekends bool) time.Time {
	if weekends {
		return t.Add(d)
	}
	at := t.In(h.zone())
	for {
		end := time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, h.zone()) // of the day
		if wd := at.Weekday(); wd != time.Saturday && wd != time.Sunday {
			if d < end.Sub(at) {
				return at.Add(d)
			}
			d -= end.Sub(at)
		}
		at = end
	}
}

// Clock is the time a seat has for one choice.
type Clock struct {
	Began time.Time
	// Soft is when the pace is out and spare time begins to run; Due when that
	// is out too.
	Soft, Due time.Time
}

// Start gives the clock of a choice that is asked for at began, with so much
// time for a move and so much spare.
func (h Hours) Start(began time.Time, pace, bank time.Duration, weekends bool) Clock {
	soft := h.Add(began, pace, weekends)
	due := h.Awake(h.Add(soft, bank, weekends))
	return Clock{Began: began, Soft: h.Awake(soft), Due: due}
}

// Spent is how much spare time a choice made at t used up.
func (c Clock) Spent(t time.Time) time.Duration {
	if t.Before(c.Soft) {
		return 0
	}
	if t.After(c.Due) {
		t = c.Due
	}
	return t.Sub(c.Soft)
}

// Reminders gives the times of reminders before the pace is out, soonest
// first: marks are shares of the pace gone by ("50%") or times before its end
// ("6h").
func (c Clock) Reminders(marks []string) []time.Time {
	var out []time.Time
	whole := c.Soft.Sub(c.Began)
	for _, m := range marks {
		at := time.Time{}
		if percent, ok := strings.CutSuffix(m, "%"); ok {
			n, _ := strconv.Atoi(percent)
			at = c.Began.Add(whole * time.Duration(n) / 100)
		} else if before, ok := ParseSpan(m); ok {
			at = c.Soft.Add(-before)
		}
		if at.After(c.Began) && at.Before(c.Due) {
			out = append(out, at)
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// ParseSpan reads a length of time: whole minutes, hours, days or weeks, one
// after another ("1d12h").
func ParseSpan(s string) (time.Duration, bool) {
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	var total time.Duration
	s = strings.ToLower(strings.ReplaceAll(s, " ", ""))
	if s == "0" {
		return 0, true
	}
	for s != "" {
		i := strings.IndexAny(s, "mhdw")
		if i < 1 || i > 4 {
			return 0, false
		}
		n, err := strconv.ParseUint(s[:i], 10, 64)
		if err != nil {
			return 0, false
		}
		total += time.Duration(n) * units[s[i]]
		s = s[i+1:]
	}
	return total, total > 0
}
