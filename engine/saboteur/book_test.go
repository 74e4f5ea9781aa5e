package saboteur

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
)

// testdata/sentences.tsv has what the rulebooks state.
func TestTheBookTellsEverySentence(t *testing.T) {
	enginetest.CheckRuleSentences(t, Game{}, editions, "testdata/sentences.tsv")
}

// What the letter of a match says of its deal is what the rulebooks' tables say, read from the sentences
// with these tables: the code's own table would agree with itself.
func TestTheBookKnowsTheDeal(t *testing.T) {
	data, err := os.ReadFile("testdata/sentences.tsv")
	if err != nil {
		t.Fatal(err)
	}
	deals := regexp.MustCompile(`(\d+) and (\d+) with (\d+)`).FindAllStringSubmatch(strings.ReplaceAll(string(data), " players", ""), -1)
	hands := map[string]string{"3": "6", "4": "6", "5": "6", "6": "5", "7": "5", "8": "4", "9": "4", "10": "4"}
	if len(deals) != 16 {
		t.Fatalf("%d deals are stated, not eight with a spare card and eight without", len(deals))
	}
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	for i, deal := range deals {
		n, _ := strconv.Atoi(deal[3])
		s := engine.Setup{Edition: "pt", Rules: engine.NewestRules, Seats: names[:n]}
		if i >= 8 {
			s.Options = map[string]string{"saboteurs": "most"}
		}
		rules := Game{}.RuleBook(s).Section("setup").Answer()
		got := fmt.Sprint(rules[0].Args["saboteurs"], rules[0].Args["miners"], rules[0].Args["players"], rules[1].Args["cards"])
		if want := fmt.Sprint(deal[1], " ", deal[2], " ", deal[3], " ", hands[deal[3]]); got != want {
			t.Errorf("with %v: %s, not %s", s.Options, got, want)
		}
	}
}
