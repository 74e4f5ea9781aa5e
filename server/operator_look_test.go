package server_test

import (
	"testing"

	"pitpost.example/engine"
)

// The operator can look at every card, but that is recorded as a fact and each seat is told.
func TestALookOfTheOperatorsIsToldToTheSeats(t *testing.T) {
	s := newStage(t)
	s.letter("ana", "", "new practice saboteur seats=3")
	if err := s.house.NoteOperatorLooked(t.Context(), 1, s.now); err != nil {
		t.Fatal(err)
	}
	table, err := s.house.DB.Fold(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	facts := table.Match.Facts()
	if last := facts[len(facts)-1]; last.Event != (engine.Opened{By: "operator"}) {
		t.Errorf("the last fact is %v", last.Event)
	}
	heard := table.Match.Heard("Ana", len(facts)-1)
	if len(heard) != 1 || heard[0].Lines[0].Key != "match.opened" {
		t.Errorf("Ana hears %v", heard)
	}
}
