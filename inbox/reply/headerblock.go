package reply

import (
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/spelling"
)

// headerWords are the names that mail programs give the headers of a letter
// they quote, by what they name, folded.
var headerWords = kinds("from", "sent", "date", "to", "cc", "subject", "reply")

// headerLine is the kind of a header that a line gives, "" for any other line.
// French and Portuguese programs write a blank before the colon, and "Enviada
// em" or "Envoyé le" in two words; Outlook's text stars the name.
func headerLine(line string) string {
	if row, ok := strings.CutPrefix(line, "| "); ok {
		line = strings.Replace(row, " |", ":", 1) // a row of a table
	}
	name, _, ok := strings.Cut(strings.Replace(line, "\uff1a", ":", 1), ":")
	if !ok || len(name) > 40 {
		return ""
	}
	name = spelling.Normalise(strings.Trim(name, "* _"))
	for _, tail := range []string{" em", " le", " il", " el", " op", " am", " on"} {
		name = strings.TrimSuffix(name, tail)
	}
	return headerWords[strings.ReplaceAll(name, " ", "")]
}

const maxHeaderLines = 30

// headers counts the lines of a header block that begins at line i: three
// headers of different kinds, or two with a date or an address among them,
// its author always among them. It is 0 where there is none.
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
	others := len(kinds)
	if kinds["from"] && (inOneRow(t.bare[i]) || others >= 3 || others == 2 && evidence && (kinds["sent"] || kinds["date"] || kinds["subject"])) {
		return end - i
	}
	if n := t.strangeHeaders(i); n > 0 {
		return n
	}
	t.tried = end
	return 0
}

// inOneRow reports an author, an address and a date, with its label, in one row.
func inOneRow(line string) bool {
	if headerLine(line) != "from" || !hasAddress(line) || !hasDate(line) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		return slices.Contains([]string{"sent", "date"}, headerLine(word))
	})
}

// strangeHeaders counts the lines of a header block in a language that is not listed: three
// lines or more that begin with a label, an address in angles and a date among them.
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
	maxStrange = 8  // lines of such a block
	maxLabel   = 60 // bytes of a label
)

// labelled reports a label of at most three words without a figure, a colon, and something
// behind it.
func labelled(line string) bool {
	label, rest, ok := strings.Cut(strings.Replace(line, "\uff1a", ":", 1), ":")
	label = strings.Trim(label, "*_ ")
	return ok && label != "" && len(label) <= maxLabel && strings.Trim(rest, "*_ ") != "" && !strings.HasPrefix(rest, "//") &&
		strings.Count(label, " ") < 3 && !strings.ContainsAny(label, "0123456789<>@[(")
}

// headerAfter reports a header below one blank line, as HTML turned to text has.
func (t *trimmer) headerAfter(j int) bool {
	return j+1 < len(t.bare) && headerLine(t.bare[j+1]) != ""
}

// headerGoesOn reports that line j is the wrapped end of the header above it:
// it is indented, holds an address or had no room there, and the block goes on below it.
func (t *trimmer) headerGoesOn(j int) bool {
	indented := strings.HasPrefix(t.lines[j], " ") || strings.HasPrefix(t.lines[j], "\t")
	more := t.headerAfter(j)
	return more && (indented || hasAddress(t.bare[j]) || strings.HasPrefix(t.bare[j], "<") || wrappedAt(t.lines, j)) || indented && hasAddress(t.bare[j])
}

// dashes are those that programs put round such words; Proton's are no ASCII.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2500_=* "

// dashedWords is why a line such as "---- Original Message ----" cuts, "" for
// any other. Without dashes the words must end in a colon, as Apple's do.
func dashedWords(line string) Why {
	inner := strings.Trim(line, dashes)
	framed := len(line)-len(inner) >= 4
	named := framed && len(inner) <= maxAttribution && (hasDate(inner) || hasAddress(inner)) // Zoho names who wrote when
	if len(inner) > 60 && !named || !framed && !strings.HasSuffix(inner, ":") {
		return ""
	}
	words := strings.TrimSpace(strings.TrimSuffix(spelling.Normalise(inner), ":"))
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

// wroteDashed is a stock Android program's "---- Ana wrote ----".
var wroteDashed = regexp.MustCompile(`\S (wrote|schrieb|a ecrit|escribio|ha scritto|schreef|escreveu)$`)

// isRule reports a row of underscores, dashes or equals signs.
func isRule(line string) bool {
	return len(line) >= 10 && strings.IndexByte("_-=", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

// framed reports words between two rows of dashes, in whatever language.
func framed(line string) bool {
	inner := strings.Trim(line, dashes)
	return inner != "" && len(inner) <= 60 && !strings.HasPrefix(line, inner) && !strings.HasSuffix(line, inner) && len(line)-len(inner) >= 8
}
