package saboteur

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
	"pitpost.example/speech/grammar"
)

// composedKeys returns the keys that the code puts together, from all their parts.
func composedKeys() []string {
	var keys []string
	for c := none + 1; int(c) < len(faces); c++ {
		keys = append(keys, cardPhrase(c).Key)
		if (c.isPath() || c == stoneNE || c == stoneNW) && c.turns() {
			keys = append(keys, laidPhrase(tileOf(c, true)).Key)
		}
		if c < start {
			keys = append(keys, shortPhrase(c).Key)
		}
	}
	for _, t := range allTools {
		keys = append(keys, toolPhrase(t).Key)
	}
	for _, side := range around {
		keys = append(keys, sidePhrase(side).Key)
	}
	for _, r := range []string{"miner", "saboteur"} {
		for _, key := range []string{"you." + r, "lesson." + r, "party." + r, "role." + r, "news.was-" + r, "news.was-" + r + "-looked", "news.spare-" + r} {
			keys = append(keys, "saboteur."+key)
		}
	}
	for _, action := range []string{"dug", "felled", "passed", "passed-empty", "picked", "looked"} {
		keys = append(keys, "saboteur.news."+action, "saboteur.news.own-"+action)
	}
	for _, action := range []string{"broke", "mended"} {
		keys = append(keys, "saboteur.ledger."+action, "saboteur.ledger."+action+"-own", "saboteur.ledger."+action+"-yours",
			"saboteur.news."+action, "saboteur.news."+action+"-own", "saboteur.news."+action+"-yours",
			"saboteur.news.own-"+action, "saboteur.news.own-"+action+"-own")
	}
	for _, who := range []string{"miners", "saboteurs", "nobody"} {
		keys = append(keys, "saboteur.news.ended-"+who)
	}
	return append(keys, "saboteur.alt.path", "saboteur.alt.dead", "saboteur.do.break-own", "saboteur.do.mend-own", "saboteur.news.own-drew", "saboteur.news.nobody",
		"saboteur.news.passed-all", "saboteur.news.passed-empty-all")
}

// TestCatalogue checks that the catalogue has every key in the code and no others.
func TestCatalogue(t *testing.T) { enginetest.CheckKeysUsed(t, Game{}, composedKeys()) }

// TestBoardIsNoCommand quotes every line of a board back at the reader, as a mail program might,
// with and without a quotation mark in front.
func TestBoardIsNoCommand(t *testing.T) {
	known := Game{}.Words()
	for seed := range byte(20) {
		s := newState(engine.Setup{Edition: "pt", Seats: names[:4]})
		for _, f := range randomMatch(t, "pt", 4, nil, seed) {
			s.Apply(f)
			if _, dug := f.Event.(Dug); !dug {
				continue
			}
			shown := s.extent(s.maze.vacant(s.holders()))
			for _, line := range s.drawing() {
				if len(line) > 77 && shown.right-shown.left < 23 {
					t.Fatalf("a line of %d characters: %q", len(line), line)
				}
				folded := engine.NormaliseText(strings.Trim(line, "[]|>*.-+ "))
				first, _, _ := strings.Cut(folded, " ")
				if slices.Contains(known, first) || first != "" && first[0] >= '0' && first[0] <= '9' {
					t.Fatalf("the line %q begins like a command", line)
				}
				for _, seat := range s.setup.Seats {
					if m, refusal := s.Parse(seat, engine.NormaliseText(line), nil); refusal == nil {
						t.Fatalf("the line %q reads as %q", line, m.Command)
					}
				}
			}
		}
	}
}

