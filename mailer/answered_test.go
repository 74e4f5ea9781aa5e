package mailer_test

import (
	"bytes"
	"net/mail"
	"strings"
	"testing"

	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// A receipt stays small, whatever the letter that it answers contains.
func TestReceiptStaysSmall(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	ref := model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)}
	for _, words := range []string{
		"status\n" + strings.Repeat("x", 200_000),
		"status\n" + strings.Repeat("many words of no meaning to the house\n", 3000),
		strings.Repeat("help\nrules\n", 500),
	} {
		g.write(strings.ToLower(name), words, ref)
		raw := g.letter("receipt", no, 0)
		if len(raw) > 100_000 {
			t.Errorf("%d bytes answer %d of “%.20s…”", len(raw), len(words), words)
		}
		msg, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if text := textPart(t, msg.Header.Get, msg.Body); strings.HasPrefix(words, "status") && !strings.Contains(text, "running") {
			t.Errorf("“status” is not answered:\n%.500s", text)
		}
	}
}

// Readers who use a screen reader get the board as sentences, and no picture or drawing.
func TestReaderHearsTheBoard(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	g.write(strings.ToLower(name), "format reader\nagain", model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
	raw := g.letter("receipt", no, 0)
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text := textPart(t, msg.Header.Get, msg.Body)
	if !strings.Contains(text, "The start ladder is at A3") || !strings.Contains(text, "I3: a goal, face down.") {
		t.Errorf("no facts:\n%s", text)
	}
	if strings.Contains(text, "row 3") || strings.Contains(text, "cols") || bytes.Contains(raw, []byte("image/png")) || bytes.Contains(raw, []byte("<pre")) {
		t.Errorf("a drawing for the ear:\n%s", text)
	}
}

// One tap sends talk to the table, with the accents as written and without the greeting.
func TestTalkIsOneTapFromTheTable(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	g.take(strings.ToLower(name), "Hi all,\n\nC’est déjà cuit\n\nBest,\n"+name, model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
	raw := g.letter("receipt", no, 0)
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text := textPart(t, msg.Header.Get, msg.Body)
	if !strings.Contains(text, "say: C’est déjà cuit") || strings.Contains(text, "Hi all") || strings.Contains(text, "Best") {
		t.Errorf("a receipt for talk:\n%s", text)
	}
	if whole := bytes.ReplaceAll(raw, []byte("=\r\n"), nil); !bytes.Contains(whole, []byte("say:%20C%E2%80%99est%20d%C3%A9j%C3%A0%20cuit")) && !bytes.Contains(whole, []byte("say%3A%20C%E2%80%99est%20d%C3%A9j%C3%A0%20cuit")) {
		t.Error("no chip says it to the table")
	}
}

// Words that a letter shows only the beginning of are not said as they stand, if somebody types them after the letter.
func TestTalkThatALetterCutIsNotSaid(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	ref := model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)}
	g.take(strings.ToLower(name), "What a lovely evening it is up here in the mountains", ref)
	text := receiptText(t, g.letter("receipt", no, 0))
	at := strings.Index(text, "say: What")
	if at < 0 {
		t.Fatalf("no words are offered:\n%s", text)
	}
	offered, _, _ := strings.Cut(text[at:], "\n")
	if !strings.HasSuffix(strings.TrimSpace(offered), notice.Cut) {
		t.Errorf("%q does not show that it is cut", offered)
	}
	g.take(strings.ToLower(name), strings.TrimSpace(offered), ref)
	if text := receiptText(t, g.letter("receipt", no, 0)); !strings.Contains(text, "only the beginning") {
		t.Errorf("the cut words were said:\n%s", text)
	}
}

func receiptText(t *testing.T, raw []byte) string {
	t.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return textPart(t, msg.Header.Get, msg.Body)
}
