package meter

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func scrape(t *testing.T, m *Meter) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

// All that was counted is served, with few labels whatever values came.
func TestWhatIsCountedIsServed(t *testing.T) {
	m := New("1.2.3", "abc")
	m.Letter("imap", "apply", 40*time.Millisecond)
	m.Letter("ana@example.org", "apply", -time.Second)
	m.Copy("lmtp")
	m.Committed("letter", 3*time.Millisecond, 2)
	m.Again("stale")
	m.Remembered(true)
	m.MailDone("sent", "turn", time.Minute)
	m.MailDone("superseded", "turn", time.Minute)
	m.Answered(451, time.Second)
	m.Answered(0, time.Second)
	m.Called(503, time.Second)
	m.DueDone("season:tell:Ana", 2*time.Second)
	text := scrape(t, m)
	for _, want := range []string{
		`pitpost_build_info{revision="abc",version="1.2.3"} 1`,
		`pitpost_door_letters_total{door="imap",state="apply"} 1`,
		`pitpost_door_letters_total{door="other",state="apply"} 1`,
		`pitpost_door_letters_total{door="lmtp",state="copy"} 1`,
		`pitpost_door_letters_total{door="key",state="set-aside"} 0`,
		`pitpost_door_seconds_bucket{door="imap",le="0.05"} 1`,
		`pitpost_door_seconds_sum{door="other"} 0`,
		`pitpost_door_seconds_count{door="lmtp"} 0`,
		`pitpost_facts_total 2`,
		`pitpost_command_retries_total{why="stale"} 1`,
		`pitpost_match_reads_total{from="hit"} 1`,
		`pitpost_mail_done_total{result="superseded"} 1`,
		`pitpost_mail_seconds_count{purpose="turn"} 1`,
		`pitpost_relay_answers_total{class="4xx"} 1`,
		`pitpost_relay_answers_total{class="none"} 1`,
		`pitpost_webhook_answers_total{class="5xx"} 1`,
		`pitpost_due_done_total{what="season"} 1`,
		"go_goroutines ", "process_open_fds ", "process_resident_memory_bytes ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing: %s", want)
		}
	}
	if strings.Contains(text, "example.org") || strings.Contains(text, "Ana") {
		t.Error("a name became a label")
	}
}

// A nil meter counts nothing and does not panic.
func TestWhoHasNoMeterCountsNothing(*testing.T) {
	countAll(nil)
}

// Every method counts into a metric that exists.
func TestWhatCanBeCountedIsThere(*testing.T) {
	countAll(New("1", ""))
}

func countAll(m *Meter) {
	m.Letter("imap", "apply", 0)
	m.Bytes("imap", 1)
	m.TurnedAway("lmtp")
	m.Poison("imap")
	m.Failed("imap")
	m.Committed("letter", 0, 1)
	m.TakenBack("letter")
	m.Again("stale")
	m.Remembered(false)
	m.MailDone("sent", "turn", 0)
	m.MailWaits("limit")
	m.Answered(250, 0)
	m.Called(200, 0)
	m.DueDone("deadline", 0)
	m.DueFailed("deadline")
	m.DueLost("deadline")
}

// A costly source is not read at every scrape, an ordinary one is. A source that fails only leaves out its own figures.
func TestACostlySourceIsReadSeldomAndABrokenOneLeavesTheOthers(t *testing.T) {
	m := New("1", "")
	var plain, costly atomic.Int64
	m.Add(func(_ context.Context, put *Figures) error {
		put.Gauge("pitpost_plain", "x", float64(plain.Add(1)))
		return nil
	})
	m.AddCostly(func(_ context.Context, put *Figures) error {
		time.Sleep(100 * time.Millisecond) // so its values are used for 20 seconds
		put.Counter("pitpost_costly", "x", float64(costly.Add(1)), "kind", "a")
		return nil
	})
	m.Add(func(_ context.Context, put *Figures) error {
		put.Gauge("pitpost_broken", "x", 1)
		return errors.New("the database is away")
	})
	var text string
	for range 3 {
		text = scrape(t, m)
	}
	if !strings.Contains(text, "pitpost_plain 3\n") || !strings.Contains(text, `pitpost_costly{kind="a"} 1`+"\n") || costly.Load() != 1 {
		t.Errorf("plain read %d times, costly %d:\n%s", plain.Load(), costly.Load(), text)
	}
	if strings.Contains(text, "pitpost_broken 1") {
		t.Errorf("served what is none:\n%s", text)
	}
}
