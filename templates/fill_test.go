package templates

import (
	"bytes"
	"testing"
	"text/template"
)

// Messages without questions print as text/template prints them, and messages with questions,
// or that are no messages, are left to it.
func TestPiecesAreTheTemplates(t *testing.T) {
	args := map[string]any{"name": "Ana <b>", "count": 3, "empty": "", "all": []string{"a", "b"}, "yes": true, "big": int64(7), "none": nil, "a_b": 1.5}
	for _, k := range []struct {
		src    string
		simple bool
	}{
		{"", true}, {"words", true}, {"{{.name}}", true}, {"{{.name}} has {{.count}}.", true}, {"a {{.missing}} b{{.none}}", true}, {"{{.all}}{{.yes}}{{.big}}{{.a_b}}{{.empty}}}}", true},
		{"{{ .name }}", false}, {"{{- .name}}", false}, {"{{if .yes}}x{{end}}", false}, {"{{.name | html}}", false}, {"{{.name.first}}", false}, {"{{.", false}, {"{{.}}", false}, {"{{.Name}}", false},
	} {
		m, ok := simple(k.src)
		if ok != k.simple {
			t.Errorf("%q: without questions: %v", k.src, ok)
		}
		if !ok {
			continue
		}
		got, err := m.Execute(&filling{args: args})
		var want bytes.Buffer
		if e := template.Must(template.New("").Parse(k.src)).Execute(&want, args); e != nil || err != nil {
			t.Fatal(e, err)
		}
		if got != want.String() {
			t.Errorf("%q prints %q, the template %q", k.src, got, want.String())
		}
	}
}
