package clonk

import (
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// cardPhrase names a card without its copy: "white necklace".
func cardPhrase(c Card) engine.Phrase {
	if !c.isTreasure() {
		return engine.Say("clonk.card.none")
	}
	return engine.Say("clonk.card." + colours[c.colour()] + "-" + kinds[c.kind()])
}

func codePhrase(code string) engine.Phrase { return cardPhrase(cardOf(code)) }

// worth names a card with what it shows: "white necklace 2/1".
func (s *State) worth(c Card) engine.Phrase {
	return engine.Say("clonk.worth", "card", cardPhrase(c), "coins", s.table.coins[c], "eyes", s.table.eyes[c])
}

// shows says in words what a card shows.
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

// shaftsList spells shafts for a sentence: "s1, s4".
func shaftsList(list []int) string {
	return strings.Join(engine.Each(list, func(k int) string { return "s" + number(k+1) }), ", ")
}
