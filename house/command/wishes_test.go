package command

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
		got, ear := "-", Ear{Lang: lang, Fold: engine.Normalise, Games: catalog.Games()}
		if ofMatch.MatchString(text) {
			ear.At = func(int64) Place {
				return Place{Game: catalog.Games()[0], Seats: []string{"Ana", "Bo", "Cy", "Di"}, Me: "Ana"}
			}
		}
		for _, l := range ear.Lines(text, nil) {
			if r := Read(l.Folded, nil); r.Kind == HouseWord && (l.Plain != "" || !l.Unsaid) {
				got = l.Folded
			}
			got = cmp.Or(l.Meant, l.Plain, got)
		}
		first, named, _ := strings.Cut(got, " ")
		switch want, language, _ := strings.Cut(wish, " "); {
		case got == wish, first == "away" && want == "away":
		case first == "lang" && want == "lang" && LanguageNamed(named) == LanguageNamed(language):
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
