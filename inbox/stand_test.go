package inbox

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/world"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/token"
)

// stand is a whole house with a Receiver. Ana plays with Bo and Cy.
type stand struct {
	t     testing.TB
	r     *Receiver
	d     *db.DB
	now   time.Time
	count int
}

func newStand(t testing.TB) *stand {
	t.Helper()
	url := lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
	d, err := db.Open(t.Context(), url, catalog.FindGame, db.Options{Domain: "example.org", Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return standOn(t, d)
}

// standOn returns a stand on a given database.
func standOn(t testing.TB, d *db.DB) *stand {
	t.Helper()
	keys, err := token.ParseKeys([]byte(strings.Repeat("a1", 32)))
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{t: t, d: d, now: time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)}
	h := &server.House{Store: server.NewPostgresStore(d), DB: d, Log: slog.New(slog.DiscardHandler), Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Address: "play@example.org", Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Patient: true}}
	s.r = &Receiver{House: h, DB: d, Keys: keys, Mailbox: "play@example.org", AuthservID: "mx.example.org", Log: h.Log, Now: func() time.Time { return s.now }}
	s.proved("ana@example.com", "", "new saboteur with bo@example.net, cy@example.net")
	for _, guest := range []string{"bo@example.net", "cy@example.net"} {
		s.take("From: <"+guest+">\r\nTo: play@example.org\r\nMessage-ID: <yes."+guest+">\r\nIn-Reply-To: "+s.sentTo(guest).MessageID+"\r\n\r\nyes\r\n", nil)
	}
	if s.number("select count(*) from matches where phase = 'running'") != 1 {
		t.Fatal("the match did not begin")
	}
	return s
}

// proved hands in a letter that its server vouches for.
func (s *stand) proved(from, subject, words string) (state, why string) {
	s.count++
	_, domain, _ := strings.Cut(from, "@")
	return s.take(fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=%s\r\nFrom: <%s>\r\nTo: play@example.org\r\nSubject: %s\r\n"+
		"Message-ID: <%d.%d@%s>\r\n\r\n%s\r\n", domain, from, subject, s.count, s.now.UnixNano(), domain, words), nil)
}

// take hands in a letter and returns its final state and the reason.
func (s *stand) take(raw string, envelope *intake.Envelope) (state, why string) {
	s.t.Helper()
	if _, err := s.r.Take(s.t.Context(), []byte(raw), intake.Source{Name: "imap", Envelope: envelope}); err != nil {
		s.t.Fatal(err)
	}
	if err := s.d.Pool().QueryRow(s.t.Context(), "select state::text, why from letters order by id desc limit 1").Scan(&state, &why); err != nil {
		s.t.Fatal(err)
	}
	return state, why
}

func (s *stand) number(sql string, args ...any) int {
	s.t.Helper()
	var n int
	if err := s.d.Pool().QueryRow(s.t.Context(), sql, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// sentTo returns the last letter queued to an address, as if it had just been sent.
func (s *stand) sentTo(address string) *model.Notice {
	s.t.Helper()
	return s.sent(int64(s.number("select id from outbox where address = $1 order by id desc limit 1", address)), address)
}

// sent returns a queued letter as if it had just been sent to an address.
func (s *stand) sent(id int64, address string) *model.Notice {
	s.t.Helper()
	if _, err := s.d.Pool().Exec(s.t.Context(), "update outbox set raw = $2, state = 'written', address = $3 where id = $1", id, []byte("Subject: x\r\n\r\n3 C5\r\n"), address); err != nil {
		s.t.Fatal(err)
	}
	if err := mail.MarkSent(s.t.Context(), s.d, id, "250", s.now); err != nil {
		s.t.Fatal(err)
	}
	n, err := mail.NoticeByID(s.t.Context(), s.d, id)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// robotLetter returns one of the robots' sample letters as if it were about n: it has the return address,
// mark and Message-ID of n instead of those in the file.
func (s *stand) robotLetter(name string, n *model.Notice) string {
	s.t.Helper()
	raw, err := os.ReadFile(filepath.Join("report", "testdata", "robots", name+".eml"))
	if err != nil {
		s.t.Fatal(err)
	}
	text := strings.ReplaceAll(string(raw), "ana@example.com", n.Address)
	text = strings.ReplaceAll(text, "<turn.0123456789abcdef0123.pitpost@example.org>", n.MessageID)
	text = strings.ReplaceAll(text, "X-Pitpost: mark", "X-Pitpost: "+s.r.Keys.Mark(n.ID))
	text = strings.ReplaceAll(text, `"value":"mark"`, `"value":"`+s.r.Keys.Mark(n.ID)+`"`)
	return strings.ReplaceAll(text, "play+bounce@example.org", "play+"+s.r.Keys.Bounce(n.ID)+"@example.org")
}

// quiet fails the test if do adds a fact or a letter.
func (s *stand) quiet(what string, do func()) {
	s.t.Helper()
	const sql = "select (select count(*) from facts) + 1000 * (select count(*) from outbox)"
	before := s.number(sql)
	do()
	if after := s.number(sql); after != before {
		s.t.Errorf("%s: facts and letters went from %d to %d", what, before, after)
	}
}
