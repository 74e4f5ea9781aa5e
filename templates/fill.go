package templates

import (
	"fmt"
	"strconv"
	"strings"
	"text/template"
	"time"

	"pitpost.example/engine"
)

// arg turns an argument of a phrase into what its template prints: phrases are printed, lists are joined, and
// times and durations are put into words. Arguments that were kept as JSON have other types, so it accepts
// both.
func (p *Printer) arg(name string, v any) any {
	switch v := v.(type) {
	case engine.Phrase:
		return p.Print(v)
	case map[string]any:
		key, _ := v["key"].(string)
		args, _ := v["args"].(map[string]any)
		return p.Print(engine.Phrase{Key: key, Args: args})
	case []string:
		switch name {
		case "command": // several that are all done
			v = engine.MapList(v, p.spelled)
		case "commands": // of which one is to be chosen
			v = engine.MapList(v, func(command string) string {
				return p.say("mail.quotes", "words", p.spelled(command))
			})
		}
		return p.list(name, v)
	case []engine.Phrase:
		return p.list(name, engine.MapList(v, p.Print))
	case []any:
		return p.arg(name, engine.MapList(v, func(x any) string { return fmt.Sprint(p.arg("", x)) }))
	case float64:
		return p.number(name, int(v))
	case int:
		return p.number(name, v)
	case int64:
		return p.number(name, int(v))
	case string:
		switch name {
		case "at", "until", "by_time":
			return p.moment(v)
		case "by", "why":
			return p.recorded(name, v)
		case "command", "verb", "before", "after": // "before" and "after" stand around a card's name
			return p.spelled(v)
		}
	}
	return v
}

// spelled returns a command in the spelling of the reader's letters.
func (p *Printer) spelled(command string) string {
	if p.spell == nil {
		return command
	}
	return p.spell(command)
}

// recorded puts values from records into words: "by", who did something if it was no seat, and "why", for
// what reason the house ended a match. Names of seats have no such words and are returned unchanged.
func (p *Printer) recorded(name, v string) string {
	if s, ok := p.localize("match."+name+"-"+spellings.Replace(v), nil); ok {
		return s
	}
	return v
}

// number leaves counts unchanged and puts durations, which are arguments in seconds named "in" or ending in
// "_in", into words.
func (p *Printer) number(name string, n int) any {
	if name == "in" || strings.HasSuffix(name, "_in") {
		return p.span(time.Duration(n) * time.Second)
	}
	return n
}

// list joins words as the language does: "Ana, Bo and Cy", or for alternatives "3 C5, 3 C6 or pass 3".
func (p *Printer) list(name string, words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	key := "list.and"
	if name == "commands" || name == "choices" {
		key = "list.or"
	}
	return p.say(key, "first", strings.Join(words[:last], ", "), "last", words[last])
}

// moment prints an RFC 3339 time in the reader's time zone, with the zone's name.
func (p *Printer) moment(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return p.date(s)
	}
	local := t.In(p.zone)
	name := local.Format("MST")
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		name = "UTC" + name
	}
	return p.say("time.moment", "weekday", p.say("time.weekday-"+strconv.Itoa(int(local.Weekday()))), "count", local.Day(),
		"month", p.month(local), "clock", local.Format("15:04"), "zone", name)
}

// date prints a day, which is the same in every time zone. A string that is no date is returned unchanged.
func (p *Printer) date(s string) string {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return s
	}
	return p.say("time.date", "count", t.Day(), "month", p.month(t))
}

func (p *Printer) month(t time.Time) string {
	return p.say("time.month-" + strconv.Itoa(int(t.Month())))
}

// say prints one of the house's own messages.
func (p *Printer) say(key string, pairs ...any) string { return p.Print(engine.Say(key, pairs...)) }

// span prints a duration in weeks if it is two or more whole weeks, otherwise in its two largest units. Up to two days
// it counts hours, as people do: "36 hours".
func (p *Printer) span(d time.Duration) string {
	d = max(0, d).Round(time.Minute)
	const week = 7 * 24 * time.Hour
	if d >= 2*week && d%week == 0 {
		return p.say("time.weeks", "count", int(d/week))
	}
	days, hours, minutes := int(d/(24*time.Hour)), int(d/time.Hour)%24, int(d/time.Minute)%60
	if days == 1 && hours > 0 {
		days, hours = 0, hours+24
	}
	var parts []string
	for _, u := range []struct {
		key string
		n   int
	}{{"time.days", days}, {"time.hours", hours}, {"time.minutes", minutes}} {
		if u.n > 0 && len(parts) < 2 {
			parts = append(parts, p.say(u.key, "count", u.n))
		}
	}
	if len(parts) == 0 {
		return p.say("time.now")
	}
	return p.list("", parts)
}

// spellings turns values from records into the ends of keys.
var spellings = strings.NewReplacer("sealed by S/MIME", "smime", " ", "-")

// fill executes a text as a template with words; false if that fails.
func (c *Catalog) fill(text string, words map[string]any) (string, bool) {
	if !strings.Contains(text, "{{") {
		return text, true
	}
	parsed, ok := c.parsed.Load(text)
	if !ok {
		t, err := template.New("").Funcs(grammar).Parse(text)
		if err != nil {
			return "", false
		}
		parsed, _ = c.parsed.LoadOrStore(text, t)
	}
	var b strings.Builder
	if err := parsed.(*template.Template).Execute(&b, words); err != nil {
		return "", false
	}
	return b.String(), true
}

// grammar holds functions that fit an argument into a sentence: {{de .name}} prints "d’Ana" or "de Bo". Most
// print a small word of one language that changes with the word after it. Each is named like that word, and
// no two languages may need the same name for different words.
var grammar = template.FuncMap{
	// French. The h may be silent or not, so words with h are left alone.
	"de":  smallWord("de ", "d’", func(s string) bool { return isVowel(s, "aeiou") }),
	"que": smallWord("que ", "qu’", func(s string) bool { return isVowel(s, "aeiou") }),
	// Italian
	"a": smallWord("a ", "ad ", func(s string) bool { return isVowel(s, "a") }),
	"e": smallWord("e ", "ed ", func(s string) bool { return isVowel(s, "e") }),
	// Spanish, by sound: "Ana e Inés" and "e Hilda", but "y Iago".
	"y": smallWord("y ", "e ", func(s string) bool {
		s = strings.TrimPrefix(s, "h")
		return isVowel(s, "i") && !isVowel(s[1:], "aeou")
	}),
	"o": smallWord("o ", "u ", func(s string) bool { return isVowel(strings.TrimPrefix(s, "h"), "o") }),
	// Portuguese, before a day of the week: all but two are feminine.
	"em": smallWord("na ", "no ", func(s string) bool { return strings.HasPrefix(s, "sab") || strings.HasPrefix(s, "dom") }),
	// German, durations after "in" and "vor".
	"dativ": func(v any) string { return strings.Replace(fmt.Sprint(v), "Tage", "Tagen", 1) },
}

// smallWord returns a function that puts a small word before its argument: other if calls accepts the
// argument, in lower case and without accents, otherwise plain.
func smallWord(plain, other string, calls func(folded string) bool) func(any) string {
	return func(v any) string {
		words := fmt.Sprint(v)
		if calls(engine.NormaliseText(words)) {
			return other + words
		}
		return plain + words
	}
}

func isVowel(s, vowels string) bool { return s != "" && strings.ContainsRune(vowels, rune(s[0])) }
