package saboteur

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
	"pitpost.example/engine/saboteur/sayings"
)

// sense is what one word of a plain line says: how a card is used, which cards it may be, for which
// tool, or which side of it is open.
type sense struct {
	use   use
	cards cardSet // 0 for any
	tool  Tools
	side  Sides
}

// cardSet is a set of cards, one bit for each.
type cardSet uint64

// cardsThat returns all cards of the deck that satisfy is.
func cardsThat(is func(Card) bool) (set cardSet) {
	for c := range start {
		if is(c) {
			set |= 1 << c
		}
	}
	return set
}

// use is a set of the ways in which a card can be used, as a line says it.
type use uint8

const (
	asPass use = 1 << iota
	asGold
	asPrinted
	turnedRound
	byShape // the card is named by the shape of its paths
)

// reader reads plain lines.
var reader = kit.Reader[sense]{
	Game: "saboteur", Words: vocabulary(),
	Fillers: strings.Fields("play lay dig on onto at to the with card"),
	Whole:   func(s sense) bool { return s.use == 0 && s.cards != 0 && s.cards&(s.cards-1) == 0 },
}

// vocabulary has every word of plain lines besides names, numbers and cells.
func vocabulary() map[string]sense {
	breaks, mends := cardsThat(breakCards), cardsThat(mendCards)
	v := map[string]sense{
		"pass": {use: asPass}, "discard": {use: asPass}, "take": {use: asGold},
		"turned": {use: turnedRound}, "r": {use: turnedRound}, "printed": {use: asPrinted},
		"break": {cards: breaks}, "broken": {cards: breaks}, "mend": {cards: mends}, "repair": {cards: mends}, "fix": {cards: mends},
		"path": {use: byShape, cards: cardsThat(func(c Card) bool { return c.isPath() && !c.face().dead })},
		"dead": {use: byShape, cards: cardsThat(func(c Card) bool { return c.face().dead })},
	}
	for _, t := range allTools {
		v[t.String()] = sense{tool: t}
	}
	for _, side := range around {
		v[side.String()] = sense{use: byShape, side: side}
	}
	for word, open := range map[string][]Sides{
		"cross": {north | east | south | west}, "vertical": {north | south}, "horizontal": {east | west},
		"straight": {north | south, east | west}, "corner": {north | east, north | west}, "t": {north | south | east, north | east | west},
	} {
		v[word] = sense{use: byShape, cards: cardsThat(func(c Card) bool { return c.isPath() && slices.Contains(open, c.face().open) })}
	}
	for c := none + 1; c < start; c++ {
		v[c.String()] = sense{cards: 1 << c}
	}
	return v
}

// Words lists the words that mark a line as meant for this game. "turned" is one of them because no
// seat may have a name that is a word of a canonical command.
func (Game) Words() []string { return slices.Clone(commandWords) }

var commandWords = slices.Sorted(func(yield func(string) bool) {
	for w := range reader.Words {
		if w != "r" && w != "printed" && reader.Words[w].side == 0 && !yield(w) {
			return
		}
	}
	yield("play")
})

// Alternatives lists the words that can begin a line with alternatives.
func (Game) Alternatives() []string { return []string{"pass", "play"} }

// Anybody returns the name for players without a usable name.
func (Game) Anybody() string { return "Dwarf" }

// Roles lists the roles on the dwarf cards, which no player may be called.
func (Game) Roles() []string { return []string{"miner", "saboteur"} }

// Sayings returns how people talk about moves.
func (Game) Sayings() engine.Sayings { return sayings.Of }

func cardPhrase(c Card) engine.Phrase { return engine.Say("saboteur.card." + c.String()) }

func codePhrase(code string) engine.Phrase { return cardPhrase(cardOf(code)) }

// laidPhrase names a card by the sides that are open as it lies.
func laidPhrase(t tile) engine.Phrase {
	if !t.card().turns() {
		return cardPhrase(t.card())
	}
	return engine.Say("saboteur.card." + t.named([4]Sides{north, south, east, west})) // as people say it: "south-west"
}

// named returns the kind of a card and its open sides as it lies, in this order: "path-sw".
func (t tile) named(order [4]Sides) string {
	name := t.card().kind() + "-"
	for _, side := range order {
		if t.sides()&side != 0 {
			name += side.String()[:1]
		}
	}
	return name
}

// shortPhrase says in a line what a card does.
func shortPhrase(c Card) engine.Phrase {
	f := c.face()
	switch f.family {
	case breakFamily:
		return engine.Say("saboteur.short.break", "tool", toolPhrase(f.tools))
	case mendFamily:
		if c.twoTools() {
			return engine.Say("saboteur.short.mend-two", "choices", toolPhrases(f.tools))
		}
		return engine.Say("saboteur.short.mend", "tool", toolPhrase(f.tools))
	case fallFamily:
		return engine.Say("saboteur.short.fell")
	case mapFamily:
		return engine.Say("saboteur.short.look")
	}
	return engine.Say("saboteur.short."+c.kind(), "sides", sidePhrases(f.open))
}

func toolPhrase(t Tools) engine.Phrase { return engine.Say("saboteur.tool." + t.String()) }

func toolPhrases(t Tools) []engine.Phrase {
	return engine.MapList(t.each(), toolPhrase)
}

func sidePhrase(s Sides) engine.Phrase { return engine.Say("saboteur.side." + s.String()) }

func sidePhrases(s Sides) []engine.Phrase { return engine.MapList(s.each(), sidePhrase) }

// numbers returns values as strings, for the arguments of a phrase.
func numbers(values []int) []string { return engine.MapList(values, strconv.Itoa) }
