package spelling

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pitpost.example/engine"
)

func TestNormalise(t *testing.T) {
	for line, want := range map[string]string{
		"3 C5":                             "3 c5",
		"  3\u00a0 C5\t turned. ":          "3 c5 turned",
		"PASS 4!!":                         "pass 4",
		"\uff13 \uff23\uff15":              "3 c5",
		"5\ufe0f\u20e3 C3":                 "5 c3",
		"\u0663 C5":                        "3 c5",
		"\u2460 C5":                        "1 c5",
		"say \u201colé\u201d\u2026":        `say "ole"`,
		"open\u2013kind \u2212 x":          "open-kind - x",
		"3\u200b C\u00ad5\u2060":           "3 c5",
		"\u20663 C5\u2069":                 "3 c5",
		"3 C5\U000e0041\U000e007f":         "3 c5",
		"- 3 C5":                           "3 c5",
		"* 3 C5":                           "3 c5",
		"\u2022 3 C5":                      "3 c5",
		"\u20223 C5":                       "3 c5",
		"-A 3":                             "-a 3",
		"3 C-1":                            "3 c-1",
		"*3 C5*":                           "3 c5",
		"__3 C5__":                         "3 c5",
		"\u201c3 C5\u201d":                 "3 c5",
		"Ok, so 3 C5 please":               "3 c5",
		"I play 3 on C5":                   "3 on c5",
		"I want to 3 C5, thanks.":          "3 c5",
		"My move is: 3 C5":                 "3 c5",
		"Bitte 3 C5, danke!":               "3 c5",
		"S\u2019il vous pla\u00eet, 3 C5":  "3 c5",
		"Je joue 3 C5, merci":              "3 c5",
		"Por favor, 3 C5":                  "3 c5",
		"Per favore 3 C5 grazie":           "3 c5",
		"Alstublieft: 3 C5":                "3 c5",
		"A minha jogada \u00e9 3 C5":       "3 c5",
		"ok":                               "ok",
		"OK.":                              "ok",
		"please":                           "please",
		"yes please":                       "yes",
		"no thanks":                        "no",
		"s\u00ed, gracias":                 "si",
		"again":                            "again",
		"also":                             "also",
		"movement":                         "movement",
		"so what?":                         "what?",
		"3 C5;":                            "3 c5",
		"stra\u00dfe \u0142\u00f3d\u017a":  "strasse lodz",
		"":                                 "",
		" . ":                              "",
		"#42 3 C5":                         "#42 3 c5",
		"#\ufe0f\u20e342 3 C5":             "#42 3 c5",
		"3 \u2192 C5":                      "3 -> c5",
		"-":                                "-",
		"3 C5 \U0001f600\U0001f3fd.":       "3 c5",
		"\U0001f44d 3 C5 \u2764\ufe0f":     "3 c5",
		"\U0001f44d":                       "\U0001f44d",
		"yes \U0001f44d":                   "yes",
		"\xff3 C5":                         "3 c5",
		strings.Repeat("a", 5000) + " C5":  strings.Repeat("a", MaxLine),
		"3 C5 turned\u3002":                "3 c5 turned\u3002",
		"Name \u0391\u03bd\u03b1":          "name \u03b1\u03bd\u03b1",
		"resign, please. Thank you!":       "resign",
		"ok so please I'd like to pass 4!": "pass 4",
	} {
		if got := NormaliseLine(line); got != want {
			t.Errorf("Fold(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestCleanKeepsCaseAndAccents(t *testing.T) {
	if got := CleanLine(" say\u00a0 \u201cOl\u00e9\u201d, P\u00e9rez\u200b! "); got != `say "Ol`+"\u00e9"+`", P`+"\u00e9"+`rez!` {
		t.Errorf("%q", got)
	}
}

// The sign for "number" does not become "no", which is another word in Spanish and Portuguese.
func TestCleanKeepsTheSignForNumber(t *testing.T) {
	for _, line := range []string{"carta nº 3", "carta n.º 3", "carta № 3"} {
		if got := CleanLine(line); got != "carta n° 3" {
			t.Errorf("%q becomes %q", line, got)
		}
	}
}

func TestOddLetters(t *testing.T) {
	for line, want := range map[string]string{
		"3 C5":      "",
		"3 \u04215": "U+0421 CYRILLIC CAPITAL LETTER ES",
		"3 \u0421":  "",
		"p\u0430ss": "U+0430 CYRILLIC SMALL LETTER A",
		"\u0440ass": "U+0440 CYRILLIC SMALL LETTER ER",
		"pa\u0436s": "U+0436 CYRILLIC SMALL LETTER ZHE",
		"say \u041f\u0440\u0438\u0432\u0435\u0442 \u0432\u0441\u0435\u043c": "",
		"\u0441 \u0443\u0442\u0440\u0430 3":                                 "",
		"\u0425\u043e\u0434 C5":                                             "",
		"3 \u0391\u0035":                                                    "U+0391 GREEK CAPITAL LETTER ALPHA",
		"say \u039a\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1":              "",
		"say \u05e9\u05dc\u05d5\u05dd":                                      "",
		"\u200e3 C5":                                                        "",
		"3 \u202e5C":                                                        "U+202E RIGHT-TO-LEFT OVERRIDE",
		"\u20675C 3\u2069":                                                  "U+2067 RIGHT-TO-LEFT ISOLATE",
		"\uff13 \uff23\uff15":                                               "",
		"say \u4f60\u597dC5":                                                "",
		"say ol\u00e9 stra\u00dfe \u0142\u00f3d\u017a":                      "",
	} {
		if got := oddRune(line); got != want {
			t.Errorf("OddLetters(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestOddLettersOfALongLine(t *testing.T) {
	line := strings.Repeat("\u0430 ", 200_000) // a quadratic search would take minutes
	if got := oddRune(line); got != "" {
		t.Errorf("%q", got)
	}
}

func FuzzNormalise(f *testing.F) {
	f.Add("Ok, so \u201c3 C5\u201d please.")
	f.Add("- * \u2022 **3 C5** thanks")
	f.Add("\u0130\u0345\u1e9e\u01c5")
	f.Fuzz(func(t *testing.T, line string) {
		once := NormaliseLine(line)
		if strings.ContainsAny(once, "\n\r\x00") || !utf8.ValidString(once) {
			t.Fatalf("Fold(%q) = %q", line, once)
		}
		if twice := NormaliseLine(once); twice != once {
			t.Fatalf("Fold(%q) = %q, and again %q", line, once, twice)
		}
		oddRune(line)
	})
}

func TestConfusableSaysWhatALineLooksLike(t *testing.T) {
	for line, want := range map[string][2]string{
		"p\u0430ss 1":           {"pass 1", "letter.look-alike"},
		"\u202engiser":          {"resign", "letter.turned"},
		"pass \u202e21":         {"pass 12", "letter.turned"},
		"\u0417 C5":             {"3 C5", "letter.look-alike"},
		"3 \u0395\u0035":        {"3 E5", "letter.look-alike"},
		"sound as a bell":       {"sound as a bell", ""},
		"\u0425\u043e\u0434 C5": {"\u0425\u043e\u0434 C5", ""},
	} {
		looks, why := FindConfusable(line)
		key := ""
		if why != nil {
			key = why.Key
		}
		if looks != want[0] || key != want[1] {
			t.Errorf("Confusable(%q) = %q, %q, want %q", line, looks, key, want)
		}
	}
}

// The fast path for ASCII gives the same result as the general one.
func TestCleanASCII(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		line := make([]byte, random.IntN(30))
		for i := range line {
			line[i] = byte(random.IntN(0x80))
			if random.IntN(3) == 0 {
				line[i] = " \t\r\nAz09"[random.IntN(8)]
			}
		}
		s := string(line)
		long := func(of func(string) string) string {
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(of("日"+s+"日"), "日"), "日"))
		}
		if got, want := CleanLine(s), long(CleanLine); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
		if got, want := strings.ToLower(CleanLine(s)), long(func(s string) string { return engine.NormaliseText(CleanLine(s)) }); got != want {
			t.Errorf("%q folds to %q, want %q", s, got, want)
		}
	}
}

// oddRune returns the name of the first suspicious rune in a line, or "".
func oddRune(line string) string {
	if r, _ := odd(line); r != 0 {
		return runeName(r)
	}
	return ""
}
