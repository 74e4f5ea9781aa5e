package reply

import (
	"strings"
	"testing"
)

// A shape is a form of answer: head stands above the quote, and mark before each of its lines.
type shape struct{ head, mark string }

// shapes holds what mail programs are known to write above a quote, and variants of it. {a} is one of our
// long reply addresses.
var shapes = map[string]shape{
	"date, name, address, no colon":    {"2013/7/20 Saboteur with Ana <{a}>", ""},
	"date, time, zone, name":           {"2016-03-03 17:21 GMT+01:00 Saboteur with Ana", ""},
	"date, time, zone, name, colon":    {"2016-03-03 17:21 GMT+01:00 Saboteur with Ana:", ""},
	"date and name, marked":            {"22.11.2026, 10:03 Saboteur with Ana", "> "},
	"zoho":                             {"---- On Sun, 22 Nov 2026 10:03:12 +0100 Saboteur with Ana <{a}> wrote ----", ""},
	"zoho escaped":                     {"---- On Sun, 22 Nov 2026 10:03:12 +0100 Saboteur with Ana &lt;{a}&gt; wrote ----", ""},
	"zoho escaped, wrapped":            {"---- On Sun, 22 Nov 2026 10:03:12 +0100 Saboteur with Ana\n&lt;{a}&gt; wrote ----", ""},
	"zoho in German":                   {"---- Am So., 22 Nov. 2026 10:03:12 +0100 schrieb Saboteur with Ana <{a}> ----", ""},
	"zoho in Spanish":                  {"---- El dom, 22 nov 2026 10:03:12 +0100, Saboteur with Ana <{a}> escribió ----", ""},
	"tuta":                             {"22 Nov 2026, 10:03 by {a}:", ""},
	"tuta in German":                   {"22. Nov. 2026, 10:03 von {a}:", ""},
	"tuta, marked":                     {"22 Nov 2026, 10:03 by {a}:\n", "> "},
	"label in another language":        {"Von: Saboteur with Ana <{a}>\nGesendet: Sonntag, 22. November 2026 10:03\nPrioriteit: hoog\nAn: ana@example.com\nBetreff: Re: Your turn", ""},
	"labels without colons":            {"------ Original Message ------\nFrom \"Saboteur with Ana\" <{a}>\nTo ana@example.com\nDate 22.11.2026 10:03:12\nSubject Re: Your turn", ""},
	"labels without colons, German":    {"------ Originalnachricht ------\nVon \"Saboteur with Ana\" <{a}>\nAn ana@example.com\nDatum 22.11.2026 10:03:12\nBetreff Re: Your turn", ""},
	"labels without colons, no dashes": {"From \"Saboteur with Ana\" <{a}>\nTo ana@example.com\nDate 22.11.2026 10:03:12\nSubject Re: Your turn", ""},
	"groupwise":                        {">>> Saboteur with Ana <{a}> 11/22/2026 10:03 AM >>>", ""},
	"interia":                          {"Temat: Re: Your turn\nData: 2026-11-22 10:03\nNadawca: \"Saboteur with Ana\" <{a}>\nAdresat: ana@example.com;", ""},
	"labels of no language":            {"Klyta: Saboteur with Ana <{a}>\nVrem: 22.11.2026 10:03\nDop: ana@example.com\nTam: Re: Your turn", ""},
	"initials":                         {"On 22 Nov 2026 10:03 Saboteur wrote:", "C> "},
	"a name as a mark":                 {"Saboteur with Ana <{a}> writes:", "Saboteur> "},
	"a subject of two lines":           {"-----Messaggio originale-----\nOggetto: [#1 Saboteur] Your turn, Ana: round 1,\nmove 2\nData: domenica 22 novembre 2026 10:03\nDa: Saboteur with Ana <{a}>\nA: ana@example.com", ""},
	"marked headers, wrapped":          {"> -----Original Message-----\n> From: Saboteur with Ana\n<{a}>\n> Sent: Sunday, November 22, 2026 10:03 AM\n> To: ana@example.com\n> Subject: [#1 Saboteur] Your turn, Ana: round 1,\n4\n>", "> "},
	"initials of the house":            {"Sunday, November 22, 2026, 10:03:12 AM, you wrote:", "S> "},
	"polymail":                         {"On Sun, 22 Nov 2026 at 10:03 Saboteur with Ana\n<\nmailto:Saboteur with Ana <{a}>\n> wrote:", ""},
	"polymail, short":                  {"On Sun, 22 Nov 2026 at 10:03 Saboteur with Ana <\n{a}\n> wrote:", ""},
	"dashes round answer":              {"-----Antwort Nachricht-----", ""},
	"dashes round words not listed":    {"-----Svar på brevet-----\nFrån: Saboteur <{a}>\nDatum: 22.11.2026 10:03", ""},
	"from and date in one row":         {"________________________________\nFrom: Saboteur with Ana <{a}> Date: Sunday, November 22, 2026 10:03 AM", ""},
	"name, then date":                  {"Saboteur with Ana <{a}>, 22.11.2026 10:03:", ""},
	"name and day in brackets":         {"Saboteur with Ana <{a}> (22/11/2026 10:03):", ""},
	"of a language that is not listed": {"Saboteur with Ana <{a}> kaj rašė 2026-11-22 10:03:", ""},
	"the date behind the verb":         {"Saboteur with Ana <{a}> schrieb am So., 22. Nov. 2026 um 10:03:", ""},
	"a verb, no colon":                 {"On Sunday, November 22, 2026 Saboteur with Ana <{a}> wrote", ""},
	"a name in quotes and no address":  {"On Nov 22, 2026, at 10:03 AM, \"Saboteur with Ana\" wrote:", ""},
	"an address by mailto":             {"On Sun, Nov 22, 2026 at 10:03 AM Saboteur with Ana <mailto:{a}> wrote:", ""},
	"an address in brackets":           {"El dom, 22 nov 2026 a las 10:03, Saboteur with Ana (<{a}>) escribió:", ""},
	"an address in square brackets":    {"On 11/22/2026 10:03 AM, Saboteur with Ana [{a}] wrote:", ""},
	"an address written twice":         {"On Sun, Nov 22, 2026 at 10:03 AM Saboteur with Ana <{a} <mailto:{a}>> wrote:", ""},
	"stars":                            {"*From:* Saboteur with Ana <{a}>\n*Sent:* Sunday, November 22, 2026 10:03 AM\n*To:* ana@example.com\n*Subject:* Your turn", ""},
	"headers in a table":               {"| From: | Saboteur with Ana <{a}> |\n| Date: | Sunday, November 22, 2026 |\n| Subject: | Your turn |", ""},
	"headers in tabs":                  {"From:\tSaboteur with Ana <{a}>\nDate:\tSunday, November 22, 2026\nSubject:\tYour turn", ""},
	"headers in another alphabet":      {"От: Saboteur with Ana <{a}>\nОтправлено: 22 ноября 2026 г. 10:03\nКому: ana@example.com\nТема: Your turn", ""},
	"headers in Greek":                 {"Από: Saboteur with Ana <{a}>\nΣτάλθηκε: Κυριακή, 22 Νοεμβρίου 2026 10:03\nΠρος: ana@example.com\nΘέμα: Your turn", ""},
	"notes":                            {"Saboteur with Ana <{a}>\n22.11.2026 10:03\nPlease respond to\n{a}\n\nTo\nana@example.com\ncc\n\nSubject\n[#1 Saboteur] Your turn, Ana", ""},
	"notes, marked":                    {"Saboteur with Ana <{a}>\n22.11.2026 10:03\n", "> "},
	"notes, only a name and a date":    {"Saboteur with Ana <{a}>\n11/22/2026 10:03 AM", ""},
	"notes, the date above":            {"22.11.2026 10:03\nSaboteur mit Ana <{a}>", ""},
	"notes, one row":                   {"Saboteur with Ana <{a}>\n11/22/2026 10:03:11 AM\nTo ana@example.com\ncc\nSubject [#1 Saboteur] Your turn", ""},
	"notes in German":                  {"Saboteur mit Ana <{a}>\nGesendet von: Ana Beispiel\n22.11.2026 10:03\nBitte antworten an\n{a}\n\nAn\nana@example.com\nKopie\n\nThema\n[#1 Saboteur] Du bist dran", ""},
	"notes in German, labels":          {"Von:\nSaboteur mit Ana <{a}>\nAn:\nana@example.com\nDatum:\n22.11.2026 10:03\nBetreff:\n[#1 Saboteur] Du bist dran", ""},
	"notes in French":                  {"Saboteur avec Ana <{a}>\n22/11/2026 10:03\nVeuillez répondre à\n{a}\n\nA\nana@example.com\ncc\n\nObjet\n[#1 Saboteur] À toi", ""},
	"notes in Spanish":                 {"Saboteur con Ana <{a}>\n22/11/2026 10:03\nPor favor, responda a\n{a}\n\nPara\nana@example.com\ncc\n\nAsunto\n[#1 Saboteur] Te toca", ""},
	"notes in Italian":                 {"Saboteur con Ana <{a}>\n22/11/2026 10.03\nRispondere a\n{a}\n\nPer\nana@example.com\ncc\n\nOggetto\n[#1 Saboteur] Tocca a te", ""},
	"notes in Dutch":                   {"Saboteur met Ana <{a}>\n22-11-2026 10:03\nAntwoord a.u.b. aan\n{a}\n\nAan\nana@example.com\ncc\n\nOnderwerp\n[#1 Saboteur] Jij bent", ""},
	"notes in Portuguese":              {"Saboteur com Ana <{a}>\n22/11/2026 10:03\nFavor responder a\n{a}\n\nPara\nana@example.com\ncc\n\nAssunto\n[#1 Saboteur] É a tua vez", ""},
	"headers in Swedish":               {"Från: Saboteur with Ana <{a}>\nSkickat: den 22 november 2026 10:03\nTill: ana@example.com\nÄmne: Your turn", ""},
}

