package send

import (
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/lab"
)

// Letters sent at once use as many connections as allowed, and later ones use those again.
func TestRelayUsesSomeConnections(t *testing.T) {
	s := lab.SMTPScript(t, lab.Step{On: ".", Wait: 50 * time.Millisecond, Always: true})
	r := relayOf(t, "smtp://"+s.Addr, 3)
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != Delivered {
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

// A dot at the beginning of a line is doubled in transit, wherever it is.
func TestRelayKeepsDots(t *testing.T) {
	s := lab.SMTPScript(t)
	r := relayTo(t, s.Addr, "")
	for _, text := range []string{".\r\n", "..\r\n.\r\n", "a\r\n.\r\n\r\n.b\r\n..\r\n", "\r\n", ".a", "a\r\n."} {
		if out := r.Send(t.Context(), house, "ana@example.org", []byte(text)); out.Class != Delivered {
			t.Fatalf("%q: %+v", text, out)
		}
		letters := s.Letters()
		if got, want := letters[len(letters)-1].Data, strings.TrimSuffix(text, "\r\n")+"\r\n"; got != want {
			t.Errorf("%q came as %q", text, got)
		}
	}
}

// An answer that is not SMTP ends the connection, but the letter can still be sent later.
func TestRelayThatSpeaksNoSMTP(t *testing.T) {
	for _, reply := range []string{"hello", "25", "999 6.6.6", "250-a\n251 b", "250 " + strings.Repeat("x", 5000), strings.Repeat("250-x\n", 100_000) + "250 x"} {
		s := lab.SMTPScript(t, lab.Step{On: "RCPT", Reply: reply})
		r := relayTo(t, s.Addr, "")
		r.Timeout = 2 * time.Second // an answer whose code changes may never end
		if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != Later || out.Code != 0 {
			t.Errorf("%.20q: %+v", reply, out)
		}
		if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != Delivered || said(s, "EHLO") != 2 {
			t.Errorf("%.20q: the next: %+v", reply, out)
		}
	}
}
