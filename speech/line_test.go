package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
)

// hostileLines returns letters of about n bytes each that are made to cause more work than their length.
func hostileLines(n int) map[string]string {
	fill := func(piece string) string { return strings.Repeat(piece, n/len(piece)) }
	return map[string]string{
		"semicolons":      fill(";"),
		"expanding":       fill("ﷺ;"),
		"pieces":          fill("help;"),
		"words":           fill("help;\n"),
		"or in a row":     "3 C5 " + fill("or 2 D3 "),
		"or after or":     "3 C5 " + fill("or or "),
		"or in rows":      "3 C5\n" + fill("or 2 D3\n"),
		"accented or":     fill("or é\n"),
		"long or":         fill("or " + strings.Repeat("é", 200) + "\n"),
		"quoted talk":     fill("\"say hi;"),
		"colons":          fill("say :\n"),
		"blocks":          fill("say: a\n\n"),
		"one block":       "say:\n" + fill("status\n"),
		"blank rows":      fill(" \n"),
		"one word":        fill("a"),
		"one long number": "#" + fill("9"),
		"bars":            fill("| 3 C5; 2 D3\n"),
	}
}

// Splitting a letter into lines takes work in proportion to its length: each byte is folded only a few times.
func TestLettersAreCutByLinearWork(t *testing.T) {
	for _, size := range []int{8 << 10, 16 << 10, 32 << 10, 64 << 10, 1 << 20} {
		for name, text := range hostileLines(size) {
			folded := 0
			lines := SplitLines(text, func(s string) string {
				s = s[:min(len(s), 4<<10)] // the house folds no more of a line
				folded += len(s)
				return fold(s)
			})
			if folded > 4*len(text) {
				t.Errorf("%s of %d bytes: %d bytes were folded", name, len(text), folded)
			}
			if len(lines) > LinesMost+1 {
				t.Errorf("%s of %d bytes: %d lines", name, len(text), len(lines))
			}
		}
	}
}

// What is beyond the limits is not read, and the last line says where the reading ended.
func TestLettersHaveLimits(t *testing.T) {
	numbered := func(n int, form, between string) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf(form, i))
		}
		return strings.Join(parts, between)
	}
	for _, c := range []struct {
		name, text string
		lines      int
		rest       bool
	}{
		{"as many as may be", numbered(200, "%d C5", "\n"), 200, false},
		{"as many and blanks", numbered(200, "%d C5", "\n") + "\n\n ; \n", 200, false},
		{"one more", numbered(201, "%d C5", "\n"), 200, true},
		{"many more", numbered(5000, "%d C5", "\n"), 200, true},
		{"alternatives", numbered(300, "%d C5", " or "), 200, true},
		{"alternatives in rows", numbered(300, "or %d C5", "\n"), 200, true},
		{"fifty pieces", numbered(50, "%d C5", ";") + ";", 50, false},
		{"a piece more", numbered(51, "%d C5", ";"), 50, true},
		{"a piece more, then rows", numbered(51, "%d C5", ";") + "\nresign", 50, true},
		{"rows of pieces", strings.Repeat(numbered(40, "%d C5", ";")+"\n", 6), 200, true},
		{"blocks", strings.Repeat("say: a\n\n", 300), 200, true},
		{"talk", "say " + numbered(500, "%d", ";"), 1, false},
		{"a row of ours", "| " + numbered(500, "%d", ";"), 1, false},
	} {
		lines := SplitLines(c.text, fold)
		rest := lines[len(lines)-1].Rest
		if rest != 0 {
			lines = lines[:len(lines)-1]
		}
		if len(lines) != c.lines || (rest != 0) != c.rest || rest != 0 && rest != c.lines {
			t.Errorf("%s: %d lines, then rest %d; want %d, %v", c.name, len(lines), rest, c.lines, c.rest)
		}
		for i, l := range lines {
			if l.Rest != 0 || l.Raw == "" {
				t.Errorf("%s: line %d is %+v", c.name, i, l)
			}
		}
	}
}

