package reading

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
)

// Days and lengths of time are written in seven languages; most of their words are English by the time
// they come here. What is left are small words that mean the same wherever they stand in a date, and
// numbers.

// counts are number words before a unit of time, by what they mean.
var counts = words(map[string]string{
	"1": "one ein eine einen einem une un una uma um een uno", "2": "two zwei deux dos due dois duas twee", "3": "three drei trois tres tre drie",
	"4": "four vier quatre cuatro quattro quatro", "5": "five funf fuenf cinq cinco cinque vijf", "6": "six sechs seis sei zes",
	"7": "seven sieben sept siete sette sete zeven", "8": "eight acht huit ocho otto oito", "10": "ten zehn dix diez dieci dez tien",
	"14": "fourteen vierzehn quatorze catorce quattordici veertien", "15": "quinze quince quindici",
})

// units are those of a length of time.
var units = words(map[string]string{
	"m": "m min mins minute minutes minuten minuto minutos minuti minuut", "h": "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren u",
	"d": "d j day days tag tage tagen jour jours dia dias giorno giorni dag dagen", "w": "w wk week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
})

// small words say nothing in a date: articles, "of", "for", "inclusive", "o'clock".
var small = words(map[string]string{"": `the le la les l' el il o den dem der am zum de del della di d' do of on for fur fuer pour pendant por per para voor durante and e et y und en
	with inclusive included einschliesslich inklusive inclus compris incluido incluso inclusive compreso inclusief uhr o'clock os as dia giorno jour`})

// ranges are words between two days, beside "to".
var ranges = []string{"until", "till", "through", "thru", "t/m", "tm", "-", "al", "au", "ao", "ate", "hasta", "bis", "tot", "fino", "jusqu'au", "jusqu'a", "a", "as"}

func words(table map[string]string) map[string]string {
	of := map[string]string{}
	for meaning, list := range table {
		for _, w := range strings.Fields(list) {
			of[w] = meaning
		}
	}
	return of
}

