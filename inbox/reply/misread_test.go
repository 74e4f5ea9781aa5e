package reply

import "testing"

// UTF-8 that was decoded as Latin-1 on its way is repaired. Other text is unchanged.
func TestMisreadTextIsReadAsWritten(t *testing.T) {
	for raw, want := range map[string]string{
		"dÃ©fausse 2":                       "défausse 2",
		"â\u0080\u009eja\u00e2\u0080\u009c": "„ja“",       // decoded as ISO-8859-1
		"â€žja â€“ nein":                    "„ja – nein", // … and as windows-1252
		"3 C5\nGrÃ¼ÃŸe":                     "3 C5\nGrüße",
		"voilÃ  la 3":                       "voilà la 3", // its no-break space became a blank
		"défausse 2":                        "défausse 2",
		"Ângela joga a 3 em C5":             "Ângela joga a 3 em C5",
		"«été»":                             "«été»",
	} {
		if got := reread(raw); got != want {
			t.Errorf("%q is read %q, want %q", raw, got, want)
		}
	}
}
