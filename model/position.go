package model

import "errors"

// Position is what a page shows of a match: the HTML of the letter that would be written now, with
// its picture as a data: URI.
type Position struct {
	Title, HTML string
	Step        int // the choice that an answer is for
	Cells       []Cell
	Over        bool // nothing will happen any more
}

// Cell is a place of the picture by the name that commands give it, at the size of 1×.
type Cell struct {
	Name                string
	X, Y, Width, Height int
}

// ErrNoMatch says that there is no match of that number.
var ErrNoMatch = errors.New("no such match")

// ErrSeen says that a letter was noted before, so nothing was done.
var ErrSeen = errors.New("the letter was noted before")
