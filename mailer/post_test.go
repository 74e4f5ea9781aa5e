package mailer_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"pitpost.example/db"
	dbmail "pitpost.example/db/mail"
	"pitpost.example/db/people"
	"pitpost.example/lab"
	"pitpost.example/mailer/send"
	"pitpost.example/model"
	"pitpost.example/token"
)

// out is a relay that keeps what it gets. say, if set, decides the outcome.
type out struct {
	mu   sync.Mutex
	sent []sentLetter
	say  func(from, to string) send.Answer
}

type sentLetter struct {
	from, to string
	msg      []byte
}

func (o *out) Send(_ context.Context, from, to string, msg []byte) send.Answer {
	o.mu.Lock()
	defer o.mu.Unlock()
	answer := send.Answer{Class: send.Delivered, Code: 250}
	if o.say != nil {
		answer = o.say(from, to)
	}
	o.sent = append(o.sent, sentLetter{from, to, msg})
	return answer
}

// post returns an Outbox for the match's house, with a relay of the test.
func (g *match) post(o *out) *send.Outbox {
	g.t.Helper()
	return &send.Outbox{DB: g.db, Writer: g.writer, Keys: g.writer.Keys, Address: g.writer.Address, Relay: o,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return g.now }, Presence: func() int { return 0 }, Unsent: g.house.GiveTimeForUnsent, Struck: g.house.MailFails}
}

