// Package render turns a letter's sections into plain text and into HTML that mail programs display well, and
// composes both with pictures and files as a MIME message. Equal letters give equal bytes. What a letter
// says, and in which language, is up to the caller.
package render

// Section is one part of a letter. Text and HTML have the same sections in the same order.
type Section struct {
	Title string
	Lines []Line
	// Board is drawn in a fixed-width font, except in HTML with a Picture. Alt describes the picture.
	Board   []string
	Picture *Picture
	Alt     string
	Table   []Row
	Choices []Choices
	// TextOnly sections are left out of HTML, which has their commands as links in the hand.
	TextOnly bool
	// Apart sections are empty and as high as a screen: what follows is not seen by whoever only opens the letter.
	Apart bool
}

// noBreak replaces a space at which a line must not be broken, because half a command may be another
// command.
const noBreak = "\x00"

// Picture is the name of an inline picture, and the size at which it is shown if there is room.
type Picture struct {
	Name          string
	Width, Height int
}

// Line is one sentence and how it stands out.
type Line struct {
	Text string
	Kind Weight
	Link string // for a PageLink: the address of the page; text prints it below
}

// Weight says how a line stands out; "" is a normal line.
type Weight string

// All weights, except for the normal one.
const (
	Quote    Weight = "quote"
	Done     Weight = "done"
	Refused  Weight = "refused"
	Faint    Weight = "faint"
	Strong   Weight = "strong"
	PageLink Weight = "page" // a link to a page
)

// Row is a card of the hand or a seat of the ledger.
type Row struct {
	Head, Name, Text string
	Commands         []Command
}

// own reports whether the row's head is its only command, so that the head is the link.
func (r Row) own() bool { return len(r.Commands) == 1 && r.Commands[0].Text == r.Head }

// Choices are the commands of one card.
type Choices struct {
	Head     string
	Commands []Command
}

// Command is a ready answer: what to write, and a link that opens a letter with it.
type Command struct {
	Text string
	Link string
	Says string // what it means, for screen readers; "" if the text says it all
}

// PlainLine returns a normal line.
func PlainLine(s string) Line { return Line{Text: s} }
