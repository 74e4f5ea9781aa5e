// Package sayings understands sentences about moves in Saboteur. A file a language has what the game's words mean there and
// how letters print commands, and mean turns a clause, as speech/grammar reads it, into plain commands.
package sayings

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

//go:embed *.txt
var words embed.FS

// Of has the words of Saboteur and what its sentences mean.
var Of = engine.Sayings{Words: words, Mean: mean}

// mean returns the plain commands that a clause can be. Each reader below takes the parts that it uses out of the
// clause and returns a command, or "" if the clause is not of its kind; see engine.Clause.Read.
func mean(c engine.Clause) []string {
	if len(c.Verbs) > 1 && c.Verbs[0] == "take" { // "I take 3 and put it on C5"
		c.Verbs = c.Verbs[1:]
	}
	if i := slices.Index(c.Verbs, "turn"); i >= 0 { // "I turn 3 and put it on C5", "3 on C5 and turn it"
		c.Verbs = slices.Delete(slices.Clone(c.Verbs), i, i+1)
		c.Parts = append(slices.Clone(c.Parts), engine.Part{Adverb: "turned"})
	}
	c.Parts = slices.DeleteFunc(slices.Clone(c.Parts), func(p engine.Part) bool { return p.Role == engine.From && p.Seat != "" && p.Seat == c.Me }) // "5 from me"
	if c.You != "" && c.Third {
		return c.Read(harm, ends, onSeat)
	} else if c.You != "" {
		return c.Read(harm, ends)
	}
	if lines := c.Read(pass, lay, onSeat, harm, fall, look, gold, alone); len(lines) > 0 || c.About == "" {
		return lines
	}
	return c.Read(ends)
}

// ends reads what becomes of the tool of somebody who was named before: "I don't trust Bo. Farewell, lamp!", "sorry Bo, but your
// lamp is done for".
func ends(c *engine.Clause) string {
	if !c.Only("discard", "pass", "break", "end") {
		return ""
	}
	tool, _ := c.Take(func(p engine.Part) bool { return toolOf(p) != "" && p.Role == 0 && !p.My })
	broken, _ := c.Take(func(p engine.Part) bool { return p.Is("broken") && p.Number == 0 })
	gone := c.Adverb("away") || len(c.Verbs) > 0 || len(broken.Nouns) > 0
	seat := c.About
	if tool.Your || c.You != "" {
		seat = c.You
	}
	if toolOf(tool) == "" || !gone || seat == "" || c.You != "" && !c.Only("end") {
		return ""
	}
	return "break " + toolOf(tool) + " " + strings.ToLower(seat)
}

// takeCard takes the part that names a card, by number or kind, and returns the card in the words of a command. The
// part must have no preposition or one of these roles; "" if there is none. A card may be named both ways: "3 (the
// crossing)".
func takeCard(c *engine.Clause, roles engine.Role) string {
	if p, ok := c.Take(func(p engine.Part) bool { return p.Any(roles) && cardOf(p) != "" }); ok {
		return cardOf(p)
	}
	for i := 1; i < len(c.Parts); i++ {
		number, kind := c.Parts[i-1], c.Parts[i]
		if number.Number == 0 {
			number, kind = kind, number
		}
		if c.Parts[i].Beside && number.Number > 0 && len(number.Nouns) == 0 && kind.Number == 0 && cardOf(kind) != "" && number.Any(roles) && kind.Any(roles) {
			c.Parts = slices.Delete(slices.Clone(c.Parts), i-1, i+1)
			return cardOf(kind) + " " + cardOf(number)
		}
	}
	return ""
}

// plainNouns maps concepts of nouns to the words of plain commands.
var plainNouns = map[string]string{
	"cart": "cart", "lantern": "lantern", "pick": "pick", "cross": "cross", "tee": "t", "corner": "corner", "straight": "straight",
	"dead": "dead", "rockfall": "rockfall", "map": "map", "broken": "break", "mended": "mend",
	"dead-corner": "dead corner", "dead-tee": "dead t", "dead-cross": "dead cross", "dead-east": "dead east",
	"pick-lantern": "pick lantern", "pick-cart": "pick cart", "lantern-cart": "lantern cart",
	"vertical": "north south", "horizontal": "east west", "open-n": "north", "open-e": "east", "open-s": "south", "open-w": "west",
	"open-ne": "north east", "open-nw": "north west", "open-se": "east south", "open-sw": "south west",
	"open-nse": "north east south", "open-new": "north east west", "open-nsw": "north south west", "open-sew": "east south west",
}

var sides = []string{"north", "east", "south", "west"}

