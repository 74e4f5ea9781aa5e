package mailer_test

import (
	"bytes"
	"mime"
	"net/mail"
	"strings"
	"testing"
)

// subjectAndText returns the subject and the text of a letter.
func (g *match) subjectAndText(purpose string, seat int) (subject, text string) {
	g.t.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter(purpose, seat, 0)))
	if err != nil {
		g.t.Fatal(err)
	}
	if subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject")); err != nil {
		g.t.Fatal(err)
	}
	return subject, textPart(g.t, msg.Header.Get, msg.Body)
}

// The letters about a round that all gave up say so first, and in the subject; so does the last letter of a match of
// such rounds alone, where nobody has a medal.
func TestGivenUpIsSaidFirst(t *testing.T) {
	g := newTable(t, "saboteur rounds=2", "bo", "cy")
	concede := func() {
		t.Helper()
		if said, err := g.house.Operate(t.Context(), 1, "concede", g.now); err != nil || !said.Done {
			t.Fatalf("concede: %+v %v", said, err)
		}
	}
	says := func(purpose, subject string, lines ...string) {
		t.Helper()
		is, text := g.subjectAndText(purpose, 1)
		if is != "[#1 Saboteur] "+subject || !strings.HasPrefix(strings.TrimSpace(text), subject+".") {
			t.Errorf("%q begins:\n%s", is, text)
		}
		for _, line := range lines {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), line) {
				t.Errorf("no %q in:\n%s", line, text)
			}
		}
		if strings.Contains(text, "no saboteur to thank") || strings.Contains(text, "🥇") {
			t.Errorf("it is told like a round without saboteurs, or somebody has won:\n%s", text)
		}
	}
	g.move()
	concede()
	says("round", "Round 1: given up by all", "Round 1 was given up by all: nobody wins it, and nobody is paid.")
	concede()
	says("end", "Given up by all: nobody wins",
		"Round 1: given up by all; the gold lay under", "Round 2: given up by all; the gold lay under")
}
