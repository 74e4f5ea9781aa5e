package main

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine/catalog"
	"pitpost.example/templates"
)

func TestLetterLines(t *testing.T) {
	at := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	line := letterLine(mail.LetterLine{ID: "0a1b2c3d4e5f", TakenAt: at, Door: "imap", Sender: "ana@example.com", Match: 42, State: "refuse", Why: "letter.\x1b[31mred\r\nline"}, "play@example.org")
	if strings.ContainsAny(line, "\x1b\r\n") || !strings.Contains(line, "2026-08-03 09:00:00") || !strings.Contains(line, "#42") || !strings.Contains(line, "refuse") {
		t.Errorf("%q", line)
	}
	if line := letterLine(mail.LetterLine{Sender: "play+TOKEN@Example.org", Door: "imap", State: "drop"}, "play@example.org"); strings.Contains(strings.ToUpper(line), "TOKEN") {
		t.Errorf("a token is shown: %q", line)
	}
}

// The life of a letter says that its move waits, but not which.
func TestALifeSaysWhatWaits(t *testing.T) {
	at := time.Date(2026, 8, 3, 9, 10, 0, 0, time.UTC)
	life := &mail.Life{LetterLine: mail.LetterLine{Door: "imap", State: "apply"}, Graces: []mail.LifeGrace{{Match: 42, Seat: 1, At: at}, {Match: 43, At: at, Left: 4 * time.Minute}}}
	var out strings.Builder
	printLife(&out, "0a1b2c3d4e5f", life)
	for _, want := range []string{"#42, seat 1: its move waits in grace, until 2026-08-03 09:10:00.000\n", "#43, seat 0: its move waits in grace, 4m0s after the match goes on\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// An operator reads why a letter was refused in words, and nothing that was said in it.
func TestReasonsAreWords(t *testing.T) {
	words, err := templates.LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	for why, want := range map[string]string{
		"":                      "",
		"the sender is forged":  "the sender is forged",
		"saboteur.unknown-word": "I don’t know the word “…”.",
	} {
		if got := reason(words, why); got != want {
			t.Errorf("%q: %q, not %q", why, got, want)
		}
	}
}

func TestSince(t *testing.T) {
	now := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	for s, want := range map[string]time.Time{"": {}, "2026-08-01": now.Add(-57 * time.Hour), "36h": now.Add(-36 * time.Hour), "2026-08-03T08:00:00Z": now.Add(-time.Hour)} {
		if got, err := since(s, now); err != nil || !got.Equal(want) {
			t.Errorf("since(%q) = %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"yesterday", "-3h", "0", "2026-13-01"} {
		if _, err := since(s, now); err == nil {
			t.Errorf("since(%q) was taken", s)
		}
	}
}