const ourAddress = "play+7k3m9x2q4w8e5r6t1y0p3a5s7d9f2g4h6jz@play.example.org"

// quote returns a letter as a program of this shape quotes it.
func (s shape) quote(letter string) string {
	quote := strings.ReplaceAll(s.head, "{a}", ourAddress) + "\n"
	if s.mark == "" {
		quote += "\n"
	}
	for line := range strings.Lines(letter) {
		quote += s.mark + line
	}
	return quote
}

// In each shape, the answer above or below the quote is kept, and nothing of the quote.
func TestShapes(t *testing.T) {
	raw := contents(t, "../testdata/digests/saboteur-en-turn.eml")
	digest, _, err := TextAndPage(raw)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range shapes {
		quote := s.quote(digest)
		for place, text := range map[string]string{"above": "3 C5\n\n" + quote, "below": quote + "\n\n3 C5", "nowhere": quote} {
			want := "3 C5"
			if place == "nowhere" {
				want = ""
			}
			l, err := reader.Read(text1(strings.ReplaceAll(text, "\n", "\r\n")), raw)
			if err != nil || l.Kept != want || l.Unsure != nil {
				t.Errorf("%s, %s: keeps %q, %v", name, place, l.Kept, err)
			}
			if place == "above" {
				if kept, _ := trimmed(text); kept != want {
					t.Errorf("%s, not knowing the letter: keeps %.200q", name, kept)
				}
			}
		}
	}
}

