package league_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine/catalog"
	"pitpost.example/engine/league"
)

func TestDefaults(t *testing.T) {
	r := rules(t, `{}`)
	kept, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"games":[{"game":"saboteur","edition":"pt","options":{"rounds":"1"},"weight":1}],"group":5,"least":3,"groups":3,"at_once":1,` +
		`"calendar":{"sign_up":14,"muster":2,"lead":1,"waves":7,"round":21,"season":70,"pause":7},"divisions":{"size":25,"growth":3,"move":5},` +
		`"tie_breaks":["points","wins","met","share","misses","lot"],"late":"join","substitutes":"best"}`
	if string(kept) != want {
		t.Errorf("an empty object means\n%s, not\n%s", kept, want)
	}
	var again league.Rules
	if err := json.Unmarshal(kept, &again); err != nil || !reflect.DeepEqual(again, *r) {
		t.Errorf("kept rules are read as %+v, %v", again, err)
	}
	if more, err := league.ParseRules(kept, catalog.FindGame, "saboteur"); err != nil || !reflect.DeepEqual(more, *r) {
		t.Errorf("rules once filled in are parsed as %+v, %v", more, err)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for text, says := range map[string]string{
		`{"games":[{"game":"chess"}]}`:                             `no game "chess"`,
		`{"games":[{"game":"saboteur","edition":"fr"}]}`:           "games[0].edition: saboteur knows",
		`{"games":[{"game":"saboteur","options":{"rounds":"9"}}]}`: "does not take rounds=9",
		`{"games":[{"game":"saboteur","weight":-1}]}`:              "games[0].weight",
		`{"group":11}`: "group: from 3 to 10, not 11",
		`{"games":[{"game":"clonk"},{"game":"saboteur"}],"group":7}`: "group: from",
		`{"least":6}`: "least: from 3 to 5, not 6",
		`{"groups":0,"at_once":2,"group":5,"season":1}`: "unknown field",
		`{"groups":2,"at_once":3}`:                      "at_once: from 1 to 2, not 3",
		`{"calendar":{"season":10}}`:                    "49 days after the first, so 10 days are too few",
		`{"calendar":{"waves":0}}`:                      "calendar.waves: from 1",
		`{"calendar":{"pause":-2}}`:                     "calendar.pause: from 0",
		`{"divisions":{"size":3}}`:                      "divisions.size",
		`{"divisions":{"size":10,"move":6}}`:            "from 0 to 5 (half a division), not 6",
		`{"divisions":{"growth":-1}}`:                   "divisions.growth: from 1",
		`{"divisions":{"size":0,"move":1}}`:             "nobody goes up",
		`{"points":{"5":[5,3,2,1,0]}}`:                  "points: those of a group of 3 are missing",
		`{"least":5,"points":{"5":[5,3,2,1]}}`:          "5 places, not 4",
		`{"least":5,"points":{"5":[1,2,3,4,5]}}`:        "never rising",
		`{"tie_breaks":["wins"]}`:                       "points come first",
		`{"tie_breaks":["points","points"]}`:            "each once",
		`{"tie_breaks":["points","lot","wins"]}`:        "after the lot",
		`{"late":"perhaps"}`:                            "join or wait",
		`{"substitutes":"all"}`:                         "best, extra or none",
		`[]`:                                            "one JSON object",
		`{} {}`:                                         "nothing after it",
		`{"games":[` + strings.Repeat(`{"game":"clonk"},`, 9) + `{"game":"clonk"}]}`: "1 to 8 games",
	} {
		if _, err := league.ParseRules([]byte(text), catalog.FindGame, "saboteur"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, not %q", text, err, says)
		}
	}
}

func TestGamesAreMixedByWeight(t *testing.T) {
	r := rules(t, `{"groups": 6, "games": [{"game": "saboteur", "weight": 2}, {"game": "clonk"}]}`)
	var order []string
	for round := 1; round <= 6; round++ {
		order = append(order, r.PlayIn(round).Game)
	}
	if want := "[saboteur clonk saboteur saboteur clonk saboteur]"; fmt.Sprint(order) != want {
		t.Errorf("two to one is %v, not %s", order, want)
	}
}

func TestCalendar(t *testing.T) {
	r := rules(t, `{"groups": 4, "at_once": 2}`)
	opens := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d := r.Dates(opens)
	for _, c := range []struct {
		what string
		at   time.Time
		day  int
	}{
		{"muster", d.Muster, 14}, {"draw", d.Draw, 16}, {"first", d.First, 17}, {"close", d.Close, 17 + 49},
		{"a group of round 2", r.Begins(d.Draw, league.Group{Round: 2, Wave: 3}), 17 + 3},
		{"a group of round 3", r.Begins(d.Draw, league.Group{Round: 3}), 17 + 21},
	} {
		if want := opens.Add(time.Duration(c.day) * 24 * time.Hour); !c.at.Equal(want) {
			t.Errorf("%s is at %s, not at %s", c.what, c.at, want)
		}
	}
}
