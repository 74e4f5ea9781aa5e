package saboteur

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/saboteur/sayings"
)

// sense is what one word of a line can mean.
type sense struct {
	verb   verb
	tool   Tools
	shape  shape
	face   Card  // a code in full
	sides  Sides // "ne", "nsw"
	orient orient
	filler bool
	// plain is a word of everyday speech: read inside a command, but a line that
	// begins with it may as well be talk.
	plain bool
}

type verb uint8

const (
	noVerb verb = iota
	passVerb
	layVerb
	breakVerb
	mendVerb
	fallVerb
	mapVerb
	takeVerb // gold
)

// orient is whether a player said how a card is to lie.
type orient uint8

const (
	unsaid orient = iota
	asPrinted
	turnedRound
)

// shape is a rough name of a path card: a set, so that "dead cross" narrows.
type shape uint16

const (
	cross shape = 1 << iota
	straight
	corner
	tee
	stub
	dead
	joined
	upDown
	acrossway
)

// vocabulary is every word the reader knows beside names, numbers and cells.
var vocabulary = func() map[string]sense {
	v := map[string]sense{}
	add := func(s sense, words string) {
		for _, w := range strings.Fields(words) {
			v[w] = s
		}
	}
	add(sense{verb: passVerb}, "pass discard skip drop")
	add(sense{verb: passVerb, plain: true}, "throw")
	add(sense{verb: layVerb}, "play lay dig put place")
	add(sense{verb: layVerb, plain: true}, "build use")
	add(sense{verb: breakVerb}, "break broken sabotage")
	add(sense{verb: breakVerb, plain: true}, "smash")
	add(sense{verb: mendVerb}, "repair fix mend")
	add(sense{verb: mendVerb, plain: true}, "heal")
	add(sense{verb: fallVerb}, "rockfall rock rocks collapse fell remove destroy")
	add(sense{verb: mapVerb}, "map look peek inspect spy")
	add(sense{verb: mapVerb, plain: true}, "see")
	add(sense{verb: takeVerb}, "take")
	add(sense{verb: takeVerb, plain: true}, "choose keep")
	add(sense{tool: pick}, "pick pickaxe axe")
	add(sense{tool: lantern}, "lantern lamp")
	add(sense{tool: lantern, plain: true}, "light")
	add(sense{tool: cart}, "cart wagon minecart mine-cart trolley")
	add(sense{shape: cross}, "cross crossing crossroads crossroad")
	add(sense{shape: straight}, "straight")
	add(sense{shape: corner}, "corner curve bend elbow")
	add(sense{shape: tee}, "t tee junction t-junction")
	add(sense{shape: dead}, "dead deadend dead-end")
	add(sense{shape: joined}, "path tunnel")
	add(sense{shape: straight | upDown}, "vertical")
	add(sense{shape: straight | acrossway}, "horizontal")
	add(sense{orient: turnedRound}, "turned turn r rot rotate rotated flip flipped reversed")
	add(sense{orient: asPrinted}, "unturned printed unrotated")
	add(sense{filler: true}, "i i'll the a an my on at to in with card and of onto against for from cell goal please"+
		" tool number no end as is it his her their gold nugget nuggets value worth side")
	for c := pathNS; c < start; c++ {
		v[c.String()] = sense{face: c}
	}
	return v
}()

// Words lists the words by which a line is known to be meant for this game.
// "turned" is among them because no seat may bear the name of a word that a
// canonical command can hold.
func (Game) Words() []string { return slices.Clone(commandWords) }

var commandWords = sortedWords()

func sortedWords() []string {
	words := make([]string, 0, len(vocabulary))
	for w, s := range vocabulary {
		if !s.filler && !s.plain && s.orient == unsaid || w == "turned" {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	return words
}

// Alternatives are the words that begin a line with alternatives.
func (Game) Alternatives() []string { return []string{"pass", "play"} }

// Anybody is a dwarf.
func (Game) Anybody() string { return "Dwarf" }

// Roles are those of the cards.
func (Game) Roles() []string { return []string{"miner", "saboteur"} }

// lookUp finds a word, exact first, then by a beginning of at least three
// letters that can mean one thing only.
func lookUp(word string) (sense, bool) {
	if s, ok := vocabulary[word]; ok {
		return s, true
	}
	if sides, ok := sidesOf(word); ok {
		return sense{sides: sides}, true
	}
	return engine.Beginning(vocabulary, word, func(s sense) bool { return s.filler || s.face != none })
}

// sidesOf reads "ne", "north-east", "nsw": each side at most once.
func sidesOf(word string) (Sides, bool) {
	long := strings.NewReplacer("north", "n", "east", "e", "south", "s", "west", "w", "-", "").Replace(word)
	var sides Sides
	for _, l := range long {
		i := strings.IndexRune("nesw", l)
		if i < 0 || sides&around[i] != 0 {
			return 0, false
		}
		sides |= around[i]
	}
	return sides, sides != 0
}

// isShape says whether a card can be called by a shape.
func (c Card) isShape(want shape) bool {
	f := c.face()
	if f.family != pathFamily {
		return false
	}
	var is shape
	switch f.open {
	case north | east | south | west:
		is = cross
	case north | south:
		is = straight | upDown
	case east | west:
		is = straight | acrossway
	case north | east, north | west:
		is = corner
	case north | south | east, north | east | west:
		is = tee
	default:
		is = stub
	}
	if f.dead {
		is |= dead
	} else {
		is |= joined
	}
	return is&want == want
}

// Hear says what somebody's own words about a move are.
func (Game) Hear(s engine.Speech) engine.Understood { return sayings.Grammar().Hear(s) }

// Spell is a canonical command in words of a language.
func (Game) Spell(command, lang string) string { return sayings.Grammar().Spell(command, lang) }

// Means says whether a word is a card, a number or the like in one of some languages.
func (Game) Means(word string, langs ...string) bool { return sayings.Grammar().Means(word, langs...) }
