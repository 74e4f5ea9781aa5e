package mailer_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
	"testing"

	"pitpost.example/model"
)

// The letter that opens the roles repeats what was said while they were hidden, once and in order.
func TestRevealRepeatsWhatWasSaid(t *testing.T) {
	g := newMatch(t)
	for g.table().Match.State().View("").Round == 1 {
		g.move()
	}
	text := g.digest()
	_, talk, found := strings.Cut(text, "What was said in that round\n")
	talk, _, _ = strings.Cut(talk, "\n\n")
	for _, name := range []string{"ana", "bo", "cy", "di"} {
		if !found || !strings.Contains(talk, "I put my trust in "+name) {
			t.Errorf("%s is not quoted in:\n%s", name, text)
		}
	}
	g.move()
	if text = g.digest(); strings.Contains(text, "What was said in that round") && !strings.Contains(text, "is over:") {
		t.Errorf("the talk is repeated without a reveal:\n%s", text)
	}
}

// The receipt of a move shows who is next and how long they have.
func TestReceiptSaysWhoIsNext(t *testing.T) {
	g := newMatch(t)
	no, _, _ := g.due()
	g.move()
	_, _, next := g.due()
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter("receipt", no, 0)))
	if err != nil {
		t.Fatal(err)
	}
	text := textPart(t, msg.Header.Get, msg.Body)
	for _, want := range []string{"Next to move: " + next + ".", "Each move has 36 hours here"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}

// The last letter has its turn.json too, without legal moves, and offers no moves.
func TestLastLetterForPrograms(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	g.write(strings.ToLower(name), "attach json", model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
	if said, err := g.house.Operate(t.Context(), 1, "abort", g.now); err != nil || !said.Done {
		t.Fatalf("abort: %+v %v", said, err)
	}
	raw := g.letter("end", no, 0)
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if text := textPart(t, msg.Header.Get, bytes.NewReader(raw[bytes.Index(raw, []byte("\r\n\r\n"))+4:])); strings.Contains(text, "What you can play") || strings.Contains(text, "To move:") {
		t.Errorf("a match without moves offers some:\n%s", text)
	}
	var turn struct {
		Seat, Deadline string
		Legal          []string
	}
	if err := json.Unmarshal(partNamed(t, msg, "turn.json"), &turn); err != nil {
		t.Fatal(err)
	}
	if turn.Seat != name || turn.Legal == nil || len(turn.Legal) != 0 || turn.Deadline != "" {
		t.Errorf("turn.json says %+v", turn)
	}
}

// partNamed returns the contents of the attachment with that name.
func partNamed(t *testing.T, msg *mail.Message, name string) []byte {
	t.Helper()
	_, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	for r := multipart.NewReader(msg.Body, params["boundary"]); ; {
		p, err := r.NextPart()
		if err != nil {
			t.Fatalf("no part %s: %v", name, err)
		}
		if p.FileName() != name {
			continue
		}
		b, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, p))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}
