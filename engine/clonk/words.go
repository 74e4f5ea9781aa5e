package clonk

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/clonk/sayings"
	"pitpost.example/engine/kit"
)

// sense is what one word of a plain line says.
type sense struct {
	verb  verb
	tile  tile
	looks uint16 // bits for the colour or the kind of a card
	face  Card
	place placeWord
}

// placeWord says where a card is.
type placeWord uint8

const (
	noPlace placeWord = iota
	inHand
	inShaft
)

// reader reads plain lines.
var reader = kit.Reader[sense]{
	Game: "clonk", Words: vocabulary(),
	Fillers: strings.Fields("a the to on onto in from please"), Strict: true,
	Whole: func(s sense) bool { return s.face != none },
}

// vocabulary has every word of plain lines besides names, numbers and places.
func vocabulary() map[string]sense {
	v := map[string]sense{
		"discard": {verb: dropVerb}, "colour": {tile: colourTile}, "color": {tile: colourTile}, "kind": {tile: kindTile},
		"hand": {place: inHand}, "shaft": {place: inShaft},
	}
	for verb := openVerb; verb <= dropVerb; verb++ {
		v[verb.String()] = sense{verb: verb}
	}
	for i, w := range colours {
		v[w] = sense{looks: 1 << i}
	}
	for i, w := range kinds {
		v[w] = sense{looks: 1 << (len(colours) + i)}
	}
	for c := Card(1); c <= treasures; c++ {
		v[c.String()] = sense{face: c}
	}
	return v
}

// finishWord ends a turn with safe moves.
const finishWord = "done"

// Finishes reports whether a line asks the house to end the turn: to rest, then to shore and drop
// the card at the lowest place. While tiles are chosen there is no turn yet.
func (s *State) Finishes(line string) bool { return s.phase != choosing && finishes(line) }

func finishes(line string) bool {
	words := engine.SplitWords(line)
	return len(words) == 1 && (words[0] == finishWord || words[0] == "finish")
}

// Words lists the words that mark a line as meant for this game. The words for tiles are among them
// because no seat may have a name that is a word of a canonical command.
func (Game) Words() []string { return slices.Clone(commandWords) }

var commandWords = sortedWords()

func sortedWords() []string {
	words := []string{finishWord, "finish"}
	for w, s := range reader.Words {
		if s.face == none && s.place == noPlace {
			words = append(words, w)
		}
	}
	for n := 1; n <= 9; n++ {
		words = append(words, "h"+number(n))
	}
	for n := 1; n <= shafts; n++ {
		words = append(words, "s"+number(n))
	}
	slices.Sort(words)
	return words
}

// Alternatives lists the words that can begin a line with alternatives.
func (Game) Alternatives() []string {
	return []string{"open", "cart", "dig", "give", "blast", "shore", "drop"}
}

// Anybody returns the name for players without a usable name.
func (Game) Anybody() string { return "Dwarf" }

// Roles returns nil: all words that a name must not be are in Words.
func (Game) Roles() []string { return nil }

// Sayings returns how people talk about moves.
func (Game) Sayings() engine.Sayings { return sayings.Of }

// cardPhrase names a card without the number of its copy: "white necklace".
func cardPhrase(c Card) engine.Phrase {
	if !c.isTreasure() {
		return engine.Say("clonk.card.none")
	}
	return engine.Say("clonk.card." + colours[c.colour()] + "-" + kinds[c.kind()])
}

func codePhrase(code string) engine.Phrase { return cardPhrase(cardOf(code)) }

// worth names a card with its coins and eyes: "white necklace 2/1".
func (s *State) worth(c Card) engine.Phrase {
	return engine.Say("clonk.worth", "card", cardPhrase(c), "coins", s.table.coins[c], "eyes", s.table.eyes[c])
}

// shows says a card's coins and eyes in words.
func (s *State) shows(c Card) engine.Phrase {
	return engine.Say("clonk.shows",
		"coins", coinsPhrase(s.table.coins[c]), "eyes", eyesPhrase(s.table.eyes[c]))
}

// tilePhrase names a task tile: "red" or "crowns".
func (p *player) tilePhrase(t tile) engine.Phrase {
	if t == kindTile {
		return engine.Say("clonk.tile." + kinds[p.kind])
	}
	return engine.Say("clonk.tile." + colours[p.colour])
}

func coinsPhrase(n int) engine.Phrase { return engine.Say("clonk.coins", "count", n) }
func eyesPhrase(n int) engine.Phrase  { return engine.Say("clonk.eyes", "count", n) }

func number(n int) string { return strconv.Itoa(n) }
