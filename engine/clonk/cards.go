package clonk

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"sync"

	"pitpost.example/engine"
)

// Card is a card of the draw pile: a treasure or the Awakening. Treasures are numbered from 1, by
// colour, then kind, then copy.
type Card uint8

// The cards that are no treasures, and the number of treasures.
const (
	none      Card = 0
	treasures      = 108
	awakening Card = treasures + 1
)

// Numbers of copies of each treasure and of the two other kinds of cards.
const (
	copies    = 3
	snores    = 8
	kablooeys = 9
)

// What is shown on a Snore, and what a Kablooey is worth that is kept to the end.
const (
	snoreEyes     = 3
	kablooeyCoins = 1
)

var (
	colours = [6]string{"red", "green", "white", "pink", "blue", "yellow"}
	kinds   = [6]string{"hammer", "necklace", "statue", "crown", "sword", "goblet"}
)

func (c Card) isTreasure() bool { return c >= 1 && c <= treasures }

// colour and kind return indexes into the lists above.
func (c Card) colour() int { return int(c-1) / (len(kinds) * copies) }
func (c Card) kind() int   { return int(c-1) / copies % len(kinds) }

// matches reports whether one treasure may follow another.
func (c Card) matches(d Card) bool { return looks[c]&looks[d] != 0 }

// looks has for each card a bit for its colour and one for its kind; spelling has its code;
// bySpelling finds it by its code.
var looks, spelling, bySpelling = func() (bits [treasures + 2]uint16, codes [treasures + 2]string, cards map[string]Card) {
	codes[awakening], cards = "awakening", map[string]Card{"awakening": awakening}
	for c := Card(1); c <= treasures; c++ {
		bits[c] = 1<<c.colour() | 1<<(len(colours)+c.kind())
		codes[c] = fmt.Sprintf("%s-%s-%d", colours[c.colour()], kinds[c.kind()], int(c-1)%copies+1)
		cards[codes[c]] = c
	}
	return bits, codes, cards
}()

// String returns the card's code, such as "red-hammer-2".
func (c Card) String() string { return spelling[c] }

// cardOf returns the card with a code, or none.
func cardOf(code string) Card { return bySpelling[code] }

func codes(cards []Card) []string { return engine.MapList(cards, Card.String) }

func cardsOf(codes []string) []Card { return engine.MapList(codes, cardOf) }

// tileCoins returns what a task tile pays for n treasures of its colour or kind.
func tileCoins(n int) int { return (n + 1) * (n + 1) / 4 }

// Table says how many coins and eyes each treasure shows.
type Table struct {
	hash        string // SHA-256 of the file in hex; "" for the game's own table
	data        []byte // the file
	coins, eyes [treasures + 1]int
}

//go:embed cards.csv
var ownCards []byte

// ownTable returns the table that comes with the game. It cannot be wrong here, because a test
// reads it whole.
var ownTable = sync.OnceValue(func() *Table {
	t, _ := ReadTable(ownCards)
	t.hash = ""
	return t
})

// mostShown is the greatest number of coins or eyes on a card.
const mostShown = 9

// ReadTable reads a card table. Each line is "card,coins,eyes", such as "red-hammer-2,1,1"; a first
// line with these three words is a heading, and lines that begin with # are comments. The table
// must have each of the 108 cards once: three copies of every colour and kind.
func ReadTable(data []byte) (*Table, error) {
	sum := sha256.Sum256(data)
	t := &Table{hash: hex.EncodeToString(sum[:]), data: data}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment, r.FieldsPerRecord, r.TrimLeadingSpace = '#', 3, true
	seen := map[Card]int{}
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("card table: %w: each line is a card, its coins and its eyes, such as red-hammer-2,1,1", err)
		}
		line, _ := r.FieldPos(0)
		if first && row[0] == "card" {
			continue
		}
		card := cardOf(row[0])
		if !card.isTreasure() {
			return nil, fmt.Errorf("card table, line %d: there is no card %q; cards are spelled colour-kind-copy, such as red-hammer-2, copies 1 to 3", line, row[0])
		}
		if at := seen[card]; at != 0 {
			return nil, fmt.Errorf("card table, line %d: %s stands on line %d already", line, card, at)
		}
		seen[card] = line
		for i, into := range []*int{&t.coins[card], &t.eyes[card]} {
			n, err := strconv.Atoi(row[i+1])
			if err != nil || n < 0 || n > mostShown {
				return nil, fmt.Errorf("card table, line %d: %q is no number from 0 to %d", line, row[i+1], mostShown)
			}
			*into = n
		}
	}
	for c := Card(1); c <= treasures; c++ {
		if seen[c] == 0 {
			return nil, fmt.Errorf("card table: %s is missing; there are %d cards of %d, three of each colour and kind", c, len(seen), treasures)
		}
	}
	return t, nil
}

// Data returns the content of the table's file.
func (t *Table) Data() []byte { return t.data }