var (
	dayRange = regexp.MustCompile(`^(\d{1,2}(?:\.(?:\d{1,2}\.?)?)?)-(\d{1,2}(?:\.(?:\d{1,2}\.?)?)?)$`)
	slashed  = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})\b`)
)

// plainly writes days as Away reads them: "to" between them, numbers in figures, no small words.
func plainly(text string) string {
	text = strings.NewReplacer("–", "-", "—", "-", ",", " ", "’", "'").Replace(engine.Normalise(text))
	var out []string
	fields := strings.Fields(text)
	for i, f := range fields {
		f = strings.Trim(f, "!;:()")
		if m := dayRange.FindStringSubmatch(f); m != nil {
			out = append(out, strings.TrimSuffix(m[1], "."), "to", strings.TrimSuffix(m[2], "."))
			continue
		}
		_, small := small[f]
		count := counts[f]
		switch {
		case f == "" || (f == "day" || f == "tag") && i+1 < len(fields) && strings.ContainsAny(fields[i+1], "0123456789"): // "do dia 3"
		case slices.Contains(ranges, f) && i+1 < len(fields) && units[fields[i+1]] == "":
			if len(out) == 0 || out[len(out)-1] != "to" {
				out = append(out, "to")
			}
		case (count != "" || f == "a") && i+1 < len(fields) && units[fields[i+1]] != "":
			out = append(out, cmp.Or(count, "1"))
		case small:
		default:
			out = append(out, strings.TrimSuffix(f, "."))
		}
	}
	return strings.Join(out, " ")
}

// borrow gives the day of one end of a range the month of the other: "3 to 17 August".
func borrow(first, last string) (string, string) {
	day := func(s string) bool { _, ok := dayOfMonth(s); return ok }
	switch {
	case day(first) && !day(last):
		if at := strings.IndexByte(last, '.'); at > 0 {
			return first + last[at:], last
		}
		return first + " " + withoutDay(last), last
	case day(last) && !day(first):
		return first, last + " " + withoutDay(first)
	}
	return first, last
}

// dayOfMonth reads a day without its month: "3", "3rd", "1er".
func dayOfMonth(s string) (int, bool) {
	for _, suffix := range []string{"st", "nd", "rd", "th", "ste", "er", "e", "º", "o"} {
		if cut, ok := strings.CutSuffix(s, suffix); ok && cut != "" {
			s = cut
			break
		}
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= 31
}

// withoutDay is a day without its first number and the name of its weekday.
func withoutDay(s string) string {
	fields := slices.DeleteFunc(strings.Fields(s), func(f string) bool { return isWeekday(f) })
	for i, f := range fields {
		if _, ok := dayOfMonth(f); ok {
			return strings.Join(slices.Delete(fields, i, i+1), " ")
		}
	}
	return strings.Join(fields, " ")
}

func isWeekday(s string) bool {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if len(s) >= 3 && strings.HasPrefix(strings.ToLower(d.String()), s) {
			return true
		}
	}
	return false
}

// Slashed reads days such as "3/8" where English is written, in which either number may be the month.
// Where one of several can be read one way alone, all are. The text comes back with names of months, and
// where it stays unclear in both ways.
func Slashed(text string) (clear string, either []string) {
	all := slashed.FindAllStringSubmatch(text, -1)
	monthFirst, dayFirst, same := false, false, true
	for _, m := range all {
		a, _ := strconv.Atoi(m[1])
		b, _ := strconv.Atoi(m[2])
		monthFirst, dayFirst, same = monthFirst || b > 12, dayFirst || a > 12, same && a == b
	}
	spelled := func(day, month int) string {
		return slashed.ReplaceAllStringFunc(text, func(s string) string {
			m := slashed.FindStringSubmatch(s)
			n, _ := strconv.Atoi(m[month])
			if n < 1 || n > 12 {
				return s
			}
			return m[day] + " " + time.Month(n).String()
		})
	}
	switch {
	case len(all) == 0:
		return text, nil
	case dayFirst || same:
		return spelled(1, 2), nil
	case monthFirst:
		return spelled(2, 1), nil
	}
	return text, []string{spelled(1, 2), spelled(2, 1)}
}

var spanPiece = regexp.MustCompile(`^\s*(\d{1,4}|\pL+)\s*(\pL+)\.?\s*`)

// Span reads a length of time as it is written: "36h", "30min", "2 Tage", "one week", "1 day and 12 hours".
func Span(text string) (time.Duration, bool) {
	text = engine.Normalise(strings.TrimSpace(text))
	if t, ok := engine.ParseSpan(text); ok {
		return t, true
	}
	compact := ""
	for _, by := range []string{"by ", "um ", "for ", "fur ", "of ", "de ", "di ", "with ", "met ", "per ", "por "} {
		text = strings.TrimPrefix(text, by)
	}
	for text = strings.TrimSuffix(text, "."); text != ""; {
		m := spanPiece.FindStringSubmatch(text)
		if m == nil {
			return 0, false
		}
		n := cmp.Or(counts[m[1]], m[1])
		if m[1] == "a" || m[1] == "an" {
			n = "1"
		}
		if units[m[2]] == "" {
			return 0, false
		}
		compact += n + units[m[2]]
		text = text[len(m[0]):]
		for _, and := range []string{"and ", "und ", "et ", "en ", "y ", "e ", ", "} {
			text = strings.TrimPrefix(text, and)
		}
	}
	return engine.ParseSpan(compact)
}

var hours = regexp.MustCompile(`^(\d{1,2})(?:[:.h]00|h|)(am|pm|h|uhr|u|)$`)

// Quiet reads the hours of a night as they are written, "22-07", "from 10pm to 7am", "von 22 bis 7 Uhr",
// and writes them as they are kept.
func Quiet(text string) (string, bool) {
	text = strings.NewReplacer("–", "-", "—", "-", " pm", "pm", " am", "am", "between ", "", "zwischen ", "", "entre ", "").Replace(engine.Normalise(text))
	var kept []string
	for _, f := range strings.Fields(strings.ReplaceAll(text, "-", " ")) {
		m := hours.FindStringSubmatch(strings.Trim(f, ".,!"))
		if m == nil {
			_, idle := small[f]
			if !idle && !slices.Contains(ranges, f) && !slices.Contains([]string{"to", "from", "von", "du", "des", "dal", "dalle", "alle", "das", "las", "desde", "van", "de", "heures", "horas", "ore", "uur"}, f) {
				return "", false
			}
			continue
		}
		n, _ := strconv.Atoi(m[1])
		switch {
		case m[2] == "pm" && n < 12:
			n += 12
		case m[2] == "am" && n == 12:
			n = 0
		}
		kept = append(kept, strconv.Itoa(n/10)+strconv.Itoa(n%10))
	}
	quiet := strings.Join(kept, "-")
	_, _, err := engine.ParseQuiet(quiet)
	return quiet, err == nil && len(kept) == 2
}
