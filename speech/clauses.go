package speech

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/speech/dates"
	"pitpost.example/speech/grammar"
)

// clauses returns the parts of a sentence between its marks, without the reasons, and of each the pieces between "and".
// If there are several parts, the first clause is all of them.
func (e Ear) clauses(lang string, sentence []string) (all [][]string, several bool) {
	var whole, part, piece []string
	reason, reasons, pieces := false, false, 0
	cut := func() {
		if len(piece) > 0 && len(piece) < len(part) {
			all = append(all, piece)
			pieces++
		}
		piece = nil
	}
	end := func() {
		cut()
		if len(part) > 0 {
			all = slices.Insert(all, len(all)-pieces, part)
		}
		if len(part) > 2 || !e.clauseOf(lang, part, false).kinds[topicNo] { // "Oh no, …"
			whole = append(whole, part...)
		}
		part, pieces, reason = nil, 0, false
	}
	tokens := engine.MapList(sentence, tokensOf)
	for i, word := range sentence {
		kinds, _ := allTopics()[lang].kinds(slices.Concat(tokens[i:min(len(sentence), i+3)]...))
		switch {
		case slices.Contains(kinds, topicBecause) && (i > 0 || !strings.HasSuffix(sentence[len(sentence)-1], "?")): // "Perché …?" asks why
			end()
			reason, reasons = true, true
		case reason:
		case slices.Contains(kinds, topicAnd) && i+1 < len(sentence) && !strings.ContainsAny(sentence[i+1][:1], "0123456789"):
			part = append(part, word)
			cut()
			continue
		case strings.Trim(word, "-–—") == "":
			end()
			continue
		}
		if !reason {
			part, piece = append(part, word), append(piece, word)
		}
		if strings.HasSuffix(word, ":") {
			if c := e.clauseOf(lang, part, false); c.kinds[topicSaid] || c.kinds[topicSeat] && len(part) == 1 {
				return nil, false
			}
		}
		if strings.ContainsAny(word[len(word)-1:], ",;:)") {
			end()
		}
	}
	end()
	if len(all) == 0 {
		return nil, false
	}
	if several = len(whole) > 0 && len(whole) != len(all[0]); several {
		all = slices.Insert(all, 0, whole)
	}
	if reasons { // "let's pause because of Christmas" is in some languages "let's because of Christmas pause"
		all = append(all, sentence)
	}
	return all, several
}

// runMost is the most words of a time.
const runMost = 8

// clauseOf returns what the words of a clause are about. asks is whether it belongs to a question.
func (e Ear) clauseOf(lang string, words []string, asks bool) clause {
	c := clause{kinds: map[topicKind]bool{topicQuestion: asks, topicOver: e.place(0).Over}, values: map[topicKind]string{}}
	if len(words) > clauseMost {
		c.spare = len(words)
		return c
	}
	lexicon, small := allTopics()[lang], wishes()[lang]
	each := engine.MapList(words, tokensOf)
	covered, skipped := 0, 0 // how many tokens belong to a phrase that began before, and to one that parts clauses
	for at := 0; at < len(words); {
		if m := e.amount(c, lexicon, words[at:]); m.words > 0 {
			was := c.values[topicTime]
			if m.kind == topicTime && was != "" {
				m.value = lasting(was, m.value)
			}
			c.set(m.kind, m.value)
			if covered = len(slices.Concat(each[at : at+m.words]...)); m.kind == topicHours || !aDuration.MatchString(m.value) {
				at, covered = at+m.words, 0
				continue
			}
			if was == "" {
				c.set(topicSpan, days(m.value))
			}
		}
		if n := e.proper(&c, words[at:]); n > 0 {
			at += n
			continue
		}
		at++
		rest := words[at-1 : min(len(words), at-1+phraseLongest)]
		if end := slices.IndexFunc(rest[1:], func(word string) bool { return e.seat(word) != "" }); end >= 0 {
			rest = rest[:1+end]
		}
		tokens := slices.Concat(each[at-1:][:len(rest)]...)
		for n := range each[at-1] {
			if n < skipped {
				continue
			}
			kinds, long := lexicon.kinds(tokens[n:])
			if slices.Contains(kinds, topicAnd) || slices.Contains(kinds, topicBecause) {
				skipped = n + long
			}
			for _, kind := range kinds {
				if kind != topicIAm || c.spare == 0 { // "the children are …" is in Italian "the children am …"
					c.kinds[kind] = true
				}
			}
			if covered = max(covered, n+long); covered <= n {
				e.word(&c, lang, rest[0], tokens[n], small)
			} else if !slices.Contains(kinds, topicIdle) && len(tokens[n]) > 1 && e.thing(lang, tokens[n]) { // the "t" of "don't" is no card
				c.kinds[topicThing] = true
			}
		}
		covered = max(0, covered-len(each[at-1]))
		skipped = max(0, skipped-len(each[at-1]))
	}
	if c.kinds[topicRequire] && c.values[topicTime] == "to tomorrow" { // "I need until tomorrow", but not "I have"
		c.kinds[topicMoreTime] = true
	}
	return c
}

