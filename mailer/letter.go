package mailer

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
	Kind weight
	Link string // of kind "page": below PublicURL, where Text leads in HTML; text prints it behind
}

// weight is how a line stands out; "" for not at all.
type weight string

const (
	weighQuote   weight = "quote"
	weighDone    weight = "done"
	weighRefused weight = "refused"
	weighFaint   weight = "faint"
	weighStrong  weight = "strong"
	weighPage    weight = "page" // a link to a page
)

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
