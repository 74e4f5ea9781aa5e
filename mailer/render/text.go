package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Escaper knows which rows of a letter would be read as commands if they came back in an answer without a
// quote mark.
type Escaper interface {
	// Starts reports whether a row that begins with these words reads like a command.
	Starts(words string) bool
	// Stops reports whether a whole row needs a bar before it.
	Stops(row string) bool
}

// Maximum widths of a letter's rows, for prose and for rows with a bar. Boards have BoardWidth.
const (
	proseWidth   = 68
	guardedWidth = 60
)

// Text prints sections and the lines of the foot as plain text. A row that reads like a command gets a bar
// before it, so that no row that comes back unquoted can be taken for a move.
func Text(sections []Section, foot []string, escape Escaper) string {
	var b strings.Builder
	b.Grow(6 << 10)
	for i, s := range sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		if s.Title != "" {
			row(&b, s.Title)
			row(&b, strings.Repeat("-", utf8.RuneCountInString(s.Title)))
		}
		for _, l := range s.Lines {
			textLine(&b, l, escape)
		}
		for _, l := range s.Board {
			row(&b, strings.TrimRight(l, " "))
		}
		textTable(&b, s.Table)
		for _, c := range s.Choices {
			textChoices(&b, c)
		}
	}
	if len(foot) > 0 {
		b.WriteByte('\n')
	}
	for _, l := range foot {
		textLine(&b, Plain(l), escape)
	}
	rows := strings.Split(b.String(), "\n")
	for i, row := range rows {
		if escape.Stops(row) {
			rows[i] = "| " + row
		}
	}
	return strings.Join(rows, "\n")
}

// row prints a row, given in parts.
func row(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(p)
	}
	b.WriteByte('\n')
}

// textLine prints a sentence. If one of its rows would be read as a command, all of its rows get a bar,
// because a single bar in the middle disturbs reading.
func textLine(b *strings.Builder, l Line, escape Escaper) {
	if l.Kind == PageLink {
		row(b, l.Text)
		row(b, l.Link)
		return
	}
	before := ""
	if l.Kind == Quote {
		before = "    "
	}
	rows := wrap(l.Text, proseWidth-len(before), "  ", escape.Starts)
	if slices.ContainsFunc(rows, escape.Stops) {
		before = "| " + before
		rows = wrap(l.Text, guardedWidth-len(before), "  ", nil)
	}
	for _, words := range rows {
		row(b, before, words)
	}
}

// textChoices prints commands, and never breaks a line inside a command.
func textChoices(b *strings.Builder, c Choices) {
	commands := engine.Each(c.Commands, func(cmd Command) string { return strings.ReplaceAll(cmd.Text, " ", noBreak) })
	for _, words := range wrap("| "+c.Head+"  "+strings.Join(commands, ", "), guardedWidth, "|      ", nil) {
		row(b, words)
	}
}

func textTable(b *strings.Builder, rows []Row) {
	head, name := 0, 0
	for _, r := range rows {
		head = max(head, utf8.RuneCountInString(r.Head))
		name = max(name, utf8.RuneCountInString(r.Name))
	}
	for _, r := range rows {
		left := "| " + pad(r.Head, head) + "  "
		if name > 0 {
			left += pad(r.Name, name) + "  "
		}
		wide := utf8.RuneCountInString(left)
		for i, w := range wrap(r.Text, max(20, guardedWidth-wide), "", nil) {
			switch {
			case i > 0:
				row(b, "|", strings.Repeat(" ", wide-1), w)
			case w == "":
				row(b, strings.TrimRight(left, " "))
			default:
				row(b, left, strings.TrimRight(w, " "))
			}
		}
	}
}

// pad appends spaces until a text has n characters.
func pad(s string, n int) string { return fmt.Sprintf("%-*s", n, s) }

// Wrap breaks a text at spaces into lines of at most width characters, but not inside a short quotation, which
// may be a command. All lines but the first begin with indent.
func Wrap(s string, width int, indent string) []string { return wrap(s, width, indent, nil) }

// wrap is Wrap, and if starts is not nil, avoids lines that begin like a command by moving a few words to the
// next line. A text without words gives one empty line.
func wrap(s string, width int, indent string, starts func(words string) bool) []string {
	var out []string
	var room [160]byte
	for para := range strings.SplitSeq(keepQuoted(s, width-len(indent)), "\n") {
		row, wide := room[:0], 0                            // wide is its number of characters
		for w := range strings.FieldsFuncSeq(para, blank) { // not at no-break spaces
			n := utf8.RuneCountInString(w)
			switch {
			case len(row) == 0:
				row, wide = append(row, w...), n
			case wide+1+n > width:
				full, carry := string(row), w
				if starts != nil {
					full, carry = carryOver(full, w, starts)
				}
				out = append(out, broken(full))
				row = append(append(row[:0], indent...), carry...)
				wide = utf8.RuneCount(row)
			default:
				row = append(append(row, ' '), w...)
				wide += 1 + n
			}
		}
		out = append(out, broken(string(row)))
	}
	return out
}

// quotation matches what is between quotation marks, of any of the languages.
var quotation = regexp.MustCompile(`“[^“”„]*”|„[^“”„]*“|«[^«»]*»`)

// quotedMost is the most characters of a quotation that is not broken. A longer one is no command, but what somebody
// said.
const quotedMost = 50

// keepQuoted puts noBreak into short quotations, and broken takes it out again.
func keepQuoted(s string, width int) string {
	if !strings.ContainsAny(s, "“„«") {
		return s
	}
	return quotation.ReplaceAllStringFunc(s, func(words string) string {
		if utf8.RuneCountInString(words) > min(quotedMost, width) {
			return words
		}
		return strings.ReplaceAll(words, " ", noBreak)
	})
}

func broken(row string) string { return strings.ReplaceAll(row, noBreak, " ") }

// carryOver moves words from the end of a full line to the front of the next, until that no longer begins
// like a command. After three words it gives up, and breaks the line after a comma if it has passed one.
func carryOver(full, next string, starts func(words string) bool) (line, carry string) {
	line, carry = full, next
	lastLine, lastCarry := full, next
	for range 3 {
		if !starts(broken(carry)) {
			return line, carry
		}
		i := strings.LastIndexByte(strings.TrimRight(line, " "), ' ')
		if i <= 2 {
			break
		}
		line, carry = line[:i], line[i+1:]+" "+carry
		if strings.HasSuffix(line, ",") && lastLine == full {
			lastLine, lastCarry = line, carry
		}
	}
	return lastLine, lastCarry
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// Shorten cuts a text to at most most characters and appends "…" if anything was cut.
func Shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