// cardOf returns the card that a part names in the words of a command, "" if it names none. A tool alone is no card.
func cardOf(p engine.Part) string {
	if p.Adverb != "" || p.Seat != "" || p.Place != "" || p.Nth && len(p.Nouns) > 0 { // "my second T" counts the Ts
		return ""
	}
	var words []string
	for _, n := range p.Nouns {
		for w := range strings.FieldsSeq(plainNouns[n]) {
			if !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	// "break" and "mend" come first in a command, "break cart", and the sides last, in their order: "corner north east".
	slices.SortStableFunc(words, func(a, b string) int { return rank(a) - rank(b) })
	if p.Number > 0 {
		words = append(words, strconv.Itoa(p.Number))
	} else if toolOf(p) != "" {
		return ""
	}
	return strings.Join(words, " ")
}

func rank(word string) int {
	if word == "break" || word == "mend" {
		return -2
	}
	return slices.Index(sides, word)
}

// toolOf returns the tool that a part names, "" if it names none or a card.
func toolOf(p engine.Part) string {
	if len(p.Nouns) != 1 || p.Number > 0 || p.Card || !slices.Contains([]string{"cart", "lantern", "pick"}, p.Nouns[0]) {
		return ""
	}
	return p.Nouns[0]
}

// takeBare takes a part that is only "a card", without saying which.
func takeBare(c *engine.Clause) {
	c.Take(func(p engine.Part) bool { return p.Card && p.Number == 0 && len(p.Nouns) == 0 && p.Role == 0 })
}

// takeCell takes the part that is a place, or is beside one, and returns it as a command names it: "c5", or "c5|-c5" if
// it can be either; "" if there is none. A place may be named twice: "above the start (A2)".
func takeCell(c *engine.Clause, roles engine.Role) string {
	if p, ok := c.Take(func(p engine.Part) bool { return p.Place != "" && p.Role&engine.Aside != 0 }); ok {
		cell := beside(p.Place, p.Role)
		if p.Role&engine.On != 0 && cell != "" { // "on top of B3"
			cell = p.Place + "|" + cell
		}
		again := append(strings.Split(cell, "|"), p.Place)
		c.Take(func(p engine.Part) bool { return p.Any(roles) && slices.Contains(again, p.Place) })
		return cell
	}
	placed := func(p engine.Part) bool { return p.Place != "" && !strings.Contains(p.Place, " ") && p.Any(roles) }
	var cells []string
	for _, p := range c.Parts {
		if placed(p) {
			cells = append(cells, p.Place)
		}
	}
	if len(cells) == twoCells { // "next to A3, so on B3": only one of them fits
		c.Parts = slices.DeleteFunc(slices.Clone(c.Parts), placed)
		return strings.Join(cells, "|")
	}
	p, _ := c.Take(func(p engine.Part) bool { return p.Place != "" && p.Any(roles) })
	return strings.ReplaceAll(p.Place, " ", "|")
}

// twoCells is how many places a sentence may name where a card goes on one.
const twoCells = 2

// beside returns the cell beside a place, "" if none can be told. Below a goal can also be the goal: "the map below
// I3".
func beside(place string, role engine.Role) string {
	name, left := strings.CutPrefix(place, "-")
	row, err := strconv.Atoi(name[1:])
	if err != nil { // the place has two letters, or can be either of two
		return ""
	}
	col := int(name[0] - 'a')
	if left {
		col = -1 - col // the column left of A is -A
	}
	switch role & engine.Aside {
	case engine.North:
		row--
	case engine.East:
		col++
	case engine.South:
		row++
	case engine.West:
		col--
	default:
		return "" // "to the left above B3"
	}
	cell := ""
	if col < 0 {
		cell, col = "-", -1-col
	}
	if col >= 26 {
		return ""
	}
	cell += string(rune('a'+col)) + strconv.Itoa(row)
	if slices.Contains(goals, place) && role&engine.South != 0 {
		cell = place + "|" + cell
	}
	return cell
}

const (
	onto = engine.On | engine.To | engine.Into
	whom = engine.On | engine.To | engine.Against | engine.Of | engine.Into
)

// goals lists the places for which "under" means under the card there, as the map is used. Under another place means
// the place below it.
var goals = []string{"i1", "i3", "i5"}

// lay reads a card that is put on a cell: a path, a rockfall or a map.
func lay(c *engine.Clause) string {
	roles := engine.Role(0)
	if c.Only("go") || len(c.Verbs) == 0 {
		roles = engine.To | engine.Of // "C5 for the 3"
	}
	if !c.Only("lay", "go", "take", "close") {
		return ""
	}
	turned, straight := c.Adverb("turned"), c.Adverb("straightup")
	card := takeCard(c, roles)
	if slices.Contains(c.Verbs, "close") && card != "" {
		return "" // "I close 3 on C5": what is closed must be the cell
	}
	if with := takeCard(c, engine.With); with != "" && with != card {
		card += " " + with // "I build on C5 with card 3", "I close C5 with card 3"
	}
	cell := takeCell(c, onto|engine.Against)
	if under, ok := c.Take(func(p engine.Part) bool { return p.Role&engine.Under != 0 && p.Place != "" }); ok && cell == "" {
		cell = under.Place // "the map under I3"
		if !slices.Contains(goals, cell) {
			cell = beside(cell, engine.South)
		}
	}
	takeBare(c) // "I extend the tunnel with 5"
	if card == "" || cell == "" || turned && straight {
		return ""
	}
	if kind, _, more := strings.Cut(card, " "); rank(kind) == -2 && (len(c.Verbs) == 0 || !more) {
		return "" // "Goede start!" is no repair of the start, and "maak C5 kapot" breaks no tool
	}
	line := card + " " + cell
	switch {
	case turned:
		line += " turned"
	case straight:
		line += " printed"
	}
	return line
}

// onSeat reads a card that is put in front of somebody: "5 against Bo", "the broken cart for Bo", "5 on me".
func onSeat(c *engine.Clause) string {
	if !c.Only("lay", "go") {
		return ""
	}
	if len(c.Verbs) == 0 && len(c.Parts) > 0 && c.Parts[0].Seat != "" && c.Parts[0].Role == 0 {
		return "" // "Bo 3, Cy 2" tells who has how much
	}
	broken := func(p engine.Part) bool { return p.Has("broken") && p.Number == 0 }
	owned := func(p engine.Part) bool {
		return p.My && broken(p) || p.Seat != "" && p.Role != 0 && p.Role&^(engine.Of|engine.From) == 0
	}
	if len(c.Verbs) == 0 && slices.ContainsFunc(c.Parts, broken) && slices.ContainsFunc(c.Parts, owned) {
		return "" // "Bo's broken lamp" is broken already
	}
	if at := slices.IndexFunc(c.Parts, func(p engine.Part) bool { return toolOf(p) != "" }); at >= 0 && slices.ContainsFunc(c.Parts[at:], broken) {
		return "" // "my lamp goes on broken", "the lamp of Bo stays broken"
	}
	kind, _ := c.Take(func(p engine.Part) bool { return (p.Is("broken") || p.Is("mended")) && p.Number == 0 && p.Role == 0 })
	card := strings.TrimSpace(cardOf(kind) + " " + takeCard(c, engine.With)) // "sabotage for Bo, with the 3", "repair for Bo: 3"
	tool, _ := c.Take(func(p engine.Part) bool { return toolOf(p) != "" && p.Any(engine.To|engine.On|engine.Of) })
	seat := takeSeat(c, tool)
	if card == "" || seat == "" || strings.Contains(card, "map") || strings.Contains(card, "rockfall") {
		return ""
	}
	return card + " " + toolOf(tool) + " " + seat
}

// takeSeat takes the person out of a clause and returns their seat, "" if there is none. It can be a name, "me",
// whoever is spoken to, or the owner of tool.
func takeSeat(c *engine.Clause, tool engine.Part) string {
	switch {
	case c.You != "" && !tool.My:
		return strings.ToLower(c.You)
	case c.You != "" || tool.Your:
		return ""
	}
	if p, ok := c.Take(func(p engine.Part) bool { return p.Seat != "" && p.Any(whom) }); ok {
		if tool.My && !strings.EqualFold(p.Seat, c.Me) {
			return ""
		}
		return strings.ToLower(p.Seat)
	}
	if (tool.My || c.Self && slices.Contains(c.Verbs, "mend")) && !slices.ContainsFunc(c.Parts, func(p engine.Part) bool { return p.Seat != "" }) {
		return strings.ToLower(c.Me)
	}
	return ""
}

// harm reads breaking somebody's tool, and mending it.
func harm(c *engine.Clause) string {
	verb, other := "break", "mend"
	if slices.Contains(c.Verbs, "mend") {
		verb, other = other, verb
	}
	if !slices.Contains(c.Verbs, verb) || !c.Only(verb, "lay") {
		return ""
	}
	of := engine.Of | engine.To | engine.On
	if verb == "mend" {
		of |= engine.With // "I help Bo with the cart"
	}
	tool, named := c.Take(func(p engine.Part) bool { return toolOf(p) != "" && p.Any(of) })
	if !named {
		tool, _ = c.Take(func(p engine.Part) bool { return p.Is("tool") && p.Any(of) }) // "Bo's gear": which one, the card says
	}
	roles := engine.With | engine.Of
	if c.Self {
		roles = engine.With // "mi libero della 1" throws it away
	}
	card := takeCard(c, roles)
	seat := takeSeat(c, tool)
	words := strings.Fields(card)
	path := slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"cross", "t", "corner", "straight", "dead"}, w) || slices.Contains(sides, w)
	})
	if seat == "" || path || slices.Contains(words, other) { // in "te rompo el carro", "te" can also be read as the card T
		return ""
	}
	if c.Third && verb == "break" && strings.EqualFold(seat, c.Me) {
		return "" // "meine Lampe geht kaputt" tells what somebody else did
	}
	line := verb + " " + strings.TrimPrefix(card, verb)
	if !slices.Contains(words, toolOf(tool)) {
		line += " " + toolOf(tool)
	}
	return line + " " + seat
}

