package inbox

import (
	"strings"
	"testing"
)

func TestAutocorrectedAndFullWidthAndKeycapForms(t *testing.T) {
	s := newStand(t)
	for name, line := range map[string]string{
		"capital and full stop":      "Pass 1.",
		"shouted":                    "PASS 1!!!",
		"keycap":                     "pass 1\ufe0f\u20e3",
		"full width":                 "\uff50\uff41\uff53\uff53\u3000\uff11",
		"Arabic digit":               "pass \u0661",
		"Devanagari digit":           "pass \u0967",
		"circled":                    "pass \u2460",
		"no-break space":             "pass\u00a01",
		"zero width":                 "pa\u200bss \u20601\u200d",
		"soft hyphen":                "pa\u00adss 1",
		"variation selector":         "pass 1\ufe0f",
		"tag characters":             "pass 1\U000e0031\U000e007f",
		"smart quotes":               "\u201cpass 1\u201d",
		"ellipsis":                   "pass 1\u2026",
		"bullet":                     "\u2022 pass 1",
		"dash for a bullet":          "\u2013 pass 1",
		"bold marks":                 "*pass 1*",
		"filler before":              "Ok, so I will pass 1, thanks.",
		"filler in another tongue":   "Bitte pass 1, danke!",
		"accents":                    "p\u00e1ss 1",
		"unique beginning of pass":   "pas 1",
		"emoji behind":               "pass 1 \U0001f600",
		"mathematical bold":          "\U0001d429\U0001d41a\U0001d42c\U0001d42c \U0001d7cf",
		"copyright sign in an aside": "\u00a9 2026 Ana\npass 1",
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, "", line))
		s.applied(name, e)
	}
}

func TestCyrillicLookAlikeLetterInsideAMove(t *testing.T) {
	s := newStand(t)
	for name, c := range map[string][3]string{
		"in a word":           {"p\u0430ss 1", "\u0430", "U+0430 CYRILLIC SMALL LETTER A"},
		"at its start":        {"\u0440ass 1", "\u0440", "U+0440 CYRILLIC SMALL LETTER ER"},
		"in a place":          {"3 \u04215", "\u0421", "U+0421 CYRILLIC CAPITAL LETTER ES"},
		"for a number":        {"\u0417 C5", "\u0417", "U+0417 CYRILLIC CAPITAL LETTER ZE"},
		"Greek":               {"3 \u03925", "\u0392", "U+0392 GREEK CAPITAL LETTER BETA"},
		"Armenian":            {"st\u0585p", "\u0585", "U+0585 ARMENIAN SMALL LETTER OH"},
		"Cherokee":            {"3 \u13df5", "\u13df", "U+13DF CHEROKEE LETTER TLI"},
		"in a yes":            {"y\u0435s", "\u0435", "U+0435 CYRILLIC SMALL LETTER IE"},
		"in a word for all":   {"s\u0430y hello", "\u0430", "U+0430 CYRILLIC SMALL LETTER A"},
		"in an address":       {"invite di@ex\u0430mple.org", "\u0430", "U+0430 CYRILLIC SMALL LETTER A"},
		"in an alternative":   {"pass 1 or p\u0430ss 2", "\u0430", "U+0430 CYRILLIC SMALL LETTER A"},
		"in a deed":           {"r\u0435sign", "\u0435", "U+0435 CYRILLIC SMALL LETTER IE"},
		"behind a number":     {"#1 p\u0430ss 1", "\u0430", "U+0430 CYRILLIC SMALL LETTER A"},
		"behind a sound part": {"next p\u0430ss 1", "\u0430", "U+0430 CYRILLIC SMALL LETTER A"},
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, "", c[0]))
		s.stopped(name, e, "refuse", "letter.look-alike", 1)
		if e.receipt == nil {
			continue
		}
		says := e.receipt.Lines[len(e.receipt.Lines)-1].Says
		if len(says) != 1 || says[0].Args["letter"] != c[1] || says[0].Args["name"] != c[2] || !strings.Contains(c[0], says[0].Args["word"].(string)) {
			t.Errorf("%s is not named: %+v", name, e.receipt.Lines)
		}
	}
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\np\u0430ss 2\nsay hi"))
	s.applied("the line before it stands", e)
	if e.lines() != "pass 1: done | p\u0430ss 2: refused letter.look-alike | say hi: unread" {
		t.Errorf("read: %s", e.lines())
	}
	e = s.bring(s.letter(s.toMove(), turnSubject, "", "\u041f\u0440\u0438\u0432\u0435\u0442, \u0421\u0430\u0448\u0430 \u0441 DVD!\nsay \u0410 C5 \u0441\u0435\u0439\u0447\u0430\u0441?\npass 1"))
	s.applied("people's words in that script", e)
	if e.lines() != "\u041f\u0440\u0438\u0432\u0435\u0442, \u0421\u0430\u0448\u0430 \u0441 DVD!: aside | say \u0410 C5 \u0441\u0435\u0439\u0447\u0430\u0441?: done | pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

