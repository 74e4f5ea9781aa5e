package inbox

import (
	"strings"
	"testing"
)

// A person whose address has letters beyond ASCII, in a header in UTF-8 (RFC 6532), is one person however it is written, and is
// answered there.
func TestAnAddressInUTF8IsAPersonsLikeAnyOther(t *testing.T) {
	s := newStand(t)
	for i, c := range []struct{ from, verdict string }{
		{"Añá <añá@bücher.example>", "bücher.example"}, {"=?utf-8?q?A=C3=B1=C3=A1?= <añá@xn--bcher-kva.example>", "xn--bcher-kva.example"},
	} {
		before := s.number("select count(*) from outbox where purpose in ('receipt', 'turn')")
		raw := "Authentication-Results: mx.example.org; dmarc=pass header.from=" + c.verdict + "\r\nFrom: " + c.from + "\r\nTo: play@example.org\r\nSubject: ¡Hola!\r\nMessage-ID: <utf8." +
			strings.Repeat("x", i+1) + "@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nnew practice saboteur\r\n"
		if state, why := s.take(raw, nil); state != "apply" {
			t.Errorf("%s: %s, %s", c.from, state, why)
		}
		if s.number("select count(*) from outbox where purpose in ('receipt', 'turn')") == before {
			t.Errorf("%s: nobody is answered", c.from)
		}
	}
	if n := s.number("select count(*) from addresses where address like 'añá@%'"); n != 1 {
		t.Errorf("%d people", n)
	}
}
