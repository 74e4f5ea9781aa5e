package model

import "errors"

// ErrNoMatch says that there is no match of that number.
var ErrNoMatch = errors.New("no such match")

// ErrSeen says that a letter was noted before, so nothing was done.
var ErrSeen = errors.New("the letter was noted before")
