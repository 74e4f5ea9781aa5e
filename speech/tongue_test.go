package speech

import (
	"slices"
	"testing"
)

const german = `
# words of the house
pass: passen passe ablegen
lantern: laterne lampe
repair: reparieren
rematch: verblende
resign: aufgeben
to: bis
auto repair: selbst reparieren, immer reparieren
`

func TestTongueIntoEnglish(t *testing.T) {
	tongue := readTongue("de", german)
	known := func(word string) bool { return word == "pas" }
	kept := func(word string) bool { return word == "passe" }
	for line, want := range map[string]string{
		"passen 3":           "pass 3",
		"3 laterne":          "3 lantern",
		"verbl lampe":        "rematch lantern",
		"ver: x":             "ver: x", // a shortened word must not end in a colon
		"pas 3":              "pas 3",  // English
		"pa 3":               "pa 3",   // too short
		"3 lat":              "3 lat",  // only the first word may be shortened
		"selbst reparieren":  "auto repair",
		"immer reparieren":   "auto repair",
		"3. aug bis 17. aug": "3. aug to 17. aug",
		"passen, bitte":      "pass, bitte",
		"aufgeben":           "resign",
		"aufge":              "aufge",   // never shortened
		"2 passe":            "2 passe", // somebody's name
		"":                   "",
	} {
		if got := tongue.English(line, known, kept); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := (Tongue{}).English("3 laterne", known, kept); got != "3 laterne" {
		t.Errorf("no tongue: %q", got)
	}
}

func TestSlipsOfATongue(t *testing.T) {
	tongue := readTongue("de", "help: hilfe los\npass: passen")
	if got := tongue.For("help"); !slices.Equal(got, []string{"hilfe", "los"}) {
		t.Errorf("%q", got)
	}
	if got := tongue.Slips("hilfw"); !slices.Equal(got, []string{"hilfe"}) {
		t.Errorf("%q", got)
	}
	if tongue.Slips("hilfe") != nil || tongue.Slips("lor") != nil {
		t.Error("a whole or a short word is a slip")
	}
}

func TestBrokenTongues(t *testing.T) {
	for _, table := range []string{"pass passen", "pass:", "pass: ab\ndig: ab", "pass: ab\npass: an"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was read", table)
				}
			}()
			readTongue("de", table)
		}()
	}
}
