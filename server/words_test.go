package server

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/saboteur"
	"pitpost.example/house/lobby"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

func fold(s string) string {
	return strings.TrimRight(engine.NormaliseText(strings.Join(strings.Fields(s), " ")), " .!,;")
}

// earOf returns an ear for a language and a match of a game, or for none.
func earOf(lang string, game engine.Game) speech.Ear {
	return speech.Ear{Lang: lang, Fold: fold, Games: catalog.AllGames(), At: func(int64) speech.Place { return speech.Place{Game: game} }}
}

// The name of a language is understood in every language; no word list changes it.
func TestLangIsReadInEveryLanguage(t *testing.T) {
	for _, spoken := range speech.Languages() {
		for _, game := range append([]engine.Game{nil}, catalog.AllGames()...) {
			ear := earOf(spoken.Code, game)
			for _, word := range append(speech.Tongues()[spoken.Code].For("lang"), "lang") {
				for _, l := range speech.Languages() {
					for _, name := range append(l.Words["names"], l.Code) {
						r := speech.ReadCommand(ear.Lines(word+" "+name, nil)[0].Folded, game)
						if r.Kind != speech.HouseWord || r.Word != "lang" || speech.FindLanguage(r.Rest) != l.Code {
							t.Errorf("in %s, %s %s: read as %q %q", spoken.Code, word, name, r.Word, r.Rest)
						}
					}
				}
			}
		}
	}
}

