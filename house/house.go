// Package house is what the house does, whoever asks for it: a letter, the
// clock, the operator or a page. Every deed is one transaction through the
// door of package db; nothing here knows how letters are read or written.
package house

import (
	"log/slog"
	"sync/atomic"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/house/world"
)

// House keeps the matches of one server.
type House struct {
	DB *db.DB
	// Memory keeps the house in the place of DB, without letters out and pages; nil but in tests.
	Memory *world.World
	// Rules are what all decisions of this house go by.
	Rules world.Rules
	Log   *slog.Logger
	// Keep says how long what is no fact is kept; the zero value is for ever.
	Keep archive.Keep
	// Haste is how many times as fast as a machine's the house's clock runs, in a test; 0 is 1.
	Haste int
	// Clock tells the house's time while a letter is being decided; nil for the letter's own.
	Clock func() time.Time

	life atomic.Pointer[lifeSign] // the last that Credit left; nil for none
}
