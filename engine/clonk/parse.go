package clonk

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// wish is what a line says, before it is compared with the hand and the table.
type wish struct {
	kit.Line[sense]
	sense        // what all its words say together
	hands  []int // numbers of places in the hand
	shafts []int
	coins  string // of the card, such as "2"; "" if the line does not say
	eyes   string
}

// Parse reads a line as a move of a seat.
func (s *State) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	i, refusal := s.playing(seat)
	if refusal != nil {
		return engine.Move{}, refusal
	}
	if finishes(line) { // the house plays the whole turn; here the line stands for its first step
		if !s.asked(i) {
			return engine.Move{}, s.notAsked()
		}
		line = s.Idle(seat)
	}
	w, refusal := s.readWish(line)
	var m engine.Move
	if refusal == nil {
		m, refusal = s.grant(i, w, places)
	}
	if refusal != nil && refusal.Nearest == nil && s.asked(i) {
		refusal.Nearest = s.nearest(i, w, places)
	}
	return m, refusal
}

var (
	placeName   = regexp.MustCompile(`^([hs])([1-9][0-9]?)$`)
	worthName   = regexp.MustCompile(`^([0-9]?)/([0-9]?)$`)
	placeInWord = regexp.MustCompile(`\b([HhSs])(?:and|haft) ([0-9])`)
)

// readWish reads a line. It refuses unknown words and a second card or name: it guesses nothing.
func (s *State) readWish(line string) (w wish, refusal *engine.Refusal) {
	line = placeInWord.ReplaceAllString(line, "$1$2") // "shaft 3" means s3
	w.Line, refusal = reader.Read(line, s.setup.Seats, w.readPlace)
	for _, said := range w.Said {
		if w.contradicts(said) && refusal == nil {
			refusal = engine.Refuse("clonk.two-deeds", "line", w.Text)
		}
		w.verb, w.face, w.tile = max(w.verb, said.verb), max(w.face, said.face), max(w.tile, said.tile)
		w.looks |= said.looks
		w.place = max(w.place, said.place)
	}
	if w.Stranger != "" && w.verb == giveVerb && w.Seat == kit.Nobody {
		refusal = engine.Refuse("clonk.no-seat", "name", w.Stranger, "seats", s.setup.Seats).OfKind(engine.UnknownSeat)
	}
	return w, refusal
}

// contradicts reports whether two words cannot be said of one move: they name two verbs, two cards or two tiles.
func (s sense) contradicts(other sense) bool {
	return differ(s.verb, other.verb, noVerb) || differ(s.face, other.face, none) || differ(s.tile, other.tile, closed)
}

// differ reports whether two words that both say something, which unsaid is not, say two things.
func differ[T comparable](one, other, unsaid T) bool {
	return one != unsaid && other != unsaid && one != other
}

// readPlace reads "s3" and "h2", and "2/1" for a card with two coins and one eye.
func (w *wish) readPlace(word string) (bool, *engine.Refusal) {
	if m := worthName.FindStringSubmatch(word); m != nil {
		w.coins, w.eyes = cmp.Or(m[1], w.coins), cmp.Or(m[2], w.eyes)
		return true, nil
	}
	m := placeName.FindStringSubmatch(word)
	if m == nil {
		return false, nil
	}
	n, _ := strconv.Atoi(m[2])
	if m[1] == "h" {
		w.hands = append(w.hands, n)
	} else {
		w.shafts = append(w.shafts, n)
	}
	return true, nil
}

// namesCard reports whether the line names a card by its colour, kind, code, coins or eyes.
func (w *wish) namesCard() bool { return w.face != none || w.looks != 0 || w.coins+w.eyes != "" }

// couldBe reports whether the words can mean a card, which shows what the table says.
func (w *wish) couldBe(c Card, t *Table) bool {
	named := w.face == none || w.face == c
	return c.isTreasure() && named && looks[c]&w.looks == w.looks && w.couldBeWorth(t.coins[c], t.eyes[c])
}

