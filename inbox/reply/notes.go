package reply

import (
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
)

// HCL Notes sets the header of a quoted letter as a table, which its text shows as rows: name and address, the date (above
// or below them), "Please respond to", and each label without a colon, with what it names on the row below or beside it.

var (
	// nameRow matches a row that is a name with its address, or an address in brackets alone.
	nameRow = regexp.MustCompile(`^[^<>@:]{0,120}[<\[(](?:mailto:)?[^\s<>@()\[\]]+@[^\s<>@()\[\]]+[>\])]$`)
	// dayRow matches a row that is a date in digits, perhaps with a weekday, a time and a zone.
	dayRow = regexp.MustCompile(`^(?:\pL{2,10}[.,]? )?(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[. ] ?\pL{3,10}[. ] ?\d{4})(?:,? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?)?(?: ?[AaPp]\.?[Mm]\.?)?(?: \(?[A-Z]{2,5}\)?)?$`)
	// labelsOfNotes are its labels for the sender's assistant and for where answers go.
	labelsOfNotes = pattern(`^(?:`, "notes", `)\b`)
)

// A notesRow is what a row of such a header is.
type notesRow uint8

const (
	otherRow notesRow = iota
	nameOfIt
	dayOfIt
	labelOfIt // a label, whether what it names stands behind it or not
)

func (t *trimmer) notesRow(i int) (kind notesRow, label string) {
	line, folded := t.bare[i], strings.TrimRight(t.folded(i), ": ")
	if len(line) > 2*maxName || line == "" {
		return otherRow, ""
	}
	first, rest, more := strings.Cut(folded, " ")
	switch {
	case dayRow.MatchString(line):
		return dayOfIt, ""
	case nameRow.MatchString(line):
		return nameOfIt, ""
	case labelsOfNotes().MatchString(folded):
		return labelOfIt, "reply"
	case headerLine(line) != "":
		return labelOfIt, headerLine(line)
	case headerWords[first] != "" && (!more || hasAddress(line) || headerWords[first] == "subject" && strings.Contains(rest, "[#")):
		return labelOfIt, headerWords[first]
	}
	return otherRow, ""
}

const notesMost = 24 // rows of such a header

// notesFound is what the rows of such a header say together.
type notesFound struct {
	day, address, labels bool
	beside               bool // a name with its address stands right above or below the date
}

// enough reports whether rows are a header: they have a date and an address, and a label or a name with its address
// right beside the date.
func (f notesFound) enough() bool {
	return f.day && f.address && (f.labels || f.beside)
}

func (f *notesFound) add(line string, kind, before notesRow) {
	f.day = f.day || kind == dayOfIt || kind == labelOfIt && hasDate(line)
	f.address = f.address || hasAddress(line)
	f.labels = f.labels || kind == labelOfIt
	f.beside = f.beside || kind == nameOfIt && before == dayOfIt || kind == dayOfIt && before == nameOfIt
}

// notes returns how many rows the header of Notes has that begins at row i, or 0.
func (t *trimmer) notes(i int) int {
	if !t.beginsNotes(i) {
		return 0
	}
	var found notesFound
	end, value, before := i, false, otherRow
	for j := i; j < min(len(t.bare), i+notesMost); j++ {
		line := t.bare[j]
		if line == "" {
			value = false
			continue
		}
		kind, label := t.notesRow(j)
		if kind == otherRow && !t.isNotesValue(line, value) {
			break
		}
		found.add(line, kind, before)
		value = kind == labelOfIt && valueStandsBelow(line, label)
		before, end = kind, j+1
	}
	if !found.enough() {
		return 0
	}
	return end - i
}

// beginsNotes reports whether the header of Notes may begin at row i: with a name, a date or a label of the author.
func (t *trimmer) beginsNotes(i int) bool {
	if line := t.bare[i]; !strings.ContainsAny(line, "@:0123456789") || mime.IsQuoted(line) {
		return false
	}
	kind, label := t.notesRow(i)
	return kind == nameOfIt || kind == dayOfIt || label == "from" || label == "reply" && hasAddress(t.bare[i])
}

// isNotesValue reports whether a row without a label belongs to the header: it stands below a label and is no
// command, or it is hardly more than an address.
func (t *trimmer) isNotesValue(line string, belowLabel bool) bool {
	if belowLabel {
		return strings.HasPrefix(line, "[") || !t.command(line)
	}
	return hasAddress(line) && len(strings.Fields(line)) <= 3
}

// valueStandsBelow reports whether what a label names may stand on the row below it, because it does not stand
// beside it.
func valueStandsBelow(line, label string) bool {
	beside := strings.ContainsAny(line, "@<[") || hasDate(line)
	return strings.TrimRight(line, ": ") != "" && (label == "reply" || !beside)
}

// head returns how many rows the headers at row i have, and whether they are those of Notes. A label whose value stands on the
// row below it is one of Notes too.
func (t *trimmer) head(i int) (n int, ofNotes bool) {
	n = t.block(i)
	if of := t.notes(i); of > n {
		return of, true
	}
	return n, false
}

// ownRow matches a row that ends in an address: what stands before it, and the address.
var ownRow = regexp.MustCompile(`^(.*?)[<\[("]*(?:mailto:)?([^\s<>@()\[\]":,;]+@[^\s<>@()\[\]",;]+?)[>\])";,.]*$`)

// Disown cuts the rows of Kept that are an address of ours, alone, with a label or with the name that our letters bear,
// which begins with the title of a game or with "Pitpost": mail programs leave them of a quote.
func (l *Letter) Disown(ours func(address string) bool, titles []string) {
	rows, changed := strings.Split(l.Kept, "\n"), false
	for i, row := range rows {
		if bare := visible(row); strings.Contains(bare, "@") && namesUs(bare, ours, titles) {
			l.Cut, rows[i], changed = append(l.Cut, Cut{WhyAttribution, bare}), "", true
		}
	}
	if !changed {
		return
	}
	if l.Kept = strings.Join(rows, "\n"); strings.TrimSpace(l.Kept) == "" {
		l.Kept, l.Unsure = "", nil
	}
	l.KeptHash = hashOf(l.Kept)
}

func namesUs(row string, ours func(address string) bool, titles []string) bool {
	found := ownRow.FindStringSubmatch(row)
	if found == nil || !ours(found[2]) || strings.Contains(found[1], "@") {
		return false
	}
	before := strings.Trim(found[1], " \"'“”„«»*_")
	if label, name, ok := strings.Cut(before, ":"); ok && (headerLine(before) != "" || labelsOfNotes().MatchString(spelling.NormaliseLine(label))) {
		before = strings.Trim(name, " \"'“”„«»*_")
	}
	folded := spelling.NormaliseLine(before)
	first, _, _ := strings.Cut(folded, " ")
	title := slices.Contains(titles, strings.Trim(first, "!")) || first == "pitpost"
	return before == "" || headerWords[folded] != "" || labelsOfNotes().MatchString(folded) || title && strings.ContainsAny(row, "<[(")
}
