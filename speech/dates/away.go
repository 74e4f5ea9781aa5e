package dates

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
)

// awayLongest is the longest absence a player can announce.
const awayLongest = 60 * 24 * time.Hour

// NextWeek is the time from the next Monday to the Sunday after it, in the form of NormaliseAbsence. It does not begin
// with "next", because that is a command.
const NextWeek = "coming week"

// ReadAbsence reads an absence as people write it: "3 aug to 17 aug", "2026-08-03 to 2026-08-17", "to 17 aug",
// "until friday", "tomorrow", "5 days". It counts whole days in the player's zone, and the last day is
// included, so until is the midnight after it.
func ReadAbsence(text string, now time.Time, zone *time.Location) (from, until time.Time, no *engine.Refusal) {
	text = NormaliseAbsence(text)
	today := StartOfDay(now.In(zone))
	if text == NextWeek {
		monday := today.AddDate(0, 0, 7-(int(today.Weekday())+6)%7)
		text = monday.Format(time.DateOnly) + " to " + monday.AddDate(0, 0, 6).Format(time.DateOnly)
	}
	first, last, ranged := strings.Cut(text, " to ")
	if !ranged {
		first, last = "", text
		last = strings.TrimPrefix(last, "to ")
		if _, days := number(last); !days && last == text && text != "" {
			first, last = text, "" // a single day
		}
	}
	first = strings.TrimPrefix(first, "from ")
	if ranged && first != "" {
		first, last = shareMonth(first, last)
	}
	from = today
	ok := true
	if first != "" {
		from, ok = ReadDay(first, today)
	}
	if !ok {
		return from, until, engine.Refuse("house.away-form").OfKind(engine.Unreadable)
	}
	if n, unit := number(last); unit && !ranged {
		until = from.AddDate(0, 0, n-1)
	} else if last == "" && first != "" && !ranged {
		until = from
	} else if until, ok = ReadDay(last, from); !ok {
		return from, until, engine.Refuse("house.away-form").OfKind(engine.Unreadable)
	}
	until = until.AddDate(0, 0, 1)
	if from.Before(now) {
		from = now
	}
	switch {
	case !until.After(now) || !until.After(from):
		return from, until, engine.Refuse("house.away-past")
	case until.Sub(from) > awayLongest:
		return from, until, engine.Refuse("house.away-long", "count", int(awayLongest/(24*time.Hour)))
	}
	return from, until, nil
}

// StartOfDay returns the beginning of t's day in t's zone.
func StartOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// number reads "5 days" and "2 weeks" as days.
func number(s string) (int, bool) {
	f := strings.Fields(s)
	if len(f) != 2 {
		return 0, false
	}
	n, err := strconv.Atoi(f[0])
	if err != nil || n < 1 || n > 400 {
		return 0, false
	}
	switch f[1] {
	case "day", "days":
		return n, true
	case "week", "weeks":
		return n * 7, true
	}
	return 0, false
}

var bareDay = strings.NewReplacer(",", " ", "the ", "", "of ", "")

// ReadDay reads a day and returns the first one that fits, from after on.
func ReadDay(s string, after time.Time) (time.Time, bool) {
	s = strings.TrimSpace(bareDay.Replace(s))
	if t, err := time.ParseInLocation("2006-01-02", s, after.Location()); err == nil {
		return t, true
	}
	switch s {
	case "today", "now":
		return after, true
	case "tomorrow":
		return after.AddDate(0, 0, 1), true
	}
	if day, ok := named(s, time.Sunday, time.Saturday); ok {
		return after.AddDate(0, 0, int(day-after.Weekday()+7)%7), true
	}
	fields := strings.Fields(s) // such as "Friday 7 August"
	at := slices.IndexFunc(fields, IsWeekday)
	if at < 0 {
		return readDayMonth(s, after)
	}
	day, ok := readDayMonth(strings.Join(slices.Concat(fields[:at], fields[at+1:]), " "), after)
	return day, ok && strings.HasPrefix(strings.ToLower(day.Weekday().String()), fields[at])
}

// readDayMonth reads "3 aug", "aug 3", "3.8." and "3rd august 2026".
func readDayMonth(s string, after time.Time) (time.Time, bool) {
	day, month, year := 0, time.Month(0), 0
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '.' || r == '/' }) {
		f = strings.ToLower(f)
		if m, ok := named(f, time.January, time.December); ok {
			month = m
			continue
		}
		n, err := strconv.Atoi(f)
		if d, ok := dayOfMonth(f); ok {
			n, err = d, nil
		}
		switch {
		case err != nil:
			return after, false
		case n >= 2000 && n < 2200:
			year = n
		case day == 0:
			day = n
		case month == 0 && n <= 12:
			month = time.Month(n)
		default:
			return after, false
		}
	}
	if day < 1 || day > 31 || month == 0 {
		return after, false
	}
	guess := cmp.Or(year, after.Year())
	t := time.Date(guess, month, day, 0, 0, 0, 0, after.Location())
	if t.Day() != day {
		return after, false
	}
	if year == 0 && t.Before(after.AddDate(0, 0, -31)) {
		t = t.AddDate(1, 0, 0)
	}
	return t, true
}