// couldBeWorth reports whether the words fit a card with so many coins and eyes.
func (w *wish) couldBeWorth(coins, eyes int) bool {
	return (w.coins == "" || w.coins == number(coins)) && (w.eyes == "" || w.eyes == number(eyes))
}

// couldShow reports whether a line can mean one of a seat's tiles: it says which, or what is on it.
func (w *wish) couldShow(t tile, p *player) bool {
	face := uint16(1) << p.colour
	if t == kindTile {
		face = 1 << (len(colours) + p.kind)
	}
	return (w.tile == closed || w.tile == t) && w.looks&^face == 0
}

// Skipped returns the choice that a line skips and the house makes instead: if a seat loads the
// cart before it shows a tile, it shows the colour tile. For any other line it returns "".
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

// grant compares a wish with the hand and the table.
func (s *State) grant(i int, w wish, places []string) (engine.Move, *engine.Refusal) {
	w, refusal := s.findVerb(i, w)
	if refusal == nil && s.phase == choosing {
		refusal = s.beforeCards(i, w)
	}
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
	legal := slices.Clone(meant)
	switch { // out of turn the card must be there, and only one may be meant
	case s.asked(i):
		legal = slices.DeleteFunc(legal, func(a act) bool { return s.forbids(i, a) != nil })
	case w.verb == openVerb:
		return engine.Move{}, engine.Refuse("clonk.opened-already")
	case w.verb == cartVerb && len(s.players[i].cart) > 0:
		return engine.Move{}, engine.Refuse("clonk.carted-already")
	}
	switch {
	case len(legal) == 0:
		return engine.Move{}, s.forbids(i, meant[0])
	case len(legal) > 1:
		return engine.Move{}, engine.RefuseAmbiguous("clonk", engine.MapSorted(legal, s.command))
	}
	var notes []engine.Phrase
	if s.phase == choosing && len(s.ToMove()) > 1 {
		notes = append(notes, engine.Say("clonk.you.chose", "tile", s.players[i].tilePhrase(legal[0].tile)))
	}
	if len(meant) > 1 {
		notes = append(notes, engine.Say("clonk.note.card", "command", s.command(legal[0]), "card", cardPhrase(s.card(i, legal[0]))))
	}
	return engine.Move{Command: s.command(legal[0]), Bound: s.bound(i, legal[0]), Notes: notes}, nil
}

// beforeCards refuses all but the choice of a tile while no card is dealt.
func (s *State) beforeCards(i int, w wish) *engine.Refusal {
	switch {
	case w.verb != openVerb:
		return engine.Refuse("clonk.before-deal")
	case !s.tileAsked(i):
		return engine.Refuse("clonk.tile-chosen")
	}
	return nil
}

// findVerb finds the only verb that a line without one can mean.
func (s *State) findVerb(i int, w wish) (wish, *engine.Refusal) {
	switch {
	case w.verb != noVerb:
	case w.tile != closed:
		w.verb = openVerb
	case w.Seat != kit.Nobody && w.Seat != i:
		w.verb = giveVerb
	case len(w.shafts) > 0 && (len(w.hands) > 0 || w.namesCard()):
		w.verb = shoreVerb
	case s.asked(i) && !s.tileAsked(i):
		w.verb = [...]verb{opening: cartVerb, carting: cartVerb, digging: digVerb, shoring: shoreVerb, dropping: dropVerb}[s.phase]
	case len(w.hands)+len(w.shafts) > 0:
		w.verb = digVerb // out of turn
	default:
		return w, engine.Refuse("clonk.which-verb")
	}
	return w, nil
}

