package dates

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
)

// Days and lengths of time may be written in seven languages. Command words have been put into English before
// they come here; what is left are numbers and small words that mean the same wherever they stand in a date.

//go:embed when.txt
var whenWords string

// meanings maps each use ("unit", "count", "range", "small", …) to its words. A unit or number maps to what
// it is, any other word to its use.
var meanings = func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for meaning, list := range engine.TableRows(whenWords) {
		use := meaning
		switch {
		case strings.Contains("mhdw", meaning):
			use = "unit"
		case meaning[0] <= '9':
			use = "count"
		case meaning == "am" || meaning == "pm" || meaning == "night":
			use = "half"
		}
		if all[use] == nil {
			all[use] = map[string]string{}
		}
		for w := range strings.FieldsSeq(list) {
			all[use][w] = meaning
		}
	}
	return all
}()

var counts, units, ranges = meanings["count"], meanings["unit"], meanings["range"]

// isWord reports whether a word has this use in dates.
func isWord(use, word string) bool { return meanings[use][word] != "" }

var (
	dayRange = regexp.MustCompile(`^(\d{1,2}(?:\.(?:\d{1,2}\.?)?)?)-(\d{1,2}(?:\.(?:\d{1,2}\.?)?)?)$`)
	slashed  = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})\b`)
)

// evened gives marks and words of days one spelling. "end of week" is what "fin de semana" and "fine settimana" come to,
// and "week next" what "semaine prochaine" does.
var evened = strings.NewReplacer("–", "-", "—", "-", ",", " ", "’", "'",
	"week end", "weekend", "week-end", "weekend", "end of week", "weekend", "end week", "weekend",
	"next week", NextWeek, "nachste week", NextWeek, "kommende week", NextWeek, "komende week", NextWeek, "week next", NextWeek, "week que viene", NextWeek, "week que vem", NextWeek)

// NormaliseAbsence rewrites days in the form that ReadAbsence reads: "to" between two days, numbers in figures, no small
// words.
func NormaliseAbsence(text string) string {
	text = evened.Replace(engine.NormaliseText(text))
	var out []string
	fields := strings.Fields(text)
	for i, f := range fields {
		f = strings.Trim(f, "!;:()")
		if m := dayRange.FindStringSubmatch(f); m != nil {
			out = append(out, strings.TrimSuffix(m[1], "."), "to", strings.TrimSuffix(m[2], "."))
			continue
		}
		count := counts[f]
		switch {
		case f == "" || (f == "day" || f == "tag") && i+1 < len(fields) && strings.ContainsAny(fields[i+1], "0123456789"): // skip empty words, and "dia" in "do dia 3"
		case isWord("coming", f) && countsDays(fields[i+1:]):
		case comingDay(f) && (i+1 < len(fields) && IsWeekday(fields[i+1]) || len(out) > 0 && IsWeekday(out[len(out)-1])):
		case ranges[f] != "" && i+1 < len(fields) && units[fields[i+1]] == "":
			if len(out) == 0 || out[len(out)-1] != "to" {
				out = append(out, "to")
			}
		case (count != "" || f == "a") && i+1 < len(fields) && units[fields[i+1]] != "":
			out = append(out, cmp.Or(count, "1"))
		case isWord("weekend", f):
			out = append(out, "saturday", "to", "sunday")
		case isWord("small", f):
		default:
			out = append(out, strings.TrimSuffix(f, "."))
		}
	}
	return strings.Join(out, " ")
}

// BeginsTime reports whether a normalised word, in English if it is a command word, can be the first of a time.
func BeginsTime(word string) bool {
	return word != "" && (word[0] <= '9' || IsWeekday(word) || counts[word] != "" || slices.ContainsFunc([]string{"range", "hour", "small", "weekend", "coming", "ahead", "after"}, func(use string) bool { return isWord(use, word) }) ||
		slices.Contains([]string{"a", "an", "from", "to", "of", "tomorrow", "end"}, word))
}

// comingDay reports whether a word beside a day of the week says that the next such day is meant, as days do without it.
func comingDay(word string) bool {
	return (isWord("coming", word) || isWord("ahead", word)) && units[word] == "" // "Wednesday week" is a later one
}

// countsDays reports whether words begin with a number of days or weeks, perhaps behind more words such as "next".
func countsDays(words []string) bool {
	for len(words) > 0 && isWord("coming", words[0]) {
		words = words[1:]
	}
	if len(words) < 2 || units[words[1]] == "" {
		return false
	}
	_, err := strconv.Atoi(words[0])
	return err == nil || counts[words[0]] != ""
}

// shareMonth completes a range in which only one end names the month: "3 to 17 August".
func shareMonth(first, last string) (string, string) {
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

// withoutDay returns a date without its day of the month and weekday.
func withoutDay(s string) string {
	fields := slices.DeleteFunc(strings.Fields(s), IsWeekday)
	for i, f := range fields {
		if _, ok := dayOfMonth(f); ok {
			return strings.Join(slices.Delete(fields, i, i+1), " ")
		}
	}
	return strings.Join(fields, " ")
}

// named returns which of the days or months from first to last has an English name that begins with a word of at least
// three letters.
func named[D interface {
	time.Weekday | time.Month
	String() string
}](word string, first, last D) (found D, ok bool) {
	for found = first; found <= last; found++ {
		if len(word) >= 3 && strings.HasPrefix(strings.ToLower(found.String()), word) {
			return found, true
		}
	}
	return found, false
}

// IsWeekday reports whether a word of at least three letters begins the English name of a weekday.
func IsWeekday(s string) bool { _, ok := named(s, time.Sunday, time.Saturday); return ok }

// SpellSlashedDates rewrites days such as "3/8" with names of months. In English either number may be the month; one
// date that can be read in only one way decides for all. If none does, text is unchanged and either holds
// both readings.
func SpellSlashedDates(text string) (clear string, either []string) {
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

var spanPiece = regexp.MustCompile(`^\s*(\d{1,4}|\pL+\b)\s*(\pL+)\.?\s*`)

// ReadSpan reads a length of time as people write it: "36h", "30min", "2 Tage", "one week", "1 day and 12 hours".
func ReadSpan(text string) (time.Duration, bool) {
	text = engine.NormaliseText(strings.TrimSpace(text))
	if t, ok := engine.ParseSpan(text); ok {
		return t, true
	}
	compact := ""
	if by, rest, _ := strings.Cut(text, " "); isWord("by", by) {
		text = rest
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

var aTime = regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d\d)|h|)(am|pm|h|uhr|u|)$`)

