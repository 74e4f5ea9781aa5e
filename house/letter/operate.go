package letter

import (
	"pitpost.example/engine"
)

// Said is what an operator's words came to.
type Said struct {
	Done  bool // false: refused
	Match int64
	Lines []engine.Phrase
	Near  []string
	// Asks is what to say again, surely, to have done what cannot be undone; "" for
	// nothing.
	Asks string
}
