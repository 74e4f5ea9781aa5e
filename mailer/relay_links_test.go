package mailer_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost/lab"
	"pitpost/mailer"
)

// pipelining is the answer of a relay that takes commands in one breath.
var pipelining = lab.Step{On: "EHLO", Reply: "250-script\n250 PIPELINING", Always: true}

// Sender, recipient and letter are announced before the first of them is answered, where the
// relay offers that, and one by one where it does not.
func TestRelayAnnouncesALetterInOneBreath(t *testing.T) {
	for _, offered := range []bool{true, false} {
		steps := []lab.Step{{On: "MAIL", Wait: 300 * time.Millisecond}}
		if offered {
			steps = append(steps, pipelining)
		}
		s := lab.SMTPScript(t, steps...)
		r := relayTo(t, s.Addr, "")
		for _, to := range []string{"ana@example.org", "bo@example.org"} {
			if out := r.Send(t.Context(), house, to, letter); out.Class != mailer.Delivered {
				t.Errorf("%+v", out)
			}
		}
		for i, l := range s.Letters() {
			if l.Data != string(letter) {
				t.Errorf("letter %d came as %q", i, l.Data)
			}
		}
		want := "EHLO MAIL RCPT DATA MAIL RCPT DATA"
		var verbs []string
		for _, c := range s.Commands() {
			verb, _, _ := strings.Cut(c, " ")
			verbs = append(verbs, verb)
		}
		if got := strings.Join(verbs, " "); got != want {
			t.Errorf("said %s, want %s", got, want)
		}
	}
}

// A relay that minds a sender or a recipient and yet waits for a letter gets none: nothing
// but the end of the connection says so.
func TestRelayThatWantsALetterItRefused(t *testing.T) {
	for _, on := range []string{"MAIL", "RCPT"} {
		s := lab.SMTPScript(t, pipelining, lab.Step{On: on, Reply: "550 5.7.1 no"}, lab.Step{On: "DATA", Reply: "354 go on all the same"})
		r := relayTo(t, s.Addr, "")
		if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != mailer.Never || out.Enhanced != "5.7.1" || out.BadSender != (on == "MAIL") {
			t.Errorf("%s: %+v", on, out)
		}
		if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != mailer.Delivered {
			t.Errorf("%s: the next: %+v", on, out)
		}
		if n := len(s.Letters()); n != 1 || said(s, "EHLO") != 2 {
			t.Errorf("%s: %d letters over %d connections", on, n, said(s, "EHLO"))
		}
	}
}

// Letters at once go over so many connections as are allowed, and later ones over those that
// are there.
func TestRelayUsesSomeConnections(t *testing.T) {
	s := lab.SMTPScript(t, pipelining, lab.Step{On: ".", Wait: 50 * time.Millisecond, Always: true})
	r := relayTo(t, s.Addr, "")
	r.Links = 3
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != mailer.Delivered {
				t.Errorf("%+v", out)
			}
		})
	}
	wg.Wait()
	if got := said(s, "EHLO"); got != 3 || len(s.Letters()) != 12 {
		t.Errorf("%d connections for %d letters", got, len(s.Letters()))
	}
	r.Close()
	if said(s, "QUIT") != 3 {
		t.Errorf("left with %d words", said(s, "QUIT"))
	}
}

// A dot at the begin of a line is doubled on its way, whatever is around it.
func TestRelayKeepsDots(t *testing.T) {
	s := lab.SMTPScript(t, pipelining)
	r := relayTo(t, s.Addr, "")
	for _, text := range []string{".\r\n", "..\r\n.\r\n", "a\r\n.\r\n\r\n.b\r\n..\r\n", "\r\n", ".a", "a\r\n."} {
		if out := r.Send(t.Context(), house, "ana@example.org", []byte(text)); out.Class != mailer.Delivered {
			t.Fatalf("%q: %+v", text, out)
		}
		letters := s.Letters()
		if got, want := letters[len(letters)-1].Data, strings.TrimSuffix(text, "\r\n")+"\r\n"; got != want {
			t.Errorf("%q came as %q", text, got)
		}
	}
}

// What is no SMTP ends the connection, and is no fault of the letter.
func TestRelayThatSpeaksNoSMTP(t *testing.T) {
	for _, reply := range []string{"hello", "25", "999 6.6.6", "250-a\n251 b", "250 " + strings.Repeat("x", 5000), strings.Repeat("250-x\n", 150) + "250 x"} {
		s := lab.SMTPScript(t, lab.Step{On: "RCPT", Reply: reply})
		r := relayTo(t, s.Addr, "")
		if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != mailer.Later || out.Code != 0 {
			t.Errorf("%.20q: %+v", reply, out)
		}
		if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != mailer.Delivered || said(s, "EHLO") != 2 {
			t.Errorf("%.20q: the next: %+v", reply, out)
		}
	}
}
