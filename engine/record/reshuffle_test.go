package record

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// rewind takes back everything after a fact, as the house does.
func (p *played) rewind(to int) { p.add(p.match.Rewind(engine.Rewound{To: to, By: "host"})...) }

// rewinding returns a match that was rewound twice and then aborted, so that its seed is public.
func rewinding(t *testing.T, game string, rules int) *played {
	p := newLog(t)
	p.log.Game = catalog.FindGame(game)
	p.log.Setup = engine.Setup{Edition: p.log.Game.Editions()[0], Rules: rules}
	p.match = engine.OpenMatch(p.log.Game, p.log.Setup, p.log.Seed)
	p.begin()
	for p.match.Choosing() { // no rewind goes back behind the deal
		p.moves(1)
	}
	p.moves(5)
	held := p.match.Seq
	p.moves(3)
	p.rewind(held)
	p.moves(2)
	held = p.match.Seq
	p.moves(3)
	p.rewind(held)
	p.moves(3)
	return p
}

var seedLineText = regexp.MustCompile(`\{"seed":"[0-9a-f]+"\}\n$`)

func TestARewindIsCheckedWithItsShuffle(t *testing.T) {
	for _, game := range []string{"saboteur", "clonk"} { // both shuffle anew
		for rules := engine.FirstRules; rules <= engine.NewestRules; rules++ {
			rewindIsChecked(t, game, rules)
		}
	}
}

// rewindIsChecked has a match of a game with two rewinds verified, whole and spoilt in several ways.
func rewindIsChecked(t *testing.T, game string, rules int) {
	t.Helper()
	p := rewinding(t, game, rules)
	running := p.text(Choice{})
	p.events(engine.Aborted{By: "host", Why: "enough"})
	whole := p.text(Choice{Legal: true})
	if n := strings.Count(whole, `"`+game+`.reshuffled"`); n != 2 {
		t.Fatalf("%s by rules %d: %d reshuffles after 2 rewinds", game, rules, n)
	}
	check := func(what, text, wrong string) {
		t.Helper()
		var tally Tally
		err := VerifyFile("log", strings.NewReader(text), &tally)
		if wrong == "" && (err != nil || tally.Unshuffled != nil) {
			t.Errorf("%s by rules %d, %s: %v %+v", game, rules, what, err, tally)
		}
		if wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%s by rules %d, %s: %v", game, rules, what, err)
		}
	}
	check("whole", whole, "")
	check("without its seed", seedLineText.ReplaceAllString(whole, ""), "")
	check("running", running, "")
	check("two cards exchanged", exchanged(t, whole, game), game+".reshuffled")
	check("another card, without a seed", deckList.ReplaceAllString(running, `reshuffled","data":{"deck":["$1","$1"`), "are not those of")
	if rules == engine.NewestRules { // who saw these two would draw them in another order
		other := seedLineText.ReplaceAllString(exchanged(t, whole, game), "")
		check("what was drawn exchanged, without a seed", other, "do not lie on top")
	}
	check("no second reshuffle", without(t, running, game, 2), game+".reshuffled")
}

var deckList = regexp.MustCompile(`reshuffled","data":\{"deck":\["([^"]+)","([^"]+)"`)

// exchanged swaps two cards of the first reshuffle in a record.
func exchanged(t *testing.T, text, game string) string {
	t.Helper()
	at := deckList.FindStringSubmatchIndex(text)
	one, two := text[at[2]:at[3]], text[at[4]:at[5]]
	if one == two {
		t.Fatalf("%s: the first two cards are equal: take another seed", game)
	}
	return text[:at[2]] + two + text[at[3]:at[4]] + one + text[at[5]:]
}

// without returns a record that ends with another event in place of a reshuffle.
func without(t *testing.T, text, game string, which int) string {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		if strings.Contains(l, game+".reshuffled") {
			if which--; which == 0 {
				next := strings.Replace(l, game+".reshuffled", "match.paused", 1)
				next = next[:strings.Index(next, `"data":`)] + `"data":{"by":"host"}}` + "\n"
				return strings.Join(slices.Concat(lines[:i], []string{next}), "")
			}
		}
	}
	t.Fatal("there is no such reshuffle")
	return ""
}

// Records by older versions, which did not reshuffle, verify, and the tally names them.
func TestARewindOfOldLeftTheDeckAsItLay(t *testing.T) {
	p := newLog(t)
	p.begin()
	to := p.match.Seq
	p.moves(3)
	p.events(engine.Rewound{To: to, By: "host"})
	p.moves(2)
	var tally Tally
	if err := VerifyFile("log", strings.NewReader(p.text(Choice{})), &tally); err != nil || !slices.Equal(tally.Unshuffled, []string{"42"}) {
		t.Errorf("%v: %+v", err, tally)
	}
}

// A rewind that shuffles cannot go back to before the deal of its round. In older versions it could.
func TestARewindStaysInItsRound(t *testing.T) {
	for _, of := range []string{"old", "now"} {
		p := newLog(t)
		p.begin()
		p.moves(2)
		to := p.match.Seq
		p.moves(1)
		p.concede()
		if _, ok := p.match.Takeback(1, func(string) bool { return true }); ok {
			t.Error("a move of the round before can be taken back")
		}
		p.moves(2)
		if _, ok := p.match.Takeback(3, func(string) bool { return true }); ok {
			t.Error("a move of the round before can be taken back with those of this one")
		}
		if of == "old" {
			p.events(engine.Rewound{To: to, By: "host"})
		} else {
			p.rewind(to)
		}
		err := VerifyFile("log", strings.NewReader(p.text(Choice{})), &Tally{})
		if of == "old" && err != nil || of == "now" && (err == nil || !strings.Contains(err.Error(), "reaches behind")) {
			t.Errorf("%s: %v", of, err)
		}
	}
}
