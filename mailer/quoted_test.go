package mailer

import (
	"bytes"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"strings"
	"testing"
)

// Quoted-printable is byte for byte what the standard library makes of the same text, and
// reads back as the text.
func TestQuotedIsTheLibrarys(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	pieces := []string{"a", "word ", " ", "\t", "=", "é", "😀", "\n", "\r\n", ".", strings.Repeat("x", 70), strings.Repeat("y ", 40), strings.Repeat("ü", 30), "\x00", "\xff", "--", "From "}
	for range 3000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		got := appendQuoted([]byte("before: 1\r\n"), []byte(text))
		var want bytes.Buffer
		want.WriteString("before: 1\r\n")
		w := quotedprintable.NewWriter(&want)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		if !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("%q is\n%q, the library's\n%q", text, got, want.Bytes())
		}
		back, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(got[11:])))
		if flat := strings.ReplaceAll(text, "\r\n", "\n"); err != nil || strings.ReplaceAll(string(back), "\r\n", "\n") != flat {
			t.Fatalf("%q reads back as %q: %v", text, back, err)
		}
	}
}

// A line end is one, whichever it is, and what stands behind it is not lost.
func TestQuotedLineEnds(t *testing.T) {
	if got := string(appendQuoted(nil, []byte("a\rb\r\nc\né\r\n\r=\n \n"))); got != "a\r\nb\r\nc\r\n=C3=A9\r\n\r\n=3D\r\n=20\r\n" {
		t.Errorf("%q", got)
	}
}

// Files are read back whole, in lines that mail programs take.
func TestBase64Lines(t *testing.T) {
	for _, n := range []int{0, 1, 56, 57, 58, 113, 114, 115, 5000} {
		data := bytes.Repeat([]byte{0xfe, 7, 0}, n)[:n]
		out := string(appendBase64(nil, data))
		for line := range strings.Lines(out) {
			if len(line) > 78 || !strings.HasSuffix(line, "\r\n") {
				t.Errorf("%d bytes: %q", n, line)
			}
		}
		if back, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(out, "\r\n", "")); err != nil || !bytes.Equal(back, data) {
			t.Errorf("%d bytes come back as %d: %v", n, len(back), err)
		}
	}
}
