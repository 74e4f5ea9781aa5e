package table

import (
	"testing"

	"pitpost.example/engine/catalog"
)

// A display name that looks like another name gives none: the seat is called after the
// address, as it is where there is no display name at all.
func TestASeatIsNotNamedByLookAlikes(t *testing.T) {
	for display, want := range map[string]string{
		"Leo Grün":                       "Leo",
		"L\u0435\u043e":                  "Mallory",            // Cyrillic е and о
		"\u0421\u0430\u0440\u0430":       "Mallory",            // all Cyrillic, all drawn as Latin: no line could name it
		"\u041b\u0435\u043e":             "\u041b\u0435\u043e", // Cyrillic for all to see
		"Νίκος":                          "Νίκος",
		"\uff2c\uff45\uff4f":             "Leo", // wide letters are the same letters, so a second Leo is a double
		"\U0001d40b\U0001d41e\U0001d428": "Leo", // bold ones too
		"Leo\u3164":                      "Leo", // and a letter that shows nothing
		"\u3164":                         "Mallory",
		"\u202eoeL":                      "OeL",
		"Jose\u0301":                     "José",
		"שלום":                           "שלום",
	} {
		if got := NameOf(display, "mallory@example.org", catalog.Find, []string{"saboteur", "clonk"}); got != want {
			t.Errorf("%q gives a seat called %q, not %q", display, got, want)
		}
	}
	if got := NameOf("", "l\u0435\u043e@example.org", catalog.Find, []string{"saboteur", "clonk"}); got != "Dwarf" {
		t.Errorf("an address of look-alikes gives a seat called %q", got)
	}
}
