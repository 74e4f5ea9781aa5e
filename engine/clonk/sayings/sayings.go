// Package sayings knows how people talk about their moves at Clonk!: what the words of each
// language mean, and which plain command a sentence made of them is.
package sayings

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pitpost.example/engine/natural"
)

//go:embed words/*.txt commands/*.txt
var words embed.FS

// Grammar is how people talk about their moves.
var Grammar = sync.OnceValue(func() *natural.Grammar { return natural.New(mean, words) })

// mean says which plain commands a clause can be. Where the verb says little ("play", "take"), the
// plain command has none: which it is, the game tells from what it is about and from the phase.
func mean(c natural.Clause) []string {
	if len(c.Verbs) > 1 && c.Verbs[0] == "take" { // "I take h2 and put it on s3"
		c.Verbs = c.Verbs[1:]
	}
	c.Parts = slices.Clone(c.Parts)
	for i, p := range c.Parts {
		if len(p.Nouns) > 1 && p.Nouns[0] == "blastcard" { // "boom shaft 3"
			c.Parts = slices.Insert(c.Parts, i, natural.Part{Nouns: p.Nouns[:1]})
			c.Parts[i+1].Nouns = p.Nouns[1:]
			break
		}
	}
	for i, p := range c.Parts {
		if p.Is("top") || p.Is("top", "shaft") || p.Card && len(p.Nouns) == 0 && p.Number == 0 { // "the top card of s3", "that of shaft 3"
			if c.Parts = slices.Delete(c.Parts, i, i+1); p.Number > 0 || p.Has("shaft") {
				return nil
			}
			if len(c.Verbs) == 0 {
				c.Verbs = []string{"take"} // "one more from 2"
			}
			break
		}
	}
	from := natural.Role(0) // what stands before the number of a shaft, where nothing else says that it is one
	switch {
	case slices.Contains(c.Verbs, "dig"):
		from = natural.From | natural.Into
	case slices.Contains(c.Verbs, "take"):
		from = natural.From
	}
	for i, p := range c.Parts {
		if p.Number > 0 && len(p.Nouns) == 0 && !p.Card && p.Role&from != 0 {
			c.Parts[i].Nouns = []string{"shaft"}
		}
	}
	if c.You != "" {
		return c.Read(give)
	}
	return c.Read(open, cart, rest, blast, give, drop, shore, dig)
}

// shaftOf is the shaft that a part names, such as "s3"; "" for none.
func shaftOf(p natural.Part) string {
	switch {
	case strings.HasPrefix(p.Place, "s") && len(p.Nouns) == 0:
		return p.Place
	case p.Number > 0 && (p.Is("shaft") || p.Is("top", "shaft")):
		return "s" + strconv.Itoa(p.Number)
	}
	return ""
}

// handOf is the place in the hand that a part names, such as "h2", or its number alone where
// nothing says whether the hand is meant.
func handOf(p natural.Part) string {
	switch {
	case strings.HasPrefix(p.Place, "h") && len(p.Nouns) == 0:
		return p.Place
	case p.Number > 0 && len(p.Nouns) == 0 && p.Card, p.Number > 0 && p.Is("hand"):
		return "h" + strconv.Itoa(p.Number)
	case p.Number > 0 && len(p.Nouns) == 0 && p.Place == "":
		return strconv.Itoa(p.Number)
	}
	return ""
}

var treasures = []string{"red", "green", "white", "pink", "blue", "yellow", "hammer", "necklace", "statue", "crown", "sword", "goblet"}

// nameOf is the treasure that a part names: its colour, its kind, or both.
func nameOf(p natural.Part) string {
	if len(p.Nouns) == 0 || len(p.Nouns) > 2 || p.Number > 0 || p.Place != "" {
		return ""
	}
	for _, n := range p.Nouns {
		if !slices.Contains(treasures, n) {
			return ""
		}
	}
	return strings.Join(p.Nouns, " ")
}

