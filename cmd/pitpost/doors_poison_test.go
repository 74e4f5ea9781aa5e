package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A letter that crashes its reader is tried three times at each way in, then set aside, counted and shown to
// the operator, while other letters are still taken.
func TestPoisonLetterIsQuarantinedAndTheMailboxGoesOn(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	l.start("PITPOST_POISON=arsenic")
	d := l.doors()
	for door, name := range []string{"mailbox", "lmtp", "webhook"} {
		to, raw := vouched("poison-"+name, "some arsenic "+name)
		switch door {
		case 0:
			if err := d.bring(0, to, raw); err != nil {
				t.Fatal(err)
			}
		case 1: // LMTP answers "later" twice, then accepts the letter
			for try := range 3 {
				if err := d.bring(1, to, raw); (err == nil) != (try == 2) || err != nil && !strings.Contains(err.Error(), "451") {
					t.Errorf("LMTP, try %d: %v", try+1, err)
				}
			}
		case 2:
			for try, want := range []int{http.StatusServiceUnavailable, http.StatusServiceUnavailable, http.StatusOK} {
				if code, err := d.byHTTP(to, raw); code != want || err != nil {
					t.Errorf("webhook, try %d: %d, %v", try+1, code, err)
				}
			}
		}
	}
	for i, id := range []string{"one", "two"} { // each makes the house look through the mailbox once more
		to, raw := vouched(id, "new practice saboteur seats=3")
		if err := d.bring(0, to, raw); err != nil {
			t.Fatal(err)
		}
		l.soon("letter "+id, i+1, "select count(*) from letters where state = 'apply'")
	}
	l.soon("all three are set aside", 3, "select count(*) from letters where state = 'set-aside'")
	shown := l.run("letters", "--state", "set-aside")
	if strings.Count(shown, "its reader broke over it, 3 times") != 3 || strings.Contains(shown, "arsenic") {
		t.Errorf("shown:\n%s", shown)
	}
	metrics := l.get("/metrics")
	for _, door := range []string{"imap", "lmtp", "webhook"} {
		for _, want := range []string{fmt.Sprintf(`pitpost_door_letters_total{door=%q,state="set-aside"} 1`, door), fmt.Sprintf(`pitpost_door_poison_tries_total{door=%q} 3`, door)} {
			if !strings.Contains(metrics, want) {
				t.Errorf("metrics lack %s:\n%s", want, metrics)
			}
		}
	}
	if health := l.get("/readyz"); health != "ready\n" {
		t.Errorf("health: %s", health)
	}
	l.kill()
	if log := l.log.String(); strings.Contains(log, "arsenic") || strings.Count(log, "msg=poison") != 9 {
		t.Errorf("the log tells %d times:\n%s", strings.Count(log, "msg=poison"), log)
	}
}

// At LMTP and at a webhook the server dies after the letter was fetched, stored or applied, but before it
// answers 250 or 200. The sender tries again, and the letter counts once.
func TestCrashBefore250And200(t *testing.T) {
	for _, point := range []string{"poll.fetched:1", "door.decided:1", "door.written:1", "door.committed:1", "poll.taken:1"} {
		for door, name := range map[int]string{1: "LMTP", 2: "webhook"} {
			t.Run(point+" "+name, func(t *testing.T) {
				t.Parallel()
				l := newLife(t)
				// Postpone the house's own jobs, so that the server does not die in one of them.
				l.count("insert into timetable (name, schedule, reckoned_at, next_at) values ('forget', '7 * * * *', now(), now() + interval '1 day') returning 0")
				l.start("PITPOST_KILL_AT=" + point)
				to, raw := vouched("crash", "new practice saboteur seats=3")
				if err := l.doors().bring(door, to, raw); err == nil {
					t.Error("a server that died said yes")
				}
				l.died()
				l.start()
				for range 2 {
					if err := l.doors().bring(door, to, raw); err != nil {
						t.Errorf("brought again: %v", err)
					}
				}
				if n := l.count("select count(*) from matches"); n != 1 {
					t.Errorf("%d matches", n)
				}
				if n := l.count("select count(*) from letters where state = 'apply'"); n != 1 {
					t.Errorf("%d letters applied", n)
				}
			})
		}
	}
}
