package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/model"
	"pitpost.example/token"
)

const hookSecret = "open-sesame-and-be-quick"

// manyDoors is a house with the built-in post office, LMTP and webhooks, and a match in which Ana's letters
// about turns are answered.
type manyDoors struct {
	*app.App
	t     *testing.T
	match int64
}

func openManyDoors(t *testing.T) *manyDoors {
	t.Helper()
	st := opened(t, func(s *settings.Settings) { s.WebhookKey, s.LMTP = hookSecret, filepath.Join(t.TempDir(), "lmtp") })
	said, err := st.Stores.House.OpenMatchFor(t.Context(), "ana@pit.localhost", "Ana", "new practice saboteur seats=3", time.Now())
	if err != nil || !said.Done {
		t.Fatalf("no match: %v %+v", err, said)
	}
	return &manyDoors{st, t, said.Match}
}

// reply returns a letter from Ana to her seat, and its recipient.
func (d *manyDoors) reply(id, words string, headers ...string) (to, raw string) {
	to = "play+" + d.Stores.Keys.Mint(token.Token{Match: d.match, Purpose: byte(model.ForTurn), Step: 1}) + "@pit.localhost"
	return to, strings.Join(headers, "") + "From: Ana <ana@pit.localhost>\r\nTo: " + to + "\r\nSubject: Re: your turn\r\nMessage-ID: <" + id + "@pit.localhost>\r\n\r\n" + words + "\r\n"
}

func (d *manyDoors) bySMTP(client *smtp.Client, to, raw string) error {
	defer client.Close()
	return client.SendMail("ana@pit.localhost", []string{to}, strings.NewReader(raw))
}

// bring delivers a letter by a way in (0 SMTP and mailbox, 1 LMTP, 2
// webhook). It returns an error unless the letter is accepted.
func (d *manyDoors) bring(door int, to, raw string) error {
	switch door {
	case 0:
		client, err := smtp.Dial(d.SMTPAddr)
		if err != nil {
			return err
		}
		return d.bySMTP(client, to, raw)
	case 1:
		return d.byLMTP(to, raw)
	}
	code, err := d.byHTTP(to, raw)
	if err == nil && code != http.StatusOK {
		err = fmt.Errorf("the webhook answers %d", code)
	}
	return err
}

func (d *manyDoors) byLMTP(to, raw string) error {
	conn, err := net.Dial("unix", d.LMTPAddr)
	if err != nil {
		return err
	}
	return d.bySMTP(smtp.NewClientLMTP(conn), to, raw)
}

func (d *manyDoors) byHTTP(to, raw string) (int, error) {
	r, err := http.NewRequest(http.MethodPost, "http://"+d.HTTPAddr+"/in/mail", bytes.NewReader([]byte(raw)))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "message/rfc822")
	r.Header.Set("Authorization", "Bearer "+hookSecret)
	r.Header.Set("X-Envelope-To", to)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

func (d *manyDoors) count(sql string, args ...any) (n int) {
	d.t.Helper()
	if err := d.Stores.DB.Pool().QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

func (d *manyDoors) soon(what string, holds func() bool) {
	d.t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			d.t.Fatalf("never happened: %s", what)
		}
	}
}

// The same letter comes by mailbox, LMTP and webhook at the same moment, from twenty-one at once, and by each
// way once more later. It is said, answered and noted once.
func TestSameLetterByIMAPAndWebhookAtOnce20Workers(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	to, raw := d.reply("once", "say well dug")
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range 21 {
		all.Go(func() {
			<-begin
			// The Received headers differ between copies.
			trace := fmt.Sprintf("Received: from way%d.example by mail.example; Mon, 3 Aug 2026 09:00:%02d +0000\r\n", i, i)
			if err := d.bring(i%3, to, trace+raw); err != nil {
				t.Errorf("door %d: %v", i%3, err)
			}
		})
	}
	close(begin)
	all.Wait()
	for door := range 3 {
		if err := d.bring(door, to, raw); err != nil {
			t.Errorf("door %d, later: %v", door, err)
		}
	}
	d.soon("the mailbox is empty", func() bool { return d.Poller.Stats().Processed.Load() == 8 })
	for what, sql := range map[string]string{
		"said":     "select count(*) from words where said = 'well dug'",
		"noted":    "select count(*) from letters where message_id = '<once@pit.localhost>'",
		"applied":  "select count(*) from letters where state = 'apply'",
		"answered": "select count(*) from outbox where key like 'receipt:%'",
	} {
		if n := d.count(sql); n != 1 {
			t.Errorf("%s %d times", what, n)
		}
	}
}

