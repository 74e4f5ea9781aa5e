package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
)

const (
	maxAttributionLines = 6
	maxAttribution      = 600 // bytes
	maxName             = 120 // bytes
)

// openers holds words that begin an attribution, normalised.
var openers = kinds("openers")

// endsWrote reports whether a word ends in a verb of writing, for languages that put no blank between
// name and verb.
func endsWrote(word string) bool { return endsIn(word, phrases["wrote-ends"]...) }

// evidence says what a line has in common with an attribution.
type evidence struct{ date, address, word bool }

func (t *trimmer) evidence(i int) evidence {
	line := t.bare[i]
	if line == "" || len(line) > maxAttribution || mime.IsQuoted(line) {
		return evidence{}
	}
	return evidence{date: hasDate(line), address: hasAddress(line), word: opensByWord(t.folded(i))}
}

// findAttributions fills opens. It goes from the last line up, so that each line is looked at a fixed
// number of times.
func (t *trimmer) findAttributions() {
	shown := make([]evidence, len(t.bare))
	for i := len(t.bare) - 1; i >= 0; i-- {
		shown[i] = t.evidence(i)
		if shown[i] != (evidence{}) && mayOpenAttribution(t.bare[i]) {
			t.opens[i] = t.attributionLines(i, shown)
		}
		if t.opens[i] == 0 && (t.stamped(i, shown[i]) || t.named(i)) {
			t.opens[i] = 1
		}
		if t.opens[i] > 0 && t.nameAbove(i) {
			t.opens[i-1] = t.opens[i] + 1
			i--
		}
	}
}

// mayOpenAttribution reports whether a line has a digit or an address, as the first line of an attribution
// must, which excludes ordinary sentences. A line as short as "On Sat," has no room for either.
func mayOpenAttribution(line string) bool {
	return len(line) <= 12 || strings.ContainsFunc(line, unicode.IsDigit) || strings.ContainsAny(line, "@<")
}

// dateFirst matches a line that begins with a whole date, stampFirst one that continues with a time and
// its zone.
var (
	dateFirst  = regexp.MustCompile(`^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})[ ,]`)
	stampFirst = regexp.MustCompile(`^\S+,? \d{1,2}:\d{2}(:\d{2})? ?(GMT|UTC|[+-]\d{2}:?\d{2})`)
)

// stamped reports whether a line is only a date and a name, without a verb. The line must also end in an
// address, have a time with its zone, or stand right above a marked quote.
func (t *trimmer) stamped(i int, e evidence) bool {
	line := t.bare[i]
	if !e.date || len(line) > maxName+maxLabel || !dateFirst.MatchString(line) || strings.HasSuffix(line, ".") {
		return false
	}
	if e.address && strings.HasSuffix(line, ">") || stampFirst.MatchString(line) {
		return true
	}
	below := t.next(i + 1)
	return timeOfDay.MatchString(line) && below < len(t.bare) && mime.IsQuoted(t.bare[below])
}

// named reports whether a line is like "Bo wrote:" and stands right above a marked quote.
func (t *trimmer) named(i int) bool {
	line, below := t.bare[i], t.next(i+1)
	if !strings.HasSuffix(line, ":") || len(line) > maxName || below == len(t.bare) || !mime.IsQuoted(t.bare[below]) || strings.ContainsFunc(line, unicode.IsDigit) {
		return false
	}
	_, last := closingVerb(t.folded(i))
	return last && (opensByWord(t.folded(i)) || len(strings.Fields(line)) <= 4)
}

var timeOfDay = regexp.MustCompile(`\d{1,2}[:.]\d{2}`)

// nameAbove reports whether an attribution begins with an address and the line above it is the name that
// belongs to it: programs that write the name first wrap the line after it.
func (t *trimmer) nameAbove(i int) bool {
	if i == 0 || !strings.HasPrefix(t.bare[i], "<") {
		return false
	}
	name, first := t.bare[i-1], i == 1 || t.bare[i-2] == ""
	return first && mayBeName(name) && !t.command(name)
}

// mayBeName reports whether a whole line may be the name of who wrote a letter.
func mayBeName(line string) bool {
	return line != "" && len(line) <= maxName && !mime.IsQuoted(line)
}

