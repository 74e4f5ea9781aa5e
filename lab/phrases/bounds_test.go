package phrases

// limits are what the reader of natural lines must keep to, in each language and game.
type limits struct {
	atOnce    float64 // of a hundred natural lines as given, understood at once
	ownAtOnce float64 // … of those written here, which are held out
	offered   float64 // of a hundred not understood at once, with the right move offered
	another   int     // natural lines played as another move
	acting    int     // framed lines that changed something
	talking   int     // lines of talk that did
	answering int     // lines of talk that a question of the house took for a yes
	talkAsked float64 // of a hundred lines of talk, answered with a question or a refusal
	names     int     // natural lines that a name turned into another move
	misread   int     // natural lines that the reader alone takes for another move
	readings  int     // of the reader alone, changed by a name
	renamed   float64 // of a hundred natural lines, those that a name kept from being understood
}

// bounds are those in force.
var bounds = limits{atOnce: 95, ownAtOnce: 95, offered: 90, talkAsked: 10}
