package table

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// looked says whether the operator has seen the secrets of the position as it is now.
func Looked(m *engine.Match) bool {
	for _, f := range slices.Backward(m.Facts()) {
		switch f.Event.(type) {
		case engine.Opened:
			return true
		case engine.Rewound:
			return false
		}
		if !strings.HasPrefix(f.Event.Kind(), "match.") {
			return false
		}
	}
	return false
}
