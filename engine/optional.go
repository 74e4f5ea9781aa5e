package engine

// Ordered is a Game that takes standing orders: plans of a seat that hold until
// the next deal, or until it drops them. Its states are Obedient.
type Ordered interface {
	// Orders lists them as lines a player writes, normalised, each after those that
	// go before it where several could be played.
	Orders() []string
}

// Obedient is a State that carries out standing orders.
type Obedient interface {
	// Standing is the legal command that one of the game's Orders has a seat play
	// now; "" for none.
	Standing(seat, order string) string
}

// OrdersOf lists the standing orders of a game, none where it takes none or is
// nil.
func OrdersOf(g Game) []string {
	if o, ok := g.(Ordered); ok {
		return o.Orders()
	}
	return nil
}

// Alternating is a Game that says with which of its Words a line may begin that
// names alternatives, such as "dig s1 or rest". Other lines are not cut at "or",
// for many are talk: "look at this or that". A game that says nothing has any of
// its Words begin such a line.
type Alternating interface {
	// Alternatives lists them, normalised.
	Alternatives() []string
}

// AlternativesOf lists the words that begin a line of a game with alternatives.
func AlternativesOf(g Game) []string {
	if a, ok := g.(Alternating); ok {
		return a.Alternatives()
	}
	return g.Words()
}

// Peopled is a Game with people of its own.
type Peopled interface {
	// Anybody is the name of a seat whose player has none that can be used, such
	// as "Dwarf".
	Anybody() string
	// Roles lists, normalised, what players are called in the game, so that no seat
	// bears such a name.
	Roles() []string
}

// Parties is a Game whose rounds are won by sides, which it names.
type Parties interface {
	// Party is the name of a side, as Sided spells it, in the plural.
	Party(side string) Phrase
	// Role is the name of one of a side.
	Role(side string) Phrase
}

// Sided is a state whose rounds are won by sides, such as miners and saboteurs.
type Sided interface {
	// Sides gives, of a fact about to be applied that ends a round, the side of each seat
	// and the side that won, "" for none. Of any other fact ok is false.
	Sides(f Fact) (of map[string]string, won string, ok bool)
}

// Unsealed is a position that can be drawn with every card face up, for those who look at a
// match once it is over.
type Unsealed interface {
	// Unsealed is the scene of the public, with what lies face down turned up and marked.
	Unsealed() Scene
}

// Retelling is a State whose choices can be found again from what they led to. verify asks it of
// every choice in a record; a game without it has records that cannot be checked.
type Retelling interface {
	// Command is the canonical command by which a seat made a choice that is about to be applied to
	// this state, "" if no legal command leads to it. It compares what the seat chose and not what
	// came of it.
	Command(Fact) string
}

// Redealing is a Game whose secrets can be dealt anew. Nobody but the conformance tests asks; every
// game that hides something must have it.
type Redealing interface {
	// Redeal writes another log of the same length that a seat ("" for the public) could not tell from
	// the one given, with lots from the stream. A match that is over has no secrets and comes back as
	// it is.
	Redeal(setup Setup, log []Fact, seat string, lot *Stream) []Fact
}

// Digging is a State in which a seat can play with a purpose; the bot "dig" does, and tests do to
// come to ends that chance alone never reaches.
type Digging interface {
	// Dig lists the legal commands that bring a seat on, by what it may know alone, in a fixed order;
	// none where there are no such.
	Dig(seat string) []string
}

// Sensible is a State whose seats can be played with plain sense. It makes the bot "careful", which
// is who sits in for people unless the house has time for a better one.
type Sensible interface {
	// Careful is a legal command of a seat that is to move, chosen by what the
	// seat may know and nothing else: the same view and the same stream give the
	// same command.
	Careful(seat string, s *Stream) string
}

// Lessons is how many letters of a newcomer teach the game.
const Lessons = 3

// Teaching is a State that teaches a newcomer its game, one thing a letter.
type Teaching interface {
	// Lesson is what the letter of a number from 1 to Lessons tells a seat: what it is after, in a
	// sentence, then one thing of the game. It says nothing that the seat may not know.
	Lesson(seat string, letter int) []Phrase
}

// Guessing is a State in which a seat can weigh its commands by playing on from positions that it
// thinks possible. It makes the bot "keen".
type Guessing interface {
	Sensible
	// Worth lists the legal commands of a seat that deserve a thought, judged as
	// Careful judges: at least one, in a fixed order, the one that plain sense would
	// choose first. What is plainly foolish, or as good as another, is left out, for
	// each costs a share of the thinking.
	Worth(seat string) []string
	// Guess is a whole position drawn from those that agree with all the seat
	// knows, and made from that knowledge alone: the same view and the same stream
	// give the same position. It has the same View and Legal for the seat as the
	// state itself, and shares nothing with it that Apply changes.
	Guess(seat string, s *Stream) State
	// Try is asked of a position that Guess made: it plays the command, then all
	// seats on as they are likely to, to the end or as far as it pays, and says
	// how well that went for the seat, from 0 to 1. The state stays as it is.
	Try(seat, command string, s *Stream) float64
}

// Glancing is a State with something to say at a glance.
type Glancing interface {
	// Glance is how things stand in a few words each, as all at the table see it.
	Glance() []Phrase
}

// Gathering is a Game that tells together what is alike.
type Gathering interface {
	// Gathered is a phrase for what two tell, of which the first may be gathered already; nil
	// where they are not alike.
	Gathered(first, next Phrase) *Phrase
}
