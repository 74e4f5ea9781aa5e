package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// Parse reads one line as a move of a seat.
func (s *State) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	i := s.seat(seat)
	switch {
	case i < 0:
		return engine.Move{}, engine.Refuse("saboteur.no-seat", "name", seat, "seats", s.setup.Seats)
	case s.phase == matchOver:
		return engine.Move{}, engine.Refuse("saboteur.over")
	case s.phase != digging && s.phase != sharing:
		return engine.Move{}, engine.Refuse("saboteur.not-begun")
	}
	w, refusal := s.readWish(line)
	var m engine.Move
	if refusal == nil {
		m, refusal = s.grant(i, w, places)
	}
	if w.other != nil {
		typed := w.cell
		w.cell = *w.other
		other, no := s.grant(i, w, places)
		switch {
		case no == nil && refusal != nil:
			m, refusal = other, nil
		case no == nil && other.Command != m.Command && typed.Row > 0:
			return engine.Move{}, engine.Ambiguous("saboteur", []string{m.Command, other.Command})
		}
	}
	if refusal != nil && refusal.Nearest == nil {
		refusal.Nearest = s.offer(i, w, places)
	}
	return m, refusal
}

// offer finds what a refused line may have been meant for: first as it would
// read with slips of the pen mended, then by likeness.
func (s *State) offer(i int, w wish, places []string) []string {
	if i != s.turn {
		return nil
	}
	mended, refusal := s.readWish(s.mendSlips(w.line))
	if refusal != nil {
		mended = w
	} else if m, refusal := s.grant(i, mended, places); refusal == nil {
		return []string{m.Command}
	}
	if mended.blank() && s.phase == digging {
		return nil
	}
	return s.nearest(i, mended, places)
}

// grant holds a wish against the hand and the table.
func (s *State) grant(i int, w wish, places []string) (engine.Move, *engine.Refusal) {
	if s.phase == sharing {
		return s.grantPick(i, w)
	}
	cards, refusal := s.meant(i, w, places)
	if refusal != nil {
		return engine.Move{}, refusal
	}
	if w.stranger != "" {
		return engine.Move{}, s.noSuch(w, s.players[i].hand[cards[0]])
	}
	var acts []act
	for _, place := range cards {
		more, wrong := s.intents(i, w, place)
		if wrong != nil {
			if refusal == nil {
				refusal = wrong
			}
			continue
		}
		acts = append(acts, more...)
	}
	if len(acts) == 0 {
		return engine.Move{}, refusal
	}
	return s.decide(i, w, acts, len(cards) > 1)
}

// noSuch refuses a word that is no name, as a name where one belongs.
func (s *State) noSuch(w wish, c Card) *engine.Refusal {
	f := c.face().family
	if w.verb != passVerb && w.seat == nobody && (f == breakFamily || f == mendFamily) {
		return engine.Refuse("saboteur.no-seat", "name", w.stranger, "seats", s.setup.Seats)
	}
	return engine.Refuse("saboteur.unknown-word", "word", w.stranger)
}

func (s *State) grantPick(i int, w wish) (engine.Move, *engine.Refusal) {
	if w.number == 0 || w.hasCell || w.seat != nobody || w.stranger != "" || w.verb != noVerb && w.verb != takeVerb {
		return engine.Move{}, engine.Refuse("saboteur.sharing")
	}
	a := act{family: pickGold, value: w.number}
	if i == s.turn {
		if refusal := s.forbids(i, a); refusal != nil {
			return engine.Move{}, refusal
		}
	} else if s.players[i].role != miner || w.number > 3 {
		return engine.Move{}, engine.Refuse("saboteur.no-gold-now")
	}
	return engine.Move{Command: s.command(a), Bound: s.command(a)}, nil
}

// meant lists the places of the cards that the words can mean, equal cards
// once. Which of them can be played is not asked yet.
func (s *State) meant(i int, w wish, places []string) ([]int, *engine.Refusal) {
	hand := s.players[i].hand
	if w.verb == takeVerb {
		return nil, engine.Refuse("saboteur.no-gold-now")
	}
	if w.number != 0 {
		place, refusal := s.printed(i, w.number, places)
		if refusal == nil && !w.couldBe(hand[place]) {
			if w.seat == nobody && !w.hasCell && w.verb == noVerb && slices.Equal(w.tools, []Tools{pick}) {
				return nil, engine.Refuse("saboteur.no-gold-now")
			}
			refusal = engine.Refuse("saboteur.other-card", "place", w.number, "card", cardPhrase(hand[place]))
		}
		return []int{place}, refusal
	}
	if !w.namesCard() {
		switch {
		case w.verb == passVerb && len(hand) == 1:
			return []int{0}, nil
		case w.verb == passVerb:
			return nil, engine.Refuse("saboteur.pass-which")
		case w.verb == noVerb:
			return nil, engine.Refuse("saboteur.which-card")
		}
	}
	var found []int
	for place, card := range hand {
		if w.couldBe(card) && slices.Index(hand, card) == place {
			found = append(found, place)
		}
	}
	if len(found) == 0 {
		return nil, engine.Refuse("saboteur.no-such-card")
	}
	return w.leadingOn(hand, found), nil
}

