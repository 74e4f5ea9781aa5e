package inbox

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pitpost.example/inbox/reply"
)

// quotingShapes returns letters of about n bytes that quote in ways nobody writes. Each makes its reader
// search our letters again and again.
func quotingShapes(n int, digest string) map[string]string {
	repeat := func(s string) string { // so that a letter of 500 KB has no more lines than allowed
		return strings.Repeat(s, max(1, min(n/len(s), n/30/strings.Count(s+"\n", "\n"))))
	}
	lines := strings.Split(digest, "\n")
	return map[string]string{
		"a digest again and again":       repeat(digest + "\n"),
		"marked again and again":         repeat(quoted(digest, "> ") + "\n"),
		"wrapped again and again":        repeat(wrap(quoted(digest, "> "), 40) + "\n"),
		"every line broken":              repeat("> " + strings.Join(lines, "\n> ") + "\npass 1\n"),
		"marked and unmarked by turns":   repeat("> Card 1: 1 -A3, 1 G1 turned, and words enough\npass 1\n"),
		"commands below one mark":        "> Card 1: 1 -A3, 1 G1 turned, and words enough\n" + repeat("pass 1 and some words that it has not\n"),
		"the beginning of what is known": repeat("> Answer with one of these lines, written above\nthis letter; the num\n"),
		"one line of the digest":         repeat(strings.ReplaceAll(digest, "\n", " ")),
		"attributions":                   repeat("Saboteur with Maximilian\n<play@example.org>\non 1 May 2026 at 9:00\n"),
		"openers within a line":          repeat("a On 1 On 2 On 3 On 4 May 2026 wrote: On Mon, 9:00 Bo <bo@example.org> wrote\n"),
		"links never closed":             repeat("> <mailto:a\n[image: b\n\n"),
		"pictures over lines":            repeat("[image: " + strings.Repeat("a b c\n", 300)),
		"initials":                       repeat("ABC> pass 1\npass 1\n"),
		"letters that expand":            repeat("> \ufdfa\ufdfa\ufdfa\n\ufdfa pass 1\n"),
		"letters that compose":           repeat("> e\u0301\u0323\u0301\u0323\npass\u0301 1\n"),
		"dashes round words":             repeat("---- a 1:00 b@c.de wrote\n---- On 1:00 a@b.cd wrote ---\n"),
	}
}

func digestOf(tb testing.TB) (raw []byte, text string) {
	tb.Helper()
	raw, err := os.ReadFile("testdata/digests/saboteur-en-turn.eml")
	if err != nil {
		tb.Fatal(err)
	}
	text, _, err = reply.TextAndPage(raw)
	if err != nil {
		tb.Fatal(err)
	}
	return raw, text
}

// A letter of twice the length costs about twice the work, and the largest costs no more than a letter
// may.
func TestQuotingCostsItsLength(t *testing.T) {
	raw, text := digestOf(t)
	most := quotingShapes(500<<10, text)
	for name, half := range quotingShapes(250<<10, text) {
		t.Run(name, func(t *testing.T) {
			one, _ := yards(readingQuotes(half, raw), yardsMost)
			if two := within(t, readingQuotes(most[name], raw)); two > 3*one+8 {
				t.Errorf("250 KB cost %.1f yards, 500 KB %.1f", one, two)
			}
		})
	}
}

// readingQuotes returns a function that reads a letter with that body, which quotes the digest.
func readingQuotes(body string, digest []byte) func() {
	letter := text1(body)
	return func() {
		l, err := readAnew(letter, digest, digest)
		if err != nil {
			panic(err) // otherwise nothing would be measured
		}
		readWords(l)
	}
}

// BenchmarkQuoting doubles such letters. If the work is linear, ns/B stays the same.
func BenchmarkQuoting(b *testing.B) {
	raw, text := digestOf(b)
	for size := 32 << 10; size <= 512<<10; size *= 2 {
		for name, body := range quotingShapes(size, text) {
			b.Run(fmt.Sprintf("%s/%dKB", name, size>>10), func(b *testing.B) {
				letter := text1(body)
				b.SetBytes(int64(len(letter)))
				for b.Loop() {
					_, _ = readAnew(letter, raw, raw)
				}
				b.ReportMetric(math.Round(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(letter))), "ns/B")
			})
		}
	}
}