// What is typed inside a quote or below it is read if the letter shows that it was typed there, but not if it
// may be older.
func TestTypedInAQuote(t *testing.T) {
	raw := contents(t, "../testdata/digests/saboteur-en-turn.eml")
	digest, _, err := TextAndPage(raw)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(strings.TrimRight(digest, "\n"), "\n")
	head, middle := "On Sun, Nov 22, 2026 at 10:03 AM Saboteur <play@example.org> wrote:\n", len(all)/2
	own := "On Mon, Nov 23, 2026 at 9:00 AM Ana <ana@example.com> wrote:\n"
	strange := "Ana <ana@example.com> kaj rašė 2026-11-22\n\n" // in a language that is not listed
	marked := func(mark string, lines ...string) string { return mark + strings.Join(lines, "\n"+mark) + "\n" }
	for name, c := range map[string]struct{ text, kept, theirs string }{
		"at its end":            {text: head + marked("> ", append(all, "", "3 C5")...), kept: "3 C5"},
		"in its midst":          {text: head + marked("> ", all[:middle]...) + "> 3 C5\n" + marked("> ", all[middle:]...), kept: "3 C5"},
		"in place of a row":     {text: head + marked("> ", all[:middle]...) + "> 3 C5\n" + marked("> ", all[middle+3:]...)},
		"above it":              {text: head + marked("> ", append([]string{"3 C5", ""}, all...)...)},
		"by who is quoted":      {text: head + "> 3 C5\n> " + head + marked("> > ", all...)},
		"below, by the same":    {text: head + marked("> > ", all...) + ">\n> 3 C5\n"},
		"what is no command":    {text: head + marked("> ", append(all, "", "What a day it was")...)},
		"in a letter of one's":  {text: "> " + own + "> " + head + marked("> ", append(all, "", "3 C5")...)},
		"below, as offered":     {text: head + "\n" + marked("", append(all, "", "1 -A3", "1 G1 turned")...), kept: "1 -A3\n1 G1 turned"},
		"without marks":         {text: head + "\n" + marked("", all[:middle]...) + "3 C5\n" + marked("", all[middle:]...), kept: "3 C5"},
		"without marks, a row":  {text: head + "\n" + marked("", all[:middle]...) + "3 C5\n" + marked("", all[middle+3:]...)},
		"without marks, old":    {text: own + "\n" + head + "\n" + marked("", all[:middle]...) + "3 C5\n" + marked("", all[middle:]...)},
		"below an answer":       {text: own + "\n3 B5\n\n" + head + "\n" + marked("", append(all, "", "3 C5")...), theirs: "3 B5", kept: "3 C5"},
		"below one, the same":   {text: own + "\n3 C5\n\n" + head + "\n" + marked("", append(all, "", "3 C5")...), theirs: "3 C5", kept: "3 C5"},
		"below one below":       {text: own + "\n" + head + "\n" + marked("", append(all, "", "3 B5", "", "3 C5")...), theirs: "3 B5", kept: "3 C5"},
		"below one not known":   {text: own + "\n3 B5\n\n" + head + "\n" + marked("", append(all, "", "3 C5")...)},
		"below one of others":   {text: own + "\n3 B5\n\n" + head + "\n" + marked("", append(all, "", "3 C5")...), theirs: "pass 1"},
		"nothing below one":     {text: own + "\n3 B5\n\n" + head + "\n" + marked("", append(all, "", "3 C5")...), theirs: "3 B5\n\n3 C5"},
		"below a strange head":  {text: strange + head + "\n" + marked("", append(all, "", "3 C5")...), kept: strings.TrimSpace(strange)},
		"inside a strange one":  {text: strange + head + "\n" + marked("", all[:middle]...) + "3 C5\n" + marked("", all[middle:]...), kept: strings.TrimSpace(strange)},
		"strange inside":        {text: own + "\nBo kaj rašė\n\n" + marked("", all[:middle]...) + "3 C5\n" + marked("", append(all[middle:], "", "3 B5")...)},
		"two heads in one line": {text: strings.TrimSpace(own) + "   " + head + "\n" + marked("", all[:middle]...) + "3 C5\n" + marked("", all[middle:]...)},
	} {
		known := Known{Ours: [][]byte{raw}}
		if c.theirs != "" {
			known.Theirs = []string{c.theirs}
		}
		l, err := reader.Open(text1(strings.ReplaceAll(c.text, "\n", "\r\n")))
		if err != nil {
			t.Fatal(err)
		}
		if l.Trim(func() Known { return known }); l.Kept != c.kept || l.Unsure != nil {
			t.Errorf("%s: keeps %q, unsure %v", name, l.Kept, l.Unsure)
		}
	}
}