// findPlaces decides what plain numbers mean, and turns places in the hand as printed into places
// in the hand now.
func (s *State) findPlaces(i int, w wish, places []string) (wish, *engine.Refusal) {
	w.hands, w.shafts = slices.Clone(w.hands), slices.Clone(w.shafts)
	for _, n := range w.Numbers {
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
	w.Numbers = nil
	if len(w.hands) > 1 || len(w.shafts) > 1 || len(w.hands)+len(w.shafts) > 1 && w.verb != shoreVerb {
		return w, engine.Refuse("clonk.which-number", "line", w.Text)
	}
	if w.verb == restVerb && (len(w.hands)+len(w.shafts) > 0 || w.namesCard() || w.Seat != kit.Nobody || w.tile != closed) {
		return w, engine.Refuse("clonk.rest-only")
	}
	if w.verb != giveVerb && w.Seat != kit.Nobody {
		return w, engine.Refuse("clonk.needs-no-seat", "verb", w.verb.String())
	}
	if len(w.shafts) > 0 && w.shafts[0] > shafts {
		return w, engine.Refuse("clonk.no-shaft", "number", w.shafts[0])
	}
	if len(w.hands) > 0 {
		at, refusal := engine.CardPrintedAt("clonk", codes(s.players[i].hand), places, w.hands[0], codePhrase)
		if refusal != nil {
			return w, refusal
		}
		w.hands[0] = at
	}
	return w, nil
}

// meant lists the acts that the words can mean, allowed or not.
func (s *State) meant(i int, w wish) []act {
	return slices.DeleteFunc(s.conceivable(i), func(a act) bool {
		switch {
		case a.verb != w.verb, a.verb == openVerb && !w.couldShow(a.tile, &s.players[i]):
			return true
		case a.verb == giveVerb && w.Seat != kit.Nobody && a.target != w.Seat:
			return true
		case a.verb == openVerb, a.verb == restVerb:
			return false
		case w.namesCard() && !w.couldBe(s.card(i, a), s.table):
			return true
		case a.verb == shoreVerb && len(w.shafts) > 0 && a.shaft != w.shafts[0]-1:
			return true
		case w.place == inHand && !a.hand, w.place == inShaft && a.hand && a.verb != shoreVerb:
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
	case w.verb == giveVerb && w.Seat == i:
		return engine.Refuse("clonk.gift-self")
	case w.verb == openVerb:
		p := &s.players[i]
		return engine.Refuse("clonk.you.tiles-closed", "colour", p.tilePhrase(colourTile), "kind", p.tilePhrase(kindTile))
	case len(w.shafts) > 0 && w.verb != shoreVerb && s.top(w.shafts[0]-1) == none:
		return engine.Refuse("clonk.shaft-empty", "number", w.shafts[0])
	case len(w.shafts) > 0 && w.verb != shoreVerb && w.verb != cartVerb && w.verb != dropVerb && w.namesCard():
		return engine.Refuse("clonk.other-card", "place", "s"+number(w.shafts[0]), "card", cardPhrase(s.top(w.shafts[0]-1))).OfKind(engine.OtherCard)
	case len(w.hands) > 0 && w.namesCard():
		return engine.Refuse("clonk.other-card", "place", "h"+number(w.hands[0]+1), "card", cardPhrase(s.players[i].hand[w.hands[0]])).OfKind(engine.OtherCard)
	case w.face == none && (w.verb == cartVerb || w.verb == dropVerb || w.verb == shoreVerb):
		return engine.Refuse("clonk.from-hand", "verb", w.verb.String())
	case w.verb == blastVerb:
		return engine.Refuse("clonk.blast-shaft")
	}
	return engine.Refuse("clonk.no-such-card")
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
	return engine.ClosestCommands(away)
}

// likeness counts what a legal act has in common with a wish.
func (s *State) likeness(i int, w wish, a act) int {
	n := 0
	count := func(weight int, alike bool) {
		if alike {
			n += weight
		}
	}
	count(4, w.verb == a.verb && w.verb != noVerb)
	count(4, w.tile == a.tile && w.tile != closed)
	count(3, w.namesCard() && w.couldBe(s.card(i, a), s.table))
	count(2, a.verb == giveVerb && w.Seat == a.target)
	count(2, a.hand && len(w.hands) > 0 && w.hands[0] == a.place)
	count(2, len(w.shafts) > 0 && (!a.hand && w.shafts[0] == a.place+1 || a.verb == shoreVerb && w.shafts[0] == a.shaft+1))
	count(1, slices.Contains(w.Numbers, a.place+1))
	return n
}
