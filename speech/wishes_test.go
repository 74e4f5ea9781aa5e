package speech

import (
	"cmp"
	"os"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// TestWhatPeopleWishFor reads sentences that people would write to the house, each with the command that is carried
// out or offered, "-" for none. The day of an absence is not compared, and a language may have any of its names. Up
// to 5 percent of the wishes may be missed, but none may be mistaken for another.
func TestWhatPeopleWishFor(t *testing.T) {
	text, err := os.ReadFile("testdata/wishes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	missed := 0
	for _, row := range rows {
		c := strings.Split(row, "\t")
		lang, wish, text := c[0], c[1], c[2]
		got, ear := "-", Ear{Lang: lang, Fold: engine.NormaliseText, Games: catalog.AllGames()}
		if ofMatch.MatchString(text) {
			ear.At = func(int64) Place {
				return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Cy", "Di"}, Me: "Ana"}
			}
		}
		for _, l := range ear.Lines(text, nil) {
			if r := ReadCommand(l.Folded, nil); r.Kind == HouseWord && (l.Plain != "" || !l.Unsaid) {
				got = l.Folded
			}
			got = cmp.Or(l.Meant, l.Plain, got)
		}
		first, named, _ := strings.Cut(got, " ")
		switch want, language, _ := strings.Cut(wish, " "); {
		case got == wish, first == "away" && want == "away":
		case first == "lang" && want == "lang" && FindLanguage(named) == FindLanguage(language):
		case got == "-":
			missed++
			t.Logf("%s: %q asks for nothing, not for %q", lang, text, wish)
		default:
			t.Errorf("%s: %q asks for %q, not for %q", lang, text, got, wish)
		}
	}
	if 100*missed > 5*len(rows) {
		t.Errorf("%d of %d wishes are not heard", missed, len(rows))
	}
}

// ofMatch matches sentences about a match and about who or what is in it.
var ofMatch = regexp.MustCompile(`\b(Bo|Cy|Di)\b|(?i)\b(lamp|lampe|lámpara|lampada|lâmpada)\b`)

// discards has a move in each language, and how it is read.
var discards = map[string]string{"en": "I discard card 2.", "de": "Ich werfe die 2 ab.", "fr": "Je défausse la carte 2.", "es": "Descarto la carta 2.", "it": "Scarto la carta 2.", "pt": "Descarto a carta 2.", "nl": "Ik leg kaart 2 af."}

// TestAMoveBesideAWish reads each question to the house with a move before or after it in the same row. The question is
// heard as it is alone, and the move is played or offered. At most 3 percent of the moves may be missed.
func TestAMoveBesideAWish(t *testing.T) {
	text, err := os.ReadFile("testdata/wishes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all, missed := 0, 0
	for _, row := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		c := strings.Split(row, "\t")
		lang, text := c[0], c[2]
		if !strings.HasSuffix(text, "?") || strings.ContainsAny(text, "0123456789@") {
			continue
		}
		ear := Ear{Lang: lang, Fold: engine.NormaliseText, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.FindGame("saboteur"), Seats: []string{"Ana", "Bo", "Cy", "Di"}, Me: "Ana"}
		}}
		alone := ear.Lines(text, nil)
		if len(alone) != 1 || !LeavesMoves(alone[0]) {
			continue
		}
		for _, letter := range []string{text + " " + discards[lang], discards[lang] + " " + text} {
			all++
			heard, asked := false, false
			for _, l := range ear.Lines(letter, nil) {
				heard = heard || l.Heard && l.Folded == "pass 2" || len(l.Maybe) == 1 && l.Maybe[0] == "pass 2"
				asked = asked || l.Folded == alone[0].Folded && l.Meant == alone[0].Meant || l.Meant != "" && l.Meant == alone[0].Meant
			}
			if !heard || !asked {
				missed++
				t.Logf("%s: %q: move heard: %v, question heard: %v", lang, letter, heard, asked)
			}
		}
	}
	if t.Logf("%d of %d are missed", missed, all); 100*missed > 3*all {
		t.Error("too many are missed")
	}
}