// Words after "say" run to the end of their row, wherever they begin in it, and in quotation marks too.
func TestWhatIsSaidIsNotParted(t *testing.T) {
	for text, want := range map[string]string{
		"status; say x; resign":                 "status / say x; resign",
		"status; \"say x; resign\"":             "status / \"say x; resign\"",
		"status; “say x; resign”":               "status / “say x; resign”",
		"\"say x; resign\"":                     "\"say x; resign\"",
		"status; tell bo x; resign; 3 C5":       "status / tell bo x; resign; 3 C5",
		"note one; two":                         "note one; two",
		"3 C5; status":                          "3 C5 / status",
		"new saboteur with a@x.example; status": "new saboteur with a@x.example; status",
	} {
		var got []string
		for _, l := range SplitLines(text, fold) {
			got = append(got, l.Raw)
		}
		if s := strings.Join(got, " / "); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

// The numbers of a list that starts at 1 are the order of the moves, and no cards.
func TestTheNumbersOfAListAreNoPartOfIt(t *testing.T) {
	for text, want := range map[string]string{
		"1. dig s2\n2. rest\n\n3. shore h2 s4": "dig s2 / rest / shore h2 s4",
		"1) dig s2\n2) rest":                   "dig s2 / rest",
		"1. I3":                                "1. I3",
		"2. I3\n3. I5":                         "2. I3 / 3. I5",
		"say:\n1. one\n2. two":                 "1. one\n2. two",
	} {
		var got []string
		for _, l := range SplitLines(text, fold) {
			got = append(got, l.Raw)
		}
		if s := strings.Join(got, " / "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// A line in front of which a match stands is about that match. There is no match 0, so that line is no command.
func TestAMatchInFrontOfALine(t *testing.T) {
	for text, want := range map[string]Line{
		"#42 status": {Raw: "status", Match: 42}, "# 42: status": {Raw: "status", Match: 42}, "#007 status": {Raw: "status", Match: 7},
		"#0 status": {Raw: "#0 status"}, "#000 status": {Raw: "#000 status"},
	} {
		got := SplitLines(text, fold)
		if len(got) != 1 || got[0].Raw != want.Raw || got[0].Match != want.Match {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// fold stands in for the Fold of the house, without fillers.
func fold(s string) string {
	return strings.TrimRight(engine.NormaliseText(strings.Join(strings.Fields(s), " ")), " .!,;")
}

// TestPlansAndWhatIsDoneOtherwise has sentences that plan a move, and sentences that add what to do if it is not
// possible.
func TestPlansAndWhatIsDoneOtherwise(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		folded     []string
	}{
		{"en", "for my next turn: 3 C5", []string{"next 3 c5"}},
		{"en", "plan: 3 to C5, otherwise pass 4", []string{"next 3 c5", "pass 4"}},
		{"en", "next turn I play 3 on C5", []string{"next 3 c5"}},
		{"en", "next I play 3 on C5", []string{"3 c5"}},
		{"en", "next: 3 C5", []string{"next 3 c5"}},
		{"en", "Next, I put 3 on C5", []string{"next 3 c5"}},
		{"en", "check: card 3 to C5", []string{"check 3 c5"}},
		{"nl", "volgende beurt 3 op C5", []string{"next 3 c5"}},
		{"fr", "pour mon prochain tour : la 3 en C5", []string{"next 3 c5"}},
		{"es", "en mi próximo turno la 3 en C5", []string{"next 3 c5"}},
		{"it", "al prossimo turno 3 in C5", []string{"next 3 c5"}},
		{"pt", "na minha próxima vez: 3 em C5", []string{"next 3 c5"}},
		{"de", "nächster Zug: 3 auf C5, sonst 4 abwerfen", []string{"next 3 c5", "pass 4"}},
		{"en", "3 C5 or else pass 4", []string{"3 c5", "pass 4"}},
		{"en", "try 3 on C5, if it doesn't fit throw 4 away", []string{"3 c5", "pass 4"}},
		{"nl", "probeer 3 op C5, lukt dat niet gooi dan 4 weg", []string{"3 c5", "pass 4"}},
		{"de", "versuch 3 auf C5, wenn's nicht passt wirf 4 weg", []string{"3 c5", "pass 4"}},
		{"de", "3 auf C5. Wenn das nicht geht, werfe ich die 4 ab.", []string{"3 c5", "pass 4"}},
		{"nl", "3 op C5. Als dat niet kan, gooi ik 4 weg.", []string{"3 c5", "pass 4"}},
		{"en", "if that doesn't work pass 4", nil},
		{"en", "my plan is a secret", nil},
	} {
		ear := Ear{Lang: c.lang, Fold: fold, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.FindGame("saboteur"), Seats: []string{"Ana", "Bo"}, Me: "Ana"}
		}}
		var got []string
		for i, l := range ear.Lines(c.text, nil) {
			if l.Heard {
				got = append(got, l.Folded)
			}
			if l.Heard && l.Or != (i > 0) {
				t.Errorf("%s: %q is an alternative: %v", c.text, l.Folded, l.Or)
			}
		}
		if !slices.Equal(got, c.folded) {
			t.Errorf("%s: %q is cut into %q, not %q", c.lang, c.text, got, c.folded)
		}
	}
}

// A move that a later row takes back and corrects is asked about; it would be the wrong one.
func TestAMoveCorrectedInALaterRowIsAskedAbout(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		maybe      string // "" if the first row is played
	}{
		{"en", "3 C5\nno wait, D5", "3 d5"},
		{"en", "3 C5\n\nno wait, 4 D5", "4 d5"},
		{"nl", "3 C5\n\noeps, ik bedoel D5", "3 d5"},
		{"de", "Kreuzung auf A4\n\nnein, warte, lieber B4!\n\nLG Di", "cross b4"},
		{"fr", "3 C5\n\nnon attends, D5 plutôt", "3 d5"},
		{"es", "3 C5\n\nperdón, quise decir D5", "3 d5"},
		{"it", "Gioco la 4 in B3\n\nno aspetta, A4", "4 a4"},
		{"pt", "3 C5\n\nops, quer dizer, D5", "3 d5"},
		{"en", "3 C5\nno wait", "3 c5"},
		{"en", "3 C5\n\nWait, no, let me think", "3 c5"},
		{"nl", "3 C5\nnee wacht", "3 c5"},
		{"de", "3 C5\n\nmoment, nein!\n\nLG Di", "3 c5"},
		{"de", "3 C5\n\nlieber nicht", "3 c5"},
		{"fr", "3 C5\nnon attends", "3 c5"},
		{"es", "3 C5\n\nno, espera", "3 c5"},
		{"it", "3 C5\n\naspetta, no", "3 c5"},
		{"pt", "3 C5\nnão, espera", "3 c5"},
		{"en", "3 C5\n\nNo hurry, everybody!", ""},
		{"en", "3 C5\n\nWait for me!", ""},
		{"nl", "3 C5\n\nnee", "3 c5"},
		{"nl", "3 C5\n\nNee hoor, geen haast!", ""},
		{"de", "3 C5\n\nnein, passt schon", ""},
		{"it", "3 C5\n\nno grazie", ""},
		{"en", "3 C5\n\nNo, 3 of us can play tonight", ""},
		{"en", "3 C5\n\nActually I liked the last round better.", ""},
		{"en", "3 C5\n\nsay no, D5 is bad", ""},
	} {
		ear := Ear{Lang: c.lang, Fold: fold, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.FindGame("saboteur"), Seats: []string{"Ana", "Bo"}, Me: "Ana"}
		}}
		first := ear.Lines(c.text, nil)[0]
		if first.Heard != (c.maybe == "") || strings.Join(first.Maybe, "|") != c.maybe {
			t.Errorf("%s: of %q is heard %v, asked %q", c.lang, c.text, first.Heard, first.Maybe)
		}
	}
}

// Several words can introduce an alternative, in all languages.
func TestAlternativesAreParted(t *testing.T) {
	for text, lang := range map[string]string{
		"3 C5 or else 4 B4": "en", "3 C5 ou sinon 4 B4": "fr", "3 C5, sinon 4 B4": "fr", "3 C5 o si no 4 B4": "es", "3 C5, si no 4 B4": "es",
		"3 C5 o altrimenti 4 B4": "it", "3 C5 ou senão 4 B4": "pt", "3 C5 oder sonst 4 B4": "de", "3 C5 of anders 4 B4": "nl",
	} {
		lines := Ear{Lang: lang, Fold: fold, Games: catalog.AllGames()}.Lines(text, nil)
		if len(lines) != 2 || lines[0].Folded != "3 c5" || lines[1].Folded != "4 b4" || !lines[1].Or {
			t.Errorf("%s: %q is parted into %+v", lang, text, lines)
		}
	}
}

// TestWhatIsSaidAndToldIsWhole checks which lines with "say" and "tell" pass words on, and that all words are kept.
func TestWhatIsSaidAndToldIsWhole(t *testing.T) {
	ear := Ear{Lang: "en", Fold: spelling.NormaliseLine, Games: catalog.AllGames(), At: func(int64) Place {
		return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Di"}, Me: "Ana"}
	}}
	for text, want := range map[string]string{
		"say thank you":                     "say thank you",
		"say thanks everybody, please":      "say thanks everybody, please",
		"say me too":                        "say me too",
		"tell Bo thanks!":                   "tell bo thanks",
		"tell d good luck":                  "tell d good luck",
		"tell Di: what happened?":           "tell di: what happened?",
		"tell me what happened":             "story",
		"tell you what, this is fun":        "",
		"say nothing to Di about the party": "",
	} {
		line := ear.Lines(text, nil)[0]
		got := ""
		if ReadCommand(line.Folded, catalog.AllGames()[0]).Kind == HouseWord {
			got = line.Folded
		}
		if got != want {
			t.Errorf("%q is read as %q, not as %q", text, got, want)
		}
	}
}

// TestTellingInEachLanguage checks which lines ask that one player be told something, which must never go to all.
func TestTellingInEachLanguage(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"de", "sag Bo danke", "tell bo danke"}, {"de", "Sag dem Bo, dass ich ihm helfe", "tell bo, dass ich ihm helfe"}, {"de", "sag allen danke", "say allen danke"},
		{"nl", "zeg Bo bedankt", "tell bo bedankt"}, {"nl", "zeg tegen Bo dat ik help", "tell bo dat ik help"},
		{"fr", "dis à Bo merci", "tell bo merci"}, {"fr", "Dites à Bo : merci", "tell bo : merci"}, {"fr", "dis Bo, merci", "tell bo, merci"},
		{"es", "di a Bo gracias", "tell bo gracias"}, {"es", "Dile a Bo que gracias", "tell bo que gracias"}, {"es", "di a todos hola", "say a todos hola"}, {"es", "di la verdad", ""},
		{"it", "di' ad Ana grazie", "tell ana grazie"}, {"it", "dì a Bo che lo aiuto", "tell bo che lo aiuto"}, {"it", "di Bo la lanterna", ""},
		{"pt", "diz ao Bo obrigado", "tell bo obrigado"}, {"pt", "diga à Ana que eu ajudo", "tell ana que eu ajudo"},
		{"it", "di ciao a tutti", "say ciao a tutti"}, {"pt", "diga olá a todos", "say ola a todos"}, {"pt", "fala sério, todos sabem disso", ""},
		{"en", "say to Bo that was nice", "tell bo that was nice"}, {"en", "say Bo, that was nice", "say bo, that was nice"},
		{"en", "say hi to your mother", ""}, {"de", "sag deiner Mutter hallo", ""}, {"fr", "dis bonjour à ta mère", ""}, {"en", "say your lamp is broken, Bo", "say your lamp is broken, bo"},
	} {
		line := Ear{Lang: c.lang, Fold: spelling.NormaliseLine, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Cy"}, Me: "Cy"}
		}}.Lines(c.text, nil)[0]
		got := ""
		if ReadCommand(line.Folded, catalog.AllGames()[0]).Kind == HouseWord {
			got = line.Folded
		}
		if got != c.want {
			t.Errorf("%s: %q is read as %q, not as %q", c.lang, c.text, got, c.want)
		}
	}
}

