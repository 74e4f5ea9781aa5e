package terminal

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Quoting is the stream that commands print to. Text by strangers, from a letter or from a record, may contain
// control characters; they are written as \u001b, which means the same in JSON, so that they cannot control the
// terminal. No command itself needs them.
type Quoting struct {
	To   io.Writer
	mu   sync.Mutex
	part []byte // the beginning of a rune that the next write completes
	err  error  // the first error of To
}

// Write writes text, with control characters quoted.
func (q *Quoting) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	text := append(q.part, p...)
	whole := len(text) - cutOff(text)
	q.part, text = slices.Clone(text[whole:]), text[:whole]
	if !utf8.Valid(text) || bytes.ContainsFunc(text, engine.SteersTerminal) {
		text = []byte(quote(string(text)))
	}
	if _, err := q.To.Write(text); err != nil {
		q.err = cmp.Or(q.err, err)
		return 0, err
	}
	return len(p), nil
}

// Failed returns the first error in writing, nil if there was none.
func (q *Quoting) Failed() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.err
}

// cutOff returns how many bytes at the end of a text begin a rune that is not complete.
func cutOff(text []byte) int {
	for n := min(utf8.UTFMax-1, len(text)); n > 0; n-- {
		if !utf8.FullRune(text[len(text)-n:]) {
			return n
		}
	}
	return 0
}

func quote(s string) string {
	var b strings.Builder
	for i, r := range s {
		if broken := r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"); broken || engine.SteersTerminal(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