// leadingOn takes "corner" for one that leads on if the hand has any, and for a
// dead end only if it has none.
func (w wish) leadingOn(hand []Card, found []int) []int {
	if w.shape&dead != 0 || w.shape|shape(w.sides) == 0 {
		return found
	}
	open := slices.DeleteFunc(slices.Clone(found), func(place int) bool { return hand[place].face().dead })
	if len(open) == 0 {
		return found
	}
	return open
}

// printed is where the card now lies that was printed at a number.
func (s *State) printed(i, number int, places []string) (int, *engine.Refusal) {
	return engine.Printed("saboteur", codes(s.players[i].hand), places, number, codePhrase)
}

func (w wish) namesCard() bool {
	return w.face != none || w.shape != 0 || w.sides != 0 || len(w.tools) > 0
}

// couldBe says whether the words can mean a card: what they say of kind, tool
// and shape is true of it.
func (w wish) couldBe(c Card) bool {
	f := c.face()
	if w.face != none && w.face != c {
		return false
	}
	if w.shape != 0 && !c.isShape(w.shape) {
		return false
	}
	if w.sides != 0 && (f.family != pathFamily || w.sides != f.open && w.sides != f.open.back()) {
		return false
	}
	for _, t := range w.tools {
		if f.tools&t == 0 {
			return false
		}
	}
	switch w.verb {
	case layVerb:
		return f.family == pathFamily || w.number != 0 || w.namesCard()
	case breakVerb:
		return f.family == breakFamily
	case mendVerb:
		return f.family == mendFamily
	case fallVerb:
		return f.family == fallFamily
	case mapVerb:
		return f.family == mapFamily
	}
	return true
}

// intents spells out what the words ask of one card: several acts where they
// leave open which way it lies or which tool it mends.
func (s *State) intents(i int, w wish, place int) ([]act, *engine.Refusal) {
	card := s.players[i].hand[place]
	f := card.face()
	if w.verb == passVerb {
		if w.hasCell || w.seat != nobody || w.orient != unsaid {
			return nil, engine.Refuse("saboteur.pass-only")
		}
		return []act{{place: place}}, nil
	}
	onSeat := f.family == breakFamily || f.family == mendFamily
	switch {
	case onSeat && (w.hasCell || w.seat == nobody):
		return nil, engine.Refuse("saboteur.needs-seat", "card", cardPhrase(card), "seats", s.setup.Seats)
	case !onSeat && (!w.hasCell || w.seat != nobody):
		return nil, engine.Refuse("saboteur.needs-cell", "card", cardPhrase(card))
	case f.family != pathFamily && w.orient != unsaid:
		return nil, engine.Refuse("saboteur.only-paths-turn", "card", cardPhrase(card))
	}
	a := act{family: f.family, place: place, cell: w.cell, target: w.seat, tool: f.tools}
	switch {
	case f.family == pathFamily:
		return w.ways(a, card), nil
	case card.twoTools():
		return w.mendings(a, f.tools), nil
	}
	return []act{a}, nil
}

// ways are the ways a path card may lie as the words have it, as printed first.
func (w wish) ways(a act, card Card) []act {
	straight, about := a, a
	about.turned = true
	switch {
	case !card.turns() || w.orient == asPrinted:
		return []act{straight}
	case w.orient == turnedRound:
		return []act{about}
	case w.sides != 0 && w.sides != card.face().open:
		return []act{about}
	case w.sides != 0:
		return []act{straight}
	}
	return []act{straight, about}
}

func (w wish) mendings(a act, tools Tools) []act {
	a.named = true
	var acts []act
	for _, t := range allTools {
		if tools&t != 0 && (len(w.tools) != 1 || w.tools[0] == t) {
			a.tool = t
			acts = append(acts, a)
		}
	}
	return acts
}
