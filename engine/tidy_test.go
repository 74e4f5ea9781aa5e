package engine_test

import (
	"testing"

	"pitpost.example/engine"
)

func TestWordsAreKeptWithoutWhatSteers(t *testing.T) {
	for words, want := range map[string]string{
		"plain":                   "plain",
		"two\nlines\tand a tab":   "two\nlines\tand a tab",
		"\x1b]0;gone\x07 red":     "]0;gone red",
		"a\r\nb\rc\u2028d\u2029e": "a\nb c d e",
		"nul\x00 del\x7f":         "nul del",
		"c1 \u009b31m":            "c1 31m",
		"\u202eright\u202c \u2066left\u2069 \u202a\u202b\u202d\u2067\u2068": "right left ",
		"vertical\vform\f":   "vertical form ",
		"broken \xff\xfe":    "broken \uFFFD",
		"Ñandú, 木, שלום 👩‍👧": "Ñandú, 木, שלום 👩‍👧",
	} {
		if got := engine.TidyText(words); got != want {
			t.Errorf("%q is kept as %q, not %q", words, got, want)
		}
		if again := engine.TidyText(want); again != want {
			t.Errorf("%q is kept as %q the second time", want, again)
		}
	}
}
