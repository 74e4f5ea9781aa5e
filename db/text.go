package db

import (
	"pitpost.example/engine"
	"pitpost.example/model"
)

// Clean makes words fit to be kept: nothing in them steers whatever shows them later.
// Everything that somebody wrote passes here or through CleanJSON on its way into a row.
func Clean(s string) string { return engine.Tidy(s) }

// Fit makes a key, an id or an address fit for Postgres.
func Fit(s string) string { return model.Fit(s) }

// Normalise is the form in which an address is kept and looked for.
func Normalise(address string) string { return model.Folded(address) }

// CleanJSON is Clean for the strings of a JSON text.
func CleanJSON(b []byte) []byte { return engine.TidyJSON(b) }