func TestLines(t *testing.T) {
	cases := []struct {
		text string
		want []string // folded; "|" marks an alternative, and a match number comes first
	}{
		{"3 C5", []string{"3 c5"}},
		{"\n\n  3 C5.  \n\nsay hi", []string{"3 c5", "say hi"}},
		{"3 C5; say hi; status", []string{"3 c5", "say hi; status"}},
		{"status;3 C5;", []string{"status", "3 c5"}},
		{"3 C5 or 2 D3 or pass 4", []string{"3 c5", "|2 d3", "|pass 4"}},
		{"3 C5\nor 2 D3\nOR pass 4", []string{"3 c5", "|2 d3", "|pass 4"}},
		{"I can come or not", []string{"i can come or not"}},
		{"say this or that; and more", []string{"say this or that; and more"}},
		{"#42 3 C5", []string{"#42 3 c5"}},
		{"#42: 3 C5 or pass 1", []string{"#42 3 c5", "#42 |pass 1"}},
		{"next 3 C5 or pass 1", []string{"next 3 c5", "|pass 1"}},
		{"say: one\ntwo\n\n3 C5", []string{"say:one+two", "3 c5"}},
		{"Say:\n\n3 C5", []string{"say:", "3 c5"}},
		{";;;", nil},
		{"", nil},
	}
	for _, c := range cases {
		var got []string
		for _, l := range speech.SplitLines(c.text, fold) {
			s := l.Folded
			if l.Or {
				s = "|" + s
			}
			if l.Block {
				s += strings.ReplaceAll(l.Raw, "\n", "+")
			}
			if l.Match != 0 {
				s = "#" + strconv.FormatInt(l.Match, 10) + " " + s
			}
			got = append(got, s)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	cases := map[string]string{
		"status": "status", "stat": "status", "st": "aside", "sta": "aside", "stand in": "standin", "stand-in off": "standin", "stan": "fails: standin, standings", "stand": "aside", "stand in line for all of your gold": "aside", "stauts": "fails: status",
		"help": "help", "help me": "help", "helpp": "fails: help", "hlp": "aside",
		"resign": "resign", "resig": "fails: resign", "res": "fails: resend, resume", "resend": "again", "resend bo": "resend", "stop": "stop", "stor": "story", "sto": "aside", "stop it": "aside",
		"kick bo": "kick", "kic bo": "aside", "replace bo with eli@example.org": "replace", "replace bo": "replace", "replace bo with eli@example.org because he is ill": "aside", "abort": "abort", "abo": "aside",
		"back": "back", "back in a minute": "aside", "name your price": "aside", "name anna": "name",
		"next 3 c5": "next", "next time": "aside", "next pass all": "next", "check this out": "aside", "check 3 c5": "check",
		"3 c5": "game", "pass 4": "game", "pas 4": "game", "lantern ana": "game", "lantrn ana": "fails: lantern", "path-ne c5": "game",
		"pass all": "pass all", "auto repair": "auto repair", "pass until repaired": "pass until repaired",
		"t": "aside", "i think so": "aside", "the cart is broken": "aside", "a lantern": "aside", "hello": "aside",
		"new saboteur with bo@example.org": "new", "new year greetings to you all": "aside", "new chess": "new",
		"really": "aside", "really good": "aside", "rally sun 20:00": "rally", "raly sun 20:00": "fails: rally", "catch you later": "aside", "wach #42": "fails: watch",
		"format text": "format", "format is what i need": "aside", "quiet 22-07": "quiet", "quiet here": "aside",
		"extend 24h": "extend", "extend my thanks": "aside", "fill 2": "fill", "fill keen": "fill", "fill 2 careful": "fill", "fill me in": "aside", "": "aside",
	}
	for line, want := range cases {
		r := speech.ReadCommand(line, saboteur.Game{})
		got := "aside"
		switch r.Kind {
		case speech.HouseWord:
			got = r.Word
		case speech.GameLine:
			got = "game"
		case speech.Failed:
			var near []string
			for _, n := range r.Nearest {
				first, _, _ := strings.Cut(n, " ")
				near = append(near, first)
			}
			slices.Sort(near)
			got = "fails: " + strings.Join(near, ", ")
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
}

func TestYesNo(t *testing.T) {
	for line, want := range map[string]string{
		"yes": "yes", "ok": "yes", "sure": "yes", "yes, please": "yes", "ok thanks": "yes", "ja": "yes", "oui": "yes", "si": "yes", "d'accord": "yes",
		"va bene": "yes", "sim": "yes", "ja, ok": "yes", "no": "no", "nein": "no", "nee": "no", "nao": "no", "no thanks": "no", "no, thank you": "no", "nein, danke": "no",
		"yes i will": "yes", "yes i will think": "", "yesterday": "", "no idea": "", "okra": "", "": "", "not sure": "", "yes no": "", "no yes": "",
	} {
		yes, no := speech.ReadYesNo(line)
		got := ""
		if yes {
			got = "yes"
		}
		if no {
			got += "no"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"3 C5 or pass 4; say hi", "say:\nx\n\n#42 next 3 C5", "new saboteur with bo@example.org edition=it pace=1d12h",
		"away 3 aug to 17 aug", "#99999999999999999999 x", "or or or", "zone Europe/Madrid", "\xff\x00=", "new a=b=c with <@>"} {
		f.Add(text)
	}
	now := time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		for _, l := range speech.SplitLines(text, fold) {
			r := speech.ReadCommand(l.Folded, saboteur.Game{})
			if r.Kind == speech.HouseWord && r.Word == "" {
				t.Errorf("%q is a word without a name", l.Folded)
			}
			if r.Kind == speech.Failed && r.Why.Key == "" {
				t.Errorf("%q is refused without a reason", l.Folded)
			}
			speech.ReadYesNo(l.Folded)
			if o, no := dates.ReadNewMatch("new "+l.Raw, "en", catalog.FindGame, []string{"saboteur"}); (o == nil) == (no == nil) {
				t.Errorf("%q: order %v, refusal %v", l.Raw, o, no)
			}
			if from, until, no := dates.ReadAbsence(l.Folded, now, time.UTC); no == nil && !until.After(from) {
				t.Errorf("%q: away from %v until %v", l.Folded, from, until)
			}
			people.SpellZone(l.Folded)
			lobby.ParseJoin(l.Folded)
			table.CleanName(l.Raw)
		}
	})
}

// whist is a game with words of its own and no other interfaces.
type whist struct{ engine.Game }

func (whist) Words() []string { return []string{"doubt", "trump"} }

// A game says with which words a line with alternatives begins. If it does not, all its words do.
func TestAGameSaysWhereALineIsCut(t *testing.T) {
	third := whist{saboteur.Game{}}
	for _, c := range []struct {
		text  string
		games []engine.Game
		want  string
	}{
		{"doubt 9 or 5 B 45", []engine.Game{saboteur.Game{}, third}, "doubt 9 / 5 B 45"},
		{"doubt 9 or 5 B 45", []engine.Game{saboteur.Game{}}, "doubt 9 or 5 B 45"},
		{"dig s1 or rest", catalog.AllGames(), "dig s1 / rest"},
		{"dig s1 or rest", []engine.Game{third}, "dig s1 or rest"},
		{"pass 1 or 2 C5", catalog.AllGames(), "pass 1 / 2 C5"},
		{"look at this or that", catalog.AllGames(), "look at this or that"},
		{"next 1 or 2", nil, "next 1 / 2"},
	} {
		var got []string
		for _, l := range speech.SplitLines(c.text, fold, c.games...) {
			got = append(got, l.Raw)
		}
		if s := strings.Join(got, " / "); s != c.want {
			t.Errorf("%q with %d games: %q, want %q", c.text, len(c.games), s, c.want)
		}
	}
}

// A standing order is only read as one in a match of its game, or if there is no current match.
func TestStandingOrdersAreTheirGames(t *testing.T) {
	others := catalog.AllGames()
	for _, order := range []string{"auto repair", "pass until repaired", "pass all"} {
		if r := speech.ReadCommand(order, saboteur.Game{}); !r.Order || r.Word != order || r.Need() != speech.ToChange {
			t.Errorf("%q is read as %+v", order, r)
		}
		if r := speech.ReadCommand(order, nil, others...); !r.Order {
			t.Errorf("%q outside a match is read as %+v", order, r)
		}
		for _, g := range []engine.Game{nil, whist{saboteur.Game{}}, catalog.FindGame("clonk")} {
			if r := speech.ReadCommand(order, g); r.Order || r.Kind == speech.HouseWord {
				t.Errorf("%q in a game without it is read as %+v", order, r)
			}
		}
	}
	if got := earOf("de", nil).Lines("Alles passen.", nil)[0].Folded; got != "pass all" {
		t.Errorf("a standing order is heard as %q where no match is at hand", got)
	}
}

// A command with a letter left out, added or changed is never carried out as that command, unless it is an
// unambiguous abbreviation. Commands that cannot be undone cannot be abbreviated at all.
func TestNoSlipOfAHouseWordIsCarriedOut(t *testing.T) {
	for _, game := range catalog.AllGames() {
		for _, w := range speech.Vocabulary {
			for i := range w.Name {
				for _, slip := range []string{w.Name[:i] + w.Name[i+1:], w.Name[:i] + "x" + w.Name[i:], w.Name[:i] + "x" + w.Name[i+1:]} {
					r := speech.ReadCommand(slip, game)
					begins := strings.HasPrefix(w.Name, slip) && !w.Full
					if other := speech.FindCommand(slip); r.Kind == speech.HouseWord && r.Word == w.Name && !begins && other == nil {
						t.Errorf("%q is read as %s", slip, w.Name)
					}
					if w.Full && r.Kind == speech.HouseWord && r.Word == w.Name {
						t.Errorf("%q carries out %s", slip, w.Name)
					}
				}
			}
		}
	}
}
