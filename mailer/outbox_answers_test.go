package mailer_test

import (
	"bytes"
	"net/mail"
	"testing"
	"time"

	"pitpost.example/lab"
	"pitpost.example/mailer/send"
)

// A real SMTP server gives each answer once to a letter of the outbox, which is then tried until nothing is
// left to do.
func TestEachAnswerOfARelayDecidesWhatBecomesOfTheLetter(t *testing.T) {
	for _, c := range []struct {
		name    string
		step    lab.Step
		class   send.Class
		state   string // final state of the letter
		whole   int    // how many times the relay got the whole letter
		failing bool   // whether the address counts as failing
	}{
		{"421", lab.Step{On: "RCPT", Reply: "421 4.3.2 closing"}, send.Later, "sent", 1, false},
		{"421 at the greeting", lab.Step{On: "CONNECT", Reply: "421 4.3.2 busy", Drop: true}, send.Later, "sent", 1, false},
		{"450 greylist", lab.Step{On: "RCPT", Reply: "450 4.2.0 greylisted"}, send.Later, "sent", 1, false},
		{"451", lab.Step{On: "RCPT", Reply: "451 4.3.0 later"}, send.Later, "sent", 1, false},
		{"452", lab.Step{On: "DATA", Reply: "452 4.3.1 disk full"}, send.Later, "sent", 1, false},
		{"550 5.1.1", lab.Step{On: "RCPT", Reply: "550 5.1.1 nobody"}, send.Never, "failed", 0, true},
		{"552 5.2.2", lab.Step{On: "RCPT", Reply: "552 5.2.2 full"}, send.Never, "failed", 0, false},
		{"554 5.7.1", lab.Step{On: "RCPT", Reply: "554 5.7.1 policy"}, send.Never, "failed", 0, false},
		{"timeout after DATA", lab.Step{On: ".", Silent: true}, send.Unknown, "sent", 2, false},
		{"drop before 250", lab.Step{On: ".", Drop: true}, send.Unknown, "sent", 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g, s := newMatch(t), lab.SMTPScript(t, c.step)
			if _, err := g.db.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
				t.Fatal(err)
			}
			g.notes(1, "bo@example.org")
			id, r, p := g.waiting("true")[0], relayTo(t, s.Addr), g.post(nil)
			if p.Relay = r; c.step.Silent {
				r.Timeout = 2 * time.Second
			}
			tries := 1
			for again := g.deliver(p, id); again > 0; again = g.deliver(p, id) {
				if want := send.RetryDelay(c.class, tries); again != want {
					t.Errorf("waits for %v, want %v", again, want)
				}
				r.Timeout = 0
				g.now = g.now.Add(again)
				if tries++; tries > 5 {
					t.Fatal("tried for ever")
				}
			}
			if want := map[bool]int{true: 1, false: 2}[c.class == send.Never]; tries != want {
				t.Errorf("%d tries, want %d", tries, want)
			}
			var state, reply, messageID string
			var failing bool
			err := g.db.Pool().QueryRow(t.Context(), `select o.state, coalesce(o.reply, ''), o.message_id, a.failing <> ''
				from outbox o join addresses a on a.address = o.address where o.id = $1`, id).Scan(&state, &reply, &messageID, &failing)
			if err != nil || state != c.state || failing != c.failing || reply == "" {
				t.Errorf("ended %s (%s), address failing %v, %v", state, reply, failing, err)
			}
			checkCopies(t, s.Letters(), c.whole, messageID)
		})
	}
}

// checkCopies checks that a relay got a letter this many times, always with the same bytes and Message-ID.
func checkCopies(t *testing.T, came []lab.Received, want int, messageID string) {
	t.Helper()
	if len(came) != want {
		t.Fatalf("the relay got the letter %d times, want %d", len(came), want)
	}
	for _, l := range came {
		msg, err := mail.ReadMessage(bytes.NewReader([]byte(l.Data)))
		if err != nil {
			t.Fatal(err)
		}
		if msg.Header.Get("Message-Id") != messageID || l.Data != came[0].Data {
			t.Errorf("a copy has Message-ID %s, want %s, or other bytes", msg.Header.Get("Message-Id"), messageID)
		}
	}
}