// A forged header in the name of the server that is trusted at one way in counts for nothing at another, nor
// for a letter that a server marked as spam.
func TestTrustByDoor(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	const said = "Authentication-Results: pit.localhost; dmarc=pass header.from=pit.localhost\r\n"
	letter := func(id string) (to, raw string) {
		return "play@pit.localhost", said + "From: Bo <bo@pit.localhost>\r\nTo: play@pit.localhost\r\nIn-Reply-To: <abc.pitpost@pit.localhost>\r\n" +
			"Subject: hello\r\nMessage-ID: <" + id + "@pit.localhost>\r\n\r\nnew practice saboteur seats=3\r\n"
	}
	for door, id := range []string{"", "lmtp", "webhook"} {
		if id == "" {
			continue
		}
		to, raw := letter(id)
		if err := d.bring(door, to, raw); err != nil {
			t.Fatal(err)
		}
	}
	vouched := d.Receiver("pit.localhost")
	for id, junk := range map[string]bool{"spam": true, "inbox": false} {
		_, raw := letter(id)
		if fate, err := vouched.Take(t.Context(), []byte(raw), intake.Source{Name: "imap", Junk: junk}); fate != intake.Processed || err != nil {
			t.Fatalf("%s: %v %v", id, fate, err)
		}
	}
	own := d.Receiver("")
	verdict := auth.Pass
	own.Check = func(_ context.Context, m auth.Mail) auth.Report {
		if m.From != "bo@pit.localhost" || m.Helo != "out.example" || len(m.Raw) == 0 {
			t.Errorf("checked %+v", m)
		}
		return auth.Report{DMARC: verdict}
	}
	for id, door := range map[string]intake.Source{"own-pass": {Name: "lmtp", Envelope: &intake.Envelope{Helo: "out.example"}}, "own-none": {Name: "imap"}} {
		_, raw := letter(id)
		if _, err := own.Take(t.Context(), []byte(raw), door); err != nil {
			t.Fatal(err)
		}
	}
	verdict = auth.Fail
	_, raw := letter("own-fail")
	if _, err := own.Take(t.Context(), []byte(raw), intake.Source{Name: "lmtp", Envelope: &intake.Envelope{Helo: "out.example"}}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"own-pass": "apply", "own-none": "hold", "own-fail": "drop", "lmtp": "hold", "webhook": "hold", "spam": "hold", "inbox": "apply"} {
		var state string
		err := d.Stores.DB.Pool().QueryRow(t.Context(), "select state from letters where message_id = $1", "<"+id+"@pit.localhost>").Scan(&state)
		if err != nil || state != want {
			t.Errorf("%s: %q, %v; want %s", id, state, err, want)
		}
	}
}

// A token that is only in the envelope is found; a letter with an empty return address gets no answer.
func TestTokenOnlyInTheEnvelope(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	to, raw := d.reply("hidden", "say from the shadows")
	raw = strings.Replace(raw, "To: "+to, "To: undisclosed-recipients:;", 1)
	if err := d.bring(1, to, raw); err != nil {
		t.Fatal(err)
	}
	if n := d.count("select count(*) from words where said = 'from the shadows'"); n != 1 {
		t.Errorf("said %d times", n)
	}
	if code, err := d.byHTTP("somebody@pit.localhost", raw); err != nil || code != http.StatusUnprocessableEntity {
		t.Errorf("for nobody here: %d, %v", code, err)
	}
	if err := d.bring(1, "somebody@pit.localhost", raw); err == nil || !strings.Contains(err.Error(), "550") {
		t.Errorf("for nobody here by LMTP: %v", err)
	}
}

// While the database is away every way in answers "later"; a letter that is brought again then counts.
func TestPostgresDownEveryDoorSaysLaterAndAllIsAppliedInOrder(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	to, raw := d.reply("patient", "say still here")
	config, err := pgx.ParseConfig(string(d.Stores.Settings.DatabaseURL))
	if err != nil {
		t.Fatal(err)
	}
	name, quoted := config.Database, pgx.Identifier{config.Database}.Sanitize()
	config.Database = "postgres"
	server, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close(context.Background())
	tell := func(sql string, args ...any) {
		t.Helper()
		if _, err := server.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	tell("alter database " + quoted + " allow_connections false")
	tell("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
	if err := d.bring(1, to, raw); err == nil || !strings.Contains(err.Error(), "451") {
		t.Errorf("LMTP answers %v", err)
	}
	waiting := []string{"first in line", "second in line", "third in line"}
	for i, words := range waiting {
		to, raw := d.reply(fmt.Sprint("line", i), "say "+words)
		if err := d.bring(0, to, raw); err != nil {
			t.Errorf("the post office takes no letter: %v", err)
		}
	}
	d.soon("the mailbox was tried in vain, or left", func() bool { return d.Poller.Stats().Failed.Load() > 0 || !d.Poller.Stats().Connected.Load() })
	if code, err := d.byHTTP(to, raw); err != nil || code != http.StatusServiceUnavailable {
		t.Errorf("the webhook answers %d, %v", code, err)
	}
	tell("alter database " + quoted + " allow_connections true")
	for door := 1; door < 3; door++ {
		// A sender that is told "later" tries again, because the first letter may only reveal a broken connection.
		d.soon(fmt.Sprintf("door %d takes the letter", door), func() bool { return d.bring(door, to, raw) == nil })
	}
	if n := d.count("select count(*) from words where said = 'still here'"); n != 1 {
		t.Errorf("said %d times", n)
	}
	// A letter to the post office wakes the poller, so that nobody waits for its next look.
	again, last := d.reply("awake", "say awake")
	if err := d.bring(0, again, last); err != nil {
		t.Fatal(err)
	}
	d.soon("what waited is said, in the order of its coming", func() bool {
		var said []string
		err := d.Stores.DB.Pool().QueryRow(t.Context(), "select array_agg(said order by id) from words where said like '% in line'").Scan(&said)
		return err == nil && slices.Equal(said, waiting)
	})
}
