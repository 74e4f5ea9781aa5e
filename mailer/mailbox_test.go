package mailer_test

import (
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"

	"pitpost.example/model"
)

// Each letter to a mailbox with several seats names its seat first in the subject, and everything secret in it begins below
// the first screen. A letter to any other mailbox is as it was.
func TestLettersToAMailboxWithSeveralSeats(t *testing.T) {
	g := newTableAsked(t, "saboteur rounds=1 first=Fay", "bo")
	g.write("ana", "invite Fay at ana@example.org", model.Ref{Match: 1, Seat: 0, Purpose: model.ForTurn, Step: 1})
	if subject, text := g.subjectAndText("invite", 2); subject != "For Fay: [#1] Ana invites you to play Saboteur" || strings.Contains(text, "\n\n\n\n") {
		t.Errorf("%s\n%s", subject, text)
	}
	g.write("ana", "yes", model.Ref{Match: 1, Seat: 2, Purpose: model.ForInvite})
	for _, letter := range []struct {
		purpose, seat, subject string
		no                     int
	}{
		{"turn", "Fay", "For Fay: [#1 Saboteur] Your turn, Fay: round 1, move 1", 2},
		{"round", "Ana", "For Ana: [#1 Saboteur] The match begins", 0},
	} {
		subject, text := g.subjectAndText(letter.purpose, letter.no)
		if subject != letter.subject {
			t.Errorf("%s: %q", letter.seat, subject)
		}
		first, rest, apart := strings.Cut(text, strings.Repeat("\n", 60))
		if !apart || !strings.Contains(first, "This letter is for "+letter.seat) || strings.Contains(first, "Your hand") || !strings.Contains(rest, "Your hand") {
			t.Errorf("%s reads first:\n%s", letter.seat, first)
		}
		first, rest, apart = strings.Cut(htmlPart(t, g.letter(letter.purpose, letter.no, 0)), "height:1400px")
		if !apart || !strings.Contains(first, "This letter is for "+letter.seat) || strings.Contains(first, "cid:hand") || !strings.Contains(rest, "cid:hand") {
			t.Errorf("%s sees first:\n%s", letter.seat, first)
		}
	}
	if subject, text := g.subjectAndText("round", 1); strings.HasPrefix(subject, "For") || strings.Contains(text, "\n\n\n\n") ||
		!strings.Contains(text, "Ana and Fay play from one mailbox") {
		t.Errorf("%s\n%s", subject, text)
	}
	g.write("ana", "pass 1", model.Ref{Match: 1, Seat: 2, Purpose: model.ForTurn, Step: 2})
	if subject, _ := g.subjectAndText("receipt", 2); strings.Count(subject, "For Fay:") != 1 || !strings.HasPrefix(subject, "For Fay: ") && !strings.HasPrefix(subject, "Re: For Fay: ") {
		t.Errorf("the receipt is called %q", subject)
	}
}

// htmlPart returns the HTML of a letter.
func htmlPart(t *testing.T, raw []byte) string {
	t.Helper()
	_, part, found := strings.Cut(string(raw), "Content-Type: text/html")
	if !found {
		t.Fatal("it has no HTML")
	}
	_, part, _ = strings.Cut(part, "\r\n\r\n")
	part, _, _ = strings.Cut(part, "\r\n--")
	html, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(part)))
	if err != nil {
		t.Fatal(err)
	}
	return string(html)
}
