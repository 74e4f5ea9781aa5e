package saboteur

import (
	"testing"

	"pitpost.example/engine"
)

// In a round made by hand, what sets a seat apart depends on what the others turned out to be.
func TestPortraits(t *testing.T) {
	setup := engine.Setup{Edition: "pt", Seats: []string{"Ana", "Bo", "Cy"}}
	mend := func(by, whom string) engine.Fact {
		return engine.Fact{Seat: by, Event: Repaired{Card: "repair-cart", Target: whom, Tool: "cart"}}
	}
	hit := func(by, whom string) engine.Fact {
		return engine.Fact{Seat: by, Event: Broke{Card: "broken-cart", Target: whom}}
	}
	for _, c := range []struct {
		roles   [3]string // of Ana, Bo and Cy
		actions []engine.Fact
		key     string // of Ana's line
		whom    string
		count   int
	}{
		{[3]string{"miner", "miner", "miner"}, []engine.Fact{mend("Ana", "Cy"), mend("Ana", "Cy"), mend("Ana", "Cy"), mend("Ana", "Cy")}, "trusted", "Cy", 4},
		{[3]string{"miner", "miner", "saboteur"}, []engine.Fact{mend("Ana", "Cy"), mend("Ana", "Cy")}, "helped", "Cy", 2},
		{[3]string{"saboteur", "miner", "saboteur"}, []engine.Fact{mend("Ana", "Cy"), hit("Bo", "Ana")}, "together", "Cy", 1},
		{[3]string{"saboteur", "miner", "miner"}, []engine.Fact{mend("Ana", "Bo"), hit("Bo", "Ana")}, "disguised", "Bo", 1},
		{[3]string{"miner", "saboteur", "miner"}, []engine.Fact{hit("Ana", "Bo"), hit("Ana", "Bo")}, "caught", "Bo", 2},
		{[3]string{"miner", "saboteur", "miner"}, []engine.Fact{hit("Ana", "Cy")}, "hit-miner", "Cy", 1},
		{[3]string{"saboteur", "miner", "miner"}, []engine.Fact{hit("Ana", "Cy"), hit("Ana", "Cy"), hit("Bo", "Ana")}, "sabotaged", "Cy", 2},
		{[3]string{"saboteur", "miner", "miner"}, nil, "undetected", "", 1},
		{[3]string{"miner", "miner", "miner"}, []engine.Fact{{Seat: "Ana", Event: Felled{Cell: "B3", Removed: "path-ew"}}}, "felled", "", 1},
		{[3]string{"miner", "miner", "miner"}, nil, "quiet", "", 0},
	} {
		dealt := Dealt{Round: 1, Starter: "Ana", Roles: map[string]string{"Ana": c.roles[0], "Bo": c.roles[1], "Cy": c.roles[2]}}
		facts := append([]engine.Fact{{Event: dealt}}, c.actions...)
		facts = append(facts, engine.Fact{Event: Ended{Round: 1, Winners: "saboteurs"}})
		p := Game{}.Portrait(setup, facts, "Ana")
		if p == nil || p.Key != "saboteur.own."+c.key {
			t.Errorf("%v: Ana reads %+v, not %s", c.roles, p, c.key)
			continue
		}
		if whom, _ := p.Args["seat"].(string); whom != c.whom {
			t.Errorf("%s speaks of %q", c.key, whom)
		}
		if n, _ := p.Args["count"].(int); n != c.count {
			t.Errorf("%s counts %d, not %d", c.key, n, c.count)
		}
	}
	if p := (Game{}).Portrait(setup, nil, "Nobody"); p != nil {
		t.Errorf("nobody reads %+v", p)
	}
}

// What a map showed is in the portrait of the seat that used it, and does not change any other.
func TestPortraitKeepsAMap(t *testing.T) {
	setup := engine.Setup{Edition: "pt", Seats: []string{"Ana", "Bo", "Cy"}}
	round := func(saw string) []engine.Fact {
		return []engine.Fact{
			{Event: Dealt{Round: 1, Starter: "Ana", Roles: map[string]string{"Ana": "miner", "Bo": "miner", "Cy": "miner"}}},
			{Seat: "Ana", Event: Looked{Goal: "I1", Saw: saw}},
			{Seat: "Bo", Event: Looked{Goal: "I3", Saw: "stone-ne"}},
			{Event: Ended{Round: 1, Winners: "nobody"}},
		}
	}
	if p := (Game{}).Portrait(setup, round("gold"), "Ana"); p.Key != "saboteur.own.saw" || p.Args["goal"] != "I1" {
		t.Errorf("Ana saw the gold and reads %+v", p)
	}
	if p := (Game{}).Portrait(setup, round("stone-nw"), "Ana"); p.Key == "saboteur.own.saw" {
		t.Errorf("Ana saw a stone and reads %+v", p)
	}
	for _, saw := range []string{"gold", "stone-nw"} {
		if p := (Game{}).Portrait(setup, round(saw), "Bo"); p.Key != "saboteur.own.quiet" {
			t.Errorf("Ana saw %s and Bo reads %+v", saw, p)
		}
	}
}
