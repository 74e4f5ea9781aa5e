package render

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"pitpost.example/engine"
)

// proseWidth is the maximum width of a letter's rows. Boards have BoardWidth.
const proseWidth = 68

// apartRows is how many rows no screen shows at once.
const apartRows = 60

// PrintText prints sections and the lines of the foot as plain text.
func PrintText(sections []Section, foot []string) string {
	var b strings.Builder
	b.Grow(6 << 10)
	for i, s := range sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		if s.Apart {
			b.WriteString(strings.Repeat("\n", apartRows))
		}
		if s.Title != "" {
			row(&b, s.Title)
			row(&b, strings.Repeat("-", utf8.RuneCountInString(s.Title)))
		}
		for _, l := range s.Lines {
			textLine(&b, l)
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
		textLine(&b, PlainLine(l))
	}
	return b.String()
}

// row prints a row, given in parts.
func row(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(p)
	}
	b.WriteByte('\n')
}

// textLine prints a sentence.
func textLine(b *strings.Builder, l Line) {
	if l.Kind == PageLink {
		row(b, l.Text)
		row(b, l.Link)
		return
	}
	before := ""
	if l.Kind == Quote {
		before = "    "
	}
	for _, words := range WrapText(l.Text, proseWidth-len(before), "  ") {
		row(b, before, words)
	}
}

// textChoices prints commands, and never breaks a line inside a command.
func textChoices(b *strings.Builder, c Choices) {
	commands := engine.MapList(c.Commands, func(cmd Command) string {
		return strings.ReplaceAll(cmd.Text, " ", noBreak)
	})
	for _, words := range WrapText(c.Head+"  "+strings.Join(commands, ", "), proseWidth, "       ") {
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
		left := pad(r.Head, head) + "  "
		if name > 0 {
			left += pad(r.Name, name) + "  "
		}
		wide := utf8.RuneCountInString(left)
		for i, w := range WrapText(r.Text, max(20, proseWidth-wide), "") {
			switch {
			case i > 0:
				row(b, strings.Repeat(" ", wide), w)
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

// WrapText breaks a text at spaces into lines of at most width characters, but not inside a short quotation, which
// may be a command. All lines but the first begin with indent. A text without words gives one empty line.
func WrapText(s string, width int, indent string) []string {
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
				out = append(out, broken(string(row)))
				row = append(append(row[:0], indent...), w...)
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

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// ShortenText cuts a text to at most most characters and appends "…" if anything was cut.
func ShortenText(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
