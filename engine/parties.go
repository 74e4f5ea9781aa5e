package engine

// Parties is a Game whose rounds are won by sides, which it names.
type Parties interface {
	// Party is the name of a side, as Sided spells it, in the plural.
	Party(side string) Phrase
}
