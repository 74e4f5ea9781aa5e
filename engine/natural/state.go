package natural

import "slices"

// state is how far a reading has come.
type state struct {
	elements  []element
	np        *Part // the part that is being read; nil for none
	article   bool  // an article or the like stands in it
	square    bool  // "square" does: only a place may follow
	tails     [][]string
	left      int
	leftKnown bool   // one of those left over means something
	soft      bool   // asked, supposed, put off or addressed
	begun     bool   // something of the move was read
	greeted   bool   // a greeting or thanks stands right before: a name may follow
	closed    bool   // the letter is being signed
	comma     bool   // one stands right before
	led       bool   // then or now stands right before the first element
	slip      bool   // a slip was mended
	self      bool   // the writer does it to themselves
	you       string // whoever is spoken to, where a word says that it is done to them
	yours     bool   // such a word was read
	toYou     bool   // "on you" was: a part of it is theirs who is spoken to
}

// element is what a clause is made of, in order: a part, or a word that is none.
type element struct {
	sense sense
	part  *Part
}

// is says whether an element is a word of a class.
func (e element) is(c class) bool { return e.part == nil && e.sense.class == c }

// placed says whether a part has a place or a seat, so that no word of another thing belongs to it.
func (p *Part) placed() bool { return p != nil && (p.Place != "" || p.Seat != "") }

// ended says whether a part has all that one can have.
func (p *Part) ended() bool { return p.placed() || p != nil && p.Number > 0 }

// complete says whether the part that is being read can end here.
func (st *state) complete() bool {
	return st.np == nil || st.np.ended() || len(st.np.Nouns) > 0 || st.np.Card
}

// close ends the part that is being read, where it can end here.
func (st *state) close() bool {
	if st.np == nil {
		return true
	}
	if !st.complete() {
		return false
	}
	st.elements = append(slices.Clip(st.elements), element{part: st.np})
	st.np, st.article, st.square, st.comma = nil, false, false, false
	return true
}

// open gives the part that is being read, to be changed.
func (st *state) open() *Part {
	p := Part{}
	if st.np != nil {
		p = *st.np
		p.Nouns = slices.Clip(p.Nouns)
	}
	st.np, st.begun, st.greeted = &p, true, false
	return &p
}

// another ends the part that is being read, where it can, and opens the one after it.
func (st *state) another() *Part {
	st.close()
	return st.open()
}

// add closes what is open and adds an element.
func (st *state) add(e element) bool {
	if st.closed || !st.close() {
		return false
	}
	st.comma = false
	st.elements = append(slices.Clip(st.elements), e)
	st.begun, st.greeted = true, false
	return true
}

// dropAnd takes back the word that joins a farewell or thanks: "3 on C5 and good luck".
func (st *state) dropAnd() {
	if n := len(st.elements); n > 0 && st.elements[n-1].is(andClass) {
		st.elements = st.elements[:n-1]
	}
}
