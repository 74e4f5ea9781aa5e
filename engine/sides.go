package engine

// Sided is a state whose rounds are won by sides, such as miners and saboteurs.
type Sided interface {
	// Sides gives, of a fact about to be applied that ends a round, the side of each seat
	// and the side that won, "" for none. Of any other fact ok is false.
	Sides(f Fact) (of map[string]string, won string, ok bool)
}
