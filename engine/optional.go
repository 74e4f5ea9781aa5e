package engine

// Ordered is a Game that takes standing orders: plans of a seat that hold until
// it drops them. Its states are Obedient.
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
