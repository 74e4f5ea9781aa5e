package table

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// A display name that imitates another name is not used: the seat is named after the address, as if there
// were no display name.
func TestASeatIsNotNamedByLookAlikes(t *testing.T) {
	naming := Naming{Games: []engine.Game{catalog.FindGame("saboteur"), catalog.FindGame("clonk")}}
	for display, want := range map[string]string{
		"Leo Grün":                       "Leo",
		"Pitpost":                        "Mallory", // the house's own name
		"Everyone":                       "Mallory",
		"You":                            "Mallory",
		"L\u0435\u043e":                  "Mallory",            // Cyrillic е and о
		"\u0421\u0430\u0440\u0430":       "Mallory",            // all Cyrillic, but looks all Latin: no line could name it
		"\u041b\u0435\u043e":             "\u041b\u0435\u043e", // visibly Cyrillic
		"Νίκος":                          "Νίκος",
		"\uff2c\uff45\uff4f":             "Leo", // wide letters are the same letters, so a second Leo gets a suffix
		"\U0001d40b\U0001d41e\U0001d428": "Leo", // so are bold ones
		"Leo\u3164":                      "Leo", // with a letter that shows nothing
		"\u3164":                         "Mallory",
		"\u202eoeL":                      "OeL",
		"Jose\u0301":                     "José",
		"שלום":                           "שלום",
		"\u1d00na":                       "Mallory", // a small capital
		"An\u0251":                       "Mallory", // a letter of phonetics
		"\u0141eo":                       "Mallory", // a stroke through the L
		"\U00010404\U00010432":           "Mallory", // Deseret
		"Zoë":                            "Zoë",
		"Strauß":                         "Strauß",
	} {
		if got := naming.NameOf(display, "mallory@example.org"); got != want {
			t.Errorf("%q gives a seat called %q, not %q", display, got, want)
		}
	}
	if got := naming.NameOf("", "l\u0435\u043e@example.org"); got != "Dwarf" {
		t.Errorf("an address of look-alikes gives a seat called %q", got)
	}
}

// People keep their names. Only a name that means something in a move of that game, in a language written at
// the table, gets a letter added.
func TestANameThatMeansSomethingGetsALetter(t *testing.T) {
	for _, c := range []struct{ game, lang, display, want string }{
		{"clonk", "es", "Rosa Parks", "Rosa-P"}, {"clonk", "pt", "Rosa", "Rosa-b"}, {"clonk", "it", "Rosa de la Cruz", "Rosa-C"}, {"clonk", "en", "Rosa Parks", "Rosa"},
		{"saboteur", "es", "Rosa Parks", "Rosa"}, {"clonk", "es", "Blanca Sol", "Blanca-S"}, {"clonk", "de", "Blanca Sol", "Blanca"}, {"saboteur", "es", "Blanca Sol", "Blanca"},
		{"clonk", "fr", "Rose", "Rose-b"}, {"clonk", "es", "Rose", "Rose"}, {"saboteur", "fr", "Rose", "Rose"}, {"clonk", "de", "Art Spiegel", "Art-S"}, {"clonk", "en", "Art Spiegel", "Art"},
		{"saboteur", "de", "Art Spiegel", "Art"}, {"clonk", "en", "Mark Twain", "Mark"}, {"clonk", "en", "Will", "Will"}, {"saboteur", "de", "Will", "Will"}, {"clonk", "it", "Di", "Di"},
		{"saboteur", "it", "Di", "Di"}, {"clonk", "de", "Jo", "Jo"}, {"clonk", "de", "Red Adair", "Red-A"}, {"saboteur", "de", "Red Adair", "Red"}, {"saboteur", "it", "Otto", "Otto-b"}, {"saboteur", "de", "Otto", "Otto"},
		{"saboteur", "de", "Key Largo", "Key-L"}, {"saboteur", "de", "Operator", "Mallory"}, {"saboteur", "de", "Saboteur", "Mallory"}, {"clonk", "es", "Rosa-Marie Sol", "Rosa-Marie"},
	} {
		naming := Naming{Games: []engine.Game{catalog.FindGame(c.game)}, Langs: []string{c.lang}}
		got := naming.NameOf(c.display, "mallory@example.org")
		if got != c.want {
			t.Errorf("%s sits down at %s in %s as %q, not %q", c.display, c.game, c.lang, got, c.want)
		}
		if told, lettered := len(naming.Lettered(got)) > 0, got[len(got)-2] == '-'; told != lettered {
			t.Errorf("%s in %s: told of a letter: %v", got, c.lang, told)
		}
	}
}
