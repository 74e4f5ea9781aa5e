package dates

import (
	"testing"
	"time"
)

func TestAway(t *testing.T) {
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC) // a Monday
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 0, 0, 0, 0, madrid) }
	cases := map[string][2]time.Time{
		"3 aug to 17 aug":          {now, day(8, 18)},
		"5 aug to 17 aug":          {day(8, 5), day(8, 18)},
		"from 5 aug until 17 aug":  {day(8, 5), day(8, 18)},
		"2026-08-05 to 2026-08-06": {day(8, 5), day(8, 7)},
		"to 7 aug":                 {now, day(8, 8)},
		"until friday":             {now, day(8, 8)},
		"tomorrow":                 {day(8, 4), day(8, 5)},
		"friday":                   {day(8, 7), day(8, 8)},
		"5 days":                   {now, day(8, 8)},
		"2 weeks":                  {now, day(8, 17)},
		"5.8. to 7.8.":             {day(8, 5), day(8, 8)},
		"aug 5th to aug 7th":       {day(8, 5), day(8, 8)},
		"tomorrow to thursday":     {day(8, 4), day(8, 7)},
		"23 sep to 1 oct":          {day(9, 23), day(10, 2)},
		"weekend":                  {day(8, 8), day(8, 10)},
		"next week":                {day(8, 10), day(8, 17)},
		"deux weeks en":            {now, day(8, 17)},
		"friday to next wednesday": {day(8, 7), day(8, 13)},
		"to wednesday prochain":    {now, day(8, 6)},
		"next friday":              {day(8, 7), day(8, 8)},
	}
	for text, want := range cases {
		from, until, no := ReadAbsence(text, now, madrid)
		if no != nil || !from.Equal(want[0]) || !until.Equal(want[1]) {
			t.Errorf("%q: from %v until %v, %v", text, from, until, no)
		}
	}
	for text, why := range map[string]string{
		"": "house.away-form", "for a while": "house.away-form", "31 feb to 2 mar": "house.away-form", "3 aug to": "house.away-form",
		"2026-07-01 to 2026-07-09": "house.away-past", "7 aug to 5 aug 2026": "house.away-past", "3 aug to 30 dec": "house.away-long",
	} {
		_, _, no := ReadAbsence(text, now, madrid)
		if no == nil || no.Key != why {
			t.Errorf("%q: got %v, want %s", text, no, why)
		}
	}
}

func TestAbsencesArePlain(t *testing.T) {
	for text, want := range map[string]string{
		"until friday": "to friday", "deux weeks en": "2 weeks", "from 1. to 15. december": "from 1 to 15 december", "this week-end": "this saturday to sunday",
		"of monday a thursday": "monday to thursday",
	} {
		if got := NormaliseAbsence(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
