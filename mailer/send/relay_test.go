package send

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/lab"
)

const house = "play@pit.localhost"

var letter = []byte("Subject: a letter\r\n\r\n.a line that begins with a dot\r\n")

// relayTo returns a relay with one connection for a server on this machine. credentials may be "".
func relayTo(t testing.TB, addr, credentials string) *Relay {
	t.Helper()
	return relayOf(t, "smtp://"+credentials+addr, 1)
}

func relayOf(t testing.TB, url string, connections int) *Relay {
	t.Helper()
	r, err := NewRelay(url, connections)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestRelayOutcomes(t *testing.T) {
	long := append([]byte("Subject: long\r\n\r\n"), strings.Repeat(strings.Repeat("x", 70)+"\r\n", 120_000)...)
	cases := []struct {
		name string
		step lab.Step
		msg  []byte
		want Answer // without Text and Why
	}{
		{"greeted with no service", lab.Step{On: "CONNECT", Reply: "554 no service here", Drop: true}, letter, Answer{Class: Later, Code: 554}},
		{"cut at the greeting", lab.Step{On: "CONNECT", Drop: true}, letter, Answer{Class: Later}},
		{"silent at the greeting", lab.Step{On: "CONNECT", Silent: true}, letter, Answer{Class: Later}},
		{"EHLO refused", lab.Step{On: "EHLO", Reply: "550 5.7.1 go away"}, letter, Answer{Class: Later, Code: 550, Enhanced: "5.7.1"}},
		{"silent at EHLO", lab.Step{On: "EHLO", Silent: true}, letter, Answer{Class: Later}},
		{"sender put off", lab.Step{On: "MAIL", Reply: "451 4.3.0 later"}, letter, Answer{Class: Later, Code: 451, Enhanced: "4.3.0"}},
		{"sender refused", lab.Step{On: "MAIL", Reply: "550 5.1.8 not from you"}, letter, Answer{Class: Never, Code: 550, Enhanced: "5.1.8", BadSender: true}},
		{"login wanted", lab.Step{On: "MAIL", Reply: "530 5.7.0 log in first"}, letter, Answer{Class: Later, Code: 530, Enhanced: "5.7.0"}},
		{"silent at MAIL", lab.Step{On: "MAIL", Silent: true}, letter, Answer{Class: Later}},
		{"greylisted", lab.Step{On: "RCPT", Reply: "450 4.2.0 try again"}, letter, Answer{Class: Later, Code: 450, Enhanced: "4.2.0"}},
		{"unknown recipient", lab.Step{On: "RCPT", Reply: "550 5.1.1 nobody here"}, letter, Answer{Class: Never, Code: 550, Enhanced: "5.1.1", BadAddress: true}},
		{"unknown recipient, no enhanced code", lab.Step{On: "RCPT", Reply: "550 nobody here"}, letter, Answer{Class: Never, Code: 550, BadAddress: true}},
		{"relaying denied", lab.Step{On: "RCPT", Reply: "554 5.7.1 relay access denied"}, letter, Answer{Class: Never, Code: 554, Enhanced: "5.7.1"}},
		{"hung up at RCPT", lab.Step{On: "RCPT", Reply: "421 4.3.2 shutting down"}, letter, Answer{Class: Later, Code: 421, Enhanced: "4.3.2"}},
		{"cut at RCPT", lab.Step{On: "RCPT", Drop: true}, letter, Answer{Class: Later}},
		{"DATA put off", lab.Step{On: "DATA", Reply: "452 4.3.1 disk full"}, letter, Answer{Class: Later, Code: 452, Enhanced: "4.3.1"}},
		{"DATA refused", lab.Step{On: "DATA", Reply: "554 5.5.1 no"}, letter, Answer{Class: Never, Code: 554, Enhanced: "5.5.1"}},
		{"silent at DATA", lab.Step{On: "DATA", Silent: true}, letter, Answer{Class: Later}},
		{"cut in the body", lab.Step{On: "BODY", Drop: true}, long, Answer{Class: Later}},
		{"stops reading in the body", lab.Step{On: "BODY", Silent: true}, long, Answer{Class: Later}},
		{"letter put off", lab.Step{On: ".", Reply: "451 4.7.1 later"}, letter, Answer{Class: Later, Code: 451, Enhanced: "4.7.1"}},
		{"letter refused", lab.Step{On: ".", Reply: "554 5.7.1 looks like spam"}, letter, Answer{Class: Never, Code: 554, Enhanced: "5.7.1"}},
		{"hung up after the final dot", lab.Step{On: ".", Reply: "421 4.3.2 shutting down"}, letter, Answer{Class: Later, Code: 421, Enhanced: "4.3.2"}},
		{"cut after the final dot", lab.Step{On: ".", Drop: true}, letter, Answer{Class: Unknown}},
		{"silent after the final dot", lab.Step{On: ".", Silent: true}, letter, Answer{Class: Unknown}},
		{"all well", lab.Step{On: "NOOP"}, letter, Answer{Class: Delivered, Code: 250}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := lab.SMTPScript(t, c.step)
			r := relayTo(t, s.Addr, "")
			if c.step.Silent {
				r.Timeout = 2 * time.Second
			}
			got := r.Send(t.Context(), house, "ana@example.org", c.msg)
			got.Text, got.Why, r.Timeout = "", "", 0
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			// Whatever happened, the next letter goes out.
			if again := r.Send(t.Context(), house, "bo@example.org", letter); again.Class != Delivered {
				t.Errorf("the next letter: %+v", again)
			}
			letters := s.Letters()
			last := letters[len(letters)-1]
			// The server records its answer only after sending it.
			for end := time.Now().Add(20 * time.Second); !last.Acked && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
				letters = s.Letters()
				last = letters[len(letters)-1]
			}
			if !last.Acked || last.Data != string(letter) || last.From != house || last.To[0] != "bo@example.org" {
				t.Errorf("received %+v", last)
			}
			if want := map[bool]int{true: 2, false: 1}[strings.Contains(c.name, "dot") || strings.HasPrefix(c.name, "letter") || c.name == "all well"]; len(letters) != want {
				t.Errorf("%d letters went out, want %d", len(letters), want)
			}
		})
	}
}

