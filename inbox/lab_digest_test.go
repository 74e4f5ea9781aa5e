package inbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// goldens returns digests of both games as the house writes them.
func goldens(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../mailer/testdata/*.txt")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d digests, %v", len(files), err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	return texts
}

// A digest that comes back whole moves nothing, even if the house does not know the letter any more.
func TestADigestSentBackWholeChangesNothing(t *testing.T) {
	s := newStand(t)
	for name, text := range goldens(t) {
		if name == "grace-again.txt" {
			continue // “I’ll play pass 2” above what the house knows is known by its own letter alone
		}
		s.now = s.now.Add(time.Hour) // within one hour so many letters without a move would not all be answered
		e := s.bring(s.letter(s.toMove(), turnSubject, "", text))
		if e.moves != 0 {
			t.Errorf("%s unquoted: %d facts", name, e.moves)
		}
		e = s.bring(s.letter(s.toMove(), turnSubject, "", quoted(text, "> ")))
		s.stopped(name+" quoted", e, "refuse", "no command read", 1)
		e = s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: text/html; charset=utf-8\n", "<pre>"+strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text)+"</pre>"))
		if e.moves != 0 {
			t.Errorf("%s in HTML: %d facts", name, e.moves)
		}
	}
}

func TestMessageIDRewrittenReferencesDroppedOrBoth(t *testing.T) {
	s := newStand(t)
	for name, change := range map[string]func(m mover, raw string) string{
		"Message-ID rewritten, References to what nobody knows": func(m mover, raw string) string {
			return strings.Replace(raw, m.answers, "<0102018d-rewritten@email.ses.example>\r\nReferences: <0102018d-rewritten@email.ses.example>", 1)
		},
		"References dropped": func(m mover, raw string) string { return raw },
		"both dropped": func(m mover, raw string) string {
			return strings.Replace(raw, "In-Reply-To: "+m.answers+"\r\n", "", 1)
		},
		"token dropped, the letter answered named": func(m mover, raw string) string { return strings.Replace(raw, m.token, "play@example.org", 1) },
	} {
		m := s.toMove()
		s.applied(name, s.bring(change(m, s.letter(m, turnSubject, "", "pass 1"))))
	}
	m := s.toMove()
	raw := strings.Replace(s.letter(m, turnSubject, "", "pass 1"), "In-Reply-To: "+m.answers+"\r\n", "", 1)
	e := s.bring(strings.Replace(raw, m.token, "play@example.org", 1))
	if e.state != "hold" || e.moves != 0 {
		t.Errorf("neither token nor answered letter: %s, %s, %d facts", e.state, e.why, e.moves)
	}
}

// What the house keeps as said is what stands above the quote, never a line of the digest, which shows
// the hand and the role.
func TestWordsKeptAsSaidNeverHoldTheQuotedHand(t *testing.T) {
	s := newStand(t)
	secret := []string{"You are a miner", "Your hand", "broken cart", "dead end east"}
	for name, below := range map[string]string{
		"marked":            "\n\nOn 21/11/2026 09:00, Saboteur wrote:\n" + quoted(digestText(s), "> "),
		"not marked":        "\n\nOn 21/11/2026 09:00, Saboteur wrote:\n\n" + digestText(s),
		"unknown language":  "\n\nSaboteur 21 Kas 2026 09:00 yazdı\n\n" + digestText(s),
		"no line of quote":  "\n\n" + digestText(s),
		"right below":       "\n" + digestText(s),
		"marked with bars":  "\n\n" + quoted(digestText(s), "| "),
		"Outlook's heading": "\n\n________________________________\nFrom: Saboteur\nSent: Saturday, 21 November 2026 09:00\nTo: Ana\nSubject: Your turn\n\n" + digestText(s),
	} {
		for form, words := range map[string]string{"line": "say well dug, all", "block": "say: well dug, all\nand good night"} {
			e := s.bring(s.letter(s.toMove(), turnSubject, "", words+below))
			if e.state != "apply" {
				t.Errorf("%s, %s: %s, %s: %s", name, form, e.state, e.why, e.lines())
			}
			for _, hidden := range secret {
				if n := s.number("select count(*) from words where said like '%' || $1 || '%'", hidden); n != 0 {
					t.Fatalf("%s, %s: %q is said to all", name, form, hidden)
				}
			}
		}
	}
	if n := s.number("select count(*) from words where said like 'well dug, all%'"); n != 14 {
		t.Errorf("%d of 14 are said", n)
	}
}