// TestEitherLeavesOpenWhich checks that of two moves that somebody weighs none is played, and both are offered.
func TestEitherLeavesOpenWhich(t *testing.T) {
	for lang, text := range map[string]string{"en": "either 3 on C5 or 4 on D5", "de": "entweder 3 auf C5 oder 4 auf D5", "nl": "of 3 op C5 of 4 op D5",
		"fr": "soit 3 en C5 soit 4 en D5", "es": "o 3 en C5 o 4 en D5", "it": "o 3 in C5 o 4 in D5", "pt": "ou 3 em C5 ou 4 em D5"} {
		ear := Ear{Lang: lang, Fold: fold, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.FindGame("saboteur"), Seats: []string{"Ana", "Bo"}, Me: "Ana"}
		}}
		if lines := ear.Lines(text, nil); len(lines) != 1 || lines[0].Heard || !slices.Equal(lines[0].Maybe, []string{"3 c5", "4 d5"}) {
			t.Errorf("%s: %q is %+v", lang, text, lines)
		}
		for _, text := range []string{"3 or 4 on C5", "3 C5 or 4 D5?", "2 C5, 3 C5 or 4 D5", "2 C5, 3 C5 or 4 D5?"} {
			for _, l := range ear.Lines(text, nil) {
				if l.Heard || l.Or {
					t.Errorf("%s: of %q %q is played", lang, text, l.Folded)
				}
			}
		}
	}
}

