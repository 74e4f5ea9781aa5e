package clonk

import (
	"strconv"

	"pitpost.example/engine"
)

// Card is a card of the draw pile: a treasure, or the Awakening. Treasures are
// numbered from 1, colour by colour, kind by kind, copy by copy.
type Card uint8

// The cards beside the treasures.
const (
	none      Card = 0
	treasures      = 108
	awakening Card = treasures + 1
)

// copies of each treasure, and the supplies of the two other sorts.
const (
	copies    = 3
	snores    = 8
	kablooeys = 9
)

// snoreEyes is what a Snore shows; a Kablooey kept to the end is worth a coin.
const snoreEyes = 3

var (
	colours = [6]string{"red", "green", "white", "pink", "blue", "yellow"}
	kinds   = [6]string{"hammer", "necklace", "statue", "crown", "sword", "goblet"}
)

func (c Card) isTreasure() bool { return c >= 1 && c <= treasures }

// colour and kind are the places of a treasure's words in the lists above.
func (c Card) colour() int { return int(c-1) / (len(kinds) * copies) }
func (c Card) kind() int   { return int(c-1) / copies % len(kinds) }
func (c Card) copyNo() int { return int(c-1)%copies + 1 }

// matches says whether one treasure may follow another.
func (c Card) matches(d Card) bool { return looks[c]&looks[d] != 0 }

// looks has a bit for the colour of each card and one for its kind.
var looks = lookAll()

func lookAll() (bits [treasures + 2]uint16) {
	for c := Card(1); c <= treasures; c++ {
		bits[c] = 1<<c.colour() | 1<<(len(colours)+c.kind())
	}
	return bits
}

// spelling lists the code of every card, and bySpelling finds a card by its code.
var (
	spelling   = spellAll()
	bySpelling = numberAll()
)

func spellAll() (codes [treasures + 2]string) {
	for c := Card(1); c <= treasures; c++ {
		codes[c] = colours[c.colour()] + "-" + kinds[c.kind()] + "-" + strconv.Itoa(c.copyNo())
	}
	codes[awakening] = "awakening"
	return codes
}

func numberAll() map[string]Card {
	cards := make(map[string]Card, treasures+1)
	for c := Card(1); c <= awakening; c++ {
		cards[spelling[c]] = c
	}
	return cards
}

// String is the card's code, such as "red-hammer-2".
func (c Card) String() string {
	if int(c) >= len(spelling) {
		return ""
	}
	return spelling[c]
}

// cardOf reads a code; none if there is no such card.
func cardOf(code string) Card { return bySpelling[code] }

func codes(cards []Card) []string { return engine.Each(cards, Card.String) }

func cardsOf(codes []string) []Card { return engine.Each(codes, cardOf) }

// tileCoins is what a task tile pays for n treasures that bear its colour or
// kind.
func tileCoins(n int) int { return (n + 1) * (n + 1) / 4 }
