package pitpost_test

import (
	"os"
	"testing"

	"pitpost.example/scripts/states"
)

// TestStatesAreTyped wants no word where a state is meant: each is a constant
// of a type of its own.
func TestStatesAreTyped(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	uses, err := states.Find(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range uses {
		t.Error(u)
	}
}