// Somebody who writes the same sentence once more, above our answer that quotes it, means it, in whatever shape, and
// also if it was only part of what they wrote. In the quote alone it is old.
func TestASentenceWrittenOnceMore(t *testing.T) {
	const said = "I think I would like to put the straight tunnel that I hold down on C5"
	turn, _, err := TextAndPage(contents(t, "../testdata/digests/saboteur-en-turn.eml"))
	if err != nil {
		t.Fatal(err)
	}
	again := strings.Replace(said, " straight", "\nstraight", 1)
	for _, letter := range []string{said, "Hi, could you write to me in German? And " + again + ", if nobody minds"} {
		digest := "“" + letter + "”: I took this for a note.\n\n" + turn
		for name, s := range shapes {
			quote := s.quote(digest)
			for text, want := range map[string]string{said: said, said + "\n\n" + quote: said, again + "\n\nThanks, Ana\n\n" + quote: again + "\n\nThanks, Ana", quote: ""} {
				l, err := reader.Open(text1(strings.ReplaceAll(text, "\n", "\r\n")))
				if err != nil {
					t.Fatal(err)
				}
				l.Trim(func() Known {
					return Known{Ours: [][]byte{text1(strings.ReplaceAll(digest, "\n", "\r\n"))}, Theirs: []string{"Hello\n\n" + letter}}
				})
				if l.Kept != want || l.Unsure != nil {
					t.Errorf("%s: of %.100q it keeps %.200q", name, text, l.Kept)
				}
			}
		}
	}
}
