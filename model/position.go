package model

import "errors"

// Position is what a page shows of a match: the HTML of the letter that would be written now, with
// its picture as a data: URI.
type Position struct {
	Title, HTML string
	Head        string // the game, and the number of the match
	Step        int    // the choice that an answer is for
	Over        bool   // nothing will happen any more
	Due         bool   // the reader's turn
	// Left is how much time there is, News what happened since the reader's last letter, and Until
	// what is said of the time: none of them stands in HTML.
	Left        string
	News, Until []string
	// Pointing is how the reader's choices are made by pointing at the pictures; nil where there is
	// nothing to choose.
	Pointing *Pointing
}

// Pointing is what a page needs to play by pointing, as it is written into the page.
type Pointing struct {
	Moves []Move `json:"moves"`
	Board []Area `json:"board"`
	Hand  []Area `json:"hand"`
}

// Move is a command with what it means, the names of the areas it points at, and whether the card
// is laid the other way round.
type Move struct {
	Command string `json:"command"`
	Says    string `json:"says"`
	Card    string `json:"card"`
	Place   string `json:"place"`
	Turned  bool   `json:"turned"`
}

// Area is a part of a picture, in pixels as it is shown, with what a reader of the page calls it.
type Area struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// ErrNoMatch says that there is no match of that number.
var ErrNoMatch = errors.New("no such match")

// ErrSeen says that a letter was noted before, so nothing was done.
var ErrSeen = errors.New("the letter was noted before")