// waiting returns the letters of the outbox that are still to be sent, in order.
func (g *match) waiting(where string) []int64 {
	g.t.Helper()
	rows, err := g.db.Pool().Query(g.t.Context(), "select id from outbox where state in ('queued', 'written') and "+where+" order by id")
	if err != nil {
		g.t.Fatal(err)
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			g.t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// deliver has an Outbox try one letter while the others wait. It returns how long that letter waits for its next try,
// or 0 if there is none.
func (g *match) deliver(p *send.Outbox, id int64) (again time.Duration) {
	g.t.Helper()
	exec := func(sql string, args ...any) { lab.Must(g.db.Pool().Exec(g.t.Context(), sql, args...))(g.t) }
	exec("update outbox set next_at = next_at + interval '100 years' where state in ('queued', 'written') and id <> $1", id)
	stop := g.runs(p)
	g.until("the letter is tried", func() bool {
		var waits, free bool
		var next time.Time
		lab.Check(g.t, g.db.Pool().QueryRow(g.t.Context(), "select state in ('queued', 'written'), holder = '', next_at from outbox where id = $1", id).Scan(&waits, &free, &next))
		if again = 0; waits {
			again = next.Sub(g.now)
		}
		return !waits || free && again > 0
	})
	stop()
	exec("update outbox set next_at = next_at - interval '100 years' where next_at > now() + interval '50 years'")
	return again
}

func TestEachLetterHasAReturnAddressOfItsOwn(t *testing.T) {
	g, o := newMatch(t), &out{}
	p := g.post(o)
	ids := g.waiting("true")
	for _, id := range ids {
		g.deliver(p, id)
	}
	if len(o.sent) < 3 {
		t.Fatalf("%d letters left", len(o.sent))
	}
	for i, l := range o.sent {
		if id, ok := g.writer.Keys.Bounced([]string{l.from}, "play@example.org"); !ok || !slices.Contains(ids, id) {
			t.Errorf("letter %d left from %s", i, l.from)
		}
		if bytes.Contains(l.msg, []byte(l.from)) {
			t.Errorf("the return address stands in the letter")
		}
	}
	p.PlainReturn = true
	g.move()
	for _, id := range g.waiting("true") {
		g.deliver(p, id)
	}
	if last := o.sent[len(o.sent)-1]; last.from != "play@example.org" {
		t.Errorf("plain: %s", last.from)
	}
}

func TestARelayThatRefusesReturnAddressesGetsTheMailbox(t *testing.T) {
	g, o := newMatch(t), &out{}
	o.say = func(from, _ string) send.Answer {
		if from != "play@example.org" {
			return send.Answer{Class: send.Never, Code: 553, Enhanced: "5.7.1", BadSender: true}
		}
		return send.Answer{Class: send.Delivered, Code: 250}
	}
	p := g.post(o)
	ids := g.waiting("true")
	for _, id := range ids {
		if again := g.deliver(p, id); again != 0 {
			t.Errorf("letter %d waits for %v", id, again)
		}
	}
	if len(o.sent) != len(ids)+1 {
		t.Errorf("%d tries for %d letters: the refusal is forgotten", len(o.sent), len(ids))
	}
	if left := g.waiting("true"); len(left) > 0 {
		t.Errorf("%v did not leave", left)
	}
}

func TestASignedLetterHasTheSameBytesOnEveryTry(t *testing.T) {
	g, o := newMatch(t), &out{}
	o.say = func(string, string) send.Answer { return send.Answer{Class: send.Later, Code: 451} }
	p := g.post(o)
	signer := func() *send.Signer {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		s, err := send.NewSigner("example.org", []string{"e"}, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := signer()
	p.Signer = first
	id := g.waiting("purpose = 'turn'")[0]
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent' where id <> $1", id); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		g.now = g.now.Add(g.deliver(p, id) + time.Second)
		p.Signer = signer() // a new key does not change a letter that is already written
	}
	if len(o.sent) != 3 || !bytes.Equal(o.sent[0].msg, o.sent[1].msg) || !bytes.Equal(o.sent[0].msg, o.sent[2].msg) {
		t.Errorf("%d tries, and their bytes differ", len(o.sent))
	}
	records := first.Records()
	list, err := dkim.VerifyWithOptions(bytes.NewReader(o.sent[0].msg), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		return []string{map[string]string{records[0].Name: records[0].Text}[name]}, nil
	}})
	if err != nil || len(list) != 1 || list[0].Err != nil {
		t.Errorf("signed %+v, %v", list, err)
	}
}

// notes queues n letters to each of these players, in order.
func (g *match) notes(n int, to ...string) {
	g.t.Helper()
	err := g.db.Play(g.t.Context(), model.Cause{Kind: "operator", Now: g.now}, 0, func(tx *db.Tx) error {
		for i := range n {
			for _, address := range to {
				s, err := (&people.Rows{Tx: tx}).Sender(address)
				if err != nil {
					return err
				}
				tx.Queue(model.Notice{Key: fmt.Sprint("n", i, address), Player: s.Player.ID, Address: address, Purpose: "note",
					Params: []byte(fmt.Sprintf(`{"subject":{"key":"house.held-subject"},"lines":[{"key":"house.did-","args":{"n":%d}}]}`, i))})
			}
		}
		return nil
	})
	if err != nil {
		g.t.Fatal(err)
	}
}

func TestLettersToOneAddressLeaveInTheOrderTheyWereQueued(t *testing.T) {
	t.Parallel()
	g, o := newMatch(t), &out{}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	g.notes(8, "ana@example.org", "bo@example.org")
	o.say = func(from, to string) send.Answer {
		if strings.HasPrefix(to, "ana") {
			time.Sleep(5 * time.Millisecond)
		}
		return send.Answer{Class: send.Delivered, Code: 250}
	}
	ids := g.waiting("true")
	born := time.Now()
	for range 4 {
		p := g.post(o)
		p.Now = func() time.Time { return g.now.Add(time.Since(born)) } // so that letters that were put off come back
		g.runs(p)
	}
	g.until("all letters are marked", func() bool { return len(g.waiting("true")) == 0 })
	if len(o.sent) != len(ids) {
		t.Fatalf("%d of %d letters left", len(o.sent), len(ids))
	}
	last := map[string]int64{}
	for _, l := range o.sent {
		id, _ := g.writer.Keys.Bounced([]string{l.from}, "play@example.org")
		if id < last[l.to] {
			t.Errorf("letter %d to %s left after letter %d", id, l.to, last[l.to])
		}
		last[l.to] = id
	}
}

func TestALetterThatWasPutOffHoldsNobodyUp(t *testing.T) {
	g, o := newMatch(t), &out{}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	g.notes(2, "ana@example.org")
	o.say = func(string, string) send.Answer {
		if len(o.sent) == 0 {
			return send.Answer{Class: send.Later, Code: 450}
		}
		return send.Answer{Class: send.Delivered, Code: 250}
	}
	p := g.post(o)
	ids := g.waiting("true")
	if again := g.deliver(p, ids[0]); again == 0 {
		t.Fatal("the first was not put off")
	}
	if again := g.deliver(p, ids[1]); again != 0 || len(o.sent) != 2 {
		t.Errorf("the second waits for %v, %d left", again, len(o.sent))
	}
}

func TestEachDomainHasItsPace(t *testing.T) {
	g, o := newMatch(t), &out{}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	g.notes(6, "ana@example.org")
	p := g.post(o)
	p.Pace = send.NewPace(8, 0) // two at once, then one every 7.5 s
	begun := g.now
	for _, id := range g.waiting("true") {
		for again := g.deliver(p, id); again > 0; again = g.deliver(p, id) {
			if again > 8*time.Second {
				t.Fatalf("waits for %v", again)
			}
			g.now = g.now.Add(again)
		}
	}
	if took := g.now.Sub(begun); took < 29*time.Second || took > 32*time.Second {
		t.Errorf("six letters took %v", took)
	}
	ids := make([]int64, 0, len(o.sent))
	for _, l := range o.sent {
		id, _ := g.writer.Keys.Bounced([]string{l.from}, "play@example.org")
		ids = append(ids, id)
	}
	if len(ids) != 6 || !slices.IsSorted(ids) {
		t.Errorf("left in the order %v", ids)
	}
	var tries int
	if err := g.db.Pool().QueryRow(t.Context(), "select max(tries) from outbox where key like 'n%'").Scan(&tries); err != nil || tries != 1 {
		t.Errorf("waiting for room counts as %d tries, %v", tries, err)
	}
}

func TestADeadAddressAtTheRelayTellsTheHost(t *testing.T) {
	g, o := newMatch(t), &out{}
	o.say = func(_, to string) send.Answer {
		if to == "bo@example.org" {
			return send.Answer{Class: send.Never, Code: 550, Enhanced: "5.1.1", Text: "nobody here", BadAddress: true}
		}
		return send.Answer{Class: send.Delivered, Code: 250}
	}
	p := g.post(o)
	for round := 0; round < 3; round++ {
		for _, id := range g.waiting("true") {
			g.deliver(p, id)
		}
		g.now = g.now.Add(time.Second) // what was queued meanwhile may have waited for a letter before it
	}
	told := 0
	for _, l := range o.sent {
		msg, err := mail.ReadMessage(bytes.NewReader(l.msg))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(msg.Header.Get("Subject"), "comes back") {
			told++
			if l.to != "ana@example.org" || bytes.Contains(l.msg, []byte("bo@example.org")) {
				t.Errorf("%s is told, or the address is shown", l.to)
			}
		}
	}
	if told != 1 {
		t.Errorf("the host was told %d times", told)
	}
}

func TestAPlayerHearsAtTheSecondAddressThatTheFirstIsDead(t *testing.T) {
	g, o := newMatch(t), &out{}
	o.say = func(_, to string) send.Answer {
		if to == "bo@example.org" {
			return send.Answer{Class: send.Never, Code: 550, Enhanced: "5.1.1", Text: "nobody here", BadAddress: true}
		}
		return send.Answer{Class: send.Delivered, Code: 250}
	}
	if _, err := g.db.Pool().Exec(t.Context(), `insert into addresses (address, player_id, first, proved_at)
		select 'bo@home.example', player_id, false, $1 from addresses where address = 'bo@example.org'`, g.now); err != nil {
		t.Fatal(err)
	}
	p := g.post(o)
	for range 3 {
		for _, id := range g.waiting("true") {
			g.deliver(p, id)
		}
		g.now = g.now.Add(time.Second)
	}
	heard := map[string]int{}
	for _, l := range o.sent {
		msg, err := mail.ReadMessage(bytes.NewReader(l.msg))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(msg.Header.Get("Subject"), "came back") && l.to != "bo@example.org" {
			heard[l.to]++
			if !bytes.Contains(l.msg, []byte("bo@example.org")) {
				t.Errorf("the dead address is not named:\n%s", l.msg)
			}
		}
	}
	if len(heard) != 1 || heard["bo@home.example"] != 1 {
		t.Errorf("told %v", heard)
	}
}

func TestInvitationsCarryOneClickToBeAskedNoMore(t *testing.T) {
	g, o := newMatch(t), &out{}
	p := g.post(o)
	g.writer.PublicURL = "https://play.example.org/"
	id := g.waiting("purpose = 'invite'")[0]
	n, err := dbmail.NoticeByID(t.Context(), g.db, id)
	if err != nil {
		t.Fatal(err)
	}
	g.deliver(p, id)
	msg, err := mail.ReadMessage(bytes.NewReader(o.sent[0].msg))
	if err != nil {
		t.Fatal(err)
	}
	word := g.writer.Keys.Mint(token.Token{Match: n.Match, Seat: n.Seat, Purpose: byte(model.ForStop), Step: n.Player})
	want := "<https://play.example.org/stop/" + word + ">, <mailto:play+" + word + "@example.org?subject=block>"
	if link := msg.Header.Get("List-Unsubscribe"); link != want || msg.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("List-Unsubscribe: %s, want %s; %s", link, want, msg.Header.Get("List-Unsubscribe-Post"))
	}
	g.writer.PublicURL = ""
	g.deliver(p, g.waiting("purpose = 'invite'")[0])
	if msg, err = mail.ReadMessage(bytes.NewReader(o.sent[1].msg)); err != nil || msg.Header.Get("List-Unsubscribe-Post") != "" {
		t.Errorf("a letter alone is no one-click link: %v, %v", msg.Header, err)
	}
}

