package phrases

// limits are what the reader of natural lines must keep to, in each language and game.
type limits struct {
	atOnce    float64 // of a hundred natural lines as given, understood at once
	ownAtOnce float64 // … of those written here, which are held out
	offered   float64 // of a hundred not understood at once, with the right move offered
	another   int     // natural lines played as another move
	acting    int     // lines that are no move and changed something
	talkAsked float64 // of a hundred lines of talk, answered with a question or a refusal
	names     int     // natural lines that a name turned into another move
	renamed   float64 // of a hundred natural lines, those that a name kept from being understood
}

// final is what is wanted, today what the reader of words keeps to.
var (
	final = limits{atOnce: 95, ownAtOnce: 90, offered: 90, talkAsked: 10}
	today = limits{talkAsked: 40, acting: 2000, names: 30, renamed: 60}
)

// bounds are those in force: put final here once the reader keeps to it.
var bounds = today
