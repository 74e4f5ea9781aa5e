package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
)

// bots is a house whose seats are played by the example program.
type bots struct {
	*app.App
	t       *testing.T
	program string
	giveUp  time.Time
}

func newBots(t *testing.T) *bots {
	t.Helper()
	program := lab.Program(t, "docs/example-bot")
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(emptyHouse(t))
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	st, err := app.OpenHouse(context.Background(), s, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return &bots{App: st, t: t, program: program, giveUp: time.Now().Add(7 * time.Minute)}
}

// run starts the program at a seat. wait waits for it to end, and
// fails the test unless it plays to the end of the match.
func (b *bots) run(environ []string, args ...string) (wait func()) {
	b.t.Helper()
	ctx, cancel := context.WithDeadline(context.Background(), b.giveUp)
	cmd := exec.CommandContext(ctx, b.program, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Env = &out, &out, append(os.Environ(), environ...)
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(cancel)
	return func() {
		b.t.Helper()
		if err := cmd.Wait(); err != nil {
			b.t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out.String())
		}
	}
}

// letter waits for a letter to an address whose text matches.
func (b *bots) letter(to string, want *regexp.Regexp) *postoffice.Letter {
	b.t.Helper()
	for time.Now().Before(b.giveUp) {
		letters, err := b.Office.Letters(to, postoffice.Inbox, 100)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, one := range letters {
			l, err := b.Office.Read(to, postoffice.Inbox, one.UID)
			if err != nil {
				b.t.Fatal(err)
			}
			if want.MatchString(l.Text) {
				return l
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.t.Fatalf("no letter to %s says %v", to, want)
	return nil
}

func (b *bots) answer(from string, l *postoffice.Letter, words string) {
	b.t.Helper()
	err := b.Office.Send(postoffice.Draft{From: from, To: l.ReplyTo, Subject: "Re: " + l.Subject, Body: words, InReplyTo: l.MessageID, References: l.References})
	if err != nil {
		b.t.Fatal(err)
	}
}

// The example program of the docs plays a whole match: two seats over HTTP, one by mail.
func TestExampleBotPlaysAWholeMatch(t *testing.T) {
	t.Parallel() // it mostly waits for mail
	b := newBots(t)
	host := "ana@pit.localhost"
	err := b.Office.Send(postoffice.Draft{From: host, To: b.Stores.Settings.Address, Subject: "new saboteur", Body: "new saboteur with bo@pit.localhost, cy@pit.localhost rounds=1"})
	if err != nil {
		t.Fatal(err)
	}
	waits := []func(){b.run(nil, "mail", "-smtp", b.SMTPAddr, "-imap", b.IMAPAddr, "cy@pit.localhost")}
	bo := "bo@pit.localhost"
	b.answer(bo, b.letter(bo, regexp.MustCompile("“yes”")), "yes")
	keyed := regexp.MustCompile(`Key: (pit_[A-Za-z0-9_-]{43})`)
	for who, welcome := range map[string]string{bo: "Welcome, Bo", host: "#1 of Saboteur is open"} {
		b.answer(who, b.letter(who, regexp.MustCompile(welcome)), "key")
		key := keyed.FindStringSubmatch(b.letter(who, keyed).Text)[1]
		waits = append(waits, b.run([]string{"PITPOST_KEY=" + key}, "http", "http://"+b.HTTPAddr+"/api/seat/1"))
	}
	for _, wait := range waits {
		wait()
	}
	for sql, want := range map[string]int{
		"select count(*) from matches where phase = 'over'":                       1,
		"select count(*) from letters where door = 'key' and state <> 'apply'":    0,
		"select count(*) from letters where state in ('set-aside', 'hold')":       0,
		"select count(*) from facts where kind in ('match.missed','match.ended')": 1,
	} {
		var n int
		if err := b.Stores.DB.Pool().QueryRow(t.Context(), sql).Scan(&n); err != nil || n != want {
			t.Errorf("%s: %d, want %d: %v", sql, n, want, err)
		}
	}
	var told, moves int
	err = b.Stores.DB.Pool().QueryRow(t.Context(), `select (select count(*) from outbox where purpose = 'receipt' and (params ? 'sealed' or raw is null) and state = 'sent'
		and params->'lines'->0->>'text' = 'key' and raw is null and not params ? 'sealed'), (select count(*) from letters where door = 'key')`).Scan(&told, &moves)
	if err != nil || told != 2 || moves < 10 {
		t.Errorf("%d letters with a key were forgotten, %d moves came over HTTP: %v", told, moves, err)
	}
}
