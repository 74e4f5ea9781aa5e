package imap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
)

// Letters of one sender or one match keep their order. A letter that shares a key with two partitions joins
// them.
func TestPartitions(t *testing.T) {
	p := NewPoller(PollerConfig{Keys: func(raw []byte) []string { return strings.Fields(string(raw)) }}, nil, nil)
	var letters []listed
	raws := map[uint32][]byte{}
	for i, keys := range []string{"ana 1", "bo 2", "ana 3", "cy 4", "di 2", "cy 1"} {
		letters = append(letters, listed{uid: uint32(i + 1)})
		raws[uint32(i+1)] = []byte(keys)
	}
	places := func() string {
		var places [][]int
		for _, l := range p.partitions(letters, raws) {
			places = append(places, l.letters)
		}
		return fmt.Sprint(places)
	}
	if got := places(); got != "[[0 2 3 5] [1 4]]" {
		t.Errorf("lanes %v", got)
	}
	p.cfg.Keys = nil
	if got := places(); got != "[[0 1 2 3 4 5]]" {
		t.Errorf("without keys %v", got)
	}
	p.cfg.Keys = func([]byte) []string { panic("over a letter") }
	if got := places(); got != "[[0 1 2 3 4 5]]" {
		t.Errorf("with keys that break %v", got)
	}
}

// Unrelated letters are decided at the same time, each once.
func TestSeveralAtOnce(t *testing.T) {
	s := newScript(40)
	d := new(desk)
	var now, most atomic.Int64
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Keys = func(raw []byte) []string { return []string{subjectOf(raw)} }
	p := s.poller(cfg, d)
	p.take = func(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		defer now.Add(-1)
		time.Sleep(5 * time.Millisecond)
		return d.take(ctx, raw, door)
	}
	if err := p.poll(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	came := d.letters()
	slices.Sort(came)
	if len(slices.Compact(came)) != 40 || most.Load() < 2 || most.Load() > partitionsAtOnce {
		t.Errorf("%d letters, %d at once", len(came), most.Load())
	}
}

// If the house fails to take a letter of Ana's, her later letters wait for it, in the same batch and in later
// ones, and are taken in their order. Bo's letters do not wait.
func TestWhatComesAfterKeepsItsPlace(t *testing.T) {
	for _, batch := range []int{1, 2, 10} {
		s, d, failures := newScript(6), new(desk), 1
		d.decide = func(subject string, _ intake.Source) (intake.Fate, error) {
			if subject == "reply 1" && d.count(subject) <= failures {
				return intake.Later, errors.New("the database is away")
			}
			return intake.Processed, nil
		}
		cfg := quick("imap://ana:pw@mail.example")
		cfg.BatchSize = batch
		cfg.Keys = func(raw []byte) []string {
			var n int
			_, _ = fmt.Sscanf(subjectOf(raw), "reply %d", &n)
			return []string{[]string{"bo", "ana"}[n%2]}
		}
		p := s.poller(cfg, d)
		for poll, want := range []string{"reply 1 reply 2 reply 4 reply 6", "reply 1 reply 3 reply 5"} {
			before := len(d.letters())
			if err := p.poll(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			came := d.letters()[before:]
			if poll == 0 {
				slices.Sort(came)
			}
			if got := strings.Join(came, " "); got != want {
				t.Errorf("batches of %d, poll %d took %q, want %q", batch, poll+1, got, want)
			}
		}
	}
}

// Letters keep their order however long the database is away.
func TestAnOutageKeepsTheOrder(t *testing.T) {
	s, d, away := newScript(25), new(desk), true
	d.decide = func(string, intake.Source) (intake.Fate, error) {
		if away {
			return intake.Later, &intake.Away{Err: io.ErrUnexpectedEOF}
		}
		return intake.Processed, nil
	}
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Keys = func([]byte) []string { return []string{"ana"} }
	p := s.poller(cfg, d)
	for range 3 * patience {
		if err := p.poll(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	away = false
	before := len(d.letters())
	if err := p.poll(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for i, subject := range d.letters()[before:] {
		if want := fmt.Sprint("reply ", i+1); subject != want {
			t.Fatalf("letter %d is %q, want %q", i+1, subject, want)
		}
	}
	if n := len(s.moves["Processed"]); n != 25 {
		t.Errorf("%d letters moved", n)
	}
}

// A letter that can never be taken lets the others pass after its first tries.
func TestOneThatIsNeverTakenHoldsNobodyForLong(t *testing.T) {
	s, d := newScript(3), new(desk)
	d.decide = func(subject string, _ intake.Source) (intake.Fate, error) {
		if subject == "reply 1" {
			return intake.Later, errors.New("a row that the database does not want")
		}
		return intake.Processed, nil
	}
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Keys = func([]byte) []string { return []string{"ana"} }
	p := s.poller(cfg, d)
	for poll := 1; poll <= patience; poll++ {
		if err := p.poll(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if came := len(s.moves["Processed"]) > 0; came != (poll == patience) {
			t.Errorf("after poll %d the moves are %v", poll, s.moves)
		}
	}
	if err := p.poll(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if n := d.count("reply 1"); n != patience+1 {
		t.Errorf("tried %d times", n)
	}
}
