package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/token"
)

// logbook collects all that a house logs, at every level and with source positions.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (l *logbook) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// openLogged opens a house whose log is collected, with a match of Ana's.
func openLogged(t *testing.T, set func(s *settings.Settings)) (*manyDoors, *logbook) {
	t.Helper()
	s := ownSettings(t)
	s.Address, s.From["ADDRESS"] = "play@pit.localhost", "flag"
	s.DatabaseURL, s.WebhookKey, s.MailgunKey, s.LMTP = settings.Secret(emptyHouse(t)), hookSecret, hookSecret, filepath.Join(t.TempDir(), "lmtp")
	set(s)
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	book := &logbook{}
	st, err := app.OpenHouse(t.Context(), s, slog.New(slog.NewJSONHandler(book, &slog.HandlerOptions{AddSource: true, Level: slog.LevelDebug - 8})), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	said, err := st.Stores.House.OpenMatchFor(t.Context(), "ana@pit.localhost", "Ana", "new practice saboteur seats=3", time.Now())
	if err != nil || !said.Done {
		t.Fatalf("no match: %v %+v", err, said)
	}
	return &manyDoors{st, t, said.Match}, book
}

// minted returns the tokens that no log may contain, with what each is: those of seats and questions, those in
// return addresses and Message-IDs, and those in letters that were sent.
func (d *manyDoors) minted() map[string]string {
	d.t.Helper()
	words := map[string]string{}
	for step := range 6 {
		for _, purpose := range []model.RefPurpose{model.ForTurn, model.ForAsk, model.ForInvite, model.ForStop, model.ForAnybody} {
			for seat := -1; seat < 3; seat++ {
				words[d.Stores.Keys.Mint(token.Token{Match: d.match, Seat: seat, Purpose: byte(purpose), Step: int64(step)})] = "a seat's token"
				words[d.Stores.Keys.Mint(token.Token{Seat: seat, Purpose: byte(purpose), Step: int64(step)})] = "a token of no match"
			}
		}
	}
	rows, err := d.Stores.DB.Pool().Query(d.t.Context(), "select id, coalesce(message_id, ''), coalesce(convert_from(raw, 'LATIN1'), '') from outbox")
	if err != nil {
		d.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var key, raw string
		if err := rows.Scan(&id, &key, &raw); err != nil {
			d.t.Fatal(err)
		}
		words[d.Stores.Keys.Bounce(id)] = "a return address"
		key, _ = token.MessageKey(key, "pit.localhost")
		if secret := key[strings.LastIndexByte(key, '.')+1:]; len(secret) >= 16 {
			words[secret] = "a Message-ID"
		}
		for _, m := range wordInLetter.FindAllStringSubmatch(strings.ReplaceAll(raw, "\r\n ", ""), -1) {
			words[m[1]] = "a token in a letter"
		}
	}
	return words
}

var wordInLetter = regexp.MustCompile(`play\+([0-9a-z]{20,})@`)

func (d *manyDoors) clean(book *logbook, lines int) {
	d.t.Helper()
	logged := strings.ToLower(book.String())
	if n := strings.Count(logged, "\n"); n < lines {
		d.t.Errorf("only %d lines were logged:\n%s", n, logged)
	}
	words := d.minted()
	for _, kind := range []string{"a seat's token", "a return address", "a Message-ID", "a token in a letter"} {
		if !slices.Contains(slices.Collect(maps.Values(words)), kind) {
			d.t.Errorf("%s was never minted", kind)
		}
	}
	for _, what := range []string{"the quiet one", hookSecret, "play+", "ana@"} {
		words[what] = "what nobody else may read"
	}
	for _, line := range strings.Split(logged, "\n") {
		for word, what := range words {
			if strings.Contains(line, word) {
				d.t.Errorf("the log holds %s, %s: %s", what, word, line)
			}
		}
	}
}

// Brings letters of every kind by every way in, valid and invalid, and
// searches the log for anything that would open a seat.
func TestNoTokenInAnyLog(t *testing.T) {
	t.Parallel()
	d, book := openLogged(t, func(*settings.Settings) {})
	to, _ := d.reply("x", "")
	altered := to[:10] + map[bool]string{true: "0", false: "1"}[to[10] != '0'] + to[11:]
	question := "play+" + d.Stores.Keys.Mint(token.Token{Match: d.match, Purpose: byte(model.ForAsk), Step: 1}) + "@pit.localhost"
	bounce := "play+" + d.Stores.Keys.Bounce(1) + "@pit.localhost"
	count := 0
	letter := func(head, words string) string {
		count++
		return fmt.Sprintf("Message-ID: <%d@pit.localhost>\r\nSubject: Re: "+to+"\r\n%s\r\n%s\r\n", count, head, words)
	}
	var kinds []string
	for _, address := range []string{to, altered, question, bounce, to + ", " + question, strings.ToUpper(to)} {
		for _, from := range []string{"ana@pit.localhost", "gus@evil.example", "ana@pit.localhost, gus@evil.example", "MAILER-DAEMON@evil.example"} {
			kinds = append(kinds, letter("From: "+from+"\r\nTo: "+address+"\r\nIn-Reply-To: <"+to+">\r\n", "say the quiet one "+to))
		}
	}
	kinds = append(kinds,
		letter("From: ana@pit.localhost\r\nTo: "+to+"\r\nContent-Type: multipart/mixed; boundary="+to+"\r\n", strings.Repeat("--"+to+"\r\nContent-Type: message/rfc822\r\n\r\n", 60)),
		letter("From: ana@pit.localhost\r\nTo: "+to+"\r\n"+strings.Repeat("X-Long: "+strings.Repeat("a", 900)+"\r\n", 400), "say the quiet one"),
		letter("From: MAILER-DAEMON@evil.example\r\nTo: "+bounce+"\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n",
			"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; "+to+"\r\n\r\nFinal-Recipient: rfc822; ana@pit.localhost\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 <"+to+">\r\n--b--\r\n"),
		"\x00\x01 no letter at all "+to)
	for i, raw := range kinds {
		_ = d.byLMTP(to, raw) // some are refused
		_ = d.byLMTP(altered, raw)
		for _, rcpt := range []string{to, altered, question} {
			if _, err := d.byHTTP(rcpt, raw); err != nil {
				t.Fatal(err)
			}
		}
		if i%4 == 0 {
			_ = d.bring(0, to, raw)
		}
		d.knocked(to, raw)
	}
	d.soon("the mailbox is read", func() bool { return d.Poller.Stats().Processed.Load()+d.Poller.Stats().SetAside.Load() >= 5 })
	d.soon("all is written", func() bool { return d.count("select count(*) from outbox where sent_at is null") == 0 })
	d.clean(book, len(kinds))
}

// knocked posts a letter with a wrong secret, and to a webhook that expects another form.
func (d *manyDoors) knocked(to, raw string) {
	d.t.Helper()
	for path, kind := range map[string]string{"/in/mail?to=" + to: "message/rfc822", "/in/mailgun/mime": "application/x-www-form-urlencoded", "/in/" + to: "text/plain"} {
		r, err := http.NewRequest(http.MethodPost, "http://"+d.HTTPAddr+path, strings.NewReader(raw))
		if err != nil {
			d.t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", "Bearer "+to)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			d.t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode < 400 {
			d.t.Errorf("%s answers %d to a wrong secret", kind, answer.StatusCode)
		}
	}
}

// A relay that refuses a letter quotes what it was sent.
func TestNoTokenInTheLogOfARelayThatRefuses(t *testing.T) {
	t.Parallel()
	relay := lab.SMTPScript(t)
	d, book := openLogged(t, func(s *settings.Settings) { s.SMTPURL = "smtp://" + settings.Secret(relay.Addr) })
	to, _ := d.reply("x", "")
	quoted := " <" + to + "> <" + "play+" + d.Stores.Keys.Bounce(1) + "@pit.localhost> the quiet one"
	relay.Add(lab.Step{On: "MAIL", Reply: "553 5.1.7" + quoted}, lab.Step{On: "RCPT", Reply: "550 5.1.1" + quoted}, lab.Step{On: "RCPT", Reply: "451 4.3.0" + quoted},
		lab.Step{On: "DATA", Reply: "554 5.7.1" + quoted}, lab.Step{On: ".", Reply: "550 5.7.1" + quoted}, lab.Step{On: "CONNECT", Reply: "421 4.3.2" + quoted, Drop: true})
	for i, words := range []string{"status", "say the quiet one", "say the quiet one again", "help", "matches", "rules"} {
		at, raw := d.reply(fmt.Sprintf("r%d", i), words)
		if err := d.byLMTP(at, raw); err != nil {
			t.Fatal(err)
		}
		d.soon("the relay heard of it", func() bool { return len(relay.Commands()) > 3*i })
	}
	d.soon("a letter was refused for good", func() bool { return d.count("select count(*) from outbox where state = 'failed'") > 0 })
	d.clean(book, 6)
}

// A mailbox and a relay refuse the house's login, the relay quotes
// what it was sent, and the database cuts the house off.
func TestNoPasswordInAnyLog(t *testing.T) {
	t.Parallel()
	const password = "hunter2"
	dovecot, relay := lab.StartDovecot(t), lab.SMTPScript(t)
	relay.Add(lab.Step{On: "EHLO", Reply: "250-script\n250 AUTH PLAIN", Always: true})
	for range 20 {
		relay.Add(lab.Step{On: "AUTH", Reply: "535 5.7.8 " + password + " cGxheQBwbGF5AGh1bnRlcjI= is no password"})
	}
	d, book := openLogged(t, func(s *settings.Settings) {
		s.IMAPURL, s.SMTPURL = settings.Secret("imap://play%40pit.localhost:"+password+"@"+dovecot.IMAPAddr+"/INBOX"), settings.Secret("smtp://play:"+password+"@"+relay.Addr)
		s.DatabaseURL += settings.Secret("&password=" + password)
	})
	d.soon("the relay was asked in vain", func() bool {
		return d.count("select count(*) from outbox where tries > 0 or state = 'failed'") > 0
	})
	if _, err := d.Stores.DB.Pool().Exec(t.Context(), "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pitpost %' and pid <> pg_backend_pid() and datname = current_database()"); err != nil {
		t.Fatal(err)
	}
	d.soon("the mailbox refused", func() bool { return strings.Contains(book.String(), "refuses the log-in") })
	for line := range strings.SplitSeq(strings.ToLower(book.String()), "\n") {
		if strings.Contains(line, password) || strings.Contains(line, "agh1bnrlcji") {
			t.Errorf("the log holds a password: %s", line)
		}
	}
}
