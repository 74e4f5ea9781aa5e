package engine

import (
	"slices"
	"strings"
)

// Clause is what one sentence says that its writer does now. Everything in the sentence that matters is in it,
// so a game must use all of it: a command that ignores a part would be one that nobody asked for.
type Clause struct {
	// Verbs has the concepts of its verbs, in order: "take", "lay" for "I take 3 and put it on C5". It is empty
	// if there is no verb: "3 on C5".
	Verbs []string
	// Third is true if the verb is in the third person, with the first part for its subject: "Bo gets h2".
	Third bool
	Parts []Part
	// Me is the writer's name. Self is true if they do it to themselves: "mi riparo la lanterna".
	Me   string
	Self bool
	// Aim is true if it says what the move is for: "to keep the path open", but also "I stop to eat".
	Aim bool
	// You is the player whom the writer speaks to and does something to: "Bo, I break your lamp". It is "" in
	// all other clauses.
	You string
	// About is the only other player whom the text named before, if something led to the move: "I don't trust Bo. Farewell,
	// lamp!" It is "" in all other clauses.
	About string
}

// Only reports whether a clause has no verbs but these. It is true if the clause has no verb.
func (c Clause) Only(verbs ...string) bool {
	return !slices.ContainsFunc(c.Verbs, func(v string) bool { return !slices.Contains(verbs, v) })
}

// Read returns the commands that readers make of a clause. Each reader gets the whole clause, takes out the parts
// it uses (Take, Adverb) and returns a command, or "" if the clause is none of its kind. A command counts only if
// its reader has taken out all parts.
func (c Clause) Read(readers ...func(*Clause) string) (lines []string) {
	for _, read := range readers {
		of := c
		line := strings.Join(strings.Fields(read(&of)), " ")
		if line != "" && len(of.Parts) == 0 && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Part is a phrase of a clause around its verbs: a card, a place, somebody, or an adverb.
type Part struct {
	Role   Role     // of the preposition before it, 0 if there is none
	My     bool     // has "my"
	Your   bool     // has "your"
	Card   bool     // has "card" or "number"
	Nouns  []string // concepts of its nouns and adjectives, in order
	Number int      // 0 if it has none
	Nth    bool     // Number counts: "my third card"
	Place  string   // such as "c5", or "c5 -c5" if it can be either; "" if it has none
	Seat   string   // the name of a seat, "" if it has none
	Adverb string   // the concept of an adverb; then nothing else of these is set
	Beside bool     // follows the part before it with no verb between them
}

// Is reports whether a part has exactly these nouns, in this order.
func (p Part) Is(nouns ...string) bool { return slices.Equal(p.Nouns, nouns) }

// Has reports whether a part has a noun.
func (p Part) Has(noun string) bool { return slices.Contains(p.Nouns, noun) }

// Any reports whether a part has no preposition or one with any of these roles.
func (p Part) Any(roles Role) bool { return p.Role == 0 || p.Role&roles != 0 }

// Take removes the part that fits from the clause and returns it. If no part fits or several do, ok is false and
// the clause stays as it is.
func (c *Clause) Take(fits func(Part) bool) (p Part, ok bool) {
	at := slices.IndexFunc(c.Parts, fits)
	if at < 0 || slices.ContainsFunc(c.Parts[at+1:], fits) {
		return p, false
	}
	p = c.Parts[at]
	c.Parts = slices.Delete(slices.Clone(c.Parts), at, at+1)
	if at < len(c.Parts) {
		c.Parts[at].Beside = c.Parts[at].Beside && p.Beside
	}
	return p, true
}

// Adverb removes an adverb from the clause and reports whether it was there, exactly once.
func (c *Clause) Adverb(concept string) bool {
	_, ok := c.Take(func(p Part) bool { return p.Adverb == concept })
	return ok
}

// Role holds what a preposition can say about the part behind it, as bits: "on" is On and Against.
type Role uint16

// The roles.
const (
	On      Role = 1 << iota // on, at or to a place
	To                       // to or for somebody
	Against                  // against somebody
	Of                       // of, whose
	From                     // from, out of a place
	With                     // with, using
	Under                    // under
	Into                     // into
	North                    // above a place, as seen on the board
	East                     // to the right of a place
	South                    // below a place
	West                     // to the left of a place
)

// Aside has the roles that mean a place beside the one that is named.
const Aside = North | East | South | West
