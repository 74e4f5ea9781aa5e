package grammar

import (
	"slices"

	"pitpost.example/engine"
)

// state is what one way of reading a text has found so far. It is passed by value, so that each way goes on with
// its own. Slices in it are shared between ways and are copied before they are changed (slices.Clip).
type state struct {
	elements  []element
	np        *engine.Part // the part that is being read (a noun phrase), nil between parts
	article   bool         // np has an article or the like
	some      bool         // that article is "a"
	square    bool         // np has "square": only a place may follow
	tails     [][]spelling // second halves of verbs that are still to come, such as "ab" of "werfe … ab"
	left      int          // words that were skipped
	leftKnown bool         // one of the skipped words is in the lexicon
	soft      bool         // the text asks, supposes, puts off or addresses somebody, so it is no sure move
	begun     bool         // something of the move has been read
	praised   bool         // the sentence has praise for somebody's move
	scorned   bool         // the sentence says that a card is no use
	remarked  bool         // a remark runs on into the move without a mark, which may be what it is about: "pointless to rest"
	aimed     bool         // a purpose follows the move
	opened    bool         // something that leads to the move stands before it: "I have decided"
	thanked   bool         // thanks or a remark come right before, which "for" may go on with
	greeted   bool         // a greeting or thanks comes right before, so a name may follow
	hailed    bool         // a greeting before the move names another player, who may be told to do it
	closed    bool         // the letter ends here: only a signature may follow
	comma     bool         // a comma comes right before
	led       bool         // "then" or "now" opens the text, so a verb before "I" asks nothing: "dann lege ich"
	slip      bool         // a slip was corrected
	counted   bool         // a card is counted: "my second card"
	self      bool         // a reflexive pronoun has been read: "mi riparo la lanterna"
	you       string       // the seat that is spoken to and that the move is done to: "Bo, I break your lamp"
	yours     bool         // "you" or "your" has been read
	forYou    bool         // "you" has been read that can only be to whom or for whom something is done: "te", "dir"
	toYou     bool         // "on you" has been read, so a part has the seat spokenTo
}

// element is one piece of a clause: a part if that is not nil, otherwise a word with its sense.
type element struct {
	sense sense
	part  *engine.Part
}

// is reports whether an element is a word of a class.
func (e element) is(c class) bool { return e.part == nil && e.sense.class == c }

// ended reports whether nothing more can belong to a part, because it has a place, a seat or a number.
func ended(p *engine.Part) bool {
	return p != nil && (p.Place != "" || p.Seat != "" || p.Number > 0)
}

// complete reports whether the part that is being read can end here: a preposition or an article alone cannot.
func (st *state) complete() bool {
	return st.np == nil || ended(st.np) || len(st.np.Nouns) > 0 || st.np.Card
}

// close ends the part that is being read and adds it to the elements. It returns false if the part cannot end
// here.
func (st *state) close() bool {
	if st.np == nil {
		return true
	}
	if !st.complete() {
		return false
	}
	st.elements = append(slices.Clip(st.elements), element{part: st.np})
	st.np, st.article, st.some, st.square, st.comma = nil, false, false, false, false
	return true
}

// open returns a copy of the part that is being read, or a new one, for the caller to change.
func (st *state) open() *engine.Part {
	p := engine.Part{}
	if st.np != nil {
		p = *st.np
		p.Nouns = slices.Clip(p.Nouns)
	}
	st.np, st.begun, st.greeted = &p, true, false
	return &p
}

// another ends the part that is being read, if it can end, and opens the next one. If it cannot, as after a
// preposition, that part goes on.
func (st *state) another() *engine.Part {
	st.close()
	return st.open()
}

// add ends the part that is being read and adds an element. It returns false if the part cannot end here.
func (st *state) add(e element) bool {
	if st.closed || !st.close() {
		return false
	}
	st.comma = false
	st.elements = append(slices.Clip(st.elements), e)
	st.begun, st.greeted = true, false
	return true
}

// dropAnd removes an "and" that only joins a farewell, thanks or a remark to the move: "3 on C5 and good luck".
func (st *state) dropAnd() {
	if n := len(st.elements); n > 0 && st.elements[n-1].is(andClass) {
		st.elements = st.elements[:n-1]
	}
}