// TestAMoveStandsBesideWhatIsSaid checks that a move is played and the words behind it are said, and that nothing is said
// that was not to be.
func TestAMoveStandsBesideWhatIsSaid(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"en", "2 B3 and tell everyone I'm sorry", []string{"2 b3", "say everyone i'm sorry"}},
		{"en", "2 B3 and say thanks, that's what I would do", []string{"2 b3 and say thanks, that's what i would do"}},
		{"en", "2 B3 - tell Bo thanks", []string{"2 b3", "tell bo thanks"}},
		{"en", "2 B3, say hi all", []string{"2 b3", "say hi all"}},
		{"de", "2 auf B3, sag ich mal so", []string{"2 auf b3, say ich mal so"}},
		{"de", "ich lege 2 auf B3 und sag allen hallo", []string{"2 b3", "say allen hallo"}},
		{"fr", "2 B3 et dis à Bo que je l'aide", []string{"2 b3", "tell bo que je l'aide"}},
		{"es", "la 2 en B3 y di hola a todos", []string{"2 b3", "say hola a todos"}},
		{"en", "nothing fits and say hi", []string{"nothing fits and say hi"}},
		{"en", "say hi, 2 B3", []string{"say hi, 2 b3"}},
	} {
		lines := Ear{Lang: c.lang, Fold: spelling.NormaliseLine, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.FindGame("saboteur"), Seats: []string{"Ana", "Bo", "Cy"}, Me: "Cy"}
		}}.Lines(c.text, nil)
		if got := engine.MapList(lines, func(l Line) string { return l.Folded }); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q is read as %q, not as %q", c.lang, c.text, got, c.want)
		}
	}
}

