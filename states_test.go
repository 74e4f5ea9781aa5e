package pitpost_test

import "testing"

// TestStatesAreTyped wants no word where a state is meant: each is a constant
// of a type of its own.
func TestStatesAreTyped(t *testing.T) {
	uses, err := findStates(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range uses {
		t.Error(u)
	}
}
