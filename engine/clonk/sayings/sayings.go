// Package sayings understands sentences about moves in Clonk!. A file a language has what the game's words mean there and
// how letters print commands, and mean turns a clause, as speech/grammar reads it, into plain commands.
package sayings

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

//go:embed *.txt
var words embed.FS

// Of has the words of Clonk! and what its sentences mean.
var Of = engine.Sayings{Words: words, Mean: mean, Ends: "done"}

// mean returns the plain commands that a clause can be. Each reader below takes the parts that it uses out of the
// clause and returns a command, or "" if the clause is not of its kind; see engine.Clause.Read. A verb that can mean
// several things, such as "play" or "take", may give a command without a verb. The game then knows from the card and
// the phase which it is.
func mean(c engine.Clause) []string {
	worth, ok := takeWorth(&c)
	if !ok || worth != "" && len(c.Verbs) == 0 { // without a verb it may be a row of our letters: "red hammer 2/0"
		return nil
	}
	lines := meanCard(c)
	if worth != "" {
		lines = slices.DeleteFunc(lines, func(line string) bool { return !slices.ContainsFunc(strings.Fields(line), isTreasure) })
		for i := range lines {
			lines[i] += " " + worth
		}
	}
	return lines
}

// takeWorth takes what says how many coins and eyes a card has out of a clause, and returns it as Parse reads it: "2/1".
// ok is false if the clause says one of them twice.
func takeWorth(c *engine.Clause) (worth string, ok bool) {
	var coins, eyes string
	said := func(of *string, n string) {
		ok = ok && (*of == "" || *of == n)
		*of = n
	}
	ok = true
	c.Parts = slices.Clone(c.Parts)
	for i, p := range c.Parts {
		if first, second, both := strings.Cut(p.Place, "/"); both {
			said(&coins, first)
			said(&eyes, second)
			c.Parts[i].Place = ""
		}
		for _, of := range []struct {
			noun string
			said *string
		}{{"coin", &coins}, {"eye", &eyes}} {
			if p.Has(of.noun) {
				if i > 0 && p.Number == 0 && p.Role == 0 && len(c.Parts[i-1].Nouns) == 0 { // "with 2 eyes": a number is a part by itself
					p.Number, c.Parts[i-1].Number = c.Parts[i-1].Number, 0
				}
				said(of.said, strconv.Itoa(max(p.Number, 1)))
				c.Parts[i].Nouns = slices.DeleteFunc(slices.Clone(p.Nouns), func(n string) bool { return n == of.noun })
				c.Parts[i].Number = 0
			}
		}
	}
	if coins+eyes == "" {
		return "", ok
	}
	c.Parts = slices.DeleteFunc(c.Parts, func(p engine.Part) bool {
		return len(p.Nouns) == 0 && p.Number == 0 && p.Place == "" && p.Seat == "" && p.Adverb == ""
	})
	return coins + "/" + eyes, ok
}