// fall reads the removal of a card from the maze: "blow up C5 with 2".
func fall(c *engine.Clause) string {
	if !c.Only("fall", "lay") || !slices.Contains(c.Verbs, "fall") {
		return ""
	}
	at := slices.IndexFunc(c.Parts, func(p engine.Part) bool { return p.Place != "" && p.Any(engine.Of|engine.From) })
	bare := slices.IndexFunc(c.Parts, func(p engine.Part) bool { return p.Number > 0 && p.Role == 0 && !p.Has("rockfall") })
	cell := takeCell(c, onto|engine.Of|engine.From)
	if cell == "" || bare >= 0 && bare < at {
		return "" // "remove 3 from C5" and "delete 3 C5" mean to take the card back
	}
	takeBare(c) // "the card on C5"
	card := takeCard(c, engine.With)
	if !strings.Contains(card, "rockfall") { // "remove C5 with 2": then 2 must be a rockfall
		card = "rockfall " + card
	}
	return card + " " + cell
}

// look reads a look at a goal with a map.
func look(c *engine.Clause) string {
	if !c.Only("look", "lay") || !slices.Contains(c.Verbs, "look") {
		return ""
	}
	cell := takeCell(c, onto|engine.Under|engine.Of)
	card := takeCard(c, engine.With|engine.On|engine.Into)
	c.Take(func(p engine.Part) bool { return p.Card && p.Number == 0 && len(p.Nouns) == 0 }) // "the card under I3"
	switch {
	case card == "":
		card = "map"
	case strings.Trim(card, "0123456789") == "":
		card = "map " + card // with "map", so that "I see 3 on C5" never lays card 3
	}
	if cell == "" || !strings.HasPrefix(card, "map") {
		return ""
	}
	return card + " " + cell
}