// attributionLines returns how many lines the attribution has that begins at line i, or 0 if there is
// none. It may be wrapped over up to six lines, but not across a blank or quoted line, nor across a line
// that opens another attribution.
func (t *trimmer) attributionLines(i int, shown []evidence) int {
	joined, folded := "", " "
	date, address := false, false
	for n := 1; n <= maxAttributionLines && i+n <= len(t.bare); n++ {
		j := i + n - 1
		line := t.bare[j]
		// If an address is wrapped, the ">" that closes it is not a quote mark.
		broken := strings.Count(joined, "<") > strings.Count(joined, ">")
		if line == "" || mime.IsQuoted(line) && !broken || len(joined)+len(line) > maxAttribution {
			return 0
		}
		// "at 9:00" continues an attribution, "On Saturday" opens one.
		first, _ := utf8.DecodeRuneInString(line)
		if n > 1 && (strings.HasSuffix(joined, ":") || t.opens[j] > 0 && shown[j].word && !unicode.IsLower(first)) {
			return 0
		}
		joined += " " + line
		folded += t.folded(j) + " "
		date, address = date || shown[j].date, address || shown[j].address
		if (date || address) && isAttribution(joined, folded, date, address, shown[j].date || shown[j].address) {
			return n
		}
		if head, _, found := strings.Cut(line, ":  "); found && date && address { // the quote begins on the same line
			said := folded[:len(folded)-len(t.folded(j))-1] + spelling.NormaliseLine(head)
			if _, last := closingVerb(said); last || isAttribution(head+":", said, date, address, true) {
				return n
			}
		}
	}
	return 0
}

func opensByWord(folded string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(folded, "*-_ "), " ")
	return openers[strings.Trim(word, ".,:")] != ""
}

// isAttribution decides about the joined lines. They are an attribution if they have a verb of writing, a
// colon, and a date, a time or an address; if they end in such a verb and have two of these; or, in any
// language, if they have an address in angle brackets, a date and a colon at the end, with the address or
// the date on the last line, because "say:" below an invitation is not an attribution.
func isAttribution(s, folded string, date, address, onLast bool) bool {
	s = strings.TrimRight(s, "* _")
	colon := strings.HasSuffix(s, ":") || strings.HasSuffix(s, "\uff1a")
	if !colon && !(date && (address || endsWrote(strings.TrimSpace(folded)))) {
		return false
	}
	verb, last := closingVerb(folded)
	if verb && (colon || last) {
		return true
	}
	return colon && date && address && onLast && pointsOutAddress(s)
}

// pointsOutAddress reports whether an attribution has its address in angle brackets, or right before its colon.
func pointsOutAddress(s string) bool {
	return strings.Contains(s, "<") && strings.Contains(s, ">") || endsInAddress.MatchString(s)
}

// endsInAddress matches Tuta's form: "22 Nov 2026, 10:03 by bo@example.org:".
var endsInAddress = regexp.MustCompile(`\d .{0,20}\s[^\s<>@]+@[^\s<>@]+:$`)

func partsWords(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(":,><*\uff1a", r) }

// closingVerb reports whether there is a verb of writing, and whether it is the last word.
func closingVerb(folded string) (found, last bool) {
	words, wrote := strings.FieldsFunc(folded, partsWords), phrases["wrote"] // each of at most two words
	for i, word := range words {
		if strings.Trim(word, dashes) == "" {
			continue
		}
		last = endsWrote(word) || slices.Contains(wrote, word) || i > 0 && slices.Contains(wrote, words[i-1]+" "+word)
		found = found || last
	}
	return found, last
}

var (
	addressShape = regexp.MustCompile(`[^\s<>@]@[^\s<>@]+\.[^\s<>@]|<[^\s<>@]+@[^\s<>@]+>`)
	dateShape    = regexp.MustCompile(`\b\d{1,2}[:.h]\d{2}\b|\b(19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d{4}年`)
)

func hasAddress(s string) bool { return strings.Contains(s, "@") && addressShape.MatchString(s) }

// hasDate reports whether a text has a year, a time of day or a date in digits.
func hasDate(s string) bool { return strings.ContainsAny(s, "0123456789") && dateShape.MatchString(s) }
