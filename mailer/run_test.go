package mailer_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/lead"
	dbmail "pitpost.example/db/mail"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/mailer/send"
	"pitpost.example/model"
)

// runs runs an Outbox until the test ends or stop is called.
func (g *match) runs(p *send.Outbox) (stop func()) {
	ctx, cancel := context.WithCancel(g.t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Run(ctx) })
	stop = func() {
		cancel()
		running.Wait()
	}
	g.t.Cleanup(stop)
	return stop
}

// until waits until something is true.
func (g *match) until(what string, done func() bool) {
	g.t.Helper()
	for giveUp := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(giveUp) {
			g.t.Fatalf("waited in vain until %s", what)
		}
	}
}

// told returns the texts of the letters that left, by recipient and in order.
func (o *out) told(t *testing.T) map[string][]string {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	texts := map[string][]string{}
	for _, l := range o.sent {
		msg, err := mail.ReadMessage(bytes.NewReader(l.msg))
		if err != nil {
			t.Fatal(err)
		}
		texts[l.to] = append(texts[l.to], textPart(t, msg.Header.Get, msg.Body))
	}
	return texts
}

// Letters written together say the same as if they were written one by one, each with the news since the one
// before, and leave in the same order.
func TestLettersWrittenTogetherAreThoseWrittenOneByOne(t *testing.T) {
	var texts [2]map[string][]string
	for i := range texts {
		g, o := newMatch(t), &out{}
		if _, err := g.db.Pool().Exec(t.Context(), `update players set settings = '{"notify": "each", "json": true}'`); err != nil {
			t.Fatal(err)
		}
		for range 8 {
			g.move()
		}
		p := g.post(o)
		if i == 0 {
			for _, id := range g.waiting("true") {
				g.deliver(p, id)
			}
		} else {
			g.runs(p)
		}
		g.until("all letters are sent", func() bool { return len(g.waiting("true")) == 0 })
		texts[i] = o.told(t)
	}
	if len(texts[0]) != 4 {
		t.Fatalf("%d players got letters", len(texts[0]))
	}
	for to, one := range texts[0] {
		together := texts[1][to]
		if !slices.Equal(one, together) {
			t.Errorf("%s got %d letters one by one and %d together", to, len(one), len(together))
			for i := range min(len(one), len(together)) {
				if one[i] != together[i] {
					t.Fatalf("letter %d, one by one:\n%s\ntogether:\n%s", i, one[i], together[i])
				}
			}
		}
	}
}

// While letters are sent, others are claimed. Letters to one person stay in order, and each leaves once, over
// all connections.
func TestEachLetterLeavesOnce(t *testing.T) {
	g := newMatch(t)
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	s := lab.SMTPScript(t)
	p := g.post(nil)
	p.Relay = relayTo(t, s.Addr)
	// Letters behind others whose keys are being changed come back a little later.
	born := time.Now()
	p.Now = func() time.Time { return g.now.Add(time.Since(born)) }
	g.runs(p)
	for range 3 {
		g.notes(60, "ana@example.org", "bo@example.org", "cy@example.org")
		if _, err := g.db.Pool().Exec(t.Context(), "update outbox set key = 'x' || id where key like 'n%'"); err != nil {
			t.Fatal(err)
		}
		p.Wake()
	}
	g.until("all letters are marked", func() bool { return len(g.waiting("true")) == 0 })
	last, n := map[string]int64{}, 0
	for _, l := range s.Letters() {
		id, _ := g.writer.Keys.Bounced([]string{l.From}, "play@example.org")
		if id <= last[l.To[0]] {
			t.Errorf("letter %d to %s left after letter %d", id, l.To[0], last[l.To[0]])
		}
		last[l.To[0]] = id
		n++
	}
	if n != 540 {
		t.Errorf("%d letters left", n)
	}
}

