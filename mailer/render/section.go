// Package render prints a letter: its sections as plain text, as HTML that mail programs hold on
// to, and both of them packed with pictures and files as one MIME message. Equal letters give equal
// bytes. What a letter says, and in which language, is the business of whoever calls.
package render

// Section is one part of a letter out; the text and the HTML form print the
// same sections in the same order.
type Section struct {
	Title string
	Lines []Line
	// Board is drawn in a fixed-width font, unless a picture stands here; Alt is what that shows.
	Board   []string
	Picture *Picture
	Alt     string
	Table   []Row
	Choices []Choices
	// TextOnly sections are left out of HTML, where the hand holds them as links.
	TextOnly bool
}

// together stands for a blank at which no line is broken: half a command may
// be another one.
const together = "\x00"

// Picture is the name of an inline picture, and how large it is shown where there is room.
type Picture struct {
	Name          string
	Width, Height int
}

// Line is one sentence, with a weight.
type Line struct {
	Text string
	Kind Weight
	Link string // of kind "page": below PublicURL, where Text leads in HTML; text prints it behind
}

// Weight is how a line stands out; "" for not at all.
type Weight string

// The weights of lines.
const (
	Quote    Weight = "quote"
	Done     Weight = "done"
	Refused  Weight = "refused"
	Faint    Weight = "faint"
	Strong   Weight = "strong"
	PageLink Weight = "page" // a link to a page
)

// Row is a card of the hand, or a seat of the ledger.
type Row struct {
	Head, Name, Text string
	Commands         []Command
}

// own says that a row tells what its head does when it is written.
func (r Row) own() bool { return len(r.Commands) == 1 && r.Commands[0].Text == r.Head }

// Choices are the commands of one card.
type Choices struct {
	Head     string
	Commands []Command
}

// Command is a ready answer: what to write, and a link that opens a letter
// with it.
type Command struct {
	Text string
	Link string
	Says string // what it means, for those who hear the letter; "" for what it says
}

// Plain is a sentence of no special weight.
func Plain(s string) Line { return Line{Text: s} }