func TestEveryCellIsItsName(t *testing.T) {
	for col := leftmost + 1; col < rightmost; col++ {
		for row := topmost + 1; row < bottommost; row++ {
			c := Cell{int8(col), int8(row)}
			for _, name := range []string{c.String(), strings.ToLower(c.String())} {
				if got, ok := cellOf(name); !ok || got != c {
					t.Fatalf("%v is called %s, which reads as %v %v", c, name, got, ok)
				}
			}
		}
	}
	for name, want := range map[string]Cell{
		"A3": {0, 3}, "I5": {8, 5}, "Z1": {25, 1}, "AA-2": {26, -2}, "AB0": {27, 0}, "-A3": {-1, 3}, "-B-1": {-2, -1}, "-AA1": {-27, 1},
	} {
		if got, ok := cellOf(name); !ok || got != want {
			t.Errorf("%s reads as %v, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "A", "3", "A03", "A+3", "--A3", "A3 ", "ZZ1", "A99", "-A", "A--1", "A-0", "É3", "AAAAAAAAAAAAA1"} {
		if c, ok := cellOf(name); ok {
			t.Errorf("%q reads as %v", name, c)
		}
	}
}

// FuzzParse tries any line at a table in the middle of a round.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"1 b3", "3 c5 turned", "play 3 on c5 r", "3c5", "lantern ana", "pass 4", "cross c3", "map i1", "-", "1 -a-1", "pick 3"} {
		f.Add(line, byte(9))
	}
	log := randomMatch(f, "pt", 4, nil, 3)
	f.Fuzz(func(t *testing.T, line string, upTo byte) {
		s := newState(engine.Setup{Edition: "pt", Seats: names[:4]})
		for i, fact := range log {
			if len(s.ToMove()) > 0 && i >= int(upTo) && s.Chosen(fact) {
				break
			}
			s.Apply(fact)
		}
		for _, seat := range names[:4] {
			m, refusal := s.Parse(seat, line, nil)
			legal := s.Legal(seat)
			if refusal == nil && len(legal) > 0 && !slices.Contains(legal, m.Command) {
				t.Errorf("%q reads as %q, which is not legal", line, m.Command)
			}
			if refusal != nil {
				for _, n := range refusal.Nearest {
					if _, again := s.Parse(seat, engine.NormaliseText(n), nil); again != nil {
						t.Errorf("%q: %q is offered and refused: %s", line, n, again.Key)
					}
				}
			}
		}
	})
}

// Somebody may count the cards of their hand with a word. "A second card" may be one of several. In Spanish "una" is
// also an order.
func TestACountedCardIsTheOneWithThatNumber(t *testing.T) {
	for lang, texts := range map[string][2]string{"en": {"Discard my second card", "Discard a second card"}, "de": {"Ich werfe die zweite Karte ab", "Ich werfe eine zweite Karte ab"},
		"fr": {"Je jette la deuxième carte", "Je jette une deuxième carte"}, "es": {"Descarto la segunda carta"}, "it": {"Scarto la seconda carta", "Scarto una seconda carta"},
		"pt": {"Descarto a segunda carta", "Descarto uma segunda carta"}, "nl": {"Ik gooi de tweede kaart weg", "Ik gooi een tweede kaart weg"}} {
		for i, kind := range []engine.UnderstoodKind{engine.SureMove, engine.MaybeMove} {
			if texts[i] == "" {
				continue
			}
			heard := grammar.HearSentences(Game{}, engine.Speech{Text: texts[i], Lang: lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			if heard.Kind != kind || !slices.Equal(heard.Lines, []string{"pass 2"}) {
				t.Errorf("%q is %+v", texts[i], heard)
			}
		}
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: "Thanks for the second letter", Lang: lang}); heard.Kind != engine.NoMove {
			t.Errorf("%+v", heard)
		}
	}
}

// A card may be named by its number and its kind. The rules then say whether the two are the same card.
func TestACardNamedTwice(t *testing.T) {
	for text, means := range map[string]string{"3 (the crossing) on C5": "cross 3 c5", "the crossing (3) on C5": "cross 3 c5", "discard 3, the dead end": "pass dead 3", "discard 3, the lantern": "pass lantern 3", "discard Bo's lantern": "", "discard 3, Bo's lantern": "", "look under I3 with my map (3)": "map 3 i3",
		"3 and the crossing on C5": "", "I play 3 and the crossing on C5": ""} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: "en", Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		if got := strings.Join(heard.Lines, " | "); (heard.Kind == engine.SureMove) != (means != "") || means != "" && got != means {
			t.Errorf("%q is %v %q", text, heard.Kind, got)
		}
	}
}

