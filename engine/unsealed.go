package engine

// Unsealed is a position that can be drawn with every card face up, for those who look at a
// match once it is over.
type Unsealed interface {
	// Unsealed is the scene of the public, with what lies face down turned up and marked.
	Unsealed() Scene
}
