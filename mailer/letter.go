package mailer

import (
	"slices"
	"strings"

	"pitpost/engine"
	"pitpost/house"
)

// section is one part of a letter out; the text and the HTML form print the
// same sections in the same order.
type section struct {
	Title string
	Lines []line
	// Board is drawn in a fixed-width font, Picture says that the board's
	// picture stands here, Alt what it shows.
	Board   []string
	Picture bool
	Alt     string
	Table   []row
	Choices []choices
	// TextOnly sections are left out of HTML, where the hand holds them as links.
	TextOnly bool
}

// together stands for a blank at which no line is broken: half a command may
// be another one.
const together = "\x00"

// line is one sentence, with a weight.
type line struct {
	Text string
	Kind string // "", "quote", "done", "refused", "faint", "strong", "page"
	Link string // of kind "page": where Text leads in HTML; text prints it behind
}

// row is a card of the hand, or a seat of the ledger.
type row struct {
	Head, Name, Text string
	Commands         []command
}

// choices are the commands of one card.
type choices struct {
	Head     string
	Commands []command
}

// command is a ready answer: what to write, and a link that opens a letter
// with it.
type command struct {
	Text string
	Link string
}

// plainLine is a sentence of no special weight.
func plainLine(s string) line { return line{Text: s} }

// textOf prints sections as plain text, 78 columns at most. fold and g guard
// the words: a line of ours that reads like a command gets a bar before it, so
// that nothing a client quotes back can be mistaken for a move.
func textOf(sections []section, fold func(string) string, g engine.Game) string {
	starts := startsCommand(fold, g)
	var b strings.Builder
	for i, s := range sections {
		if i > 0 {
			b.WriteString("\n")
		}
		if s.Title != "" {
			b.WriteString(s.Title + "\n" + strings.Repeat("-", len([]rune(s.Title))) + "\n")
		}
		for _, l := range s.Lines {
			indent := ""
			if l.Kind == "quote" {
				indent = "    "
			}
			if l.Kind == "page" {
				b.WriteString(l.Text + ":\n" + l.Link + "\n")
				continue
			}
			for _, w := range wrapSafe(l.Text, 76-len(indent), "  ", starts) {
				b.WriteString(indent + w + "\n")
			}
		}
		for _, l := range s.Board {
			b.WriteString(strings.TrimRight(l, " ") + "\n")
		}
		textTable(&b, s.Table)
		for _, c := range s.Choices {
			var words []string
			for _, cmd := range c.Commands {
				words = append(words, strings.ReplaceAll(cmd.Text, " ", together))
			}
			for _, w := range wrap("| "+c.Head+"  "+strings.Join(words, ", "), 76, "|      ") {
				b.WriteString(strings.ReplaceAll(w, together, " ") + "\n")
			}
		}
	}
	return guard(b.String(), fold, g)
}

func textTable(b *strings.Builder, rows []row) {
	head, name := 0, 0
	for _, r := range rows {
		head = max(head, len([]rune(r.Head)))
		name = max(name, len([]rune(r.Name)))
	}
	for _, r := range rows {
		left := "| " + pad(r.Head, head) + "  "
		if name > 0 {
			left += pad(r.Name, name) + "  "
		}
		indent := "|" + strings.Repeat(" ", len([]rune(left))-1)
		for i, w := range wrap(r.Text, max(20, 77-len([]rune(left))), "") {
			if i == 0 {
				b.WriteString(strings.TrimRight(left+w, " ") + "\n")
				continue
			}
			b.WriteString(indent + w + "\n")
		}
	}
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-len([]rune(s)))) }

// wrap breaks a text at spaces; lines after the first begin with indent. A
// text of no words is one empty line.
func wrap(s string, width int, indent string) []string {
	return wrapSafe(s, width, indent, nil)
}

// wrapSafe does the same, and takes a word or two with it to the next line
// rather than begin that with one that reads like a command.
func wrapSafe(s string, width int, indent string, starts func(words string) bool) []string {
	var out []string
	for _, para := range strings.Split(s, "\n") {
		cur := ""
		for _, w := range strings.FieldsFunc(para, blank) { // not at a no-break space
			switch {
			case cur == "":
				cur = w
			case len([]rune(cur))+1+len([]rune(w)) > width:
				carry := w
				if starts != nil {
					cur, carry = carryOver(cur, w, starts)
				}
				out = append(out, cur)
				cur = indent + carry
			default:
				cur += " " + w
			}
		}
		out = append(out, cur)
	}
	return out
}

// carryOver moves words from the end of a full line to the front of the next
// until that begins with one that is no command; after three it gives up, and
// parts the line behind a comma if one came by.
func carryOver(full, next string, starts func(words string) bool) (line, carry string) {
	line, carry = full, next
	lastLine, lastCarry := full, next
	for range 3 {
		if !starts(carry) {
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

// startsCommand says of words whether a row that begins with them reads like a command.
func startsCommand(fold func(string) string, g engine.Game) func(words string) bool {
	read := house.Reader()
	return func(words string) bool {
		first, _, _ := strings.Cut(words, " ")
		return read(fold(first), g).Kind != house.Aside || read(fold(words+" so"), g).Kind != house.Aside
	}
}

// guard puts a bar before each row that the house would read as a command if
// it came back without a mark of quotation.
func guard(text string, fold func(string) string, g engine.Game) string {
	rows, read := strings.Split(text, "\n"), house.Reader()
	for i, row := range rows {
		bare := strings.TrimSpace(row)
		if bare == "" || bare[0] == '|' {
			continue // nothing, or barred already
		}
		if bare == "end" || bare == "--" || slices.ContainsFunc(house.Lines(row, fold), func(l house.Line) bool {
			return l.Block || read(l.Folded, g).Kind != house.Aside
		}) {
			rows[i] = "| " + row
		}
	}
	return strings.Join(rows, "\n")
}
