package mailer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// takesAll is a server that accepts every letter and keeps the last.
type takesAll struct {
	came atomic.Int64
	last atomic.Pointer[[]byte]
}

func (s *takesAll) NewSession(*smtp.Conn) (smtp.Session, error) { return s, nil }

func (s *takesAll) Reset()                               {}
func (s *takesAll) Logout() error                        { return nil }
func (s *takesAll) Mail(string, *smtp.MailOptions) error { return nil }
func (s *takesAll) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *takesAll) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.last.Store(&raw)
	s.came.Add(1)
	return err
}

func serveAll(b *testing.B) (s *takesAll, addr string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s = &takesAll{}
	server := smtp.NewServer(s)
	server.Domain, server.MaxLineLength, server.ErrorLog = "sink.test", 1<<16, log.New(io.Discard, "", 0)
	go func() { _ = server.Serve(l) }()
	b.Cleanup(func() { _ = server.Close() })
	return s, l.Addr().String()
}

// Compares our whole sending (claiming, writing, storing, handing over, marking) with go-smtp alone, which
// sends letters of the same size over one connection. Both take turns with the same server. "ratio" is our
// rate divided by theirs.
func BenchmarkSenderBesideGoSMTP(b *testing.B) {
	const tables, letters = 20, 600
	g := newTable(b, "saboteur", "bo", "cy", "di")
	for range 9 {
		g.move()
	}
	sink, addr := serveAll(b)
	p := g.post(nil)
	p.Relay = relayTo(b, addr)
	born := time.Now()
	p.Now = func() time.Time { return g.now.Add(time.Since(born)) }
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan struct{})
	go func() {
		p.Run(ctx)
		close(ended)
	}()
	defer func() {
		stop()
		<-ended
	}()
	await := func(n int64) {
		for giveUp := time.Now().Add(time.Minute); sink.came.Load() < n; time.Sleep(2 * time.Millisecond) {
			if time.Now().After(giveUp) {
				b.Fatalf("%d of %d letters came", sink.came.Load(), n)
			}
		}
		for giveUp := time.Now().Add(time.Minute); len(g.waiting("true")) > 0; time.Sleep(2 * time.Millisecond) {
			if time.Now().After(giveUp) {
				b.Fatalf("%d letters wait", len(g.waiting("true")))
			}
		}
	}
	await(0)
	copies(b, g, tables)
	client, err := smtp.Dial(addr)
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	var ratios []float64
	round := 0
	for b.Loop() {
		round++
		if _, err := g.db.Pool().Exec(b.Context(), again, fmt.Sprint(round), g.now, letters/tables); err != nil {
			b.Fatal(err)
		}
		before, begun := sink.came.Load(), time.Now()
		p.Wake()
		await(before + letters)
		ours := time.Since(begun)
		raw := *sink.last.Load()
		begun = time.Now()
		for range letters {
			if err := client.SendMail(g.writer.Address, []string{"ana@example.org"}, bytes.NewReader(raw)); err != nil {
				b.Fatal(err)
			}
		}
		ratios = append(ratios, float64(time.Since(begun))/float64(ours))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
	b.ReportMetric(ratios[0], "least")
	b.ReportMetric(ratios[len(ratios)-1], "most")
	b.ReportMetric(float64(len(*sink.last.Load())), "bytes")
}

// again queues the letter about the current turn of each match some more times.
const again = `insert into outbox (key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank, next_at, queued_at)
	select 'again' || $1 || ':' || n || ':' || o.id, o.match_id, o.seat, o.player_id, o.address, o.purpose, o.step, o.seq, o.params,
		'<turn.again' || $1 || '.' || n || '.' || substr(o.message_id, 2), o.rank, $2, $2
	from (select distinct on (o.match_id) o.* from outbox o join clocks c using (match_id, seat, step) where o.purpose = 'turn' order by o.match_id, o.id) o,
		generate_series(1, $3) n order by n, o.id`

// copies makes more matches like the first, with their own players.
func copies(b *testing.B, g *match, n int) {
	for m := 2; m <= n; m++ {
		for _, sql := range []string{
			`insert into players (id, lang, zone, settings, created_at) overriding system value select 1000 * $1 + s.no, 'en', 'UTC', '{}', now() from seats s where match_id = 1`,
			`insert into addresses (address, player_id, first, proved_at) select 'p$1.' || s.no || '@example.org', 1000 * $1 + s.no, true, now() from seats s where match_id = 1`,
			`insert into matches (id, game, edition, options, terms, host, phase, word, seed, seq, stamp, created_at, started_at) overriding system value
				select $1, game, edition, options, terms, host, phase, word, seed, seq, stamp, created_at, started_at from matches where id = 1`,
			`insert into seats (match_id, no, name, player_id, state, round) select $1, no, name, 1000 * $1 + no, state, round from seats where match_id = 1`,
			`insert into clocks select $1, seat, step, began, soft, due, reminded from clocks where match_id = 1`,
			`insert into facts (match_id, seq, kind, version, seat, data, cause, at) select $1, seq, kind, version, seat, data, cause, at from facts where match_id = 1`,
			`insert into outbox (key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank, state, next_at, queued_at, sent_at)
				select '$1' || key, $1, seat, 1000 * $1 + seat, '', purpose, step, seq, params, '<$1' || substr(message_id, 2), rank, 'sent', next_at, queued_at, now()
				from outbox where match_id = 1 and purpose = 'turn'`,
		} {
			if _, err := g.db.Pool().Exec(b.Context(), strings.ReplaceAll(sql, "$1", fmt.Sprint(m))); err != nil {
				b.Fatalf("%s: %v", sql, err)
			}
		}
	}
}
