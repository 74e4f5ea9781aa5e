package command

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/reading"
)

// filledMost is the most words of a sentence that filled reads, because it tries all parts of it.
const filledMost = 16

// absence is the time for which somebody says that they will be away, "" for none. "We were away until Sunday" and
// "I have two days of holiday left" give none.
func (e Ear) absence(lang string, t Tongue, sentence []string) string {
	for _, part := range append([][]string{sentence}, parts(sentence)...) {
		if slices.ContainsFunc(t.wording(part), func(word string) bool { return wishKind(t.words[word]) == past }) {
			continue
		}
		left := false // "I have two days of holiday left"
		for _, words := range [][]string{part, t.wording(part)} {
			for at, word := range words {
				if wishKind(t.words[t.core([]string{word})]) != absent {
					continue
				}
				before := e.span(words[:at]) // "ich bin bis Freitag im Urlaub"
				if left = left || ofDays.MatchString(before) || aDuration.MatchString(before) && !e.absents(lang, part); left {
					before = ""
				}
				if span := cmp.Or(e.span(words[at+1:]), before); span != "" {
					return span
				}
			}
		}
	}
	return ""
}

// ofDays matches a number of days with what they are of: "two days of".
var ofDays = regexp.MustCompile(`\b(day|week)s? `)

// aDuration matches a length of an absence. Before a word such as "holiday" it is one only if somebody says "I": "Only two
// days until the holidays!"
var aDuration = regexp.MustCompile(`^\d+ (day|week)s?$`)

// absents reports whether somebody says in a sentence where they are, or that they cannot do something.
func (e Ear) absents(lang string, sentence []string) bool {
	c := e.clauseOf(lang, sentence, false)
	return c.kinds[topicIAm] || c.kinds[topicCannot]
}

// span returns the time in words for which somebody can be away, as the command "away" takes it; "" if there is none.
// Up to two words before and after it may be something else.
func (e Ear) span(words []string) string {
	lexicon := allTopics()[engine.Tongue(e.Lang)]
	for from := range min(len(words), 3) {
		for to := len(words); to > max(from, len(words)-3); to-- {
			text := strings.TrimRight(strings.Join(words[from:to], " "), ".,!?")
			span := e.English(text, 0)
			if kinds, _ := lexicon.kinds(words[from:to]); kinds != nil && span == text && engine.Tongue(e.Lang) != "en" {
				continue // the Italian "tue" and the French "mon" are no days
			}
			if _, _, no := reading.Away(span, time.Unix(0, 0), time.UTC); no == nil || no.Key != "house.away-form" {
				return reading.PlainAway(span) // whether it is too long is checked later, when today's date is known
			}
		}
	}
	return ""
}

// openMost is the most words that fill the open place of a sentence.
const openMost = 11

// filled returns the command of a sentence, or of a part between commas, that comes near a sentence of the files with
// an open place, if the words in that place fit: "I live in New York", "two days more, please".
func (e Ear) filled(t Tongue, sentence []string) string {
	tried := parts(sentence)
	if len(tried) > 1 {
		tried = append(tried, sentence)
	}
	for _, part := range tried {
		words := t.wording(part)
		if strings.Contains(strings.Join(words, " "), "@") { // "add my friend …"
			words = slices.DeleteFunc(words, func(word string) bool { return wishKind(t.words[word]) == people })
		}
		if len(words) > filledMost {
			continue
		}
		for from := range words {
			for to := min(len(words), from+openMost); to > from; to-- {
				_, plain := e.nearest(t, slices.Concat(words[:from], []string{gap}, words[to:]), func(wish string) string {
					return e.fill(wish, strings.Join(words[from:to], " "))
				})
				if plain != "" {
					return plain
				}
			}
		}
	}
	return ""
}

// fill returns the command of a wish with what was written in its open place, "" if that does not fit the command.
func (e Ear) fill(wish, what string) string {
	value, ok := "", false
	word := strings.TrimPrefix(wish, "meant ")
	if (word == "nudge" || word == "remind") && engine.SeatNamed(e.place(0).Seats, what) >= 0 {
		return "nudge"
	}
	switch word {
	case "zone":
		if smallWord[engine.Tongue(e.Lang)] != what {
			value = cmp.Or(reading.CityZone(what), abbreviation(what))
		}
		ok = value != ""
	case "invite":
		value, ok = strings.TrimPrefix(what, "mailto:"), anAddress.MatchString(what)
	case "remind", "extend":
		var span time.Duration
		span, ok = reading.Span(e.English(what, 0))
		value = strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(span.String())
	case "quiet":
		value, ok = reading.Quiet(e.English(what, 0))
	}
	if !ok {
		return ""
	}
	return word + " " + value
}

// smallWord has, by language, a word that elsewhere is a time zone: "is" in French, "with" in Dutch.
var smallWord = map[string]string{"fr": "est", "it": "est", "nl": "met"}

// abbreviation returns the zone with a name of a few letters, such as CET, "" if there is none.
func abbreviation(zone string) string {
	if len(zone) < 3 || len(zone) > 4 {
		return ""
	}
	zone = strings.ToUpper(zone)
	if _, err := time.LoadLocation(zone); err != nil {
		return ""
	}
	return zone
}

// ownLanguage returns the name of a language that a sentence in this language asks for: "auf Deutsch bitte".
func ownLanguage(sentence []string) string {
	for lang, t := range wishes() {
		if named := t.language(strings.Fields(t.core(sentence))); named != "" && LanguageNamed(named) == lang {
			return named
		}
	}
	return ""
}

// language returns the name of the language that words ask for, "switch to German"; "" if they say anything else.
func (t Tongue) language(words []string) (named string) {
	for _, word := range words {
		switch {
		case wishKind(t.words[word]) == inLanguage, wishKind(t.words[word]) == asks: // "put the game into German"
		case named == "" && len(word) > 2 && LanguageNamed(word) != "":
			named = word
		default:
			return ""
		}
	}
	return named
}
