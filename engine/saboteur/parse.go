package saboteur

import (
	"regexp"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// wish is what a line says, before it is compared with the hand and the table.
type wish struct {
	kit.Line[sense]
	use    use
	tools  Tools
	sides  Sides // that the card has open
	number int   // 0 if there is none
	cell   Cell
	cells  int   // how many cells are named; cell is the last of them
	other  *Cell // a cell that may be meant instead of cell
}

// Parse reads a line as a move of a seat.
func (s *State) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	i, refusal := s.playing(seat)
	if refusal != nil {
		return engine.Move{}, refusal
	}
	w, refusal := s.readWish(line)
	var m engine.Move
	if refusal == nil {
		m, refusal = s.grant(i, w, places)
	}
	if w.other != nil {
		there := w
		there.cell = *w.other
		other, no := s.grant(i, there, places)
		switch {
		case no == nil && refusal != nil:
			m, refusal = other, nil
		case no == nil && other.Command != m.Command && w.cell.Row > 0:
			return engine.Move{}, engine.RefuseAmbiguous("saboteur", []string{m.Command, other.Command})
		}
	}
	if refusal != nil && refusal.Nearest == nil && i == s.turn && (!w.blank() || s.phase == sharing) {
		refusal.Nearest = s.nearest(i, w, places)
	}
	return m, refusal
}

// readWish reads a line. It refuses unknown words and a second number, cell or name: it guesses
// nothing.
func (s *State) readWish(line string) (w wish, refusal *engine.Refusal) {
	w.Line, refusal = reader.Read(apart(line), s.setup.Seats, w.readCell)
	for _, said := range w.Said {
		w.use |= said.use
		w.tools |= said.tool
		w.sides |= said.side
	}
	if len(w.Numbers) > 0 {
		w.number = w.Numbers[0]
	}
	switch {
	case refusal != nil:
	case len(w.Numbers) > 1:
		refusal = engine.Refuse("saboteur.which-number", "line", w.Text)
	case w.cells > 1:
		refusal = engine.Refuse("saboteur.two-cells", "line", w.Text)
	case w.use&asPrinted != 0 && w.use&turnedRound != 0:
		refusal = engine.Refuse("saboteur.two-ways", "line", w.Text)
	}
	return w, refusal
}

// cellWord matches what looks like the name of a cell: letters and a number, each perhaps with a
// minus.
var cellWord = regexp.MustCompile(`^-?[a-z]{1,2}-?[0-9]{1,3}$`)

var (
	fusedNumber = regexp.MustCompile(`(?i)\b([0-9]+)([a-z]{1,2}-?[0-9]{1,3}r?\b)`)
	fusedTurn   = regexp.MustCompile(`(?i)\b([a-z]{1,2}-?[0-9]{1,3})r\b`)
)

// apart adds blanks that were left out: between a number and a cell, and before the letter that
// turns the card, as in "3C5r".
func apart(line string) string {
	return fusedTurn.ReplaceAllString(fusedNumber.ReplaceAllString(line, "$1 $2"), "$1 r")
}

// readCell reads the name of a cell, or two names of which either may be meant.
func (w *wish) readCell(word string) (is bool, refusal *engine.Refusal) {
	word, other, _ := strings.Cut(word, "|") // "3-C5" may mean C5 or -C5, and "C-5" itself or C5
	if !cellWord.MatchString(word) {
		return false, nil
	}
	c, ok := cellOf(word)
	if !ok {
		return true, engine.Refuse("saboteur.no-cell", "cell", strings.ToUpper(word))
	}
	w.cells++
	w.cell = c
	if c, ok := cellOf(other); ok {
		w.other = &c
	}
	return true, nil
}

// blank reports whether nothing in the line was understood.
func (w *wish) blank() bool {
	return len(w.Said)+len(w.Numbers) == 0 && w.cells == 0 && w.Seat == nobody
}

// grant compares a wish with the hand and the table.
func (s *State) grant(i int, w wish, places []string) (engine.Move, *engine.Refusal) {
	if s.phase == sharing {
		return s.grantPick(i, w)
	}
	cards, refusal := s.meant(i, w, places)
	if refusal != nil {
		return engine.Move{}, refusal
	}
	hand := s.players[i].hand
	if w.Stranger != "" {
		if f := hand[cards[0]].face().family; w.use&asPass == 0 && w.Seat == nobody && (f == breakFamily || f == mendFamily) {
			return engine.Move{}, engine.Refuse("saboteur.no-seat", "name", w.Stranger, "seats", s.setup.Seats).OfKind(engine.UnknownSeat)
		}
		return engine.Move{}, engine.Refuse("saboteur.unknown-word", "word", w.Stranger).OfKind(engine.Unreadable)
	}
	var acts []act
	for _, place := range cards {
		more, wrong := s.intents(w, place, hand[place])
		if refusal == nil {
			refusal = wrong
		}
		acts = append(acts, more...)
	}
	if len(acts) == 0 {
		return engine.Move{}, refusal
	}
	return s.decide(i, w, acts, len(cards) > 1)
}

