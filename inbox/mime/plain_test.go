package mime

import (
	"bytes"
	"maps"
	"math/rand/v2"
	stdmime "mime"
	"slices"
	"strings"
	"testing"
)

// What is read the short way, the long way reads alike.
func TestPlainTypesReadAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(pieces ...string) string {
		var b strings.Builder
		for range 1 + random.IntN(9) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	types := 0
	for range 200_000 {
		value := pick("text/plain", "Text", "/", ";", "; ", " ", "charset", "=", "\"", "utf-8", "boundary=\"a b\"", "; x=y", "*", "==", "\\", "é", "\t")
		if kind, params, ok := plainType(value); ok {
			types++
			want, all, err := stdmime.ParseMediaType(value)
			got := map[string]string{}
			for _, one := range params {
				got[one.Name] = one.Value
			}
			if err != nil || kind != want || !maps.Equal(got, all) {
				t.Fatalf("%q is %q %v, not %q %v, %v", value, kind, got, want, all, err)
			}
		}
	}
	if types < 1000 {
		t.Errorf("only %d types are plain", types)
	}
}

// A header is cut into fields as one cuts it who goes from line to line.
func TestSplitHeaderByLine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\r\n", "\n", "\r", "Subject", ":", " ", "\t", "a", "To: b\r\n", " folded\r\n", "\r\n\r\n", "\n\n", "no Field\r\n", "X y: z\n", "é", "\u00a0"}
	for range 50_000 {
		var b strings.Builder
		for range random.IntN(20) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		raw := []byte(b.String())
		h, body, err := SplitHeader(raw)
		want, rest := headerByLine(raw)
		if err != nil || !slices.Equal(h, want) || !bytes.Equal(body, rest) {
			t.Fatalf("%q is %q and %q, %v; want %q and %q", raw, h, body, err, want, rest)
		}
	}
}

func headerByLine(raw []byte) (h Header, body []byte) {
	junk := true
	for rest := raw; len(rest) > 0; {
		var line []byte
		if line, rest = CutLine(rest); len(line) == 0 {
			return h, rest
		}
		if line[0] == ' ' || line[0] == '\t' {
			if !junk {
				h[len(h)-1].Value += " " + strings.TrimSpace(string(line))
			}
			continue
		}
		name, value, ok := strings.Cut(string(line), ":")
		name = strings.TrimRight(name, " \t")
		if junk = !ok || name == "" || strings.ContainsAny(name, " \t"); !junk {
			h = append(h, Field{strings.ToLower(name), strings.TrimSpace(value)})
		}
	}
	return h, nil
}