// takeHand takes a card of the hand out of a clause, by place or name.
func takeHand(c *natural.Clause, roles natural.Role) string {
	p, ok := c.Take(func(p natural.Part) bool { return p.Any(roles) && (handOf(p) != "" || nameOf(p) != "") })
	if !ok {
		return ""
	}
	return handOf(p) + nameOf(p)
}

// takeFromHand takes out of a clause that a card comes from the hand.
func takeFromHand(c *natural.Clause) {
	c.Take(func(p natural.Part) bool {
		return p.Is("hand") && p.Number == 0 && p.Role&(natural.From|natural.Of) != 0
	})
}

// takeSource takes a card out of a clause that is in a shaft or in the hand, by place or name.
func takeSource(c *natural.Clause) string {
	hand := false
	if p, ok := c.Take(func(p natural.Part) bool { return p.Is("hand") && p.Number == 0 && p.Role != 0 }); ok {
		hand = p.Role&(natural.From|natural.Of|natural.With) != 0
		if !hand {
			return ""
		}
	}
	if p, ok := c.Take(func(p natural.Part) bool { return nameOf(p) != "" && p.Any(natural.With) }); ok && !hand {
		if q, ok := c.Take(func(q natural.Part) bool { return shaftOf(q) != "" && q.Role&(natural.From|natural.Of) != 0 }); ok {
			return shaftOf(q) // "the red hammer from s3"
		}
		if slices.Contains(c.Verbs, "dig") {
			if q, ok := c.Take(func(q natural.Part) bool { return shaftOf(q) != "" && q.Role&^natural.Into == 0 }); ok {
				return nameOf(p) + " " + shaftOf(q) // "dig s3, the red hammer", which must lie there
			}
		}
		return nameOf(p)
	} else if ok {
		return nameOf(p) + " from hand"
	}
	p, ok := c.Take(func(p natural.Part) bool {
		return handOf(p) != "" && (hand || p.Place != "" || p.Card || p.Is("hand")) && p.Any(natural.With) ||
			shaftOf(p) != "" && !hand && p.Any(natural.From|natural.Of|natural.On|natural.Into)
	})
	switch {
	case !ok:
		return ""
	case hand && p.Number > 0:
		return "h" + strconv.Itoa(p.Number)
	}
	return cmp.Or(shaftOf(p), handOf(p))
}

// with is what is done with a card; "" without one.
func with(deed, card string) string {
	if card == "" {
		return ""
	}
	return deed + " " + card
}

// open reads a tile that is shown.
func open(c *natural.Clause) string {
	face := c.Adverb("open")
	if !c.Only("open", "lay", "take") || !face && !slices.Contains(c.Verbs, "open") {
		return ""
	}
	p, ok := c.Take(func(p natural.Part) bool {
		return (p.Has("colourtile") || p.Has("kindtile")) && p.Number == 0 && p.Role&^(natural.Of|natural.To|natural.With) == 0
	})
	c.Take(func(p natural.Part) bool { return p.Is("tile") && p.Number == 0 })
	if !ok || p.Has("colourtile") == p.Has("kindtile") {
		return ""
	}
	if p.Has("colourtile") {
		return "open colour"
	}
	return "open kind"
}

// cart reads the card that the cart starts with.
func cart(c *natural.Clause) string {
	p, into := c.Take(func(p natural.Part) bool { return p.Is("cartplace") && p.Number == 0 })
	if into && p.Role != 0 && p.Role&(natural.Into|natural.On|natural.To) == 0 {
		return ""
	}
	if !c.Only("lay", "cart", "take") || !into && !slices.Contains(c.Verbs, "cart") {
		return ""
	}
	takeFromHand(c)
	return with("cart", takeHand(c, natural.With)) // "load the cart with h2"
}

// rest reads the end of the digging, and of the turn.
func rest(c *natural.Clause) string {
	if len(c.Verbs) == 0 || !c.Only("rest", "done") {
		return ""
	}
	if slices.Contains(c.Verbs, "rest") {
		return "rest"
	}
	return "done"
}

