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
