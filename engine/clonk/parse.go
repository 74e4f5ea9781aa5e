package clonk

import (
	"slices"

	"pitpost.example/engine"
)

// Parse reads one line as a move of a seat.
func (s *State) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	i := s.seat(seat)
	switch {
	case i < 0:
		return engine.Move{}, engine.Refuse("clonk.no-seat", "name", seat, "seats", s.setup.Seats)
	case s.phase == beforeDeal:
		return engine.Move{}, engine.Refuse("clonk.not-begun")
	case s.phase == matchOver:
		return engine.Move{}, engine.Refuse("clonk.over")
	}
	if s.Finishes(line) { // the house plays all of it; here it stands for its first step
		if !s.asked(i) {
			return engine.Move{}, engine.Refuse("clonk.not-your-turn", "seat", s.name(s.turn))
		}
		line = s.Idle(seat)
	}
	w, refusal := s.readWish(line)
	var m engine.Move
	if refusal == nil {
		m, refusal = s.grant(i, w, places)
	}
	if refusal != nil && refusal.Nearest == nil && s.asked(i) {
		refusal.Nearest = s.nearest(i, s.mendSlips(w), places)
	}
	return m, refusal
}

// Skipped is the choice that a line passes over and the house makes up for:
// whoever loads the cart before a tile lies open shows the colour tile. It is ""
// for any other line.
func (s *State) Skipped(seat, line string) string {
	i := s.seat(seat)
	if i < 0 || s.phase != opening || i != s.turn || s.players[i].open != closed {
		return ""
	}
	w, refusal := s.readWish(line)
	if refusal != nil || w.tile != closed || w.verb != cartVerb {
		return ""
	}
	return "open colour"
}

// grant holds a wish against the hand and the table.
func (s *State) grant(i int, w wish, places []string) (engine.Move, *engine.Refusal) {
	w, refusal := s.findVerb(i, w)
	if refusal != nil {
		return engine.Move{}, refusal
	}
	if w, refusal = s.findPlaces(i, w, places); refusal != nil {
		return engine.Move{}, refusal
	}
	meant := s.meant(i, w)
	if len(meant) == 0 {
		return engine.Move{}, s.missing(i, w)
	}
	if !s.asked(i) {
		return s.draft(i, w, meant)
	}
	legal := slices.DeleteFunc(slices.Clone(meant), func(a act) bool { return s.forbids(i, a) != nil })
	switch {
	case len(legal) == 0:
		return engine.Move{}, s.forbids(i, meant[0])
	case len(legal) > 1:
		return engine.Move{}, engine.Ambiguous("clonk", engine.Sorted(legal, s.command))
	}
	var notes []engine.Phrase
	if len(meant) > 1 {
		notes = append(notes, engine.Say("clonk.note.card", "command", s.command(legal[0]), "card", cardPhrase(s.card(i, legal[0]))))
	}
	return engine.Move{Command: s.command(legal[0]), Bound: s.bound(i, legal[0]), Notes: notes}, nil
}

// draft reads a line out of turn: the card must be there, and one only.
func (s *State) draft(i int, w wish, meant []act) (engine.Move, *engine.Refusal) {
	switch {
	case w.verb == openVerb:
		return engine.Move{}, engine.Refuse("clonk.opened-already")
	case w.verb == cartVerb && len(s.players[i].cart) > 0:
		return engine.Move{}, engine.Refuse("clonk.carted-already")
	}
	if len(meant) > 1 {
		return engine.Move{}, engine.Ambiguous("clonk", engine.Sorted(meant, s.command))
	}
	return engine.Move{Command: s.command(meant[0]), Bound: s.bound(i, meant[0])}, nil
}

// findVerb finds what a line without a verb can only ask for.
func (s *State) findVerb(i int, w wish) (wish, *engine.Refusal) {
	if w.verb != noVerb {
		return w, nil
	}
	if w.tile != closed {
		w.verb = openVerb
		return w, nil
	}
	if w.seat != nobody && w.seat != i {
		w.verb = giveVerb
		return w, nil
	}
	if len(w.shafts) > 0 && (len(w.hands) > 0 || w.namesCard()) {
		w.verb = shoreVerb
		return w, nil
	}
	if s.asked(i) && (s.phase != opening || s.players[i].open != closed) {
		w.verb = [...]verb{opening: cartVerb, carting: cartVerb, digging: digVerb, shoring: shoreVerb, dropping: dropVerb}[s.phase]
	}
	if w.verb == noVerb && len(w.hands)+len(w.shafts) > 0 {
		w.verb = digVerb // out of turn
	}
	if w.verb == noVerb {
		return w, engine.Refuse("clonk.which-verb")
	}
	return w, nil
}