// set adds a kind and what it names.
func (c clause) set(kind topicKind, value string) { c.kinds[kind], c.values[kind] = true, value }

// amount is measure, also for a time with a word such as "more" in it: "two more days".
func (e Ear) amount(c clause, lexicon topicWords, words []string) measured {
	m := e.measure(words)
	if m.words > 0 || len(words) < 3 {
		return m
	}
	if kinds, _ := lexicon.kinds(tokensOf(words[1])); !slices.Contains(kinds, topicMore) {
		return measured{}
	}
	if m = e.measure(slices.Concat(words[:1], words[2:])); m.words > 0 {
		c.kinds[topicMore] = true
		m.words++
	}
	return m
}

// proper adds the city, the address or the seat that words begin with to a clause, and returns how many words that is.
func (e Ear) proper(c *clause, words []string) (n int) {
	if zone, n := cityOf(words); n > 0 {
		c.set(topicCity, zone)
		c.spare++
		return n
	}
	word := strings.Trim(words[0], ",.;:!?¡¿()*_")
	seat := e.seat(word)
	switch {
	case anAddress.MatchString(word):
		c.set(topicAddress, strings.TrimPrefix(strings.Trim(word, "<>()"), "mailto:"))
	case seat == "":
		return 0
	case c.kinds[topicSeat]:
		c.spare++
	default:
		c.set(topicSeat, seat)
	}
	return 1
}

// word adds a token that is in no list to a clause.
func (e Ear) word(c *clause, lang, word, token string, small Tongue) {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "(¿¡"))
	switch {
	case small.idle([]string{token}):
	case strings.Trim(token, "0123456789") == "":
		c.kinds[topicNumber], c.values[topicNumber] = true, strings.TrimLeft(token, "0")
		c.spare += aNumber
	case strings.ContainsAny(token, "0123456789"): // a place of a game
		c.spare += aNumber
	case len(token) > 2 && FindLanguage(token) != "":
		c.kinds[topicTongue], c.values[topicTongue] = true, token
		c.spare++
	case e.thing(lang, token):
		c.kinds[topicThing] = true
		c.things++
		c.spare++
	default:
		if unicode.IsUpper(r) && c.values[topicNamed] == "" {
			c.kinds[topicNamed], c.values[topicNamed] = true, strings.Trim(word, ",.;:!?")
		}
		c.spare++
	}
}

// cityMost is the most words of the name of a city.
const cityMost = 3

// cityOf returns the time zone of the city that words begin with, or of the zone itself ("CET"), and how many words that
// is. It begins with a capital, and if it is short, it has only capitals: "EST", but not "Est-ce que".
func cityOf(words []string) (zone string, n int) {
	for n = min(cityMost, len(words)); n > 0; n-- {
		name := strings.Trim(strings.Join(words[:n], " "), ",.;:!?()")
		r, _ := utf8.DecodeRuneInString(name)
		if !unicode.IsUpper(r) || len(name) <= 3 && strings.ToUpper(name) != name {
			return "", 0
		}
		if zone = cmp.Or(dates.ZoneOfCity(name), abbreviation(name)); zone != "" {
			return zone, n
		}
	}
	return "", 0
}

// abbreviation returns the zone with a name of a few capitals, such as CET, "" if there is none.
func abbreviation(zone string) string {
	if len(zone) < 3 || len(zone) > 4 || strings.ToUpper(zone) != zone {
		return ""
	}
	if _, err := time.LoadLocation(zone); err != nil {
		return ""
	}
	return zone
}

// aNumber is for how many spare words a number counts: what is told with a number is seldom a wish.
const aNumber = 4

// thing reports whether a word means something in the game of the letter, or in one that can be asked for.
func (e Ear) thing(lang, word string) bool {
	if g := e.place(0).Game; g != nil {
		return grammar.Means(g, word, lang)
	}
	return slices.ContainsFunc(e.Games, func(g engine.Game) bool { return grammar.Means(g, word, lang) })
}

// bygone matches the kinds of topics that may tell of the past.
var bygone = regexp.MustCompile(`\b(undo|wrong|invitation|moved|returned)\b`)

// denied matches the kinds of topics in which something may be denied.
var denied = regexp.MustCompile(`\b(no|lose|cannot|dunno|forgot|quit|reminder|meanwhile|whynot|intime|slow)\b`)

