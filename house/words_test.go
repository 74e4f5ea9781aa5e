package house

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost/engine"
	"pitpost/engine/catalog"
	"pitpost/engine/saboteur"
)

func fold(s string) string {
	return strings.TrimRight(engine.Fold(strings.Join(strings.Fields(s), " ")), " .!,;")
}

func TestLines(t *testing.T) {
	cases := []struct {
		text string
		want []string // folded, with | before an alternative and its match in front
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
		for _, l := range Lines(c.text, fold) {
			s := l.Folded
			if l.Or {
				s = "|" + s
			}
			if l.Block {
				s += strings.ReplaceAll(l.Raw, "\n", "+")
			}
			if l.Match != 0 {
				s = "#" + itoa(l.Match) + " " + s
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
		"status": "status", "stat": "status", "st": "aside", "sta": "fails: standin, standings, start, status", "stand in": "standin", "stand-in off": "standin", "stand": "fails: standin, standings", "stand in line for all of your gold": "aside", "stauts": "fails: status",
		"help": "help", "help me": "help", "helpp": "fails: help", "hlp": "aside",
		"resign": "resign", "resig": "fails: resign", "res": "fails: resend, resume", "stop": "stop", "sto": "story", "stop it": "aside",
		"kick bo": "kick", "kic bo": "aside", "abort": "abort", "abo": "aside",
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
		r := Read(line, saboteur.Game{})
		got := "aside"
		switch r.Kind {
		case HouseWord:
			got = r.Word
		case GameLine:
			got = "game"
		case Failed:
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
		"yes i will": "", "yesterday": "", "no idea": "", "okra": "", "": "", "not sure": "", "yes no": "", "no yes": "",
	} {
		yes, no := YesNo(line)
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

func TestReadNew(t *testing.T) {
	o, no := readNew("new sab with Bo <bo@example.org>, CY@example.org and di@example.org; edition=it rounds=1 pace=24h bank=0 weekends=off remind=6h,50% timeout=wait",
		catalog.Find, []string{"saboteur"})
	if no != nil {
		t.Fatal(no)
	}
	want := []guest{{name: "Bo", address: "bo@example.org"}, {address: "cy@example.org"}, {address: "di@example.org"}}
	if !slices.Equal(o.guests, want) || o.edition != "it" || o.terms.Pace != 24*time.Hour || o.terms.Bank != 0 || o.terms.Weekends ||
		!slices.Equal(o.terms.Remind, []string{"6h", "50%"}) || o.terms.Timeout != "wait" {
		t.Errorf("read as %+v", o)
	}
	for line, why := range map[string]string{
		"new chess":                               "house.no-such-game",
		"new saboteur with bo":                    "house.bad-address",
		"new saboteur with bo@example.org@x":      "house.bad-address",
		"new saboteur pace=1s":                    "house.option-span",
		"new saboteur pace=0":                     "house.option-span",
		"new saboteur weekends=maybe":             "house.option-value",
		"new saboteur timeout=never":              "house.option-value",
		"new saboteur seats=2":                    "house.option-seats",
		"new saboteur seats=11":                   "house.option-seats",
		"new saboteur remind=101%":                "house.option-remind",
		"new saboteur pace=1h pace=2h":            "house.option-twice",
		"new saboteur with " + many(10, "@x.org"): "house.too-many",
	} {
		_, no := readNew(line, catalog.Find, []string{"saboteur"})
		if no == nil || no.Key != why {
			t.Errorf("%q: got %v, want %s", line, no, why)
		}
	}
	for _, line := range []string{"new", "new saboteur", "new practice", "new saboteur practice seats=5", "new match with a@x.org b@x.org"} {
		if _, no := readNew(line, catalog.Find, []string{"saboteur"}); no != nil {
			t.Errorf("%q: %v", line, no)
		}
	}
}

func many(n int, domain string) string {
	var out []string
	for i := range n {
		out = append(out, string(rune('a'+i))+domain)
	}
	return strings.Join(out, ", ")
}

func TestReadAway(t *testing.T) {
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC) // a Monday
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 0, 0, 0, 0, madrid) }
	cases := map[string][2]time.Time{
		"3 aug to 17 aug":          {now, day(8, 18)},
		"5 aug to 17 aug":          {day(8, 5), day(8, 18)},
		"from 5 aug until 17 aug":  {day(8, 5), day(8, 18)},
		"2026-08-05 to 2026-08-06": {day(8, 5), day(8, 7)},
		"to 7 aug":                 {now, day(8, 8)},
		"until friday":             {now, day(8, 8)},
		"tomorrow":                 {day(8, 4), day(8, 5)},
		"friday":                   {day(8, 7), day(8, 8)},
		"5 days":                   {now, day(8, 8)},
		"2 weeks":                  {now, day(8, 17)},
		"5.8. to 7.8.":             {day(8, 5), day(8, 8)},
		"aug 5th to aug 7th":       {day(8, 5), day(8, 8)},
		"tomorrow to thursday":     {day(8, 4), day(8, 7)},
		"23 sep to 1 oct":          {day(9, 23), day(10, 2)},
	}
	for text, want := range cases {
		from, until, no := readAway(text, now, madrid)
		if no != nil || !from.Equal(want[0]) || !until.Equal(want[1]) {
			t.Errorf("%q: from %v until %v, %v", text, from, until, no)
		}
	}
	for text, why := range map[string]string{
		"": "house.away-form", "for a while": "house.away-form", "31 feb to 2 mar": "house.away-form", "3 aug to": "house.away-form",
		"2026-07-01 to 2026-07-09": "house.away-past", "7 aug to 5 aug 2026": "house.away-past", "3 aug to 30 dec": "house.away-long",
	} {
		_, _, no := readAway(text, now, madrid)
		if no == nil || no.Key != why {
			t.Errorf("%q: got %v, want %s", text, no, why)
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
		for _, l := range Lines(text, fold) {
			r := Read(l.Folded, saboteur.Game{})
			if r.Kind == HouseWord && r.Word == "" {
				t.Errorf("%q is a word without a name", l.Folded)
			}
			if r.Kind == Failed && r.Why.Key == "" {
				t.Errorf("%q is refused without a reason", l.Folded)
			}
			YesNo(l.Folded)
			if o, no := readNew("new "+l.Raw, catalog.Find, []string{"saboteur"}); (o == nil) == (no == nil) {
				t.Errorf("%q: order %v, refusal %v", l.Raw, o, no)
			}
			if from, until, no := readAway(l.Folded, now, time.UTC); no == nil && !until.After(from) {
				t.Errorf("%q: away from %v until %v", l.Folded, from, until)
			}
			zoneName(l.Folded)
			parseJoin(l.Folded)
			cleanName(l.Raw)
		}
	})
}

// One letter left out of a word, put in or exchanged is never the word itself, unless what
// is left begins no other; words that cannot be undone are not shortened either.
func TestNoSlipOfAHouseWordIsCarriedOut(t *testing.T) {
	for _, game := range catalog.Games() {
		for _, w := range vocabulary() {
			for i := range w.name {
				for _, slip := range []string{w.name[:i] + w.name[i+1:], w.name[:i] + "x" + w.name[i:], w.name[:i] + "x" + w.name[i+1:]} {
					r := Read(slip, game)
					begins := strings.HasPrefix(w.name, slip) && !w.full
					if other := find(vocabulary(), slip); r.Kind == HouseWord && r.Word == w.name && !begins && other == nil {
						t.Errorf("%q is read as %s", slip, w.name)
					}
					if w.full && r.Kind == HouseWord && r.Word == w.name {
						t.Errorf("%q carries out %s", slip, w.name)
					}
				}
			}
		}
	}
}
