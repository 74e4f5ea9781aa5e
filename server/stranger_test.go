package server_test

import (
	"bytes"
	"mime"
	"net/mail"
	"os"
	"strings"
	"testing"

	dbmail "pitpost.example/db/mail"
	"pitpost.example/inbox/reply"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer/letter"
	"pitpost.example/token"
)

// A stranger writes "Hello?", is told what this is, is taught by the first letters, and wins. Below each step
// of the transcript is the complete letter they got.
func TestAStrangerWins(t *testing.T) {
	const file = "testdata/letters/stranger.txt"
	text, err := os.ReadFile(file)
	lab.Check(t, err)
	s := newStage(t)
	s.house.Rules.Bot, s.house.Rules.Random = "careful", &lab.Chance{N: 48_000} // gives a short match
	keys, err := token.ParseKeys([]byte(strings.Repeat("stone ", 8)))
	lab.Check(t, err)
	writer := &letter.Writer{DB: s.house.DB, Words: friends.Words(t), Keys: keys, Address: s.house.Rules.Address}
	got := playing(s, string(text), func() []string { return s.whole(writer) })
	if *update {
		lab.Check(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	compare(t, string(text), got)
	if !strings.Contains(got, "Jo wins") {
		t.Error("the stranger has not won")
	}
}

// whole returns the letters queued since it was last called, as their readers see them.
func (s *stage) whole(writer *letter.Writer) []string {
	before := len(s.sent)
	s.newMail()
	var out []string
	for i := range s.sent[before:] {
		n, err := dbmail.NoticeByID(s.t.Context(), s.house.DB, s.sent[before+i].ID)
		lab.Check(s.t, err)
		l, err := writer.WriteFrom(s.t.Context(), nil, n, s.now)
		lab.Check(s.t, err)
		s.exec("update outbox set raw = $2, address = $3, state = 'written' where id = $1", n.ID, l.Raw, l.To) // so that the next letter tells only what is new
		m, err := mail.ReadMessage(bytes.NewReader(l.Raw))
		lab.Check(s.t, err)
		subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		lab.Check(s.t, err)
		out = append(out, "to "+l.To+": "+subject)
		text, _, _ := reply.TextAndPage(l.Raw)
		for line := range strings.Lines(strings.TrimSpace(text)) {
			out = append(out, strings.TrimRight("| "+line, " \n"))
		}
	}
	return out
}
