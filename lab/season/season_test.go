package season

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// wholeYear is a league of 120 people, some of whom also play longer matches or Clonk!.
func wholeYear() Plan {
	return Plan{People: 120, Days: 365, Seed: 1, Contests: []Contest{
		{"short", map[string]any{"games": []any{map[string]any{"game": "saboteur"}}, "group": 7}, 0, 120},
		{"long", map[string]any{"games": []any{map[string]any{"game": "saboteur", "options": map[string]string{"rounds": "3"}}}, "group": 7, "groups": 2, "calendar": map[string]int{"round": 75}}, 0, 84},
		{"digs", map[string]any{"games": []any{map[string]any{"game": "clonk"}}, "group": 4}, 60, 40},
	}}
}

// variant is a year with something left out or changed.
type variant struct {
	name string
	set  func(*Plan)
}

func terms(key, value string) func(*Plan) {
	return func(p *Plan) { p.Terms = map[string]string{key: value} }
}

func without(what string) func(*Plan) { return func(p *Plan) { p.Without = what } }

// variants lists the years that make season plays. Leaving out one part shows what it is worth.
var variants = []variant{
	{"as it is", func(*Plan) {}},
	{"without plans", without("plans")}, {"everybody plans", func(p *Plan) { p.AllPlan = true }}, {"without reminders", terms("remind", "off")}, {"without reserve time", terms("bank", "0")},
	{"without standing orders", without("orders")}, {"without stand-ins", without("stand-ins")}, {"without bots (timeout=wait)", terms("timeout", "wait")},
	{"pace=16h", terms("pace", "16h")}, {"pace=36h", terms("pace", "36h")}, {"bank=24h", terms("bank", "24h")}, {"bank=120h", terms("bank", "120h")}, {"pace=12h bank=24h", func(p *Plan) { p.Terms = map[string]string{"pace": "12h", "bank": "24h"} }}, {"remind=25%,50%,90%", terms("remind", "25%,50%,90%")},
}

// seeds is how many years each line of the table combines, because
// with a single year chance moves a median by two days.
const seeds = 3

// Prints whole years as the table of docs/lab/season.md. SEASON names the variant to play, or "all".
func TestASeasonOfAYear(t *testing.T) {
	which := os.Getenv("SEASON")
	if which == "" {
		t.Skip("make season plays them")
	}
	var whole *Count
	fmt.Println("| year | one round, 7 seats: half · nine in ten, days | three rounds | Clonk!, 4 seats | missed | played ahead | by bots | changed hands | not ended | letters a person and day: half · nine in ten | days above 450 |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|")
	for _, v := range variants {
		if which != "all" && which != v.name {
			continue
		}
		var c *Count
		for seed := range uint64(seeds) {
			plan := wholeYear()
			plan.Seed = seed + 1
			v.set(&plan)
			one, err := Play(plan)
			if err != nil {
				t.Fatal(err)
			}
			if c == nil {
				c = one
			} else {
				c.add(one)
			}
		}
		if whole == nil {
			whole = c
		}
		days := func(kind string) string { return fmt.Sprintf("%.1f · %.1f", c.lasted(kind, .5), c.lasted(kind, .9)) }
		people := slices.Sorted(maps.Values(c.PersonDays))
		fmt.Printf("| %s | %s | %s | %s | %.2f %% | %.1f %% | %d | %d | %d | %d · %d | %d |\n", v.name, days("saboteur, 7 seats, rounds=1"), days("saboteur, 7 seats, rounds=3"), days("clonk, 4 seats"),
			c.missed(), 100*float64(c.Ahead)/float64(c.Turns), c.BotTurns, c.Changed, c.Open, at(people, .5), at(people, .9), c.over(450))
	}
	fmt.Println()
	whole.Print(os.Stdout)
}

// A small season is played to its end, with the results that its rules promise.
func TestASmallSeason(t *testing.T) {
	plan := wholeYear()
	plan.People, plan.Days, plan.Contests = 21, 100, plan.Contests[:1]
	plan.Contests[0].Of = 21
	c, err := Play(plan)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c.Print(&out)
	t.Log("\n" + out.String())
	short := "saboteur, 7 seats, rounds=1"
	if n := len(c.Kinds[short].Lasted); n < 6 || c.Open > 0 || c.Aborted > 0 {
		t.Errorf("%d matches ended, %d did not, %d were aborted", n, c.Open, c.Aborted)
	}
	if c.Turns < 200 || c.Missed == 0 || c.missed() > 10 || c.Ahead == 0 {
		t.Errorf("%d turns, %d missed, %d played ahead", c.Turns, c.Missed, c.Ahead)
	}
	if c.In < c.Turns/2 || c.Out < c.In {
		t.Errorf("%d letters in, %d out", c.In, c.Out)
	}
	again, err := Play(plan)
	if err != nil {
		t.Fatal(err)
	}
	var twice strings.Builder
	if again.Print(&twice); twice.String() != out.String() {
		t.Errorf("the same seed gave another season:\n%s", twice.String())
	}
}
