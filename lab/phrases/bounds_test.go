package phrases

// limits are what the reader of natural lines must achieve, in each language and game.
type limits struct {
	atOnce    float64 // least percentage of the given natural lines understood at once
	ownAtOnce float64 // … of those written here, which are held out
	offered   float64 // least percentage, of those not understood at once, with the right move offered
	another   int     // natural lines played as another move
	acting    int     // framed lines that changed something
	talking   int     // lines of talk that changed something
	answering int     // lines of talk taken for a yes to a question by the house
	talkAsked float64 // highest percentage of talk answered with a question, a refusal or what the house takes for an answer
	names     int     // natural lines that became another move because of a name
	misread   int     // natural lines that the reader alone takes for another move
	readings  int     // readings by the reader alone that a name changed
	renamed   float64 // highest percentage of natural lines not understood because of a name
}

// bounds are the current limits.
var bounds = limits{atOnce: 95, ownAtOnce: 95, offered: 90, talkAsked: 12}