func TestRelayKeepsOneConnection(t *testing.T) {
	s := lab.SMTPScript(t)
	r := relayTo(t, s.Addr, "")
	var wg sync.WaitGroup
	for range 25 {
		wg.Go(func() {
			if out := r.Send(t.Context(), house, "ana@example.org", letter); out.Class != Delivered {
				t.Errorf("%+v", out)
			}
		})
	}
	wg.Wait()
	if got := said(s, "EHLO"); got != 1 || len(s.Letters()) != 25 {
		t.Errorf("%d connections for %d letters", got, len(s.Letters()))
	}
	if err := r.Check(t.Context()); err != nil || said(s, "EHLO") != 1 {
		t.Errorf("check: %v, %d connections", err, said(s, "EHLO"))
	}
	r.Close()
	if said(s, "QUIT") != 1 {
		t.Error("the relay left without a word")
	}
}

func TestRelayFindsAKeptConnectionDead(t *testing.T) {
	for name, step := range map[string]lab.Step{
		"cut":     {On: "MAIL", Drop: true},
		"hung up": {On: "MAIL", Reply: "421 4.4.2 idle for too long"},
	} {
		t.Run(name, func(t *testing.T) {
			s := lab.SMTPScript(t)
			r := relayTo(t, s.Addr, "")
			r.Send(t.Context(), house, "ana@example.org", letter)
			s.Add(step)
			if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Delivered {
				t.Errorf("%+v", out)
			}
			if len(s.Letters()) != 2 || said(s, "EHLO") != 2 {
				t.Errorf("%d letters over %d connections", len(s.Letters()), said(s, "EHLO"))
			}
			// A refused connection is not the letter's fault, nor the address's.
			s.Add(step, lab.Step{On: "CONNECT", Reply: "554 5.3.2 closed", Drop: true})
			if out := r.Send(t.Context(), house, "cy@example.org", letter); out.Class != Later || out.Code != 554 {
				t.Errorf("refused anew: %+v", out)
			}
			r.Send(t.Context(), house, "cy@example.org", letter)
			s.Add(lab.Step{On: "NOOP", Drop: true})
			if err := r.Check(t.Context()); err != nil || said(s, "NOOP") != 2 {
				t.Errorf("check: %v after %d NOOP", err, said(s, "NOOP"))
			}
		})
	}
}

func TestRelayStopsWithItsContext(t *testing.T) {
	for on, want := range map[string]Class{"EHLO": Later, "RCPT": Later, ".": Unknown} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			s := lab.SMTPScript(t, lab.Step{On: on, Silent: true})
			r := relayTo(t, s.Addr, "")
			r.Timeout = time.Hour
			ctx, cancel := context.WithCancel(t.Context())
			first := make(chan Answer, 1)
			go func() { first <- r.Send(ctx, house, "ana@example.org", letter) }()
			for said(s, on) == 0 && len(s.Letters()) == 0 {
				time.Sleep(5 * time.Millisecond)
			}
			waiting, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer stop()
			if out := r.Send(waiting, house, "bo@example.org", letter); out.Class != Later {
				t.Errorf("one that waited for its turn: %+v", out)
			}
			cancel()
			select {
			case out := <-first:
				if out.Class != want {
					t.Errorf("got %+v, want class %d", out, want)
				}
			case <-time.After(time.Minute):
				t.Fatal("still sending")
			}
			if out := r.Send(t.Context(), house, "cy@example.org", letter); out.Class != Delivered {
				t.Errorf("the next: %+v", out)
			}
		})
	}
}

