package clonk

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// mendSlips reads a line anew with the word that was likely meant in the place
// of each that is one slip of the pen away from it.
func (s *State) mendSlips(w wish) wish {
	words := engine.Tokens(w.line)
	for j, word := range words {
		if _, known := lookUp(word); known || len(word) < 3 || engine.SeatNamed(s.setup.Seats, word) >= 0 || cardOf(word) != none {
			continue
		}
		for _, right := range s.known() {
			if engine.OneSlip(word, right) {
				words[j] = right
				break
			}
		}
	}
	mended, refusal := s.readWish(strings.Join(words, " "))
	if refusal != nil {
		return w
	}
	return mended
}

// known lists the words a slip may have been meant for, in a fixed order.
func (s *State) known() []string {
	var words []string
	for w, m := range vocabulary {
		if !m.filler && len(w) >= 3 {
			words = append(words, w)
		}
	}
	for _, name := range s.setup.Seats {
		words = append(words, engine.Normalise(name))
	}
	slices.Sort(words)
	return words
}

// nearest lists up to three legal commands that are most like a wish.
func (s *State) nearest(i int, w wish, places []string) []string {
	if found, refusal := s.findPlaces(i, w, places); refusal == nil {
		w = found
	} else {
		w.hands = nil
	}
	away := map[string]int{}
	for _, a := range s.acts(i) {
		if n := s.likeness(i, w, a); n > 0 {
			away[s.command(a)] = -n
		}
	}
	return engine.Closest(away)
}

// likeness counts what a legal act has in common with a wish.
func (s *State) likeness(i int, w wish, a act) int {
	n := 0
	if w.verb == a.verb && w.verb != noVerb {
		n += 4
	}
	if w.tile == a.tile && w.tile != closed {
		n += 4
	}
	c := s.card(i, a)
	if w.namesCard() && w.couldBe(c) {
		n += 3
	}
	if a.verb == giveVerb && w.seat == a.target {
		n += 2
	}
	if a.hand && len(w.hands) > 0 && w.hands[0] == a.place {
		n += 2
	}
	if len(w.shafts) > 0 && (!a.hand && w.shafts[0] == a.place+1 || a.verb == shoreVerb && w.shafts[0] == a.shaft+1) {
		n += 2
	}
	if slices.Contains(w.bare, a.place+1) {
		n++
	}
	return n
}
