package reply

import (
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/spelling"
)

// headerWords maps the names that mail programs give the headers of a quoted letter, normalised, to the
// kind of header.
var headerWords = kinds("from", "sent", "date", "to", "cc", "subject", "reply")

// headerLine returns which kind of header a line is, or "". French and Portuguese programs put a blank
// before the colon and write "Enviada em" or "Envoyé le" in two words; Outlook's text puts asterisks
// around the name.
func headerLine(line string) string {
	if row, ok := strings.CutPrefix(line, "| "); ok {
		line = strings.Replace(row, " |", ":", 1) // a row of a table
	}
	name, _, ok := strings.Cut(strings.Replace(line, "\uff1a", ":", 1), ":")
	if !ok || len(name) > 40 {
		return ""
	}
	name = spelling.NormaliseLine(strings.Trim(name, "* _"))
	for _, tail := range []string{" em", " le", " il", " el", " op", " am", " on"} {
		name = strings.TrimSuffix(name, tail)
	}
	return headerWords[strings.ReplaceAll(name, " ", "")]
}

const maxHeaderLines = 30

// headers returns how many lines the header block has that begins at line i, or 0 if there is none. A
// block names the author and has either three kinds of headers, or two of which one is a date or a
// subject and one holds a date or an address, or everything in one line (inOneRow).
func (t *trimmer) headers(i int) int {
	if headerLine(t.bare[i]) == "" {
		return t.strangeHeaders(i)
	}
	kinds := map[string]bool{}
	evidence, end := false, i
lines:
	for j := i; j < min(len(t.bare), i+maxHeaderLines); j++ {
		line := t.bare[j]
		kind := headerLine(line)
		switch {
		case kind != "":
			kinds[kind] = true
			evidence = evidence || hasAddress(line) || hasDate(line)
			end = j + 1
		case line == "" && t.headerAfter(j):
		case line != "" && t.headerGoesOn(j):
			end = j + 1
		default:
			break lines
		}
	}
	if kinds["from"] && (enoughHeaders(kinds, evidence) || inOneRow(t.bare[i])) {
		return end - i
	}
	if n := t.strangeHeaders(i); n > 0 {
		return n
	}
	t.tried = end
	return 0
}

// enoughHeaders reports whether labelled lines are so many kinds of headers that they are no words of the
// sender's. Evidence is a date or an address in one of them.
func enoughHeaders(kinds map[string]bool, evidence bool) bool {
	telling := kinds["sent"] || kinds["date"] || kinds["subject"]
	return len(kinds) >= 3 || len(kinds) == 2 && evidence && telling
}

// inOneRow reports whether a line has the author, an address and a labelled date all in one.
func inOneRow(line string) bool {
	if headerLine(line) != "from" || !hasAddress(line) || !hasDate(line) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		return slices.Contains([]string{"sent", "date"}, headerLine(word))
	})
}

// strangeHeaders returns how many lines the header block at line i has, if it is in a language that is
// not listed: at least three labelled lines, among them an address in angle brackets and a date.
// Otherwise it returns 0.
func (t *trimmer) strangeHeaders(i int) int {
	n, address, date := 0, false, false
	for ; n < maxStrange && i+n < len(t.bare) && labelled(t.bare[i+n]); n++ {
		line := t.bare[i+n]
		address = address || strings.Contains(line, "<") && hasAddress(line)
		date = date || hasDate(line)
	}
	if n < 3 || !address || !date {
		return 0
	}
	return n
}

const (
	maxStrange = 8  // lines of a block
	maxLabel   = 60 // bytes of a label
)

// labelled reports whether a line has a label, a colon, and something after it. "https://…" has none.
func labelled(line string) bool {
	label, rest, ok := strings.Cut(strings.Replace(line, "\uff1a", ":", 1), ":")
	if !ok || strings.HasPrefix(rest, "//") {
		return false
	}
	return isLabel(strings.Trim(label, "*_ ")) && strings.Trim(rest, "*_ ") != ""
}

// isLabel reports whether what stands before a colon is at most three words, without digits or an address.
func isLabel(words string) bool {
	short := words != "" && len(words) <= maxLabel && strings.Count(words, " ") < 3
	return short && !strings.ContainsAny(words, "0123456789<>@[(")
}

// headerAfter reports whether the next line is a header. Blank lines between headers come from HTML
// turned into text.
func (t *trimmer) headerAfter(j int) bool {
	return j+1 < len(t.bare) && headerLine(t.bare[j+1]) != ""
}

// headerGoesOn reports whether line j is the wrapped end of the header above it: a header follows, and
// the line is indented, holds an address or would not have fitted above. An indented line with an address
// is enough by itself.
func (t *trimmer) headerGoesOn(j int) bool {
	indented := strings.HasPrefix(t.lines[j], " ") || strings.HasPrefix(t.lines[j], "\t")
	address := hasAddress(t.bare[j])
	if indented && address {
		return true
	}
	wrapped := indented || address || strings.HasPrefix(t.bare[j], "<") || wrappedAt(t.lines, j)
	return wrapped && t.headerAfter(j)
}

// dashes holds the characters that programs put around such words; Proton's are not ASCII.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2500_=* "

// dashedWords returns why a line such as "---- Original Message ----" cuts, or "". Without dashes the
// words must end in a colon, as Apple Mail writes them.
func dashedWords(line string) Why {
	inner := strings.Trim(line, dashes)
	framed := len(line)-len(inner) >= 4
	named := framed && len(inner) <= maxAttribution && (hasDate(inner) || hasAddress(inner)) // Zoho names the author and the date
	if len(inner) > 60 && !named || !framed && !strings.HasSuffix(inner, ":") {
		return ""
	}
	words := strings.TrimSpace(strings.TrimSuffix(spelling.NormaliseLine(inner), ":"))
	if words == "" {
		return ""
	}
	if slices.Contains(phrases["original"], words) || framed && named && hasDate(inner) && hasAddress(inner) {
		return WhyQuote
	}
	if slices.Contains(phrases["forwarded"], words) {
		return WhyForward
	}
	if framed && (wroteDashed.MatchString(words) || strings.HasPrefix(line, "-----") && slices.ContainsFunc(strings.Fields(words), func(word string) bool { return slices.Contains(phrases["letter"], word) })) {
		return WhyQuote
	}
	return ""
}

// wroteDashed matches the stock Android program's "---- Ana wrote ----".
var wroteDashed = regexp.MustCompile(`\S (wrote|schrieb|a ecrit|escribio|ha scritto|schreef|escreveu)$`)

// isRule reports whether a line is a row of underscores, dashes or equals signs.
func isRule(line string) bool {
	return len(line) >= 10 && strings.IndexByte("_-=", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

// framed reports whether a line is words between two rows of dashes, in any language.
func framed(line string) bool {
	inner := strings.Trim(line, dashes)
	return inner != "" && len(inner) <= 60 && !strings.HasPrefix(line, inner) && !strings.HasSuffix(line, inner) && len(line)-len(inner) >= 8
}
