package clonk

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/clonk/sayings"
)

// sense is what one word of a line can mean.
type sense struct {
	verb   verb
	colour int // 1 to 6
	kind   int // 1 to 6
	tile   tile
	place  placeWord
	filler bool
	// plain is a word of everyday speech: read inside a command, but a line that
	// begins with it may as well be talk.
	plain bool
}

// placeWord says where a card is: it tells a number after it apart.
type placeWord uint8

const (
	noPlace placeWord = iota
	inHand
	inShaft
)

// vocabulary is every word the reader knows beside names, numbers and places.
var vocabulary = func() map[string]sense {
	v := map[string]sense{}
	add := func(s sense, words string) {
		for _, w := range strings.Fields(words) {
			v[w] = s
		}
	}
	add(sense{verb: openVerb}, "open")
	add(sense{verb: cartVerb}, "cart load")
	add(sense{verb: digVerb}, "dig mine")
	add(sense{verb: digVerb, plain: true}, "take lay")
	add(sense{verb: giveVerb}, "give gift")
	add(sense{verb: giveVerb, plain: true}, "present")
	add(sense{verb: blastVerb}, "blast kablooey explode")
	add(sense{verb: restVerb}, "rest")
	add(sense{verb: restVerb, plain: true}, "sleep")
	add(sense{verb: shoreVerb}, "shore prop")
	add(sense{verb: dropVerb}, "drop discard")
	add(sense{tile: colourTile, plain: true}, "colour color")
	add(sense{tile: kindTile, plain: true}, "kind sort")
	add(sense{place: inHand, plain: true}, "hand card")
	add(sense{place: inShaft, plain: true}, "shaft pit")
	for i, w := range colours {
		v[w] = sense{colour: i + 1}
	}
	for i, w := range kinds {
		v[w] = sense{kind: i + 1}
		v[w+"s"] = sense{kind: i + 1}
	}
	add(sense{filler: true}, "i i'll the a an my of to on onto into at in with from and then now please it as tile gallery for")
	return v
}()

// finishWord ends a turn by safe moves.
const finishWord = "done"

// Finishes says whether a line asks the house to end the turn: rest, shore and
// drop the lowest place.
func (s *State) Finishes(line string) bool {
	words := engine.Tokens(line)
	return len(words) == 1 && (words[0] == finishWord || words[0] == "finish")
}

// Words lists the words by which a line is known to be meant for this game.
// The words of tiles are among them because no seat may bear the name of a
// word that a canonical command can hold.
func (Game) Words() []string { return slices.Clone(commandWords) }

var commandWords = sortedWords()

func sortedWords() []string {
	words := []string{finishWord, "finish"}
	for w, s := range vocabulary {
		if !s.filler && (!s.plain || s.tile != closed) {
			words = append(words, w)
		}
	}
	for n := 1; n <= 9; n++ {
		words = append(words, "h"+strconv.Itoa(n))
	}
	for n := 1; n <= shafts; n++ {
		words = append(words, "s"+strconv.Itoa(n))
	}
	slices.Sort(words)
	return words
}

// Alternatives are the words that begin a line with alternatives.
func (Game) Alternatives() []string {
	return []string{"open", "cart", "dig", "give", "blast", "shore", "drop"}
}

// Anybody is a dwarf.
func (Game) Anybody() string { return "Dwarf" }

// Roles are none beside Words.
func (Game) Roles() []string { return nil }

// lookUp finds a word, exact first, then by a beginning of at least three
// letters that can mean one thing only.
func lookUp(word string) (sense, bool) {
	if s, ok := vocabulary[word]; ok {
		return s, true
	}
	return engine.Beginning(vocabulary, word, func(s sense) bool { return s.filler })
}

// placeOf reads "s3" and "h2".
func placeOf(word string) (placeWord, int, bool) {
	if len(word) < 2 || len(word) > 3 || word[1] < '1' || word[1] > '9' {
		return noPlace, 0, false
	}
	n, err := strconv.Atoi(word[1:])
	if err != nil {
		return noPlace, 0, false
	}
	switch word[0] {
	case 'h':
		return inHand, n, true
	case 's':
		return inShaft, n, true
	}
	return noPlace, 0, false
}

// Hear says what somebody's own words about a move are.
func (Game) Hear(s engine.Speech) engine.Understood { return sayings.Grammar().Hear(s) }

// Spell is a canonical command in words of a language.
func (Game) Spell(command, lang string) string { return sayings.Grammar().Spell(command, lang) }

// Means says whether a word is a card, a number or the like in one of some languages.
func (Game) Means(word string, langs ...string) bool { return sayings.Grammar().Means(word, langs...) }
