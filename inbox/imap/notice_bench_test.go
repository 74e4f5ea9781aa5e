package imap

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

// BenchmarkNotice appends one letter after the other to a real mailbox of an idle house. It measures the time
// from when the server announces a letter to the house, which waits in IDLE, to when the house has committed
// it.
func BenchmarkNotice(b *testing.B) {
	s, server := durable(b), lab.StartDovecot(b)
	letters := s.crowd(b)
	committed, hears := make(chan time.Time, 1), &listener{told: make(chan time.Time, 1)}
	cfg := quick(imapURL("imap", server.IMAPAddr, "play@example.org"))
	cfg.Account.trace, cfg.Keys = hears, s.r.KeysOf
	cfg.Every = time.Minute // a letter found without the announcement would come late
	p := NewPoller(cfg, func(ctx context.Context, raw []byte, from intake.Source) (intake.Fate, error) {
		fate, err := s.r.Take(ctx, raw, from)
		committed <- time.Now()
		return fate, err
	}, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	h := takeHand(b, server.IMAPAddr, "play@example.org")
	var beyond []time.Duration
	n := 0
	for b.Loop() {
		hears.armed.Store(true)
		h.put("INBOX", letters[n%len(letters)], nil)
		n++
		notice, commit := at(b, hears.told), at(b, committed)
		beyond = append(beyond, commit.Sub(notice))
		for end := time.Now().Add(time.Minute); p.Stats().Processed.Load() < int64(n); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				b.Fatal("a letter stays where it lay")
			}
		}
		time.Sleep(30 * time.Millisecond) // so that the house idles again
	}
	b.StopTimer()
	cancel()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	if words := s.words(b); words != n {
		b.Fatalf("of %d letters %d were carried out", n, words)
	}
	slices.Sort(beyond)
	for _, p := range []int{50, 95} {
		b.ReportMetric(float64(beyond[len(beyond)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

// at returns the next time from a channel.
func at(b *testing.B, times chan time.Time) time.Time {
	b.Helper()
	select {
	case t := <-times:
		return t
	case <-time.After(time.Minute):
		b.Fatal("nothing was heard of a letter")
		return time.Time{}
	}
}

// listener notes when the server announces a letter.
type listener struct {
	armed atomic.Bool
	told  chan time.Time
}

var speaksOfLetter = regexp.MustCompile(`(?m)^\* [1-9][0-9]* EXISTS\r`)

func (l *listener) Write(b []byte) (int, error) {
	if speaksOfLetter.Match(b) && l.armed.CompareAndSwap(true, false) {
		l.told <- time.Now()
	}
	return len(b), nil
}