// If a letter that the relay has accepted cannot be marked, marking is repeated, and the letter is not sent
// again meanwhile.
func TestAMarkThatGoesWrongIsTriedAgain(t *testing.T) {
	g, o := newMatch(t), &out{}
	for _, sql := range []string{
		"update outbox set state = 'sent'",
		"create sequence faults",
		`create function faulty() returns trigger language plpgsql as $$ begin
			if nextval('faults') <= 4 then raise exception 'not now' using errcode = '40P01'; end if;
			return new;
		end $$`,
		"create trigger faulty before update on outbox for each row when (new.state = 'sent') execute function faulty()",
	} {
		if _, err := g.db.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	g.notes(5, "ana@example.org", "bo@example.org")
	p := g.post(o)
	born := time.Now()
	p.Now = func() time.Time { return g.now.Add(1000 * time.Since(born)) } // so fast that leases end at once
	stop := g.runs(p)
	g.until("all letters are marked", func() bool { return len(g.waiting("true")) == 0 })
	stop()
	if len(o.sent) != 10 {
		t.Errorf("10 letters left %d times", len(o.sent))
	}
}

// dawdle makes the relay hold back its first answer until release is called.
func (o *out) dawdle() (begun func() bool, release func()) {
	var first atomic.Bool
	hold := make(chan struct{})
	o.say = func(string, string) send.Answer {
		if !first.Swap(true) {
			<-hold
		}
		return send.Answer{Class: send.Delivered, Code: 250}
	}
	return first.Load, func() { close(hold) }
}

// When a process stops, other processes can have the letters that it holds at once.
func TestWhoStopsGivesBackWhatIsInHand(t *testing.T) {
	g, o := newMatch(t), &out{}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	g.notes(5, "ana@example.org")
	begun, release := o.dawdle()
	stop := g.runs(g.post(o))
	g.until("the first is being handed over", begun)
	time.AfterFunc(100*time.Millisecond, release)
	stop()
	left := g.waiting("state = 'written' and holder = '' and tries = 0 and next_at <= now() + interval '100 years'")
	if len(o.sent) != 1 || len(left) != 4 || len(g.waiting("true")) != 4 {
		t.Errorf("%d letters left, %v were given back", len(o.sent), left)
	}
}

// A process that was frozen or cut off for so long that another has sent the letters that it held notices
// that before it goes on. Only the letter being handed over may be sent twice.
func TestWhoWasGoneForLongSendsNothingMore(t *testing.T) {
	g, o := newMatch(t), &out{}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	session := lead.NewSession(g.db.Pool().Config().ConnConfig, slog.New(slog.DiscardHandler))
	t.Cleanup(session.Close)
	session.Stay()
	g.notes(10, "ana@example.org", "bo@example.org", "cy@example.org")
	begun, release := o.dawdle()
	post := g.post(o)
	post.Presence = session.Presence
	stop := g.runs(post)
	g.until("all are in hand", func() bool { return begun() && len(g.waiting("holder <> ''")) == 30 })
	before := session.Presence()
	// Like rescue, if a process no longer has a session.
	for _, sql := range []string{
		"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '% beats'",
		"update outbox set holder = '', next_at = $1 where holder <> ''",
	} {
		args := []any{g.now}[:strings.Count(sql, "$1")]
		if _, err := g.db.Pool().Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	g.until("the other sees it gone", func() bool { return session.Presence() != before })
	other := *g
	theirDB, err := db.Open(t.Context(), g.db.Pool().Config().ConnString(), catalog.FindGame, db.Options{Domain: "example.org", Conns: 3})
	if err != nil {
		t.Fatal(err)
	}
	other.db = theirDB
	t.Cleanup(other.db.Close)
	theirs := &out{}
	end := other.runs(other.post(theirs))
	g.until("the other has sent all", func() bool { return len(g.waiting("true")) == 0 })
	end()
	release()
	g.until("nothing is in hand", func() bool { o.mu.Lock(); defer o.mu.Unlock(); return len(o.sent) > 0 })
	stop()
	if len(theirs.sent) != 30 || len(o.sent) > 4 {
		t.Errorf("the other sent %d of 30, and who was gone %d more", len(theirs.sent), len(o.sent))
	}
}

// The database has marked letters as held by this process, but the connection breaks before it says so. They
// need not wait until their lease ends.
func TestALetterTakenInHandUnheardIsSentSoon(t *testing.T) {
	url, standby := dbtest.ReplicatedURL(t)
	g, o := newTableIn(t, url, "saboteur", "bo", "cy", "di"), &out{}
	look, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { look.Close(context.WithoutCancel(t.Context())) })
	number := func(sql string) (n int) {
		if err := look.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := look.Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
		t.Fatal(err)
	}
	g.notes(3, "ana@example.org")
	standby("away")
	g.runs(g.post(o))
	g.until("they are being taken in hand", func() bool { return number("select count(*) from pg_stat_activity where wait_event = 'SyncRep'") > 0 })
	g.db.CutLines(nil, time.Now())
	g.until("they are in hand, and the process never heard of it", func() bool { return number("select count(*) from outbox where holder <> ''") == 3 })
	standby("")
	g.until("all have left", func() bool { o.mu.Lock(); defer o.mu.Unlock(); return len(o.sent) == 3 })
}

// A letter that the day's limit should hold back, but could not, is due as before.
func TestAnErrorKeepsNoLetter(t *testing.T) {
	g, o := newMatch(t), &out{}
	turn := g.waiting("purpose = 'turn'")[0]
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent', sent_at = $2 where id <> $1", turn, g.now); err != nil {
		t.Fatal(err)
	}
	p := g.post(o)
	var log strings.Builder
	var asked atomic.Int64
	p.Log = slog.New(slog.NewTextHandler(&log, nil))
	p.LimitADay, p.Unsent = 1, func(context.Context, *model.Notice, time.Duration, time.Time) error {
		asked.Add(1)
		return errors.New("the database is away")
	}
	stop := g.runs(p)
	g.until("the letter should be held back again", func() bool { return asked.Load() > 1 })
	if stop(); !strings.Contains(log.String(), "the database is away") {
		t.Error("the error is not told")
	}
	p.LimitADay = 100
	if again := g.deliver(p, turn); again != 0 || len(o.sent) != 1 {
		t.Errorf("waits for %v", again)
	}
	if n, err := dbmail.NoticeByID(t.Context(), g.db, turn); err != nil || n.Tries != 1 || n.State != "sent" {
		t.Errorf("%+v, %v", n, err)
	}
}

// No wait is longer than the longest that a letter can have if the clock is right.
func TestNoPauseIsLongerThanTheLongest(t *testing.T) {
	for tries := 1; send.RetryDelay(send.Later, tries) > 0; tries++ {
		if pause := send.RetryDelay(send.Later, tries); pause > dbmail.LongestRetryWait(tries) {
			t.Errorf("after %d tries: %v, and %v is the longest", tries, pause, dbmail.LongestRetryWait(tries))
		}
	}
}

// relayTo returns a Relay with four connections for a server on this machine.
func relayTo(t testing.TB, addr string) *send.Relay {
	t.Helper()
	r, err := send.NewRelay("smtp://"+addr, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}