func TestBidiOverrideMakingAMoveReadDifferentlyFromItsBytes(t *testing.T) {
	s := newStand(t)
	for name, line := range map[string]string{
		"a move turned":          "pass \u202e21",
		"a line turned":          "\u202e1 ssap",
		"a deed spelt backwards": "\u202engiser",
		"left to right":          "pass \u202d1",
		"embedded":               "\u202bpass 1\u202c",
		"isolated":               "pass \u20671\u2069",
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, "", line))
		s.stopped(name, e, "refuse", "letter.turned", 1)
	}
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "say \u202eolleh\npass 1"))
	s.applied("what is said is cleaned", e)
	if s.number("select count(*) from words where said = 'olleh'") != 1 {
		t.Error("it is not said as its letters stand")
	}
}

func TestRightToLeftLetterWithALatinMoveLine(t *testing.T) {
	s := newStand(t)
	const hello = "\u05e9\u05dc\u05d5\u05dd \u05dc\u05db\u05d5\u05dc\u05dd"
	for name, body := range map[string]string{
		"Hebrew":            hello + "\n\npass 1",
		"with marks":        "\u200f" + hello + "\n\u200epass 1\u200f",
		"prose embedded":    "\u202b" + hello + "\u202c\npass 1",
		"Arabic and digits": "\u0645\u0631\u062d\u0628\u0627\npass \u0661",
		"Persian digits":    "\u0633\u0644\u0627\u0645\npass \u06f1",
	} {
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, "", body)))
	}
	s.applied("HTML", s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: text/html; charset=utf-8\n", `<div dir="rtl"><p>`+hello+`</p><p>pass 1</p></div>`)))
}

// A subject opens a match above a body that only greets, but not above other words, nor in an answer.
func TestASubjectOpensAMatchAboveAGreeting(t *testing.T) {
	s := newStand(t)
	for _, c := range []struct {
		from, subject, words string
		opens                int
	}{
		{"eli", "new saboteur with bo@example.net, cy@example.net", "Hi!\n\nEli", 1},
		{"gus", "Neue Partie Saboteur mit bo@example.net, cy@example.net", "Hallo,\n\nViele Grüße\nGus", 1},
		{"eli", "Re: new saboteur with bo@example.net", "Thanks!", 0},
		{"eli", "new saboteur with bo@example.net", "Hi, what is this?", 0},
		{"eli", "Saboteur", "Hi!", 0},
	} {
		before := s.number("select count(*) from matches")
		s.proved(c.from+"@example.com", c.subject, c.words)
		if n := s.number("select count(*) from matches") - before; n != c.opens {
			t.Errorf("%q above %q opens %d matches, not %d", c.subject, c.words, n, c.opens)
		}
	}
}

// If somebody writes first in Portuguese, they get Brazilian Portuguese, unless a word is only used in
// Portugal.
func TestTheLanguageOfAFirstLetterHasARegion(t *testing.T) {
	s := newStand(t)
	for address, c := range map[string]struct{ words, lang string }{
		"eli@example.com": {"Olá! Quero jogar com vocês.", "pt"},
		"fay@example.com": {"Olá, malta! Quero jogar convosco.", "pt-PT"},
		"gus@example.com": {"Hallo, ich möchte gerne mit der Malta spielen.", "de"},
	} {
		s.proved(address, "", "new saboteur with bo@example.net, cy@example.net\n\n"+c.words)
		var lang string
		if err := s.d.Pool().QueryRow(t.Context(), "select p.lang from players p join addresses a on a.player_id = p.id where a.address = $1", address).Scan(&lang); err != nil || lang != c.lang {
			t.Errorf("%s is written to in %q, not in %q: %v", c.words, lang, c.lang, err)
		}
	}
}
