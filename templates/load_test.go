package templates_test

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"pitpost.example/engine"
	"pitpost.example/templates"
)

func files(text string) fs.FS {
	return fstest.MapFS{"locale/en.toml": {Data: []byte(text)}}
}

func TestLoadRefusesWhatCannotBePrinted(t *testing.T) {
	for name, game := range map[string]fs.FS{
		"no TOML":              files(`"game.x" = `),
		"a broken template":    files(`"game.x" = "hello {{.name"`),
		"a broken rare form":   files("[\"game.x\"]\none = \"{{.count}\"\nother = \"{{.count}}\""),
		"no form for others":   files("[\"game.x\"]\none = \"{{.count}} card\""),
		"an unknown function":  files(`"game.x" = "{{shout .name}}"`),
		"a call that fails":    files(`"game.x" = "{{index .count 3}}"`),
		"one key twice":        fstest.MapFS{"a.en.toml": {Data: []byte(`"game.x" = "x"`)}, "b.en.toml": {Data: []byte(`"game.x" = "y"`)}},
		"a key of the house's": files(`"list.and" = "{{.first}} & {{.last}}"`),
		"no language":          fstest.MapFS{"words.toml": {Data: []byte(`"game.x" = "x"`)}},
	} {
		if _, err := templates.LoadCatalog(game); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}

// A language is read when it is first asked for. One that cannot be read must be found by Check, and is
// printed in English.
func TestEachLanguageIsReadWhenItIsAskedFor(t *testing.T) {
	english := []byte("\"game.x\" = \"hello\"\n\"game.y\" = \"bye\"")
	for name, german := range map[string]string{
		"no TOML": `"game.x" = `, "a broken template": `"game.x" = "hallo {{.name"`, "a call that fails": `"game.x" = "{{index .count 3}}"`,
		"a key of the house's": `"list.and" = "x"`,
	} {
		c, err := templates.LoadCatalog(fstest.MapFS{"en.toml": {Data: english}, "de.toml": {Data: []byte(german)}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.Check() == nil {
			t.Errorf("%s: every language can be read", name)
		}
		if got := c.Printer("de", nil).Print(engine.Say("game.x")); got != "hello" || len(c.Keys("de")) > 0 {
			t.Errorf("%s: got %q and %d messages", name, got, len(c.Keys("de")))
		}
	}
	c, err := templates.LoadCatalog(fstest.MapFS{"en.toml": {Data: english},
		"de.toml": {Data: []byte(`"game.x" = "hallo"`)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	p := c.Printer("de", nil)
	if x, y := p.Print(engine.Say("game.x")), p.Print(engine.Say("game.y")); x != "hallo" || y != "bye" {
		t.Errorf("got %q and %q", x, y)
	}
}

func TestGamesBringTheirWords(t *testing.T) {
	c, err := templates.LoadCatalog(files("\"game.only\" = \"In English only.\"\n[\"game.dug\"]\none = \"{{.name}} dug once.\"\nother = \"{{.name}} dug {{.count}} times.\""),
		fstest.MapFS{"es.toml": {Data: []byte("[\"game.dug\"]\none = \"{{.name}} cavó una vez.\"\nother = \"{{.name}} cavó {{.count}} veces.\"")}})
	if err != nil {
		t.Fatal(err)
	}
	dug := func(n int) engine.Phrase {
		return engine.Say("game.dug", "name", []engine.Phrase{engine.Say("Ana"), engine.Say("Bo"), engine.Say("Cy")}, "count", n)
	}
	for _, k := range []struct {
		lang string
		p    engine.Phrase
		want string
	}{
		{"en", dug(1), "Ana, Bo and Cy dug once."},
		{"en", dug(0), "Ana, Bo and Cy dug 0 times."},
		{"es", dug(1), "Ana, Bo y Cy cavó una vez."},
		{"es", dug(1_000_000), "Ana, Bo y Cy cavó 1000000 veces."}, // this message has no form "many", so "other" is printed
		{"es-MX", dug(2), "Ana, Bo y Cy cavó 2 veces."},
		{"es", engine.Say("game.only"), "In English only."}, // missing in Spanish
		{"", dug(2), "Ana, Bo and Cy dug 2 times."},
		{"en", engine.Say("game.dug", "name", "{{.count}} <b>", "count", 1), "{{.count}} <b> dug once."},
	} {
		p := c.Printer(k.lang, nil)
		if got := p.Print(k.p); got != k.want {
			t.Errorf("%s: got %q, want %q", k.lang, got, k.want)
		}
		if got := p.Print(kept(t, k.p)); got != k.want {
			t.Errorf("%s after JSON: got %q, want %q", k.lang, got, k.want)
		}
	}
}

func TestPrintTimes(t *testing.T) {
	c, err := templates.LoadCatalog(files("\"game.at\" = \"{{.at}}\"\n\"game.until\" = \"{{.until}}\"\n\"game.by_time\" = \"{{.by_time}}\"\n\"game.in\" = \"{{.in}}\""))
	if err != nil {
		t.Fatal(err)
	}
	kathmandu, err := time.LoadLocation("Asia/Kathmandu")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"at", "until", "by_time"} {
		for value, want := range map[string]string{
			"2026-07-05T23:30:00Z":      "Mon 6 July, 05:15 UTC+0545",
			"2026-07-05T23:30:00-04:00": "Mon 6 July, 09:15 UTC+0545",
			"some day":                  "some day",
		} {
			if got := c.Printer("en", kathmandu).Print(engine.Say("game."+name, name, value)); got != want {
				t.Errorf("%s %s: got %q, want %q", name, value, got, want)
			}
		}
	}
	for seconds, want := range map[int]string{-5: "0 minutes", 0: "0 minutes", 60: "1 minute", 59*60 + 40: "1 hour", 24 * 3600: "1 day", 27 * 3600: "27 hours", 2*86400 + 90: "2 days and 2 minutes", 3*86400 + 3600 + 120: "3 days and 1 hour"} {
		if got := c.Printer("en", nil).Print(engine.Say("game.in", "in", seconds)); got != want {
			t.Errorf("%d s: got %q, want %q", seconds, got, want)
		}
	}
}

func TestPrintersOfManyAtOnce(t *testing.T) {
	c, err := templates.LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 200 {
				p := c.Printer(fmt.Sprintf("en-x-%d", n%130), nil)
				if got := p.Print(engine.Say("house.invites-letter", "count", i+2)); !strings.Contains(got, fmt.Sprint(i+2)) {
					t.Errorf("got %q", got)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkPrint(b *testing.B) {
	c, err := templates.LoadCatalog()
	if err != nil {
		b.Fatal(err)
	}
	p := c.Printer("en", nil)
	phrase := engine.Say("house.waits-for", "names", []string{"Ana", "Bo", "Cy"})
	for b.Loop() {
		p.Print(phrase)
	}
}