// findPlaces gives plain numbers their meaning and turns places of the hand
// as printed into places of the hand now.
func (s *State) findPlaces(i int, w wish, places []string) (wish, *engine.Refusal) {
	w.hands, w.shafts = slices.Clone(w.hands), slices.Clone(w.shafts)
	for _, n := range w.bare {
		switch w.verb {
		case cartVerb, dropVerb:
			w.hands = append(w.hands, n)
		case blastVerb:
			w.shafts = append(w.shafts, n)
		case shoreVerb:
			if len(w.hands) == 0 && !w.namesCard() {
				w.hands = append(w.hands, n)
			} else {
				w.shafts = append(w.shafts, n)
			}
		default:
			return w, &engine.Refusal{Phrase: engine.Say("clonk.hand-or-shaft", "number", n)}
		}
	}
	w.bare = nil
	if len(w.hands) > 1 || len(w.shafts) > 1 || len(w.hands)+len(w.shafts) > 1 && w.verb != shoreVerb {
		return w, engine.Refuse("clonk.which-number", "line", w.line)
	}
	if w.verb == restVerb && (len(w.hands)+len(w.shafts) > 0 || w.namesCard() || w.seat != nobody || w.tile != closed) {
		return w, engine.Refuse("clonk.rest-only")
	}
	if w.verb != giveVerb && w.seat != nobody {
		return w, engine.Refuse("clonk.needs-no-seat", "verb", w.verb.String())
	}
	if len(w.shafts) > 0 && w.shafts[0] > shafts {
		return w, engine.Refuse("clonk.no-shaft", "number", w.shafts[0])
	}
	if len(w.hands) > 0 {
		at, refusal := s.printed(i, w.hands[0], places)
		if refusal != nil {
			return w, refusal
		}
		w.hands[0] = at
	}
	return w, nil
}

// printed is where the card now lies, from 0, that was printed at a number.
func (s *State) printed(i, number int, places []string) (int, *engine.Refusal) {
	return engine.Printed("clonk", codes(s.players[i].hand), places, number, codePhrase)
}

// meant lists the acts that the words can mean, allowed or not.
func (s *State) meant(i int, w wish) []act {
	return slices.DeleteFunc(s.conceivable(i), func(a act) bool {
		switch {
		case a.verb != w.verb, a.verb == openVerb && a.tile != w.tile && w.tile != closed:
			return true
		case a.verb == giveVerb && w.seat != nobody && a.target != w.seat:
			return true
		case a.verb == openVerb, a.verb == restVerb:
			return false
		case w.namesCard() && !w.couldBe(s.card(i, a)):
			return true
		case a.verb == shoreVerb && len(w.shafts) > 0 && a.shaft != w.shafts[0]-1:
			return true
		case w.from == inHand && !a.hand, w.from == inShaft && a.hand && a.verb != shoreVerb:
			return true
		}
		if len(w.hands) > 0 {
			return !a.hand || a.place != w.hands[0]
		}
		return a.verb != shoreVerb && len(w.shafts) > 0 && (a.hand || a.place != w.shafts[0]-1)
	})
}

// missing says why the words mean nothing that is there.
func (s *State) missing(i int, w wish) *engine.Refusal {
	switch {
	case w.verb == giveVerb && w.seat == i:
		return engine.Refuse("clonk.gift-self")
	case len(w.shafts) > 0 && w.verb != shoreVerb && s.top(w.shafts[0]-1) == none:
		return engine.Refuse("clonk.shaft-empty", "number", w.shafts[0])
	case len(w.shafts) > 0 && w.verb != shoreVerb && w.verb != cartVerb && w.verb != dropVerb && w.namesCard():
		return engine.Refuse("clonk.other-card", "place", "s"+number(w.shafts[0]), "card", cardPhrase(s.top(w.shafts[0]-1)))
	case len(w.hands) > 0 && w.namesCard():
		return engine.Refuse("clonk.other-card", "place", "h"+number(w.hands[0]+1), "card", cardPhrase(s.players[i].hand[w.hands[0]]))
	case w.face == none && (w.verb == cartVerb || w.verb == dropVerb || w.verb == shoreVerb):
		return engine.Refuse("clonk.from-hand", "verb", w.verb.String())
	case w.verb == blastVerb:
		return engine.Refuse("clonk.blast-shaft")
	}
	return engine.Refuse("clonk.no-such-card")
}
