package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pitpost/token"
)

// Letters of one sender or one match keep their order; a letter of both joins what was apart.
func TestLanes(t *testing.T) {
	p := NewPoller(PollerConfig{Keys: func(raw []byte) []string { return strings.Fields(string(raw)) }}, nil, nil)
	var letters []listed
	raws := map[uint32][]byte{}
	for i, keys := range []string{"ana 1", "bo 2", "ana 3", "cy 4", "di 2", "cy 1"} {
		letters = append(letters, listed{uid: uint32(i + 1)})
		raws[uint32(i+1)] = []byte(keys)
	}
	if got := p.lanes(letters, raws); fmt.Sprint(got) != "[[0 2 3 5] [1 4]]" {
		t.Errorf("lanes %v", got)
	}
	p.cfg.Keys = nil
	if got := p.lanes(letters, raws); fmt.Sprint(got) != "[[0 1 2 3 4 5]]" {
		t.Errorf("without keys %v", got)
	}
	p.cfg.Keys = func([]byte) []string { panic("over a letter") }
	if got := p.lanes(letters, raws); fmt.Sprint(got) != "[[0 1 2 3 4 5]]" {
		t.Errorf("with keys that break %v", got)
	}
}

func TestKeysOf(t *testing.T) {
	keys, err := token.ParseKeys([]byte(strings.Repeat("k", 40)))
	if err != nil {
		t.Fatal(err)
	}
	r := &Receiver{Keys: keys, Mailbox: "play@example.org"}
	to := "play+" + keys.Mint(token.Token{Match: 42, Seat: 1, Purpose: 't', Step: 3}) + "@example.org"
	got := r.KeysOf([]byte("From: Ana <ana@example.com>\r\nTo: " + to + "\r\nSubject: and #7\r\n\r\n3 C5\r\n"))
	if !slices.Equal(got, []string{"from ana@example.com", "match 42", "match 7"}) {
		t.Errorf("%q", got)
	}
}

// Letters that have nothing to do with each other are decided at the same time, and each once.
func TestSeveralAtOnce(t *testing.T) {
	s := newScript(40)
	d := new(desk)
	var now, most atomic.Int64
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Keys = func(raw []byte) []string { return []string{subjectOf(raw)} }
	p := s.poller(cfg, d)
	p.take = func(ctx context.Context, raw []byte, door Door) (Fate, error) {
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
	if len(slices.Compact(came)) != 40 || most.Load() < 2 || most.Load() > lanesAtOnce {
		t.Errorf("%d letters, %d at once", len(came), most.Load())
	}
}