// idle reports whether all words are small words of wishes.
func (t Tongue) idle(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		kind := wishKind(t.words[word])
		return kind != small && kind != can && kind != you && kind != thanks && kind != also && kind != elided && t.alike(word) != "-"
	})
}

// measured is a time that words begin with: hours of a day, or days on which somebody can be away, as commands take
// them. words is how many words it has, 0 if there is none.
type measured struct {
	kind  topicKind
	value string
	words int
}

// measure returns the time that words begin with.
func (e Ear) measure(words []string) measured {
	words = words[:min(len(words), runMost)]
	text := strings.Join(words, " ")
	m, known := e.times[text]
	if !known {
		m = e.timeIn(words)
		e.times[text] = m
	}
	return m
}

// timeKey is a word that may begin a time.
type timeKey struct{ lang, seats, word string }

// timeIn does the work of measure. Its caller keeps what it returns.
func (e Ear) timeIn(words []string) measured {
	key := timeKey{e.Lang, strings.Join(e.place(0).Seats, "\n"), words[0]}
	if !engine.FindOnce(e.Effort, key, func() bool { return dates.BeginsTime(strings.Trim(e.English(words[0], 0), "(),.;:!?")) }) {
		return measured{}
	}
	for n := len(words); n > 0; n-- {
		text := e.English(strings.TrimRight(strings.Join(words[:n], " "), ".,;:!?"), 0)
		if hours, ok := dates.ReadQuietAfter(text); ok {
			return measured{topicHours, hours, n}
		}
		if hours, ok := dates.ReadQuietHours(text); ok && n > 1 {
			return measured{topicHours, hours, n}
		}
		if length, ok := dates.ReadSpan(text); ok && n > 1 && length < 24*time.Hour {
			return measured{topicSpan, shortSpan.Replace(length.String()), n}
		}
		first, _, _ := strings.Cut(text, " ")
		plain := dates.NormaliseAbsence(text)
		if strings.HasSuffix(plain, "now") { // "to do now"
			continue
		}
		if dates.IsWeekday(plain) && strings.HasSuffix(plain, "day") { // "mon" is French
			return measured{topicDay, plain, n}
		}
		if !(n > 1 && ranging.MatchString(first)) && first != "tomorrow" && !aDuration.MatchString(plain) && plain != dates.NextWeek && !strings.Contains(plain, " to ") {
			continue
		}
		if _, _, no := dates.ReadAbsence(text, time.Unix(0, 0), time.UTC); no == nil || no.Kind != engine.Unreadable {
			return measured{topicTime, plain, n}
		}
	}
	return measured{}
}

// aDuration matches a number of days or weeks.
var aDuration = regexp.MustCompile(`^\d+ (day|week)s?$`)

// shortSpan turns "6h0m0s" into "6h", as commands take it.
var shortSpan = strings.NewReplacer("h0m0s", "h", "m0s", "m")

// days returns the length of an absence as "extend" takes it.
func days(value string) string {
	length, _ := dates.ReadSpan(value)
	return strconv.Itoa(int(length.Hours())) + "h"
}

// lasting returns the time of an absence for which two are named: "from tomorrow I'm in Rome until Friday".
func lasting(one, other string) string {
	switch {
	case strings.HasPrefix(other, "to ") && !strings.Contains(one, "to ") && !aDuration.MatchString(one):
		return strings.TrimPrefix(one, "from ") + " " + other
	case aDuration.MatchString(one) || strings.Contains(one, "to "):
		return one
	}
	return other
}

// ranging matches the word with which a time for an absence begins.
var ranging = regexp.MustCompile(`^(from|to|until|till|through|for|of|von|van|de|du|di|da|fino|jusqu.*|entre|tra|fra)$`)

// fits reports whether a clause is about a topic.
func (c clause) fits(t topic) bool {
	has := func(kind topicKind) bool { return c.kinds[kind] }
	for _, some := range t.all {
		if !slices.ContainsFunc(some, has) {
			return false
		}
	}
	if slices.ContainsFunc(t.none, has) {
		return false
	}
	if c.whole && slices.ContainsFunc(t.all, func(some []topicKind) bool { return slices.Contains(some, topicTime) }) {
		return false // the time may belong to something else
	}
	if c.kinds[topicNo] && !denied.MatchString(t.needs) {
		return false
	}
	if c.kinds[topicPast] && strings.HasPrefix(t.wish, "meant ") && !bygone.MatchString(t.needs) {
		return false
	}
	spare := c.spare
	if strings.Contains(t.needs, "thing") {
		spare -= c.things
	}
	return spare <= t.spare && (!c.kinds[topicSeat] || strings.Contains(t.needs, "seat"))
}