// A place beside another is that place, if one is meant, and never the other.
func TestBesideAPlaceIsNotOnIt(t *testing.T) {
	for _, said := range [][3]string{{"en", "play 5 to the right of B3", "5 c3"}, {"en", "5 below B3", "5 b4"}, {"en", "5 under B3", "5 b4"}, {"en", "5 on the left of A3", "5 -a3"},
		{"en", "the crossing right of the start, please", "cross b3"}, {"en", "I lay 5 on the square above C3, turned", "5 c2 turned"}, {"en", "5 left of the middle goal", "5 h3"},
		{"de", "ich lege 5 rechts neben B3", "5 c3"}, {"de", "5 unter B3", "5 b4"}, {"de", "die Kreuzung rechts neben die Startkarte", "cross b3"}, {"de", "5 über B3", "5 b2"},
		{"fr", "je pose 5 à gauche de B3", "5 a3"}, {"fr", "5 sous B3", "5 b4"}, {"fr", "5 à droite du départ", "5 b3"},
		{"es", "5 debajo de B3", "5 b4"}, {"es", "pongo la 5 a la derecha de la carta inicial", "5 b3"}, {"it", "5 sotto B3", "5 b4"}, {"it", "metto la 5 a sinistra di C3", "5 b3"},
		{"nl", "5 onder B3", "5 b4"}, {"nl", "ik leg 5 links naast de startkaart", "5 -a3"}, {"pt", "5 abaixo de B3", "5 b4"}, {"pt", "vou pôr o cruzamento à direita da carta inicial", "cross b3"},
		{"en", "5 next to B3", ""}, {"en", "5 over B3", ""}, {"de", "5 neben B3", ""}, {"fr", "5 à côté de B3", ""}, {"es", "5 al lado de B3", ""}, {"it", "5 accanto a B3", ""},
		{"en", "5 above the start (A2), please", "5 a2"}, {"en", "5 right of A3 on C3", ""}, {"it", "5 sopra B3", "5 b3|b2"}, {"en", "crossing right after the start", "cross b3"}, {"de", "5 direkt hinter den Start", "5 b3"},
		{"it", "5 a destra della partenza, in B3", "5 b3"}, {"fr", "5 juste après le départ", "5 b3"}, {"pt", "5 à direita da carta inicial (A3)", "5 b3"}, {"de", "die Schatzkarte auf die Mitte", "map i3"},
		{"nl", "5 naast B3", ""}, {"pt", "5 ao lado de B3", ""}, {"en", "5 left above B3", ""}, {"nl", "Goede start!", ""}, {"de", "Guter Start, 5 auf C5", "5 c5"}} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: said[1], Lang: said[0]})
		if sure := heard.Kind == engine.SureMove; sure != (said[2] != "") || sure && !slices.Equal(heard.Lines, []string{said[2]}) {
			t.Errorf("%q is %q", said[1], heard.Lines)
		}
	}
	for lang, text := range map[string]string{"it": "metto la 5 sopra la partenza", "es": "5 encima del inicio", "pt": "5 em cima do início"} {
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang}); heard.Kind != engine.MaybeMove || !slices.Contains(heard.Lines, "5 a2") {
			t.Errorf("%q is %q", text, heard.Lines)
		}
	}
	for text, want := range map[string]string{"card 5 under I3": "5 i3", "card 5 below I3": "5 i3|i4"} {
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: "en"}); heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, []string{want}) {
			t.Errorf("%q is %q", text, heard.Lines)
		}
	}
}