func TestALetterThatWaitsForTheDaysLimitLosesNoTry(t *testing.T) {
	g, o := newMatch(t), &out{}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent', sent_at = $1", g.now); err != nil {
		t.Fatal(err)
	}
	g.notes(1, "ana@example.org")
	id, p := g.waiting("true")[0], g.post(o)
	p.LimitADay = 1
	begun := g.now
	for again := g.deliver(p, id); again > 0; again = g.deliver(p, id) {
		g.now = g.now.Add(again)
		if g.now.Sub(begun) > 3*24*time.Hour {
			t.Fatal("it never leaves")
		}
		if g.now.Sub(begun) > 23*time.Hour {
			p.LimitADay = 100
		}
	}
	var tries int
	if err := g.db.Pool().QueryRow(t.Context(), "select tries from outbox where id = $1 and state = 'sent'", id).Scan(&tries); err != nil || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
}

// If a letter about somebody's turn waits because of the day's limit, the player's time does not run
// meanwhile.
func TestAClockStandsStillWhileTheDaysLimitHoldsItsLetter(t *testing.T) {
	g, o := newMatch(t), &out{}
	p := g.post(o)
	p.LimitADay, p.Unsent = 1, g.house.GiveTimeForUnsent
	turn := g.waiting("purpose = 'turn'")[0]
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent', sent_at = $2 where id <> $1", turn, g.now); err != nil {
		t.Fatal(err)
	}
	due := func() (at time.Time) {
		if err := g.db.Pool().QueryRow(t.Context(), "select at from due where what = 'deadline'").Scan(&at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	before := due()
	waited := g.deliver(p, turn)
	if waited == 0 || len(o.sent) > 0 {
		t.Fatalf("it left, or waits for %v", waited)
	}
	if got := due().Sub(before); got != waited {
		t.Errorf("the deadline moved by %v while the letter waits %v", got, waited)
	}
}
