package lmtp

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
)

const head = "From: Ana <ana@example.com>\r\nTo: play@example.org\r\nMIME-Version: 1.0\r\n"

func mailText(subject string) string {
	return "From: Ana <ana@example.org>\r\nTo: play@example.org\r\nSubject: " + subject +
		"\r\nMessage-ID: <" + strings.ReplaceAll(subject, " ", ".") + "@example.org>\r\n\r\n3 C5\r\n"
}

// desk is a Taker that records the subjects of the letters it gets.
type desk struct {
	decide func(subject string) (intake.Fate, error) // if nil, all letters are processed

	mu   sync.Mutex
	came []string
	last map[string]intake.Source
}

func (d *desk) take(_ context.Context, raw []byte, from intake.Source) (intake.Fate, error) {
	_, rest, _ := strings.Cut(string(raw), "\r\nSubject: ")
	subject, _, _ := strings.Cut(rest, "\r\n")
	d.mu.Lock()
	if d.last == nil {
		d.last = map[string]intake.Source{}
	}
	d.came, d.last[subject] = append(d.came, subject), from
	d.mu.Unlock()
	if d.decide == nil {
		return intake.Processed, nil
	}
	return d.decide(subject)
}

func (d *desk) letters() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.came)
}

func (d *desk) count(subject string) (n int) {
	for _, one := range d.letters() {
		if one == subject {
			n++
		}
	}
	return n
}

// soon waits until holds returns true.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never happened: %s", what)
		}
	}
}