var evenedHours = strings.NewReplacer("–", " ", "—", " ", "-", " ", " pm", "pm", " am", "am", " p.m.", "pm", " a.m.", "am", "p.m.", "pm", "a.m.", "am")

// times reads the times of day in a text, in minutes after midnight: "8", "20:30", "20h30", "at 8 in the evening", "von 22
// bis 7 Uhr". ok is false if the text has other words.
func times(text string) (all []int, ok bool) {
	for _, f := range strings.Fields(evenedHours.Replace(engine.NormaliseText(text))) {
		f = strings.Trim(f, ".,!")
		half := meanings["half"][f]
		if m := aTime.FindStringSubmatch(f); m != nil {
			hour, _ := strconv.Atoi(m[1])
			minute, _ := strconv.Atoi(cmp.Or(m[2], "0"))
			if minute > 59 {
				return nil, false
			}
			all, half = append(all, hour*60+minute), m[3]
		} else if half == "" && !isWord("small", f) && !isWord("range", f) && !isWord("hour", f) {
			return nil, false
		}
		if last := len(all) - 1; last >= 0 {
			all[last] = onClock(all[last], half)
		}
	}
	return all, true
}

// TimeOfDay reads a time of day as people write it: "8", "20.30", "20h", "at 8pm", "um 20 Uhr".
func TimeOfDay(text string) (hour, minute int, ok bool) {
	all, ok := times(text)
	if !ok || len(all) != 1 || all[0] >= 24*60 {
		return 0, 0, false
	}
	return all[0] / 60, all[0] % 60, true
}

// ReadQuietHours reads quiet hours as people write them ("22-07", "from 10pm to 7am", "von 22 bis 7 Uhr") and returns
// them in the stored form, "22-07".
func ReadQuietHours(text string) (string, bool) {
	all, ok := times(text)
	if !ok || len(all) != 2 || all[0]%60+all[1]%60 > 0 {
		return "", false
	}
	quiet := fmt.Sprintf("%02d-%02d", all[0]/60, all[1]/60)
	from, to, err := engine.ParseQuiet(quiet)
	return quiet, err == nil && (to-from+24)%24 <= quietMost
}

// ReadQuietAfter reads an hour of the evening after which nothing is wanted, "after 10pm", as quiet hours that end at seven.
func ReadQuietAfter(text string) (string, bool) {
	first, rest, _ := strings.Cut(engine.NormaliseText(text), " ")
	hour, _, ok := TimeOfDay(rest)
	return fmt.Sprintf("%02d-07", hour), ok && hour >= 18 && isWord("after", first)
}

// quietMost is how many hours of a day can be quiet. Deadlines move behind them, so that more would let one player
// slow down everybody.
const quietMost = 16

// onClock returns a time in a half of the day, "pm", in minutes after midnight; "night" has its twelve at its end.
func onClock(minutes int, half string) int {
	switch {
	case minutes < 12*60 && (half == "pm" || half == "night" && minutes >= 6*60):
		return minutes + 12*60
	case minutes/60 == 12 && (half == "am" || half == "night"):
		return minutes - 12*60
	}
	return minutes
}

// zones lists the names in the time zone database that stand for a place, one per line.
//
//go:embed zones.txt
var zones string

// cities lists further names of cities, and of the hours people live by: "Europe/London: londres, londra".
//
//go:embed cities.txt
var cities string

// ZoneOfCity returns the zone of a city, ignoring case, accents and blanks: the zone whose last part it is, or one that
// is called so in another language. It returns "" if there is none or more than one.
func ZoneOfCity(city string) string { return cityZones[spaced(city)] }

// cityZones has the zones by the last part of their names, "" for a part that several have, and by the names in cities.
var cityZones = func() map[string]string {
	byCity := map[string]string{}
	for zone := range strings.FieldsSeq(zones) {
		city := spaced(zone[strings.LastIndexByte(zone, '/')+1:])
		if _, several := byCity[city]; several {
			zone = ""
		}
		byCity[city] = zone
	}
	for row := range strings.Lines(cities) {
		zone, names, ok := strings.Cut(row, ":")
		if !ok {
			continue // a comment
		}
		for name := range strings.SplitSeq(names, ",") {
			byCity[spaced(name)] = zone
		}
	}
	return byCity
}()

var blanks = strings.NewReplacer("_", " ", "-", " ")

func spaced(s string) string {
	return engine.NormaliseText(strings.TrimSpace(blanks.Replace(s))) // which makes several blanks one
}
