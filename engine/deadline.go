package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Hours are a player's time zone and quiet hours, in which none of their deadlines may fall. The
// zero value is UTC without quiet hours.
type Hours struct {
	Zone *time.Location
	// From and To are whole hours of the day in Zone; if they are equal, there are no quiet hours.
	From, To int
}

// ParseQuiet reads quiet hours such as "22-07".
func ParseQuiet(s string) (from, to int, err error) {
	a, b, _ := strings.Cut(strings.ReplaceAll(s, " ", ""), "-")
	from, isFrom := wholeHour(a)
	to, isTo := wholeHour(b)
	if !isFrom || !isTo || from == to {
		return 0, 0, fmt.Errorf("quiet hours %q are not of the form 22-07", s)
	}
	return from, to, nil
}

// wholeHour reads an hour of the day such as "7", "07" or "07:00"; 24 is 0.
func wholeHour(text string) (hour int, ok bool) {
	hour, err := strconv.Atoi(strings.TrimSuffix(text, ":00"))
	if err != nil || hour < 0 || hour > 24 {
		return 0, false
	}
	return hour % 24, true
}

func (h Hours) zone() *time.Location { return cmp.Or(h.Zone, time.UTC) }

// Awake returns t, or if t is in the quiet hours, the time two hours after they end. It counts
// hours as a clock on the wall shows them, also across a change to or from summer time.
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

// Add adds a length of time to t. With weekends false, Saturdays and Sundays in the player's zone
// do not count.
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

// Clock is the time that a seat has for one choice.
type Clock struct {
	Began time.Time
	// Soft is when the time for a move ends and the spare time begins to run; Due is when that ends
	// too.
	Soft, Due time.Time
}

// Start returns the clock of a choice that is asked for at began. pace is the time for a move, bank
// the spare time that is left.
func (h Hours) Start(began time.Time, pace, bank time.Duration, weekends bool) Clock {
	soft := h.Add(began, pace, weekends)
	due := h.Awake(h.Add(soft, bank, weekends))
	return Clock{Began: began, Soft: h.Awake(soft), Due: due}
}

// Spent returns how much spare time a choice made at t uses.
func (c Clock) Spent(t time.Time) time.Duration {
	if t.Before(c.Soft) {
		return 0
	}
	if t.After(c.Due) {
		t = c.Due
	}
	return t.Sub(c.Soft)
}

// Reminders returns the times of reminders, earliest first. Each mark is a share of the time for a
// move that has passed ("50%") or a length of time before its end ("6h"). Reminders that would come
// before the beginning or after Due are left out.
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

// ParseSpan reads a length of time: whole minutes, hours, days or weeks, one after another
// ("1d12h"). It returns false if s is not one.
func ParseSpan(s string) (time.Duration, bool) {
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	var total time.Duration
	s = strings.ToLower(strings.ReplaceAll(s, " ", ""))
	if strings.TrimRight(s, "mhdw") == "0" {
		return 0, true // "0", "0h"
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
