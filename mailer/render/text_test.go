package render

import (
	"strings"
	"testing"
)

// A row is not broken inside a command in quotation marks, of any language, but inside long words that somebody
// said.
func TestWrapKeepsQuotedCommandsWhole(t *testing.T) {
	for _, quoted := range []string{"“3 C5 turned”", "„3 C5 gedreht“", "«3 C5 girada»", "« 3 C5 tournée »", "“new saboteur with bo@example.org, cy@example.org”"} {
		for before := range 40 {
			text := strings.Repeat("x", before+1) + " y " + quoted + ", then more words follow it."
			rows := WrapText(text, 60, "  ")
			if !strings.Contains(strings.Join(rows, "\n"), quoted) {
				t.Errorf("%q is broken:\n%s", quoted, strings.Join(rows, "\n"))
			}
			if back := strings.Join(strings.Fields(strings.Join(rows, " ")), " "); back != text {
				t.Errorf("%q became %q", text, back)
			}
		}
	}
	said := "Bo: “" + strings.Repeat("well dug, ", 6) + "friends”"
	if rows := WrapText(said, 60, "  "); len(rows) != 2 || len(rows[0]) < 50 {
		t.Errorf("long words leave a hole:\n%s", strings.Join(rows, "\n"))
	}
}
