package reply

import "testing"

// A label is at most three words before a colon with something behind it.
func TestLabelled(t *testing.T) {
	for line, want := range map[string]bool{
		"Lähettäjä: Ana <ana@example.com>": true,
		"*Lähetetty:* 3.11.2026":           true,
		"件名： [#42] 3 C5":                   true,
		"one two three: four":              true,
		"one two three four: five":         false,
		"Lähetetty:":                       false,
		": 3 C5":                           false,
		"https://pit.example.org":          false,
		"bo@example.org: hello":            false,
		"3 C5: and then":                   false,
		"no colon":                         false,
	} {
		if labelled(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

// Three kinds of headers are a header whatever they say. Two must tell when or about what, and have a date or an
// address.
func TestEnoughHeaders(t *testing.T) {
	for _, c := range []struct {
		kinds    []string
		evidence bool
		want     bool
	}{
		{[]string{"from"}, true, false},
		{[]string{"from", "to", "cc"}, false, true},
		{[]string{"from", "date"}, true, true},
		{[]string{"from", "sent"}, true, true},
		{[]string{"from", "subject"}, true, true},
		{[]string{"from", "subject"}, false, false},
		{[]string{"from", "to"}, true, false},
	} {
		found := map[string]bool{}
		for _, kind := range c.kinds {
			found[kind] = true
		}
		if enoughHeaders(found, c.evidence) != c.want {
			t.Errorf("%v, %v: %v", c.kinds, c.evidence, !c.want)
		}
	}
}

// An ordinary sentence opens no attribution, and the beginning of a wrapped one does.
func TestLineThatMayOpenAnAttribution(t *testing.T) {
	for line, want := range map[string]bool{
		"On Sat,": true, "On 7 November Bo wrote:": true, "Bo Example <bo@example.org> wrote:": true,
		"On this I agree with you": false,
	} {
		if mayOpenAttribution(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

// In a language that is not listed, the address must stand where programs put it.
func TestAttributionPointsOutItsAddress(t *testing.T) {
	for line, want := range map[string]bool{
		"22.11.2026 10.03 Bo <bo@example.org>:": true, "22 Nov 2026, 10:03 by bo@example.org:": true,
		"bo@example.org, 22.11.2026 10.03:": false, "I wrote bo@example.org that:": false,
	} {
		if pointsOutAddress(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

// What a label of Notes names stands beside it or on the row below it.
func TestValueOfNotesStandsBelow(t *testing.T) {
	for _, c := range []struct {
		line, label string
		want        bool
	}{
		{"To", "to", true},
		{"Subject", "subject", true},
		{"To bo@example.org", "to", false},
		{"Date 11/22/2026 10:03 AM", "date", false},
		{"Subject Re: [#42]", "subject", false},
		{"Please respond to bo@example.org", "reply", true},
		{":", "to", false},
	} {
		if valueStandsBelow(c.line, c.label) != c.want {
			t.Errorf("%q: %v", c.line, !c.want)
		}
	}
}
