package templates_test

import (
	"fmt"
	"testing/fstest"
	"time"

	"pitpost.example/engine"
	"pitpost.example/templates"
)

// A game brings its texts in one file for each language. Keys that a language lacks are printed in English.
// Lists, plural forms and times follow the reader's language and time zone.
func Example() {
	words := fstest.MapFS{
		"en.toml": {Data: []byte("\"tunnel.at\" = \"The dig ends {{.at}}.\"\n" +
			"[\"tunnel.dug\"]\none = \"{{.names}} dug one stone.\"\nother = \"{{.names}} dug {{.count}} stones.\"")},
		"de.toml": {Data: []byte("[\"tunnel.dug\"]\none = \"{{.names}}: ein Stein.\"\nother = \"{{.names}}: {{.count}} Steine.\"")},
	}
	catalog, err := templates.LoadCatalog(words)
	if err != nil {
		fmt.Println(err)
		return
	}
	dug := engine.Say("tunnel.dug", "names", []string{"Ana", "Bo", "Cy"}, "count", 3)
	for _, lang := range []string{"en", "de-AT", "fi"} {
		fmt.Println(catalog.Printer(lang, nil).Print(dug))
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(catalog.Printer("de", berlin).Print(engine.Say("tunnel.at", "at", "2026-11-23T16:00:00Z")))
	// Output:
	// Ana, Bo and Cy dug 3 stones.
	// Ana, Bo und Cy: 3 Steine.
	// Ana, Bo and Cy dug 3 stones.
	// The dig ends Mo., 23. November, 17:00 Uhr (CET).
}
