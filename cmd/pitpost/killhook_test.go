package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"sync"
	"testing"
)

// ledger is a server for webhook calls, with the body of each webhook-id.
type ledger struct {
	*httptest.Server
	mu     sync.Mutex
	bodies map[string]string
	wrong  []string // ids that came with different bodies
	calls  int
}

func newLedger(t *testing.T) *ledger {
	l := &ledger{bodies: map[string]string{}}
	l.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		id := r.Header.Get("webhook-id")
		l.mu.Lock()
		defer l.mu.Unlock()
		if had, ok := l.bodies[id]; ok && had != string(body) {
			l.wrong = append(l.wrong, id)
		}
		l.bodies[id] = string(body)
		l.calls++
	}))
	t.Cleanup(l.Close)
	return l
}

// At every step of a call the server dies by SIGKILL and is started again. No call is lost, and a call that is
// made twice has the same id and bytes.
func TestWebhooksOutliveTheProcess(t *testing.T) {
	for _, point := range []string{"door.committed:3", "webhook.claimed:2", "webhook.answered:2", "webhook.noted:2"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			callAndGoOn(t, point)
		})
	}
}

func callAndGoOn(t *testing.T, point string) {
	h, l := newTrial(t), newLedger(t)
	first := h.serve(t)
	h.begin(t)
	h.playUntil(t, "the match has begun", func() bool { return first.dead() || h.moved(1) })
	add := exec.Command("pitpost", "webhook", "add", l.URL+"/hook", "--match", "1", "--data", h.data, "--database-url", h.url)
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("webhook add: %v\n%s", err, out)
	}
	first.stop(t)
	second := h.serve(t, "PITPOST_KILL_AT="+point, "PITPOST_PING_LOCAL=on")
	h.playUntil(t, "the server dies at "+point, second.dead)
	if !second.killed() {
		t.Fatalf("the server ended in %v:\n%s", second.cmd.ProcessState, second.log.String())
	}
	third := h.serve(t, "PITPOST_PING_LOCAL=on")
	h.playUntil(t, "the seats have made their moves", func() bool { return third.dead() || h.moved(6) })
	h.await(t, "all has come and gone", func() bool {
		return third.dead() || h.quiet(t) && h.count(t, "select count(*) from webhook_calls where state = 'queued'") == 0
	})
	if third.dead() {
		t.Fatalf("the server did not live on:\n%s", third.log.String())
	}
	third.stop(t)
	if n := h.count(t, `select (select max(seq) from facts where match_id = 1) - (select min(since) from webhook_calls where upto > 0)
		- (select sum(upto - since) from webhook_calls where upto > 0)`); n != 0 {
		t.Errorf("%d facts have no call", n)
	}
	sent := h.count(t, "select count(*) from webhook_calls where state = 'sent'")
	if sent != len(l.bodies) || sent < 4 || h.count(t, "select count(*) from webhook_calls where state = 'failed'") != 0 {
		t.Errorf("%d calls were made and %d heard", sent, len(l.bodies))
	}
	if len(l.wrong) > 0 {
		t.Errorf("%v came with other bytes", l.wrong)
	}
	if l.calls > sent+8 { // at most eight calls are made at once
		t.Errorf("%d calls for %d", l.calls, sent)
	}
}
