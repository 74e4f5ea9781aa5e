package templates

import (
	"bytes"
	"testing"
	"text/template"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"pitpost.example/engine"
)

// Messages must print as text/template prints them, including those that need no template.
func TestFillingIsTheTemplates(t *testing.T) {
	args := map[string]any{"name": "Ana <b>", "count": 3, "empty": "", "all": []string{"a", "b"}, "yes": true, "big": int64(7), "none": nil, "a_b": 1.5}
	c, err := LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{
		"", "words", "{{.name}}", "{{.name}} has {{.count}}.", "a {{.missing}} b{{.none}}", "{{.all}}{{.yes}}{{.big}}{{.a_b}}{{.empty}}}}",
		"{{ .name }}", "x {{- .name}}", "{{.name}} {{if .yes}}x{{end}}{{if .none}}y{{end}}", "{{.name | html}}", "{{.}}", "{{.Name}}", "{{print .count 3}}",
	} {
		var want bytes.Buffer
		if err := template.Must(template.New("").Parse(src)).Execute(&want, args); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, ok := c.fill(src, args); !ok || got != want.String() {
				t.Errorf("%q prints %q, the template %q", src, got, want.String())
			}
		}
	}
	for _, src := range []string{"{{.", "{{.name", "{{index .count 3}}", "{{.name.first}}"} {
		if got, ok := c.fill(src, args); ok {
			t.Errorf("%q prints %q", src, got)
		}
	}
}

// The plural form for a number must be the one that go-i18n chooses, in every language.
func TestFormsAreThoseOfTheLanguage(t *testing.T) {
	bundle := i18n.NewBundle(language.English)
	c, err := LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	for lang := range c.files {
		if err := bundle.AddMessages(language.MustParse(lang), &i18n.Message{ID: "x", Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other"}); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.files) < 7 {
		t.Fatalf("languages: %d", len(c.files))
	}
	m := messageOf(&i18n.Message{Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other"})
	for lang := range c.files {
		p := c.Printer(lang, nil)
		p.tongue.said = map[string]*message{"x": m}
		for _, n := range []int{-3, -1, 0, 1, 2, 3, 5, 11, 21, 99, 100, 101, 1000, 1_000_000, 2_000_000, 1_000_001} {
			want, _ := i18n.NewLocalizer(bundle, lang).Localize(&i18n.LocalizeConfig{MessageID: "x", PluralCount: n})
			if got := p.Print(engine.Say("x", "count", n)); got != want {
				t.Errorf("%s, %d: %s instead of %s", lang, n, got, want)
			}
		}
		if got := p.Print(engine.Say("x")); got != "other" {
			t.Errorf("%s without a number: %s", lang, got)
		}
	}
}
