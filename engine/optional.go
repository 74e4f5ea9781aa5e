package engine

// Ordered is a Game with standing orders: plans that play for a seat until the next deal or until
// the seat drops them. Its states are Obedient.
type Ordered interface {
	// Orders lists the standing orders as a player writes them, normalised. If several could play,
	// an earlier one comes first.
	Orders() []string
}

// Obedient is a State that carries out standing orders; its Game is Ordered.
type Obedient interface {
	// Standing returns the legal command that a standing order plays for a seat now, or "" if it
	// plays none. The order is one of the game's Orders.
	Standing(seat, order string) string
}

// StandingOrdersOf lists the standing orders of a game. It is empty if the game has none or g is nil.
func StandingOrdersOf(g Game) []string {
	if o, ok := g.(Ordered); ok {
		return o.Orders()
	}
	return nil
}

// Alternating is a Game that says which of its Words can begin a line with alternatives, such as
// "dig s1 or rest". Lines that begin otherwise are not cut at "or", because many are talk: "look at
// this or that". In a game without this interface any of its Words can begin such a line.
type Alternating interface {
	// Alternatives lists these words, normalised.
	Alternatives() []string
}

// AlternativeWords lists the words that can begin a line with alternatives in a game.
func AlternativeWords(g Game) []string {
	if a, ok := g.(Alternating); ok {
		return a.Alternatives()
	}
	return g.Words()
}

// Peopled is a Game that has names of its own for players.
type Peopled interface {
	// Anybody is the name, such as "Dwarf", for a player whose own name cannot be used for a seat.
	Anybody() string
	// Roles lists, normalised, what the game calls players. No seat may have such a name.
	Roles() []string
}

// Parties is a Game whose rounds are won by sides. It gives their names in words.
type Parties interface {
	// Party names a side in the plural. Sides are spelled as Sided spells them.
	Party(side string) Phrase
	// Role names one member of a side.
	Role(side string) Phrase
}

// Sided is a State whose rounds are won by sides, such as miners and saboteurs.
type Sided interface {
	// Sides returns each seat's side and the side that won ("" if none did) for a fact that is
	// about to be applied and ends a round. For any other fact ok is false.
	Sides(f Fact) (of map[string]string, won string, ok bool)
}

// Unsealed is a State that can be drawn with every card face up, for readers of a match that is
// over.
type Unsealed interface {
	// Unsealed returns the public scene in which cards that lie face down are turned up and marked.
	Unsealed() Scene
}

// Retelling is a State that finds the command behind a choice in the log. `pitpost verify` needs it
// for every choice in a record: without it, records of the game cannot be checked.
type Retelling interface {
	// Command returns the canonical command that leads to a choice which is about to be applied, or
	// "" if no legal command does. It compares what the seat chose, not what followed from it.
	Command(Fact) string
}

// Redealing is a Game that can deal its hidden cards differently. Only tests use it, to prove that
// views do not depend on what is hidden. Every game that hides something must have it: its own type,
// or one for tests alone that package redeal names.
type Redealing interface {
	// Redeal returns another log of the same length that the seat ("" for the public) cannot tell
	// from the given one. It draws from the stream. The log of a match that is over has no secrets
	// and is returned unchanged.
	Redeal(setup Setup, log []Fact, seat string, lot *Stream) []Fact
}

// Digging is a State that can say which moves bring a seat closer to its goal. The bot "dig" uses
// it, and so do tests, to reach ends of the game that random moves never reach.
type Digging interface {
	// Dig lists the legal commands that bring a seat closer to its goal, judged only by what it may
	// know, in a fixed order. It is empty if there are none.
	Dig(seat string) []string
}

// Sensible is a State that can choose a sensible move. It makes the bot "careful", which plays for
// absent people unless the house has time for a better bot.
type Sensible interface {
	// Careful returns a legal command for a seat that is to move. It depends only on what the seat
	// may know: the same view and the same stream give the same command.
	Careful(seat string, s *Stream) string
}

// Lessons is the number of letters that teach a newcomer the game.
const Lessons = 3

// Teaching is a State that teaches its game to a newcomer, one thing in each letter.
type Teaching interface {
	// Lesson returns what letter 1 to Lessons teaches a seat: the goal in a sentence, then one
	// thing about the game. It tells nothing that the seat may not know.
	Lesson(seat string, letter int) []Phrase
}

// Guessing is a State in which a seat can judge its commands by playing on from positions that it
// thinks possible. It makes the bot "keen".
type Guessing interface {
	Sensible
	// Worth lists the legal commands that are worth trying for a seat, judged as Careful judges: at
	// least one, in a fixed order, the one that Careful prefers first. Foolish commands, and those
	// that are no better than another, are left out, because each takes a share of the bot's time.
	Worth(seat string) []string
	// Guess draws a whole position from those that agree with all the seat knows. It depends only
	// on that knowledge: the same view and the same stream give the same position. The guess has
	// the same View and Legal for the seat as the state itself, and shares nothing with it that
	// Apply changes.
	Guess(seat string, s *Stream) State
	// Try is called on a position that Guess returned. It plays the command, then plays all seats
	// on as they are likely to play, to the end or as far as is worth it, and returns how well that
	// went for the seat, from 0 to 1. The state is unchanged.
	Try(seat, command string, s *Stream) float64
}

// Glancing is a State that can be summed up at a glance.
type Glancing interface {
	// Glance says how things stand, a few words a phrase, as everybody at the table sees it.
	Glance() []Phrase
}

// Gathering is a Game that can tell similar news in one line.
type Gathering interface {
	// Gathered returns one phrase for what two phrases tell, or nil if they are not of the same
	// kind. The first may itself have been returned by Gathered.
	Gathered(first, next Phrase) *Phrase
}
