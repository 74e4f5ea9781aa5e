package inbox

import (
	"fmt"
	"strings"
	"testing"

	"pitpost.example/inbox/mime"
)

// refusedFor reads a letter within the cost of one, and expects it to be refused for that reason.
func refusedFor(t *testing.T, raw []byte, why string) {
	t.Helper()
	var err error
	within(t, func() { _, err = readAnew(raw) })
	if got := fmt.Sprint(err); got != "unreadable letter: "+why {
		t.Errorf("%s, want it refused for %q", got, why)
	}
}

func TestNestedUnclosedMultipartsAndEmptyPartsRefusedByPreScanIn100ms(t *testing.T) {
	s := newStand(t)
	for name, c := range map[string]struct {
		raw []byte
		why string
	}{
		"22":                 {nested(22), "parts nested too deep"},
		"1000":               {nested(1000), "parts nested too deep"},
		"30000":              {nested(30_000), "parts nested too deep"},
		"100000 empty parts": {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n", 100_000) + "--b--\r\n"), "more than 200 parts"},
	} {
		const most = 4 // a tenth of a second on a machine where the yardstick takes 30 ms
		if cost, _ := yards(func() { _, _ = readAnew(c.raw) }, most); cost > most {
			t.Errorf("%s: refused after %.1f yards", name, cost)
		}
		s.quiet(name, func() {
			if state, why := s.take(string(c.raw), nil); state != "set-aside" || why != c.why {
				t.Errorf("%s: %s, %s", name, state, why)
			}
		})
	}
}

func TestLetterSizeLineEncodedWordsHeadersAddressesReferences(t *testing.T) {
	words := strings.Repeat("=?utf-8?Q?a?= ", 150_000)
	for name, c := range map[string]struct {
		raw []byte
		why string
	}{
		"64 MB letter":         {append(text1(""), make([]byte, 64<<20)...), "larger than 10 MB"},
		"a line of 9 MB":       {text1(strings.Repeat("a", 9<<20)), "a line of more than 1 MB"},
		"2 MB of words":        {[]byte(head + "Subject: " + words + "\r\n\r\n3 C5\r\n"), "a line of more than 1 MB"},
		"2 MB of words folded": {[]byte(head + "Subject: " + strings.ReplaceAll(words, " ", "\r\n ") + "\r\n\r\n3 C5\r\n"), "the header is too large"},
		"200k headers":         {[]byte(head + strings.Repeat("X-A: b\r\n", 200_000) + "\r\n3 C5\r\n"), "the header is too large"},
		"100k addresses":       {[]byte(head + "Cc: " + strings.Repeat("bo@example.com,\r\n ", 100_000) + "x@y.example\r\n\r\n3 C5\r\n"), "the header is too large"},
		"50k References":       {[]byte(head + "References: " + strings.Repeat("<abcdefgh@example.com>\r\n ", 50_000) + "<a@b>\r\n\r\n3 C5\r\n"), "the header is too large"},
	} {
		t.Run(name, func(t *testing.T) { refusedFor(t, c.raw, c.why) })
	}
	t.Run("as many as fit are cut", func(t *testing.T) {
		raw := []byte(head + "Cc: " + strings.Repeat("bo@example.com,\r\n ", 6000) + "x@y.example\r\nReferences: " + strings.Repeat("<abcdefg@example.com>\r\n ", 5000) + "<a@b>\r\n\r\n3 C5\r\n")
		within(t, func() {
			l, err := ReadLetter(raw)
			if err != nil || l.Kept != "3 C5" || len(l.To) > mime.MaxPeople || len(l.References) > mime.MaxIDs {
				t.Errorf("%v, %d addresses, %d references", err, len(l.To), len(l.References))
			}
		})
	})
}

func TestNestedDivWithATextPartAndWithout(t *testing.T) {
	deep := strings.Repeat("<div>", 9_700) + "3 C5" + strings.Repeat("</div>", 9_700)
	refusedFor(t, page1(deep), "HTML that cannot be read")
	both := []byte(head + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n3 C5\r\n--b\r\nContent-Type: text/html\r\n\r\n" + deep + "\r\n--b--\r\n")
	within(t, func() {
		if l, err := ReadLetter(both); err != nil || l.Kept != "3 C5" || l.Disagree != "" {
			t.Errorf("%v, kept %q, disagreeing %q", err, l.Kept, l.Disagree)
		}
	})
}

func TestInnerBoundaryEqualPrefixMidLineAndMissing(t *testing.T) {
	inner := func(outer, boundary, end string) []byte {
		return []byte(head + "Content-Type: multipart/mixed; boundary=" + outer + "\r\n\r\n--" + outer + "\r\nContent-Type: multipart/alternative; boundary=" + boundary +
			"\r\n\r\n--" + boundary + "\r\nContent-Type: text/plain\r\n\r\n3 C5\r\nsay hello\r\n--" + boundary + "--\r\n--" + outer + "\r\nContent-Type: text/plain\r\n\r\nsay more" + end)
	}
	for name, c := range map[string]struct {
		raw  []byte
		kept []string // any of these is right; "!" means refused
	}{
		"inner a prefix of the outer": {inner("abc", "ab", "\r\n--abc--\r\n"), []string{"3 C5\nsay hello\nsay more"}},
		"outer a prefix of the inner": {inner("ab", "abc", "\r\n--ab--\r\n"), []string{"3 C5\nsay hello\nsay more"}},
		"inner equal to the outer":    {inner("ab", "ab", "\r\n--ab--\r\n"), []string{"3 C5\nsay hello", "3 C5\nsay hello\nsay more", "!"}},
		"last boundary missing":       {inner("abc", "x", "\r\n"), []string{"3 C5\nsay hello\nsay more"}},
		"boundary in mid-line": {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n3 C5 --b\r\nsay a --b-- b\r\n --b\r\n--bb\r\n--b--\r\n"),
			[]string{"3 C5 --b\nsay a --b-- b\n --b\n--bb"}},
		"no boundary line at all": {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n3 C5\r\n"), []string{"", "!"}},
	} {
		l, err := ReadLetter(c.raw)
		got := l.Kept
		if err != nil {
			got = "!"
		}
		right := false
		for _, want := range c.kept {
			right = right || got == want
		}
		if !right {
			t.Errorf("%s: %q, %v; want one of %q", name, got, err, c.kept)
		}
	}
}

// A NUL in the text is dropped, and does not split a word.
func TestNULsAreDropped(t *testing.T) {
	l, err := ReadLetter([]byte(head + "Subject: ab\r\n\r\n3\x00 C5\r\n"))
	if err != nil || l.Kept != "3 C5" {
		t.Errorf("%v, kept %q", err, l.Kept)
	}
}
