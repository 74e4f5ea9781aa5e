package db

import (
	"strings"

	"pitpost.example/engine"
)

// Clean makes words fit to be kept: nothing in them steers whatever shows them later.
// Everything that somebody wrote passes here or through CleanJSON on its way into a row.
func Clean(s string) string { return engine.Tidy(s) }

// Fit makes a key, an id or an address fit for Postgres, which takes neither NUL nor bytes
// that are no UTF-8. Nothing else is taken out, or two of them could become one.
func Fit(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// Normalise is the form in which an address is kept and looked for.
func Normalise(address string) string { return Fit(strings.ToLower(strings.TrimSpace(address))) }

// CleanJSON is Clean for the strings of a JSON text.
func CleanJSON(b []byte) []byte { return engine.TidyJSON(b) }