// blast reads a Kablooey on a shaft.
func blast(c *natural.Clause) string {
	_, card := c.Take(func(p natural.Part) bool { return p.Is("blastcard") && p.Number == 0 && p.Any(natural.With) })
	if !c.Only("blast", "lay", "take") || !card && !slices.Contains(c.Verbs, "blast") {
		return ""
	}
	p, ok := c.Take(func(p natural.Part) bool {
		bare := p.Number > 0 && len(p.Nouns) == 0 && !p.Card
		return shaftOf(p) != "" || bare && (slices.Contains(c.Verbs, "blast") || card && p.Role&natural.On != 0)
	})
	if !ok {
		return ""
	}
	return "blast " + cmp.Or(shaftOf(p), strconv.Itoa(p.Number))
}

// give reads a present.
func give(c *natural.Clause) string {
	_, present := c.Take(func(p natural.Part) bool { return p.Is("gift") && p.Number == 0 })
	verb := present || slices.Contains(c.Verbs, "give")
	if !c.Only("give", "lay", "take") {
		return ""
	}
	p, ok := c.Take(func(p natural.Part) bool {
		if c.Third && p.Role == 0 && p.Seat != "" {
			return true
		}
		return p.Seat != "" && (p.Role&natural.To != 0 || verb && p.Role == 0)
	})
	seat := cmp.Or(p.Seat, c.You)
	if ok == (c.You != "") || strings.EqualFold(seat, c.Me) {
		return ""
	}
	return with("give "+strings.ToLower(seat), takeSource(c))
}

// drop reads a card thrown away at the end of the turn.
func drop(c *natural.Clause) string {
	away := c.Adverb("away")
	if !c.Only("drop", "lay", "take") || !away && !slices.Contains(c.Verbs, "drop") {
		return ""
	}
	for c.Adverb("away") {
	}
	takeFromHand(c)
	return with("drop", takeHand(c, natural.Of|natural.With))
}

// shore reads a card of the hand that goes onto a shaft.
func shore(c *natural.Clause) string {
	if !c.Only("shore", "lay", "take", "drop") || slices.Contains(c.Verbs, "drop") {
		return ""
	}
	props := slices.Contains(c.Verbs, "shore") || slices.ContainsFunc(c.Parts, func(p natural.Part) bool { return strings.HasPrefix(handOf(p), "h") && len(c.Verbs) > 0 })
	on, ok := c.Take(func(p natural.Part) bool {
		return shaftOf(p) != "" && (p.Role&(natural.On|natural.To|natural.Into) != 0 || props && p.Role == 0)
	})
	takeFromHand(c)
	card := takeHand(c, natural.With)
	if !ok || card == "" {
		return ""
	}
	return "shore " + card + " " + shaftOf(on)
}

// dig reads a card that is dug, or one that is named and nothing else.
func dig(c *natural.Clause) string {
	named := slices.ContainsFunc(c.Parts, func(p natural.Part) bool { return nameOf(p) != "" })
	onto := slices.ContainsFunc(c.Parts, func(p natural.Part) bool { return shaftOf(p) != "" && p.Role&natural.On != 0 })
	if !c.Only("dig", "lay", "take", "keep") || named && onto && c.Only("lay") { // which goes onto the shaft
		return ""
	}
	c.Take(func(p natural.Part) bool { // "into my gallery"
		return p.Is("gallery") && p.Number == 0 && p.Role&(natural.Into|natural.On|natural.To) != 0
	})
	card := takeSource(c)
	if card == "" || slices.Contains(c.Verbs, "keep") && card[0] == 'h' && strings.Trim(card[1:], "0123456789") == "" { // "I keep h2"
		return ""
	}
	if slices.Contains(c.Verbs, "dig") {
		return "dig " + card
	}
	return card
}
