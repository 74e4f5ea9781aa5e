package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"

	"pitpost/engine"
	"pitpost/engine/catalog"
	"pitpost/inbox"
	"pitpost/mailer"
)

// rounds is how often thing and yardstick take turns.
const rounds = 5

// letterFigures read the bots' own letters beside the standard library, and fetch what
// lies in the mailbox.
func (b *bench) letterFigures(ctx context.Context) ([]figure, error) {
	letters := b.players.written
	var size int
	for _, raw := range letters {
		size += len(raw)
	}
	if size == 0 {
		return nil, errors.New("no move was written")
	}
	read := inbox.LetterWords(catalog.Find("saboteur"), "en", func(p engine.Phrase) string { return p.Key })
	var ours, theirs time.Duration
	var allocated uint64
	for range rounds {
		began, before := time.Now(), allocations()
		for _, raw := range letters {
			l, err := inbox.Read(raw)
			if err != nil {
				return nil, err
			}
			read(l, nil)
		}
		between := time.Now()
		allocated += allocations() - before
		for _, raw := range letters {
			if err := decodeWhole(raw); err != nil {
				return nil, err
			}
		}
		ours, theirs = ours+between.Sub(began), theirs+time.Since(between)
	}
	n := float64(rounds * len(letters))
	fetched, took, err := b.fetch()
	if err != nil {
		return nil, err
	}
	return []figure{
		{what: fmt.Sprintf("letters read, %.0f KB each", float64(size)/float64(len(letters))/1000), value: n / ours.Seconds(), unit: "a second",
			beside: fmt.Sprintf("of %.0f decoded by the standard library", n/theirs.Seconds()), ratio: float64(theirs) / float64(ours)},
		{what: "memory allocated to read them", value: float64(allocated) / float64(rounds*size), unit: "bytes a byte"},
		{what: "letters in one FETCH of the post office", value: float64(fetched) / took.Seconds(), unit: "a second"},
	}, ctx.Err()
}

func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// decodeWhole has the standard library decode every part and look at none.
func decodeWhole(raw []byte) error {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := io.ReadAll(quotedprintable.NewReader(part)); err != nil {
			return err
		}
	}
}