// picksGold reports whether a line names a piece of gold, as "pick 2", "take 2" or "2" does, and nothing else.
func (w *wish) picksGold() bool {
	elsewhere := w.cells > 0 || w.Seat != nobody || w.Stranger != ""
	otherwise := w.use&^asGold != 0 || w.tools&^pick != 0
	return w.number != 0 && !elsewhere && !otherwise
}

func (s *State) grantPick(i int, w wish) (engine.Move, *engine.Refusal) {
	if !w.picksGold() {
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
	return engine.Move{Command: s.command(a), Bound: s.bound(a)}, nil
}

// meant lists the places of the cards that the words can mean, only the first of equal cards. It
// does not check which of them can be played.
func (s *State) meant(i int, w wish, places []string) ([]int, *engine.Refusal) {
	hand := s.players[i].hand
	onlyPick := len(w.Said) == 1 && w.tools == pick && w.Seat == nobody && w.cells == 0
	switch {
	case w.use&asGold != 0:
		return nil, engine.Refuse("saboteur.no-gold-now")
	case w.number != 0:
		switch place, refusal := engine.CardPrintedAt("saboteur", codes(hand), places, w.number, codePhrase); {
		case refusal != nil:
			return nil, refusal
		case w.couldBe(hand[place]):
			return []int{place}, nil
		case onlyPick:
			return nil, engine.Refuse("saboteur.no-gold-now")
		default:
			return nil, engine.Refuse("saboteur.other-card", "place", w.number, "card", cardPhrase(hand[place])).OfKind(engine.OtherCard)
		}
	case w.namesCard():
	case w.use&asPass == 0:
		return nil, engine.Refuse("saboteur.which-card")
	case len(hand) != 1:
		return nil, engine.Refuse("saboteur.pass-which")
	}
	var found []int
	for place, card := range hand {
		if w.couldBe(card) && slices.Index(hand, card) == place {
			found = append(found, place)
		}
	}
	joined := engine.FilterList(found, func(place int) bool { return !hand[place].face().dead })
	switch {
	case len(found) == 0:
		return nil, engine.Refuse("saboteur.no-such-card")
	case w.use&byShape != 0 && len(joined) > 0: // "corner" means one that leads on, if the hand has any
		return joined, nil
	}
	return found, nil
}

func (w *wish) namesCard() bool {
	return w.tools != 0 || w.sides != 0 || slices.ContainsFunc(w.Said, func(s sense) bool { return s.cards != 0 })
}

// way returns how a card is to lie, if the words say it. A card may be named by the sides that are open as it lies: a
// "corner south-west" is a corner north-east turned round.
func (w *wish) way(c Card) use {
	way := w.use & (asPrinted | turnedRound)
	if way == 0 && w.sides != 0 && w.sides != c.face().open {
		way = turnedRound
	}
	return way
}

// couldBe reports whether the words can mean a card: its kind, tool and shape must be as they say.
func (w *wish) couldBe(c Card) bool {
	if open := c.face().open; w.sides != 0 && open != w.sides && open.back() != w.sides {
		return false
	}
	return c.face().tools&w.tools == w.tools && !slices.ContainsFunc(w.Said, func(s sense) bool { return s.cards != 0 && s.cards&(1<<c) == 0 })
}

// intents lists the acts that the words may mean for one card. There are several if the words do
// not say which way it lies or which tool it mends.
func (s *State) intents(w wish, place int, card Card) (acts []act, refusal *engine.Refusal) {
	f := card.face()
	a := act{family: f.family, place: place, card: card, cell: w.cell, target: w.Seat, tool: f.tools}
	oriented := w.use&(asPrinted|turnedRound) != 0
	onSeat := f.family == breakFamily || f.family == mendFamily
	switch {
	case w.use&asPass != 0 && (w.cells > 0 || w.Seat != nobody || oriented):
		return nil, engine.Refuse("saboteur.pass-only")
	case w.use&asPass != 0:
		return []act{{place: place, card: card}}, nil
	case onSeat && (w.cells > 0 || w.Seat == nobody):
		return nil, engine.Refuse("saboteur.needs-seat", "card", cardPhrase(card), "seats", s.setup.Seats)
	case !onSeat && (w.cells == 0 || w.Seat != nobody):
		return nil, engine.Refuse("saboteur.needs-cell", "card", cardPhrase(card))
	case f.family != pathFamily && oriented:
		return nil, engine.Refuse("saboteur.only-paths-turn", "card", cardPhrase(card))
	case card.twoTools():
		for _, a.tool = range f.tools.each() {
			if len(w.tools.each()) != 1 || w.tools == a.tool {
				acts = append(acts, a)
			}
		}
		return acts, nil
	}
	if w.way(card)&turnedRound == 0 || !card.turns() {
		acts = append(acts, a)
	}
	if a.turned = true; f.family == pathFamily && card.turns() && w.way(card)&asPrinted == 0 {
		acts = append(acts, a)
	}
	return acts, nil
}

// decide chooses among the acts that a line may mean: on the seat's turn those that are legal, out
// of turn those whose target exists. If several are left, it refuses the line and lists them.
func (s *State) decide(i int, w wish, acts []act, several bool) (engine.Move, *engine.Refusal) {
	var open []act
	var refusal *engine.Refusal
	for _, a := range acts {
		no := s.missing(a)
		if i == s.turn {
			no = s.forbids(i, a)
		}
		if no == nil {
			open = append(open, a)
		} else if refusal == nil {
			refusal = no
		}
	}
	if len(open) == 0 {
		other := acts[0]
		other.turned = !other.turned
		if i == s.turn && w.use&(asPrinted|turnedRound) != 0 && s.forbids(i, other) == nil {
			refusal.Nearest = []string{s.command(other)} // the same card in the same cell, turned the other way
		}
		return engine.Move{}, refusal
	}
	a := open[0] // if a card fits both ways, it is laid as printed
	if slices.ContainsFunc(open, func(o act) bool { return o.place != a.place || o.tool != a.tool }) {
		return engine.Move{}, engine.RefuseAmbiguous("saboteur", engine.MapList(open, s.command))
	}
	m := engine.Move{Command: s.command(a), Bound: s.bound(a)}
	if several {
		m.Notes = append(m.Notes, engine.Say("saboteur.note.card", "card", cardPhrase(a.card)))
	}
	switch {
	case a.turned && w.use&turnedRound == 0:
		m.Notes = append(m.Notes, engine.Say("saboteur.note.turned"))
	case !a.turned && w.use&turnedRound != 0:
		m.Notes = append(m.Notes, engine.Say("saboteur.note.same"))
	}
	if a.family == mendFamily && a.card.twoTools() && w.tools != a.tool {
		m.Notes = append(m.Notes, engine.Say("saboteur.note.tool", "tool", toolPhrase(a.tool)))
	}
	return m, nil
}

// missing says why a seat that is not to move cannot even plan an act: its target is not on the
// table.
func (s *State) missing(a act) *engine.Refusal {
	switch a.family {
	case pathFamily:
		if t := s.maze.at(a.cell); t != emptyTile && !t.card().isPath() { // the start or a goal, which never falls
			return s.forbidsCell(0, a.cell)
		}
	case fallFamily:
		return s.forbidsFall(a.cell)
	case mapFamily:
		return s.forbidsMap(a.cell)
	}
	return nil
}

// nearest returns up to three legal commands that are closest to a refused line.
func (s *State) nearest(i int, w wish, places []string) []string {
	wanted := nobody
	if w.number != 0 {
		if place, refusal := engine.CardPrintedAt("saboteur", codes(s.players[i].hand), places, w.number, codePhrase); refusal == nil {
			wanted = place
		}
	}
	away := map[string]int{}
	for _, a := range s.acts(i) {
		command := s.command(a)
		spelled := min(engine.EditDistance(w.Text, strings.ToLower(command)), engine.EditDistance(w.Text, strings.ToLower(s.bound(a))))
		away[command] = 4*w.strangeness(a, wanted) + spelled
	}
	return engine.ClosestCommands(away)
}

// strangeness counts how much an act differs from what the words say about card, cell and seat.
func (w *wish) strangeness(a act, wanted int) int {
	if a.family == pickGold {
		return 0
	}
	far := 0
	if wanted >= 0 && a.place != wanted || wanted < 0 && !w.couldBe(a.card) {
		far += 3
	}
	if (w.use&asPass != 0) != (a.family == 0) {
		far += 3
	}
	onSeat := a.family == breakFamily || a.family == mendFamily
	if w.cells > 0 && a.family != 0 {
		if onSeat {
			far += 4
		} else {
			far += min(4, distance(w.cell, a.cell))
		}
	}
	if w.Seat != nobody && a.family != 0 && (!onSeat || a.target != w.Seat) {
		far += 3
	}
	return far
}

func distance(a, b Cell) int {
	return int(max(a.Col, b.Col) - min(a.Col, b.Col) + max(a.Row, b.Row) - min(a.Row, b.Row))
}
