package inbox

import (
	"strings"
	"testing"
)

// Outlook quotes without marks; who writes below its quote is understood only
// because the digest is known.
func TestAnswerBelowAnUnmarkedQuote(t *testing.T) {
	const headers = "From: Saboteur <play@example.org>\nSent: Saturday, November 21, 2026 9:00 AM\nTo: Ana\nSubject: [#42 Saboteur]\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"below":                    {headers + answered + "\n\n3 C5 turned\nsay hi\n-- \nAna", "3 C5 turned\nsay hi"},
		"nothing":                  {headers + answered, ""},
		"a listed command below":   {headers + answered + "\n\n1 C2", "1 C2"},
		"its last line once more":  {headers + answered + "\n\npass 4", "pass 4"},
		"its end missing":          {headers + strings.TrimSuffix(answered, "\npass 4") + "\n\n1 C2", ""},
		"a line changed above":     {headers + strings.Replace(answered, "1 C2 turned", "1 C2 turned <mailto:x>", 1) + "\n\n3 C5", ""},
		"another letter":           {headers + "one\ntwo\nthree\nfour\nfive\nsix\n\n3 C5", ""},
		"an older letter below":    {headers + answered + "\n\n" + headers + "3 C4", ""},
		"a marked quote below":     {headers + answered + "\n> 3 C4", ""},
		"much below":               {headers + answered + strings.Repeat("\nword", 20), ""},
		"something kept above too": {"say hi\n" + headers + answered + "\n\n3 C5", "say hi"},
	} {
		l, err := Read(text1(c.text))
		if err != nil {
			t.Fatal(err)
		}
		l.Without(answered)
		if l.Kept != c.want {
			t.Errorf("%s: %q, want %q", name, l.Kept, c.want)
		}
	}
}
