package send

import "testing"

// Line ends other than CRLF are mended. A letter that has none, as ours, is not copied.
func TestLineEnds(t *testing.T) {
	for msg, want := range map[string]string{
		"a\r\nb\r\n": "a\r\nb\r\n",
		"a\nb\r\n":   "a\r\nb\r\n",
		"a\rb\r\n":   "a\r\nb\r\n",
		"a\n\rb":     "a\r\n\r\nb",
		"a\r\r\nb":   "a\r\n\r\nb",
		"":           "",
	} {
		raw := []byte(msg)
		got := crlf(raw)
		if string(got) != want || string(raw) != msg {
			t.Errorf("%q became %q, and the letter %q", msg, got, raw)
		}
		if msg == want && msg != "" && &got[0] != &raw[0] {
			t.Errorf("%q was copied", msg)
		}
	}
}
