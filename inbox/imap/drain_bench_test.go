package imap

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	dbcluster "pitpost.example/db/cluster"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/world"
	"pitpost.example/inbox"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/token"
)

const (
	drained = 10_000
	tables  = 100 // matches that the letters belong to
)

// BenchmarkDrain empties a real mailbox with 10,000 waiting letters of players. A whole house decides and
// commits each one. It compares that with the least possible work: one FETCH of the same mailbox, decoding
// the same letters with the standard library, and as many commits of one row.
func BenchmarkDrain(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		s, server := durable(b), lab.StartDovecot(b)
		letters := s.crowd(b)
		h := takeHand(b, server.IMAPAddr, "play@example.org")
		lay(b, server, letters)
		fetch, decode, commits := fetchAll(b, h), decodeThem(b, letters), s.commits(b)
		h.client.Close()
		commands := new(counter)
		cfg := quick(imapURL("imap", server.IMAPAddr, "play@example.org"))
		cfg.Account.CommandTimeout, cfg.Account.trace = time.Minute, commands
		cfg.Keys = s.r.KeysOf
		p := NewPoller(cfg, s.r.Take, s.r.Log)
		ctx, cancel := context.WithCancel(b.Context())
		done := make(chan error, 1)
		room := make([]byte, 16<<20) // a house also allocates this, to collect garbage less often
		b.StartTimer()
		begun := time.Now()
		go func() { done <- p.Run(ctx) }()
		for p.Stats().Processed.Load() < drained {
			if time.Since(begun) > 5*time.Minute {
				b.Fatalf("only %d letters are dealt with", p.Stats().Processed.Load())
			}
			time.Sleep(time.Millisecond)
		}
		took, spent := time.Since(begun), commands.count.Load()
		b.StopTimer()
		runtime.KeepAlive(room)
		cancel()
		if err := <-done; err != nil {
			b.Fatal(err)
		}
		commits = (commits + s.commits(b)) / 2 // before and after, because the machine has other work
		if n := s.words(b); n != drained {
			b.Fatalf("%d letters were carried out", n)
		}
		b.ReportMetric(drained/took.Seconds(), "letters/s")
		b.ReportMetric(fetch.Seconds(), "fetch-s")
		b.ReportMetric(decode.Seconds(), "decode-s")
		b.ReportMetric(commits.Seconds(), "commits-s")
		b.ReportMetric(float64(spent)/(drained/100), "commands/100")
		b.ReportMetric(took.Seconds()/(fetch+decode+commits).Seconds(), "of-the-sum")
		b.StartTimer()
	}
}

// lay puts the letters into the mailbox over several connections.
func lay(b *testing.B, server *lab.Dovecot, letters []string) {
	var hands sync.WaitGroup
	const many = 4
	for n := range many {
		h := takeHand(b, server.IMAPAddr, "play@example.org")
		hands.Go(func() {
			for i := n; i < len(letters); i += many {
				if _, err := h.tryPut("INBOX", letters[i], nil); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	hands.Wait()
}

// benched is a house on a database cluster with durable commits.
type benched struct {
	d     *db.DB
	house *server.House
	r     *inbox.Receiver
}

func durable(b *testing.B) *benched {
	b.Helper()
	log := slog.New(slog.DiscardHandler)
	cluster, err := dbcluster.StartServer(b.Context(), b.TempDir(), log)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			b.Error(err)
		}
	})
	if err := cluster.CreateDatabase(b.Context(), "house"); err != nil {
		b.Fatal(err)
	}
	if err := db.Migrate(b.Context(), cluster.URL("house"), log); err != nil {
		b.Fatal(err)
	}
	d, err := db.Open(b.Context(), cluster.URL("house"), catalog.FindGame, db.Options{Domain: "example.org"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(d.Close)
	keys, err := token.ParseKeys([]byte(strings.Repeat("a1", 32)))
	if err != nil {
		b.Fatal(err)
	}
	h := &server.House{Store: server.NewPostgresStore(d), DB: d, Log: log, Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Address: "play@example.org", Fold: spelling.NormaliseLine, Clean: spelling.CleanLine}}
	return &benched{d, h, &inbox.Receiver{House: h, DB: d, Keys: keys, Mailbox: "play@example.org", AuthservID: "mx.example.org", Log: log}}
}

func (s *benched) words(b *testing.B) (n int) {
	if err := s.d.Pool().QueryRow(b.Context(), "select count(*) from words").Scan(&n); err != nil {
		b.Fatal(err)
	}
	return n
}

// counter counts the commands that a client sends.
type counter struct{ count atomic.Int64 }

func (c *counter) Write(b []byte) (int, error) {
	if found := clientCommand.FindSubmatch(b); found != nil {
		switch string(found[1]) {
		case "OK", "NO", "BAD":
		default:
			c.count.Add(1)
		}
	}
	return len(b), nil
}

// crowd creates matches at many tables and returns the players' letters, a few minutes apart.
func (s *benched) crowd(b *testing.B) (letters []string) {
	var ticks atomic.Int64
	start := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	s.r.Now = func() time.Time { return start.Add(time.Duration(ticks.Add(1)) * time.Minute) }
	for n := range tables {
		if said, err := s.house.OpenMatchFor(b.Context(), fmt.Sprintf("ana@t%d.example", n), "Ana", "new practice saboteur seats=3", start); err != nil || !said.Done {
			b.Fatalf("no match: %v %+v", err, said)
		}
	}
	for n := range drained {
		word := s.r.Keys.Mint(token.Token{Match: int64(n%tables) + 1, Purpose: byte(model.ForTurn), Step: 1})
		letters = append(letters, fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=t%d.example\r\nFrom: Ana <ana@t%d.example>\r\nTo: play+%s@example.org\r\n"+
			"Subject: Re: your turn\r\nMessage-ID: <%d@t.example>\r\nIn-Reply-To: <k%d.pitpost@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
			"say letter %d\r\n\r\nOn Mon, Aug 3, 2026 at 8:00 AM Saboteur <play@example.org> wrote:\r\n%s", n%tables, n%tables, word, n, n, n,
			"> "+strings.Repeat("3    .    .    |    .    .    .    .    .\r\n> ", 25)+"\r\n"))
	}
	return letters
}

// fetchAll returns the time of one FETCH of the whole mailbox.
func fetchAll(b *testing.B, h *hand) time.Duration {
	begun := time.Now()
	if _, err := h.client.Select("INBOX", nil).Wait(); err != nil {
		b.Fatal(err)
	}
	list, err := h.client.Fetch(imap.SeqSet{imap.SeqRange{Start: 1}}, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	if err != nil || len(list) != drained {
		b.Fatalf("%d letters, %v", len(list), err)
	}
	return time.Since(begun)
}

func decodeThem(b *testing.B, letters []string) time.Duration {
	begun := time.Now()
	for _, raw := range letters {
		msg, err := mail.ReadMessage(strings.NewReader(raw))
		if err == nil {
			_, err = io.Copy(io.Discard, msg.Body)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(begun)
}

// commits returns the time that one writer needs for as many commits of a row of 150 bytes.
func (s *benched) commits(b *testing.B) time.Duration {
	conn, err := pgx.ConnectConfig(b.Context(), s.d.Pool().Config().ConnConfig)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	if _, err := conn.Exec(b.Context(), "create table if not exists yardstick (id bigserial primary key, words text)"); err != nil {
		b.Fatal(err)
	}
	row := strings.Repeat("w", 150)
	begun := time.Now()
	for range drained {
		if _, err := conn.Exec(b.Context(), "insert into yardstick (words) values ($1)", row); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(begun)
}
