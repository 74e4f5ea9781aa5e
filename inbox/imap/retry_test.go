package imap

import (
	"errors"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

// A letter that could not be taken is tried again within seconds, not only at the next regular look, and then
// at growing intervals.
func TestALetterNotTakenIsTriedAgainSoon(t *testing.T) {
	server, user := lab.StartDovecot(t), "retry@example.org"
	server.Deliver(t, user, []byte(mailText("stubborn")))
	d := new(desk)
	d.decide = func(string, intake.Source) (intake.Fate, error) {
		if d.count("stubborn") < 2 {
			return intake.Later, errors.New("the database is away")
		}
		return intake.Processed, nil
	}
	cfg := quick(imapURL("imap", server.IMAPAddr, user))
	cfg.Every = time.Hour
	p := NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "letter taken", func() bool { return p.Stats().Processed.Load() == 1 })

	p = NewPoller(PollerConfig{}, d.take, new(journal).logger())
	p.ledger.turn(1)
	for tries, want := range []time.Duration{2 * time.Minute, 5 * time.Second, 10 * time.Second, 20 * time.Second} {
		if tries > 0 {
			p.ledger.failed[7] = tries
		}
		if got := p.untilNextLook(); got != want {
			t.Errorf("after %d failures the next look comes in %v, want %v", tries, got, want)
		}
	}
}