// pass reads a pass, in which a card is thrown away.
func pass(c *engine.Clause) string {
	away := c.Adverb("away")
	if !c.Only("pass", "discard", "lay") || !away && !slices.Contains(c.Verbs, "pass") && !slices.Contains(c.Verbs, "discard") {
		return ""
	}
	tool, _ := c.Take(func(p engine.Part) bool { return len(c.Verbs) == 1 && p.Beside && p.Role == 0 && toolOf(p) != "" }) // "discard 2, the lantern"
	roles := engine.With | engine.Of | engine.From                                                                         // not "at", "about" or "for": "paso sobre las 3" says when
	if away && len(c.Verbs) == 0 {
		roles |= engine.To // "the bin for 3"
	}
	card := takeCard(c, roles)
	if card == "" && !slices.Contains(c.Verbs, "pass") {
		return ""
	}
	return "pass " + toolOf(tool) + " " + card
}

// gold reads the choice of a gold card: "I take 3".
func gold(c *engine.Clause) string {
	if !c.Only("take", "keep") || len(c.Verbs) == 0 {
		return ""
	}
	p, ok := c.Take(func(p engine.Part) bool { return p.Number > 0 && len(p.Nouns) == 0 && p.Role&^engine.With == 0 })
	if !ok {
		return ""
	}
	return "take " + strconv.Itoa(p.Number)
}

// alone reads a card without what is done with it, "card 5", so that the house can ask where it goes.
func alone(c *engine.Clause) string {
	if len(c.Verbs) > 0 || len(c.Parts) != 1 {
		return ""
	}
	p, ok := c.Take(func(p engine.Part) bool { return p.Card && p.Number > 0 && len(p.Nouns) == 0 && p.Role == 0 })
	if !ok {
		return ""
	}
	return strconv.Itoa(p.Number)
}
