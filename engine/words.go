package engine

// Ordered is a Game that takes standing orders: plans of a seat that hold until
// it drops them. Its states are Obedient.
type Ordered interface {
	// Orders lists them as lines a player writes, folded, each after those that
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
	// Alternatives lists them, folded.
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
	// Roles lists, folded, what players are called in the game, so that no seat
	// bears such a name.
	Roles() []string
}
