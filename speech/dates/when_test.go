package dates

import (
	"testing"
	"time"
)

// Days as people write them, after the command words of each language have become English.
func TestDaysAsWritten(t *testing.T) {
	now := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC) // a Saturday
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 0, 0, 0, 0, time.UTC) }
	third, friday, later := [2]time.Time{day(8, 3), day(8, 18)}, [2]time.Time{now, day(8, 8)}, [2]time.Time{now, day(12, 18)}
	now = now.AddDate(0, 2, 0)
	later[0] = now
	for text, want := range map[string][2]time.Time{
		"from 3 to 17 august": third, "3 to 17 august": third, "3-17 august": third, "3 - 17 august": third, "3–17 aug": third, "august 3 to 17": third, "from 3. to 17. august": third, "3.-17.8.": third,
		"from 3 august to 17": third, "del 3 to 17 de august": third, "de 3 a 17 de august": third, "do dia 3 to dia 17 de august": third, "from 3 to and with 17 august": third, "3rd to 17th of august": third,
		"from monday 3 august to monday 17 august": third, "from 3 to 17 august inclusive": third, "3/8 to 17/8": third,
		"to friday": friday, "to den friday": friday, "friday": {day(8, 7), day(8, 8)}, "a week": {day(8, 1).Add(12 * time.Hour), day(8, 8)}, "eine week": friday, "for 7 days": friday, "sieben days": friday,
	} {
		from, until, no := ReadAbsence(text, time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC), time.UTC)
		if no != nil || !from.Equal(want[0]) || !until.Equal(want[1]) {
			t.Errorf("%q: from %v until %v, %v", text, from, until, no)
		}
	}
	if from, until, no := ReadAbsence("to 17 december", time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), time.UTC); no != nil || !until.Equal(later[1]) {
		t.Errorf("to 17 December: from %v until %v, %v", from, until, no)
	}
	for _, text := range []string{"3 to 17", "next month", "a few days", "to tuesday 7 august", "to friday 18:00", "a while", "the"} {
		if from, until, no := ReadAbsence(text, now, time.UTC); no == nil {
			t.Errorf("%q: from %v until %v", text, from, until)
		}
	}
	for text, want := range map[string]string{"3/8 to 17/8": "3 August to 17 August", "8/3 to 8/17": "3 August to 17 August", "8/8": "8 August", "2 weeks": "2 weeks"} {
		if got, either := SpellSlashedDates(text); got != want || either != nil {
			t.Errorf("%q: %q, %q", text, got, either)
		}
	}
	if _, either := SpellSlashedDates("3/8 to 5/8"); len(either) != 2 || either[0] != "3 August to 5 August" || either[1] != "8 March to 8 May" {
		t.Errorf("a date that reads both ways: %q", either)
	}
}

func TestLengthsAsWritten(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30min": 30 * time.Minute, "30 min": 30 * time.Minute, "30 Minuten": 30 * time.Minute, "36h": 36 * time.Hour, "24 Stunden": 24 * time.Hour, "2 Tage": 48 * time.Hour, "2 days": 48 * time.Hour,
		"by 2 days": 48 * time.Hour, "um 2 days": 48 * time.Hour, "2 jours": 48 * time.Hour, "1 día": 24 * time.Hour, "2 dias": 48 * time.Hour, "3 giorni": 72 * time.Hour, "24 uur": 24 * time.Hour, "zwei Wochen": 14 * 24 * time.Hour, "one week": 7 * 24 * time.Hour, "a week": 7 * 24 * time.Hour,
		"1 day and 12 hours": 36 * time.Hour, "1d 12h": 36 * time.Hour, "ein Tag": 24 * time.Hour, "une semaine": 7 * 24 * time.Hour, "36 heures": 36 * time.Hour, "12 horas": 12 * time.Hour,
	} {
		if got, ok := ReadSpan(text); !ok || got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "soon", "2", "a few days", "2 beers", "my thanks", "min", "einem"} {
		if got, ok := ReadSpan(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	for _, text := range []string{"22-07", "22-7", "22:00-07:00", "22 - 7", "from 22 to 7", "from 10pm to 7am", "10 pm to 7 am", "von 22 bis 7 Uhr", "22h-7h", "de 22h à 7h", "dalle 22 alle 7", "das 22h às 7h", "de 22 a 7", "van 22 tot 7 uur", "22h00 – 7h00",
		"las 10 de la noche y las 7 de la mañana", "10 heures du soir et 7 heures du matin", "10 da noite e as 7 da manhã", "dalle 10 di sera alle 7 di mattina", "10 in the evening to 7 in the morning"} {
		if got, ok := ReadQuietHours(text); !ok || got != "22-07" {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "at night", "22", "22-22", "25-7", "7 people", "22-7-3", "8-07", "7-24"} {
		if got, ok := ReadQuietHours(text); ok {
			t.Errorf("%q is %q", text, got)
		}
	}
}

func TestTimesOfDayAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]int{"8": 800, "8:30": 830, "20.30": 2030, "20h": 2000, "20h30": 2030, "at 8": 800, "8pm": 2000, "8 p.m.": 2000, "12 am": 0, "0:05": 5,
		"um 20 Uhr": 2000, "8 Uhr abends": 2000, "a las 8 de la tarde": 2000, "alle 20": 2000, "às 20h": 2000, "om 8 uur": 800, "à 8 heures du soir": 2000, "8 in the morning": 800} {
		if hour, minute, ok := TimeOfDay(text); !ok || hour*100+minute != want {
			t.Errorf("%q: %d:%02d, %v", text, hour, minute, ok)
		}
	}
	for _, text := range []string{"", "evening", "24", "8:60", "8-9", "8 people", "bread", "80"} {
		if hour, minute, ok := TimeOfDay(text); ok {
			t.Errorf("%q is %d:%02d", text, hour, minute)
		}
	}
}

func TestCitiesInAllLanguages(t *testing.T) {
	for city, want := range map[string]string{
		"Londres": "Europe/London", "Lissabon": "Europe/Lisbon", "Parijs": "Europe/Paris", "Nueva York": "America/New_York", "Mailand": "Europe/Rome",
		"MÜNCHEN": "Europe/Berlin", "são-paulo": "America/Sao_Paulo", "new_york": "America/New_York", "EST": "America/New_York", "CEST": "Europe/Paris",
		"Springfield": "", "#": "", "": "",
	} {
		if got := ZoneOfCity(city); got != want {
			t.Errorf("%q is in %q, not %q", city, got, want)
		}
	}
	for city, zone := range cityZones {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Errorf("%q: %v", city, err)
		}
	}
}
