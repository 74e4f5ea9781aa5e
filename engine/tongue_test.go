package engine_test

import (
	"slices"
	"testing"

	"pitpost.example/engine"
)

const german = `
# words of the house
pass: passen passe ablegen
lantern: laterne lampe
repair: reparieren
resign: aufgeben
to: bis
auto repair: selbst reparieren, immer reparieren
`

func TestTongueIntoEnglish(t *testing.T) {
	tongue, err := engine.ReadTongue(german)
	if err != nil {
		t.Fatal(err)
	}
	ear := engine.Ear{
		Known: func(word string) bool { return word == "pas" },
		Full:  func(word string) bool { return word == "resign" },
		Kept:  func(word string) bool { return word == "passe" },
	}
	for line, want := range map[string]string{
		"passen 3":           "pass 3",
		"3 laterne":          "3 lantern",
		"repa lampe":         "repair lantern",
		"rep: x":             "rep: x", // a colon is no part of a beginning
		"pas 3":              "pas 3",  // English
		"pa 3":               "pa 3",   // too short
		"3 lat":              "3 lat",  // only the first word may be cut short
		"selbst reparieren":  "auto repair",
		"immer reparieren":   "auto repair",
		"3. aug bis 17. aug": "3. aug to 17. aug",
		"passen, bitte":      "pass, bitte",
		"aufgeben":           "resign",
		"aufge":              "aufge",   // never cut short
		"2 passe":            "2 passe", // somebody's name
		"":                   "",
	} {
		if got := tongue.English(line, ear); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := (engine.Tongue{}).English("3 laterne", ear); got != "3 laterne" {
		t.Errorf("no tongue: %q", got)
	}
}

func TestTonguesTogether(t *testing.T) {
	house, err := engine.ReadTongue("help: hilfe\npass: los")
	if err != nil {
		t.Fatal(err)
	}
	game, err := engine.ReadTongue("dig: los\npass: passen")
	if err != nil {
		t.Fatal(err)
	}
	both := house.With(game)
	none := func(string) bool { return false }
	if got := both.English("los", engine.Ear{Known: none, Full: none, Kept: none}); got != "pass" {
		t.Errorf("the first table counts: %q", got)
	}
	if got := both.For("pass"); !slices.Equal(got, []string{"los", "passen"}) {
		t.Errorf("%q", got)
	}
	if got := both.Slips("hilfw"); !slices.Equal(got, []string{"hilfe"}) {
		t.Errorf("%q", got)
	}
	if both.Slips("hilfe") != nil || both.Slips("lor") != nil {
		t.Error("a whole or a short word is a slip")
	}
}

func TestBrokenTongues(t *testing.T) {
	for _, table := range []string{"pass passen", "pass: Passen", "pass: über", "pass: ab\ndig: ab", "auto repair: Selbst"} {
		if _, err := engine.ReadTongue(table); err == nil {
			t.Errorf("%q was read", table)
		}
	}
}
