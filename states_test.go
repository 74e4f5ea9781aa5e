package pitpost_test

import "testing"

// TestStatesAreTyped checks that no string literal is used as a state: each state is a constant of its own type.
func TestStatesAreTyped(t *testing.T) {
	uses, err := findStates(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range uses {
		t.Error(u)
	}
}
