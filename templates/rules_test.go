package templates_test

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/templates"
)

// Whoever asks for the rules of a match that began by the first rules is told those, and not the newest.
func TestEditionsAreToldByTheRulesOfTheMatch(t *testing.T) {
	c, err := templates.Load(catalog.Games().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range seven {
		p := c.Printer(lang, nil)
		for _, key := range []string{"saboteur.rules-es", "saboteur.rules-it"} {
			first, now := p.Print(engine.Say(key, "first_rules", true)), p.Print(engine.Say(key, "first_rules", false))
			if first == now || first == key || now == key {
				t.Errorf("%s: %s is the same by all rules: %s", lang, key, now)
			}
		}
	}
}
