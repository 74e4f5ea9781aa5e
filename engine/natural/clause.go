package natural

import "slices"

// Clause is one statement of its writer about what they do now, taken apart: nothing is left of it
// beside what stands here. The game says which command it is.
type Clause struct {
	// Verbs are the concepts of its verbs, in order: "take", "lay" for "I take 3 and put it on C5".
	Verbs []string
	// Third says that the verb is in the third person: its subject is the first part.
	Third bool
	Parts []Part
	// Me is the writer's name, Self says that they do it to themselves: "mi riparo la lanterna".
	Me   string
	Self bool
	// You is whoever its writer speaks to, where it says that it is done to them: "Bo, I break your
	// lamp"; "" in any other.
	You string
}

// Part is what a clause says beside its verbs: a card, a place, somebody, or how it is done.
type Part struct {
	Role   Role     // of the preposition before it; 0 for none
	My     bool     // "my" stands before it
	Your   bool     // "your" does
	Card   bool     // "card" or "number" stands in it
	Nouns  []string // concepts of its nouns and adjectives, in order
	Number int      // 0 for none
	Place  string   // as typed in lower case, "" for none; two with a blank between where it may be either
	Seat   string   // a name at the table, "" for none
	Adverb string   // the concept of an adverb; nothing else is set then
}

// Is says whether a part consists of these nouns.
func (p Part) Is(nouns ...string) bool { return slices.Equal(p.Nouns, nouns) }

// Has says whether a part has a noun.
func (p Part) Has(noun string) bool { return slices.Contains(p.Nouns, noun) }

// Any says whether a part has no preposition or one of these roles.
func (p Part) Any(roles Role) bool { return p.Role == 0 || p.Role&roles != 0 }

// Take is the one part that fits, taken out of the clause; ok is false where none or several do.
func (c *Clause) Take(fits func(Part) bool) (p Part, ok bool) {
	at := -1
	for i, q := range c.Parts {
		if fits(q) {
			if at >= 0 {
				return p, false
			}
			at = i
		}
	}
	if at < 0 {
		return p, false
	}
	p = c.Parts[at]
	c.Parts = slices.Delete(slices.Clone(c.Parts), at, at+1)
	return p, true
}

// Adverb takes an adverb out of the clause, false if it is not there.
func (c *Clause) Adverb(concept string) bool {
	_, ok := c.Take(func(p Part) bool { return p.Adverb == concept })
	return ok
}