// meanCard is mean for a clause that does not say what a card is worth.
func meanCard(c engine.Clause) []string {
	if len(c.Verbs) > 1 && c.Verbs[0] == "take" && c.Verbs[1] != "dig" { // "I take h2 and put it on s3"
		c.Verbs = c.Verbs[1:]
	}
	if i := slices.Index(c.Verbs, "digon"); i >= 0 && len(c.Parts) > 0 { // "I dig on in s3"
		c.Verbs = slices.Clone(c.Verbs)
		c.Verbs[i] = "dig"
	}
	c.Parts = slices.Clone(c.Parts)
	for i, p := range c.Parts {
		if len(p.Nouns) > 1 && p.Nouns[0] == "blastcard" { // "boom shaft 3"
			c.Parts = slices.Insert(c.Parts, i, engine.Part{Nouns: p.Nouns[:1]})
			c.Parts[i+1].Nouns = p.Nouns[1:]
			break
		}
	}
	from := engine.Role(0) // after these prepositions a bare number is a shaft
	for i, p := range c.Parts {
		if p.Is("top") && p.Number > 0 && c.Only("take", "dig") { // "that on 3"
			c.Parts[i].Nouns = []string{"shaft"}
			break
		}
		another := p.Is("more") || p.Card && len(p.Nouns) == 0 && p.Number == 0 && p.Any(engine.With)
		if p.Is("top") && p.Role&engine.On != 0 && i > 0 {
			continue // "the crown on top of s3"
		}
		if p.Is("top") || p.Is("top", "shaft") || another && i+1 < len(c.Parts) { // "the top card of s3" is s3; "s3, then another" is more
			if c.Parts = slices.Delete(c.Parts, i, i+1); p.Number > 0 || p.Has("shaft") {
				return nil
			}
			if len(c.Verbs) == 0 {
				c.Verbs = []string{"take"} // "one more from 2"
			}
			from = engine.From | engine.Of | engine.On
			break
		}
	}
	switch {
	case slices.Contains(c.Verbs, "dig"):
		from |= engine.From | engine.Into | engine.On // "dig at 3"
	case slices.Contains(c.Verbs, "take"):
		from |= engine.From | engine.Into
	}
	if c.Only("lay", "shore") && slices.ContainsFunc(c.Parts, func(p engine.Part) bool {
		return strings.HasPrefix(p.Place, "h") || nameOf(p) != "" || p.Role == 0 && p.Number > 0 && len(c.Verbs) > 0
	}) {
		from |= engine.On // "h2 on 3", "I lay the crown on 3", "I add 2 to 3"
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

// shaftOf returns the shaft that a part names, such as "s3"; "" if it names none.
func shaftOf(p engine.Part) string {
	switch {
	case strings.HasPrefix(p.Place, "s") && len(p.Nouns) == 0:
		return p.Place[strings.LastIndexByte(p.Place, ' ')+1:] // "S-3" is s3
	case p.Number > 0 && (p.Is("shaft") || p.Is("top", "shaft")):
		return "s" + strconv.Itoa(p.Number)
	}
	return ""
}

// handOf returns the place in the hand that a part names, such as "h2". It returns only the number if the part does not
// say whether the hand is meant, and "" if it names no place in the hand.
func handOf(p engine.Part) string {
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

func isTreasure(word string) bool { return slices.Contains(treasures, word) }

// nameOf returns the treasure that a part names by its colour, its kind, or both; "" if it names none.
func nameOf(p engine.Part) string {
	if len(p.Nouns) == 0 || len(p.Nouns) > 2 || p.Number > 0 || p.Place != "" {
		return ""
	}
	for _, n := range p.Nouns {
		if !isTreasure(n) {
			return ""
		}
	}
	return strings.Join(p.Nouns, " ")
}

// takeHand takes the part that names a card in the hand, by place or name, and returns it; "" if there is none.
func takeHand(c *engine.Clause, roles engine.Role) string {
	p, ok := c.Take(func(p engine.Part) bool { return p.Any(roles) && (handOf(p) != "" || nameOf(p) != "") })
	if !ok {
		return ""
	}
	return handOf(p) + nameOf(p)
}

// takeFromHand takes a part such as "from my hand" out of a clause.
func takeFromHand(c *engine.Clause) {
	c.Take(func(p engine.Part) bool {
		return p.Is("hand") && p.Number == 0 && p.Role&(engine.From|engine.Of) != 0
	})
}

// takeSource takes the parts that name a card in a shaft or in the hand, by place or name, and returns it as commands
// name it; "" if there is none.
func takeSource(c *engine.Clause) string {
	hand := false
	if p, ok := c.Take(func(p engine.Part) bool { return p.Is("hand") && p.Number == 0 && p.Role != 0 }); ok {
		hand = p.Role&(engine.From|engine.Of|engine.With) != 0
		if !hand {
			return ""
		}
	}
	if p, ok := c.Take(func(p engine.Part) bool { return nameOf(p) != "" && p.Any(engine.With) }); ok && !hand {
		digs := slices.Contains(c.Verbs, "dig")
		q, ok := c.Take(func(q engine.Part) bool {
			from := q.Role&(engine.From|engine.Of) != 0 && q.Role&engine.On == 0
			return shaftOf(q) != "" && (from || digs && q.Role&^engine.Into == 0)
		})
		switch {
		case !ok:
			return nameOf(p)
		case digs:
			return nameOf(p) + " " + shaftOf(q) // "dig s3, the red hammer": the game checks that it lies there
		}
		return shaftOf(q) // "the red hammer from s3"
	} else if ok {
		return nameOf(p) + " from hand"
	}
	p, ok := c.Take(func(p engine.Part) bool {
		dug := p.Number > 0 && p.Role == 0 && len(c.Verbs) > 0 && c.Only("dig") // "dig 1": the game asks whether that is a shaft
		ofHand := hand || dug || p.Place != "" || p.Card || p.My || p.Is("hand")
		if handOf(p) != "" && ofHand && p.Any(engine.With) {
			return true
		}
		return shaftOf(p) != "" && !hand && !p.My && p.Any(engine.From|engine.Of|engine.On|engine.Into)
	})
	switch {
	case !ok:
		return ""
	case (hand || p.My) && p.Number > 0: // "my 2" is a card of the hand
		return "h" + strconv.Itoa(p.Number)
	}
	return cmp.Or(shaftOf(p), handOf(p))
}

// with returns a command for a card, "" if there is no card.
func with(deed, card string) string {
	if card == "" {
		return ""
	}
	return deed + " " + card
}

// open reads the turning over of a tile.
func open(c *engine.Clause) string {
	face := c.Adverb("open")
	shown := slices.Contains(c.Verbs, "open")
	alone := len(c.Verbs) == 0 && len(c.Parts) == 1 && (c.Parts[0].Is("colourtile") || c.Parts[0].Is("tile", "kindtile")) // "the colour one"; but "kind" also sends regards
	if !c.Only("open", "lay", "take") || !face && !shown && !alone && !slices.Contains(c.Verbs, "take") {
		return ""
	}
	p, ok := c.Take(func(p engine.Part) bool {
		return (p.Has("colourtile") || p.Has("kindtile")) && p.Number == 0 && p.Role&^(engine.Of|engine.To|engine.With) == 0
	})
	c.Take(func(p engine.Part) bool { return p.Is("tile") && p.Number == 0 })
	if !ok && shown { // "I show red"
		face, _ := c.Take(func(p engine.Part) bool { return len(p.Nouns) == 1 && p.Any(engine.Of|engine.With) })
		return with("open", nameOf(face))
	}
	if !ok || p.Has("colourtile") == p.Has("kindtile") {
		return ""
	}
	if p.Has("colourtile") {
		return "open colour"
	}
	return "open kind"
}

// cart reads the choice of the card that the cart starts with.
func cart(c *engine.Clause) string {
	p, into := c.Take(func(p engine.Part) bool { return p.Is("cartplace") && p.Number == 0 })
	if into && p.Role != 0 && p.Role&(engine.Into|engine.On|engine.To) == 0 {
		return ""
	}
	if !c.Only("lay", "cart", "take") && !c.Third || !into && !slices.Contains(c.Verbs, "cart") {
		return ""
	}
	takeFromHand(c)
	return with("cart", takeHand(c, engine.With)) // "load the cart with h2"
}

// rest reads the end of digging, and of the turn.
func rest(c *engine.Clause) string {
	if len(c.Verbs) == 0 || !c.Only("rest", "done") || c.Aim { // "I stop to eat" is talk
		return ""
	}
	if slices.Contains(c.Verbs, "rest") {
		return "rest"
	}
	return "done"
}

// blast reads a Kablooey that is used on a shaft.
func blast(c *engine.Clause) string {
	_, card := c.Take(func(p engine.Part) bool { return p.Is("blastcard") && p.Number == 0 && p.Any(engine.With) })
	if !c.Only("blast", "lay", "take") || !card && !slices.Contains(c.Verbs, "blast") {
		return ""
	}
	p, ok := c.Take(func(p engine.Part) bool {
		bare := p.Number > 0 && len(p.Nouns) == 0 && !p.Card
		return shaftOf(p) != "" || bare && (slices.Contains(c.Verbs, "blast") || card && p.Role&engine.On != 0)
	})
	if !ok {
		return ""
	}
	return "blast " + cmp.Or(shaftOf(p), strconv.Itoa(p.Number))
}

// give reads a present for another player.
func give(c *engine.Clause) string {
	_, present := c.Take(func(p engine.Part) bool { return p.Is("gift") && p.Number == 0 })
	verb := present || slices.Contains(c.Verbs, "give")
	if !c.Only("give", "lay", "take") {
		return ""
	}
	p, ok := c.Take(func(p engine.Part) bool {
		if c.Third && p.Role == 0 && p.Seat != "" {
			return true
		}
		return p.Seat != "" && (p.Role&engine.To != 0 || verb && p.Role == 0)
	})
	seat := cmp.Or(p.Seat, c.You)
	if ok == (c.You != "") || strings.EqualFold(seat, c.Me) || c.Self { // "me dá a coroa, Bo" asks for a present
		return ""
	}
	return with("give "+strings.ToLower(seat), takeSource(c))
}

// drop reads a card that is thrown away at the end of the turn.
func drop(c *engine.Clause) string {
	away := c.Adverb("away")
	if !c.Only("drop", "lay", "take") || !away && !slices.Contains(c.Verbs, "drop") {
		return ""
	}
	for c.Adverb("away") {
	}
	takeFromHand(c)
	return with("drop", takeHand(c, engine.Of|engine.With))
}

// shore reads a card that is put from the hand onto a shaft.
func shore(c *engine.Clause) string {
	if !c.Only("shore", "lay", "take", "drop") { // "throw h3 on s1"
		return ""
	}
	props := slices.Contains(c.Verbs, "shore") || slices.ContainsFunc(c.Parts, func(p engine.Part) bool {
		return strings.HasPrefix(handOf(p), "h") && len(c.Verbs) > 0 && !slices.Contains(c.Verbs, "drop")
	})
	on, ok := c.Take(func(p engine.Part) bool {
		return shaftOf(p) != "" && (p.Role&(engine.On|engine.To|engine.Into) != 0 || props && p.Role == 0)
	})
	takeFromHand(c)
	card := takeHand(c, engine.With)
	if !ok || card == "" {
		return ""
	}
	return "shore " + card + " " + shaftOf(on)
}

// dig reads a card that is dug. It also reads a card without a verb that says what is done, and then returns only the
// card.
func dig(c *engine.Clause) string {
	if len(c.Verbs) > 0 && c.Only("digon") && len(c.Parts) == 0 { // "dig there": the game asks where
		return "dig"
	}
	named := slices.ContainsFunc(c.Parts, func(p engine.Part) bool { return nameOf(p) != "" })
	onto := slices.ContainsFunc(c.Parts, func(p engine.Part) bool { return shaftOf(p) != "" && p.Role&engine.On != 0 })
	if !c.Only("dig", "lay", "take", "keep") || named && onto && c.Only("lay") { // "the hammer onto s3" is for shore
		return ""
	}
	c.Take(func(p engine.Part) bool { // "into my gallery"
		return p.Is("gallery") && p.Number == 0 && p.Role&(engine.Into|engine.On|engine.To) != 0
	})
	card := takeSource(c)
	if card == "" || slices.Contains(c.Verbs, "keep") && card[0] == 'h' && strings.Trim(card[1:], "0123456789") == "" { // "I keep h2" does nothing
		return ""
	}
	if slices.Contains(c.Verbs, "dig") {
		return "dig " + card
	}
	return card
}
