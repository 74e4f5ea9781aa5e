package mailer_test

import (
	"bytes"
	"net/mail"
	"strings"
	"testing"
	"time"

	dbmail "pitpost.example/db/mail"
	"pitpost.example/model"
)

// One letter covers a match of each game, with a number before each command, as they are when it is written.
// Its subject and first line show nothing of a hand.
func TestDailyLetter(t *testing.T) {
	g := newTable(t, "saboteur", "bo", "cy")
	g.house.Rules.Names = []string{"saboteur", "clonk"}
	if _, err := g.house.OpenMatchFor(t.Context(), "ana@example.org", "Ana", "new clonk with bo@example.org, cy@example.org", g.now); err != nil {
		t.Fatal(err)
	}
	for seat, name := range []string{"bo", "cy"} {
		g.write(name, "yes", model.Ref{Match: 2, Seat: seat + 1, Purpose: model.ForInvite})
	}
	g.write("ana", "daily 8", model.Ref{Purpose: model.ForAnybody})
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	for name := ""; name != "Ana"; _, _, name = g.due() {
		g.move()
	}
	g.now = time.Date(2026, 8, 4, 8, 0, 1, 0, time.UTC)
	if _, err := g.house.Sweep(t.Context(), g.now); err != nil {
		t.Fatal(err)
	}
	raw := g.daily()
	if len(raw) > 100<<10 {
		t.Errorf("the letter has %d bytes", len(raw))
	}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if subject := msg.Header.Get("Subject"); subject != "[Pitpost] Your matches today: 2" {
		t.Errorf("subject %q", subject)
	}
	text := textPart(t, msg.Header.Get, msg.Body)
	golden(t, "daily.txt", text)
	if first, _, _ := strings.Cut(text, "\n"); first != "Your turn in #1 and #2." {
		t.Errorf("the first line is %q", first)
	}
	for _, line := range strings.Split(text, "\n") {
		if len([]rune(line)) > 78 {
			t.Errorf("%d columns: %s", len([]rune(line)), line)
		}
	}
	if strings.Contains(text, "pass 1") && !strings.Contains(text, "#1 pass 1") {
		t.Error("a command has no number")
	}
}

// daily returns the last daily letter.
func (g *match) daily() []byte {
	g.t.Helper()
	var id string
	if err := g.db.Pool().QueryRow(g.t.Context(), "select message_id from outbox where purpose = 'daily' order by id desc limit 1").Scan(&id); err != nil {
		g.t.Fatal(err)
	}
	list, err := dbmail.NoticesByMessageIDs(g.t.Context(), g.db, []string{id})
	if err != nil || len(list) != 1 {
		g.t.Fatalf("%d letters of %s: %v", len(list), id, err)
	}
	l, err := g.writer.WriteFrom(g.t.Context(), nil, &list[0], g.now)
	if err != nil {
		g.t.Fatal(err)
	}
	return l.Raw
}