func TestRelayLogsIn(t *testing.T) {
	const offer = "250-script\n250-SIZE 1000\n250 AUTH "
	s := lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: offer + "PLAIN LOGIN", Always: true}, lab.Step{On: "AUTH", Reply: "535 5.7.8 wrong password"},
		lab.Step{On: "AUTH", Reply: "235 2.7.0 welcome"})
	r := relayTo(t, s.Addr, "ana:secret@")
	if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Later || out.Code != 535 || out.BadAddress {
		t.Errorf("a wrong password: %+v", out)
	}
	if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Delivered {
		t.Errorf("the right one: %+v", out)
	}
	if out := r.Send(t.Context(), house, "bo@example.org", make([]byte, 1001)); out.Class != Never || out.Enhanced != "5.3.4" || out.BadAddress || said(s, "MAIL") != 1 {
		t.Errorf("a letter too large: %+v, %d MAIL", out, said(s, "MAIL"))
	}
	s = lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: offer + "LOGIN", Always: true}, lab.Step{On: "AUTH", Reply: "334 UGFzc3dvcmQ6"},
		lab.Step{On: "c2VjcmV0", Reply: "235 2.7.0 welcome"})
	if out := relayTo(t, s.Addr, "ana:secret@").Send(t.Context(), house, "bo@example.org", letter); out.Class != Delivered {
		t.Errorf("LOGIN: %+v, %q", out, s.Commands())
	}
}

func TestRelayAddresses(t *testing.T) {
	s := lab.SMTPScript(t)
	r := relayTo(t, s.Addr, "")
	for _, to := range []string{"", "ana", "ana@example.org> NOTIFY=NEVER", "ana@example.org\r\nRCPT TO:<bo@example.org", "a na@example.org", "ana@example.org\x00"} {
		if out := r.Send(t.Context(), house, to, letter); out.Class != Never || !out.BadAddress {
			t.Errorf("%q: %+v", to, out)
		}
	}
	if out := r.Send(t.Context(), house, "ána@example.org", letter); out.Class != Never || !out.BadAddress || out.Enhanced != "5.6.7" {
		t.Errorf("a relay without SMTPUTF8: %+v", out)
	}
	if said(s, "MAIL") != 0 {
		t.Errorf("said %q", s.Commands())
	}
	s = lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: "250-script\n250 SMTPUTF8"})
	if out := relayTo(t, s.Addr, "").Send(t.Context(), house, "ána@example.org", letter); out.Class != Delivered || !strings.Contains(s.Commands()[1], " SMTPUTF8") {
		t.Errorf("a relay with it: %+v, %q", out, s.Commands())
	}
}

func TestRelayMakesLineEndsWhole(t *testing.T) {
	s := lab.SMTPScript(t)
	relayTo(t, s.Addr, "").Send(t.Context(), house, "ana@example.org", []byte("Subject: x\n\nold\rMac\n.\nMAIL FROM:<eve@example.org>\r\n"))
	if got, want := s.Letters()[0].Data, "Subject: x\r\n\r\nold\r\nMac\r\n.\r\nMAIL FROM:<eve@example.org>\r\n"; got != want || said(s, "MAIL") != 1 {
		t.Errorf("got %q", got)
	}
}

func TestRelayURL(t *testing.T) {
	for _, raw := range []string{"", "play.example.org", "http://example.org", "smtp://", "smtps://:465", "smtps://ana:se cret@%zz"} {
		if _, err := NewRelay(raw, 1); err == nil || strings.Contains(err.Error(), "cret") {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func TestBackoff(t *testing.T) {
	var whole time.Duration
	tries := 1
	for ; RetryDelay(Unknown, tries) > 0; tries++ {
		whole += RetryDelay(Later, tries)
	}
	if whole < 5*24*time.Hour || whole > 6*24*time.Hour {
		t.Errorf("given up after %d tries in %s", tries, whole)
	}
	if RetryDelay(Never, 1) != 0 {
		t.Error("a refused letter is tried again")
	}
}

func said(s *lab.Script, verb string) (n int) {
	for _, c := range s.Commands() {
		if strings.HasPrefix(c, verb) {
			n++
		}
	}
	return n
}