// Phones put a blank between a letter and its number, or none between a word and its number.
// Japanese keyboards have other commas.
func TestWhatKeyboardsDoToAMove(t *testing.T) {
	for text, want := range map[string]string{"5 i 3": "5 i3", "3 c 5": "3 c5", "pass 5 :D": "pass 5", "5 i3 ;P": "5 i3", "3 c 5 r": "3 c5 turned", "pass5": "pass 5", "Pass5.": "pass 5", "5、I3": "5 i3", "pass 5。": "pass 5"} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: "en", Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, []string{want}) {
			t.Errorf("%q is %+v", text, heard)
		}
	}
	for lang, text := range map[string]string{"it": "5 i 3", "es": "3 y 5", "fr": "3 a 5", "pt": "3 e 5", "nl": "u 5"} {
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"}, Me: "Ana"}); heard.Kind == engine.SureMove {
			t.Errorf("%q is %+v", text, heard)
		}
	}
}

// The name that a letter prints for a card, as it is in the hand or as it lies, names that card in that language.
func TestPrintedNamesAreUnderstood(t *testing.T) {
	for _, lang := range []string{"en", "nl", "de", "fr", "es", "it", "pt"} {
		catalogue := enginetest.ReadCatalogue(t, Game{}.Strings(), lang+".toml")
		for c := none + 1; c < start; c++ {
			understands(t, catalogue, lang, c, false)
			if c.isPath() && c.turns() {
				understands(t, catalogue, lang, c, true)
			}
		}
	}
}

// asked has names that mean something else too, so that the house asks back: "callejón este" is also "this alley", and
// "pick repair" may pick something. So may do the name of a card for one of two tools.
var asked = map[string]bool{"es dead-e": true, "en repair-pick": true}

// understands checks that the name of a card, and nothing else, is what is read of it.
func understands(t *testing.T, catalogue map[string]enginetest.Message, lang string, c Card, turned bool) {
	t.Helper()
	phrase, where := cardPhrase(c), " B3"
	switch c.face().family {
	case pathFamily:
		phrase = laidPhrase(tileOf(c, turned))
	case breakFamily, mendFamily:
		where = " Bo"
	case mapFamily:
		where = " I3"
	}
	name, err := enginetest.PrintPhrase(catalogue, phrase)
	if err != nil {
		t.Fatal(err)
	}
	heard := grammar.HearSentences(Game{}, engine.Speech{Text: name + where, Lang: lang, Seats: []string{"Ana", "Bo"}, Me: "Ana"})
	if heard.Kind == engine.MaybeMove && (c.twoTools() || asked[lang+" "+c.String()]) {
		return
	}
	if heard.Kind != engine.SureMove || len(heard.Lines) != 1 {
		t.Errorf("%s: %q is %+v", lang, name, heard)
		return
	}
	w, refusal := (&State{setup: engine.Setup{Seats: []string{"Ana", "Bo"}}}).readWish(heard.Lines[0])
	if refusal != nil || !w.couldBe(c) || turned != (w.way(c) == turnedRound) {
		t.Errorf("%s: %q is read as %q: %v", lang, name, heard.Lines[0], refusal)
	}
	for other := none + 1; other < start; other++ {
		more := other.face().dead && !c.face().dead || other.twoTools() // the first meaning is a path that leads on
		if other != c && w.couldBe(other) && !more {
			t.Errorf("%s: %q may be %s too", lang, name, other)
		}
	}
}

// A text that leaves the choice between two moves offers both.
func TestBothMovesOfAChoiceAreOffered(t *testing.T) {
	for _, c := range [][2]string{{"en", "2 C5 or 3 C5?"}, {"en", "2 on C5 or 3 on C5, you pick"}, {"en", "2 or 3 on C5, not fussed"},
		{"de", "2 auf C5 oder 3 auf C5, such du aus"}, {"nl", "2 op C5 of 3 op C5, kies maar"}, {"fr", "2 en C5 ou 3 en C5, à toi de choisir"},
		{"it", "2 in C5 o 3 in C5, scegli tu"}, {"es", "2 en C5 o 3 en C5, elige tú"}, {"pt", "2 em C5 ou 3 em C5, você decide"}} {
		lang, text := c[0], c[1]
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang})
		if heard.Kind != engine.MaybeMove || !slices.Equal(heard.Lines, []string{"2 c5", "3 c5"}) {
			t.Errorf("%q is %+v", text, heard)
		}
	}
}