// fetch reads what was dealt with in one FETCH, or what waits where that is nothing.
func (b *bench) fetch() (n int, took time.Duration, err error) {
	client, err := imapclient.DialInsecure(b.imap, nil)
	if err != nil {
		return 0, 0, err
	}
	defer client.Close()
	if err := client.Login(benchAddress, "any").Wait(); err != nil {
		return 0, 0, err
	}
	letter := benchReply{from: benchAddress, to: benchAddress, subject: "Yardstick", words: strings.Repeat("a line to fill a letter of this size\n", 800)}
	raw := letter.raw("<yardstick@" + benchDomain + ">")
	for range 300 {
		cmd := client.Append("Set-aside", int64(len(raw)), nil)
		_, werr := cmd.Write(raw)
		if err := errors.Join(werr, cmd.Close()); err != nil {
			return 0, 0, err
		}
		if _, err := cmd.Wait(); err != nil {
			return 0, 0, err
		}
	}
	if _, err := client.Select("Set-aside", nil).Wait(); err != nil {
		return 0, 0, err
	}
	began := time.Now()
	all, err := client.Fetch(imap.SeqSet{imap.SeqRange{Start: 1}}, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	return len(all), time.Since(began), err
}

// mailFigures send letters by a bare client, by the house's, and by the whole house.
func (b *bench) mailFigures(ctx context.Context) ([]figure, error) {
	letters, err := b.lettersToSend(ctx)
	if err != nil {
		return nil, err
	}
	var bare, relay, whole []float64
	for i := range 3 {
		for _, one := range []struct {
			rates *[]float64
			send  func() (float64, error)
		}{
			{&bare, func() (float64, error) { return b.bareClient(ctx, letters) }},
			{&relay, func() (float64, error) { return b.relayAlone(ctx, letters) }},
			{&whole, func() (float64, error) { return b.sender(ctx, i) }},
		} {
			rate, err := one.send()
			if err != nil {
				return nil, fmt.Errorf("letters out: %w", err)
			}
			*one.rates = append(*one.rates, rate)
		}
	}
	middle := func(rates []float64) float64 { return slices.Sorted(slices.Values(rates))[len(rates)/2] }
	beside := fmt.Sprintf("of %.0f by go-smtp alone, one connection", middle(bare))
	return []figure{
		{what: "letters handed over by the relay's client alone", value: middle(relay), unit: "a second", beside: beside, ratio: middle(relay) / middle(bare)},
		{what: "digests claimed, written, handed over, marked", value: middle(whole), unit: "a second", beside: beside, ratio: middle(whole) / middle(bare), aim: "≥ 0.50", least: 0.50},
	}, nil
}

// lettersToSend has the house send its digests once, unmeasured: a bare client is then to send
// letters just as large, which digests of matches at their beginning are not.
func (b *bench) lettersToSend(ctx context.Context) ([][]byte, error) {
	p := b.players
	p.mu.Lock()
	p.seen = nil
	p.mu.Unlock()
	if _, err := b.sender(ctx, -1); err != nil {
		return nil, fmt.Errorf("letters out: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.seen) == 0 {
		return nil, errors.New("no digest was seen")
	}
	return slices.Clone(p.seen), nil
}

// sendFor is how long a client sends to be measured.
const sendFor = 700 * time.Millisecond

func (b *bench) bareClient(ctx context.Context, letters [][]byte) (float64, error) {
	conn, err := net.Dial("tcp", b.sink.addr)
	if err != nil {
		return 0, err
	}
	client := smtp.NewClient(conn)
	defer client.Close()
	times, err := share(ctx, 1, sendFor, func(_, n int) error {
		return client.SendMail(benchAddress, []string{"nobody@" + benchDomain}, bytes.NewReader(letters[n%len(letters)]))
	})
	return float64(len(times)) / sendFor.Seconds(), err
}

func (b *bench) relayAlone(ctx context.Context, letters [][]byte) (float64, error) {
	relay, err := mailer.NewRelay("smtp://" + b.sink.addr)
	if err != nil {
		return 0, err
	}
	defer relay.Close()
	times, err := share(ctx, 4, sendFor, func(_, n int) error {
		if out := relay.Send(ctx, benchAddress, "nobody@"+benchDomain, letters[n%len(letters)]); out.Class != mailer.Delivered {
			return errors.New(out.Text)
		}
		return nil
	})
	return float64(len(times)) / sendFor.Seconds(), err
}

// queueAgain makes new duties of the turns that are awaited, under keys of their own.
const queueAgain = `insert into outbox (key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank, next_at, queued_at)
	select 'bench' || $1 || ':' || n || ':' || o.id, o.match_id, o.seat, o.player_id, o.address, o.purpose, o.step, o.seq, o.params,
		'<turn.bench' || $1 || '.' || n || '.' || substr(o.message_id, 2), o.rank, $2, $2
	from (select distinct on (o.match_id) o.* from outbox o join clocks c using (match_id, seat, step) where o.purpose = 'turn' and o.state = 'sent' order by o.match_id, o.id desc) o,
		generate_series(1, 1000) n order by n, o.id limit $3`

// sender has the house write and send some digests again.
func (b *bench) sender(ctx context.Context, round int) (float64, error) {
	if err := b.quiet(ctx); err != nil {
		return 0, err
	}
	tag, err := b.st.db.Pool().Exec(ctx, queueAgain, fmt.Sprint(round), b.st.now(), b.again)
	if err != nil {
		return 0, err
	}
	if tag.RowsAffected() == 0 {
		return 0, errors.New("no turn is awaited")
	}
	before, began := b.counts.out(), time.Now()
	if err := b.st.jobs.Catch(ctx, b.st.now()); err != nil {
		return 0, err
	}
	err = b.until(ctx, openPatience, func() (bool, error) { return b.counts.out()-before >= int(tag.RowsAffected()), nil })
	return float64(tag.RowsAffected()) / time.Since(began).Seconds(), err
}

// quiet waits until no letter waits to leave.
func (b *bench) quiet(ctx context.Context) error {
	return b.until(ctx, restPatience, func() (bool, error) {
		var waiting int
		err := b.st.db.Pool().QueryRow(ctx, "select count(*) from outbox where state in ('queued', 'written')").Scan(&waiting)
		return waiting == 0, err
	})
}
