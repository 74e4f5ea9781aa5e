package saboteur

import (
	"strings"

	"pitpost.example/engine"
)

// Card is a kind of card in the game. Records and commands name it by its code.
type Card uint8

// none stands for no card. The other cards are numbered as in faces.
const none Card = 0

// The cards that rules and pictures name.
var (
	pathNEW  = cardOf("path-new")
	rockfall = cardOf("rockfall")
	mapCard  = cardOf("map")
	start    = cardOf("start") // the first that is not in the deck
	gold     = cardOf("gold")
	stoneNE  = cardOf("stone-ne")
	stoneNW  = cardOf("stone-nw")
)

// Sides is a set of the four sides of a card.
type Sides uint8

// The sides, clockwise from the top. Neighbours are always visited in this order.
const (
	north Sides = 1 << iota
	east
	south
	west
)

var around = [4]Sides{north, east, south, west}

var sideWords = [...]string{north: "north", east: "east", south: "south", west: "west"}

// String returns the word for one side.
func (s Sides) String() string { return sideWords[s] }

// each lists the sides in a set.
func (s Sides) each() []Sides { return sidesIn[s] }

var sidesIn = subsets(around[:])

// back returns the opposite sides. For one side that is the side of the neighbour that touches it;
// for the open sides of a card, it turns the card by half.
func (s Sides) back() Sides { return (s<<2 | s>>2) & 15 }

// Tools is a set of the three tools.
type Tools uint8

// The tools, in the order in which they are always listed.
const (
	pick Tools = 1 << iota
	lantern
	cart
)

var allTools = [3]Tools{pick, lantern, cart}

var toolWords = [8]string{pick: "pick", lantern: "lantern", cart: "cart"}

// String returns the word for one tool.
func (t Tools) String() string {
	return toolWords[t&7]
}

// each lists the tools in a set.
func (t Tools) each() []Tools { return toolsIn[t] }

var toolsIn = subsets(allTools[:])

// subsets lists for each set of these members, as bits, those that are in it.
func subsets[S Sides | Tools](members []S) [][]S {
	in := make([][]S, 1<<len(members))
	for set := range in {
		for _, one := range members {
			if S(set)&one != 0 {
				in[set] = append(in[set], one)
			}
		}
	}
	return in
}

// family says how a kind of card is played.
type family uint8

const (
	pathFamily family = iota + 1
	breakFamily
	mendFamily
	fallFamily
	mapFamily
	placedFamily // is on the table from the deal on: start and goals
)

type face struct {
	code   string
	family family
	open   Sides
	dead   bool // the open sides do not meet in the middle
	tools  Tools
	count  int // number of these cards in the deck
}

// faces has what is printed on each card, first on those of the deck, in the order in which it is
// built before it is shuffled.
var faces = [...]face{
	none: {},
	{"path-ns", pathFamily, north | south, false, 0, 4},
	{"path-ew", pathFamily, east | west, false, 0, 3},
	{"path-ne", pathFamily, north | east, false, 0, 5},
	{"path-nw", pathFamily, north | west, false, 0, 4},
	{"path-nse", pathFamily, north | south | east, false, 0, 5},
	{"path-new", pathFamily, north | east | west, false, 0, 5},
	{"path-nesw", pathFamily, north | east | south | west, false, 0, 5},
	{"dead-n", pathFamily, north, true, 0, 1},
	{"dead-e", pathFamily, east, true, 0, 1},
	{"dead-ns", pathFamily, north | south, true, 0, 1},
	{"dead-ew", pathFamily, east | west, true, 0, 1},
	{"dead-ne", pathFamily, north | east, true, 0, 1},
	{"dead-nw", pathFamily, north | west, true, 0, 1},
	{"dead-nse", pathFamily, north | south | east, true, 0, 1},
	{"dead-new", pathFamily, north | east | west, true, 0, 1},
	{"dead-nesw", pathFamily, north | east | south | west, true, 0, 1},
	{"broken-pick", breakFamily, 0, false, pick, 3},
	{"broken-lantern", breakFamily, 0, false, lantern, 3},
	{"broken-cart", breakFamily, 0, false, cart, 3},
	{"repair-pick", mendFamily, 0, false, pick, 2},
	{"repair-lantern", mendFamily, 0, false, lantern, 2},
	{"repair-cart", mendFamily, 0, false, cart, 2},
	{"repair-pick-lantern", mendFamily, 0, false, pick | lantern, 1},
	{"repair-pick-cart", mendFamily, 0, false, pick | cart, 1},
	{"repair-lantern-cart", mendFamily, 0, false, lantern | cart, 1},
	{"rockfall", fallFamily, 0, false, 0, 3},
	{"map", mapFamily, 0, false, 0, 6},
	{"start", placedFamily, north | east | south | west, false, 0, 0},
	{"gold", placedFamily, north | east | south | west, false, 0, 0},
	{"stone-ne", placedFamily, north | east, false, 0, 0},
	{"stone-nw", placedFamily, north | west, false, 0, 0},
}

// cardOf returns the card with a code, or none.
func cardOf(code string) Card { return byCode[code] }

var byCode = func() map[string]Card {
	cards := make(map[string]Card, len(faces))
	for c, f := range faces {
		cards[f.code] = Card(c)
	}
	return cards
}()

// String returns the card's code.
func (c Card) String() string { return c.face().code }

// kind returns the first word of the card's code, such as "path", "dead" or "stone".
func (c Card) kind() string {
	kind, _, _ := strings.Cut(c.String(), "-")
	return kind
}

// face returns what is printed on the card; the zero face for an invalid card.
func (c Card) face() *face {
	if int(c) >= len(faces) {
		c = none
	}
	return &faces[c]
}

// sides returns the open sides of a card, which may lie turned.
func (c Card) sides(turned bool) Sides {
	if turned {
		return c.face().open.back()
	}
	return c.face().open
}

// turns reports whether the card looks different when it is turned by half.
func (c Card) turns() bool {
	return c.sides(true) != c.sides(false)
}

func (c Card) isPath() bool { return c.face().family == pathFamily }

// twoTools reports whether the card can mend either of two tools.
func (c Card) twoTools() bool { return len(c.face().tools.each()) > 1 }

func codes(cards []Card) []string { return engine.MapList(cards, Card.String) }

func cardsOf(codes []string) []Card { return engine.MapList(codes, cardOf) }