// Of a text that first tells of another move, the one behind "but" is offered.
func TestTheMoveThatWasPreferredIsOffered(t *testing.T) {
	for lang, text := range map[string]string{"en": "I was going to play 1 on A2, but I'll go with 5 on C5", "de": "Ich wollte erst 1 auf A2, aber ich lege lieber 5 auf C5",
		"fr": "J'allais jouer 1 en A2 mais je joue 5 en C5", "es": "Iba a jugar 1 en A2 pero juego 5 en C5", "it": "Volevo giocare 1 in A2 ma gioco 5 in C5",
		"nl": "Ik wilde 1 op A2 leggen maar ik leg 5 op C5", "pt": "Eu ia jogar 1 em A2 mas jogo 5 em C5"} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if heard.Kind != engine.MaybeMove || !slices.Equal(heard.Lines, []string{"5 c5"}) {
			t.Errorf("%q is %+v", text, heard)
		}
	}
}

// A card is known by where it lies in the hand, counted from either end, if it is known how many there are.
func TestACardIsCountedFromEitherEnd(t *testing.T) {
	for _, c := range []struct{ lang, text, line string }{
		{"en", "discard my last card", "pass 4"},
		{"fr", "je jette la deuxième en partant de la droite", "pass 3"}, {"it", "scarto la penultima", "pass 3"},
		{"en", "the rightmost card on C5", "4 c5"},
		{"en", "second from the left on C5", "2 c5"},
		{"en", "second from the right on C5", "3 c5"},
		{"en", "the third to last on C5", "2 c5"},
		{"en", "I came second to last", ""},
		{"de", "wirf die letzte Karte weg", "pass 4"},
		{"de", "die zweite von links auf C5", "2 c5"},
		{"de", "die zweite von rechts auf C5", "3 c5"},
		{"de", "die dritte Karte von rechts auf C5", "2 c5"},
		{"de", "wirf die vorletzte weg", "pass 3"},
		{"fr", "je défausse ma dernière carte", "pass 4"},
		{"fr", "la deuxième en partant de la gauche en C5", "2 c5"},
		{"es", "descarto la última carta", "pass 4"},
		{"es", "la segunda desde la izquierda en C5", "2 c5"},
		{"it", "scarto l'ultima carta", "pass 4"},
		{"it", "la seconda da sinistra in C5", "2 c5"},
		{"nl", "gooi de laatste kaart weg", "pass 4"},
		{"nl", "de tweede van links op C5", "2 c5"},
		{"nl", "de tweede kaart van rechts op C5", "3 c5"},
		{"nl", "de voorlaatste op C5", "3 c5"},
		{"pt", "descarto a última carta", "pass 4"},
		{"pt", "a segunda da esquerda em C5", "2 c5"},
		{"en", "discard the card I just drew", "pass 4"},
		{"it", "scarto la carta che ho appena pescato", "pass 4"},
		{"en", "the card I just drew is useless", ""},
		{"en", "that was my last card", ""},
		{"en", "the last round is over", ""},
		{"en", "the second time I put 3 on C5", ""},
	} {
		said := engine.Speech{Text: c.text, Lang: c.lang, Hand: func() int { return 4 }}
		heard := grammar.HearSentences(Game{}, said)
		if sure := heard.Kind == engine.SureMove; sure != (c.line != "") || sure && !slices.Equal(heard.Lines, []string{c.line}) {
			t.Errorf("%s: %q is %+v, want %q", c.lang, c.text, heard, c.line)
		}
		if said.Hand = nil; strings.HasSuffix(c.line, "pass 4") && grammar.HearSentences(Game{},
			said).Kind == engine.SureMove {
			t.Errorf("%s: %q is a move though nobody knows how many cards there are", c.lang, c.text)
		}
	}
}
