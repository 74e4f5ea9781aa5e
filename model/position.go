package model

import "errors"

// Position is what a page shows of a match: the HTML of the letter that would be written now, with its
// picture as a data: URI.
type Position struct {
	Title, HTML string
	Head        string // the game and the match's number
	Step        int    // the choice that an answer is for
	Over        bool   // the match has ended
	Due         bool   // it is the reader's turn
	// Left is how much time is left, News what has happened since the reader's last letter, and Until what is
	// said about the time. HTML holds none of them.
	Left        string
	News, Until []string
	// Pointing is what the reader can choose by pointing at the pictures; nil if there is nothing to choose.
	Pointing *Pointing
}

// Pointing is the JSON that a page needs for playing by pointing.
type Pointing struct {
	Moves []Move `json:"moves"`
	Board []Area `json:"board"`
	Hand  []Area `json:"hand"`
}

// Move is a command with its meaning and the names of the areas that it points at. Turned means that the card
// is laid the other way round.
type Move struct {
	Command string `json:"command"`
	Says    string `json:"says"`
	Card    string `json:"card"`
	Place   string `json:"place"`
	Turned  bool   `json:"turned"`
}

// Area is a part of a picture, in pixels as shown, with a name for readers.
type Area struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// ErrNoMatch means that there is no match of that number.
var ErrNoMatch = errors.New("no such match")

// ErrSeen means that a letter was noted before, so nothing was done.
var ErrSeen = errors.New("the letter was noted before")