// TestALongLetterSaysSo checks that the last line says how many were read, also if the first one too many begins like a plan.
func TestALongLetterSaysSo(t *testing.T) {
	ear := Ear{Lang: "en", Fold: spelling.NormaliseLine, Games: catalog.AllGames()}
	for _, last := range []string{"3 C5", "next turn: have a nice day", "next turn: 3 C5"} {
		lines := ear.Lines(strings.Repeat("status\n\n", LinesMost)+last, nil)
		if n := len(lines); n != LinesMost+1 || lines[n-1].Rest != LinesMost {
			t.Errorf("%q behind %d lines: the last of %d is %+v", last, LinesMost, n, lines[n-1])
		}
	}
}

// A line that was copied with its quotation marks is read without them, if it has addresses.
func TestALineCopiedWithItsQuotationMarks(t *testing.T) {
	for row, want := range map[string]string{"“new saboteur with bo@example.org”": "new saboteur with bo@example.org", "`new saboteur with bo@example.org`": "new saboteur with bo@example.org",
		"« nouveau saboteur avec bo@example.org »": "nouveau saboteur avec bo@example.org", "'bo@example.org'": "'bo@example.org'", "“Play Saboteur with bo@example.org”": "“Play Saboteur with bo@example.org”",
		"“Bo” <bo@example.org>": "“Bo” <bo@example.org>", "“3 C5”": "“3 C5”", "new saboteur with “bo@example.org”": "new saboteur with “bo@example.org”"} {
		lang := "en"
		if strings.HasPrefix(row, "«") {
			lang = "fr"
		}
		if got := (Ear{Lang: lang, Fold: engine.NormaliseText}).copied(row); got != want {
			t.Errorf("%q is read as %q", row, got)
		}
	}
}
