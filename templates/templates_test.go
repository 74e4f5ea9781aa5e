package templates_test

import (
	"encoding/json"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/templates"
)

func TestPrint(t *testing.T) {
	c, err := templates.LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		p    engine.Phrase
		want string
	}{
		{engine.Say("house.lasts", "in", 21*24*3600), "At this pace such a match takes about 3 weeks."},
		{engine.Say("house.short", "count", 1), "One more player is needed: invite somebody, or “fill” seats a bot."},
		{engine.Say("house.waits-for", "names", []string{"Ana", "Bo", "Cy"}), "Still to answer: Ana, Bo and Cy."},
		{engine.Say("acts.vote-passed", "what", engine.Say("acts.vote-pause")), "The vote passed: pause the match."},
		{engine.Say("mail.until", "until", "2026-11-23T16:00:00Z"), "You have until Mon 23 November, 17:00 CET."},
		{engine.Say("acts.did-extend", "by", "Bo", "in", 36*3600), "Bo added 36 hours to the current turn"},
		{engine.Say("no.such-key"), "no.such-key"},
	}
	p := c.Printer("en", madrid)
	for _, k := range cases {
		if got := p.Print(k.p); got != k.want {
			t.Errorf("%s: got %q, want %q", k.p.Key, got, k.want)
		}
		if got := p.Print(kept(t, k.p)); got != k.want {
			t.Errorf("%s after JSON: got %q, want %q", k.p.Key, got, k.want)
		}
	}
	if got := c.Printer("xx", nil).Print(engine.Say("house.back")); got != "Welcome back." {
		t.Errorf("an unknown language prints %q", got)
	}
}

// kept returns a phrase as it comes back from the outbox, through JSON.
func kept(t *testing.T, p engine.Phrase) engine.Phrase {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var out engine.Phrase
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
