package main

import (
	"bytes"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// Brings letters by LMTP behind a mail server and by webhook to a house that checks senders itself, by DNS.
func TestSendersAreLookedAtHere(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.TXT("example.com", "v=spf1 ip4:192.0.2.1 -all")
	n.TXT("_dmarc.example.com", "v=DMARC1; p=none")
	n.TXT("example.net", "v=spf1 ip4:192.0.2.1 -all")
	n.TXT("example.org", "v=spf1 ip4:192.0.2.1 -all")
	n.Fails("_dmarc.example.org")
	d := realHouse(t, func(s *settings.Settings) {
		s.LMTP, s.MXName, s.WebhookKey = "127.0.0.1:0", "mail.pit.test", hookSecret
		s.SMTPURL = "smtp://" + settings.Secret(lab.SMTPScript(t).Addr)
		s.SenderCheck, s.NameServer = "own", n.Addr
	})
	lmtp := func(from, raw string) error {
		conn, err := net.Dial("tcp", d.LMTPAddr)
		if err != nil {
			return err
		}
		client := smtp.NewClientLMTP(conn)
		defer client.Close()
		return client.SendMail(from, []string{"play@pit.localhost"}, strings.NewReader(raw))
	}
	for name, c := range map[string]struct{ from, ip, state string }{
		"right":               {"ana@example.com", "192.0.2.1", "apply"},
		"forged":              {"bo@example.com", "198.51.100.1", "drop"},
		"without a policy":    {"cy@example.net", "192.0.2.1", "hold"},
		"forged, SPF alone":   {"di@example.net", "198.51.100.1", "drop"},
		"nothing published":   {"eli@example", "192.0.2.1", "hold"},
		"the DNS away":        {"fay@example.org", "198.51.100.1", "hold"},
		"no word who came":    {"gus@example.com", "", "hold"},
		"no word, no mailbox": {"hal@example.net", "", "hold"},
	} {
		body := "From: <" + c.from + ">\r\nTo: play@pit.localhost\r\nSubject: hello\r\nMessage-ID: <%@example.com>\r\n\r\nnew practice saboteur seats=3\r\n"
		trace := ""
		if c.ip != "" {
			trace = "Received: from out.example.com (out.example.com [" + c.ip + "])\r\n\tby mail.pit.test with ESMTP; Mon, 3 Aug 2026 09:00:00 +0000\r\n"
		}
		id := strings.NewReplacer(" ", ".", ",", "").Replace(name)
		if err := lmtp(c.from, trace+strings.Replace(body, "%", id+".lmtp", 1)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := http.NewRequest(http.MethodPost, "http://"+d.HTTPAddr+"/in/mail", bytes.NewReader([]byte(strings.Replace(body, "%", id+".hook", 1))))
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range map[string]string{"Content-Type": "message/rfc822", "Authorization": "Bearer " + hookSecret,
			"X-Envelope-To": "play@pit.localhost", "X-Envelope-From": c.from, "X-Envelope-Client": c.ip, "X-Envelope-Helo": "out.example.com"} {
			r.Header.Set(key, value)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", name, answer, err)
		}
		answer.Body.Close()
		for _, door := range []string{"lmtp", "hook"} {
			var state, why string
			err := d.Stores.DB.Pool().QueryRow(t.Context(), "select state, why from letters where message_id = $1", "<"+id+"."+door+"@example.com>").Scan(&state, &why)
			if err != nil || state != c.state {
				t.Errorf("%s by %s: %s (%s), %v; want %s", name, door, state, why, err, c.state)
			}
		}
	}
}

// A DKIM signature must be valid for the bytes that a real mail server passes on. SPF proves nothing, because
// the letters come from this machine.
func TestSignedLettersThroughPostfix(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.TXT("_dmarc.example.com", "v=DMARC1; p=reject")
	key := lab.RSAKey(t, 2048)
	n.DKIM(t, "one._domainkey.example.com", key, "")
	d := realHouse(t, func(s *settings.Settings) {
		s.LMTP, s.MXName, s.SMTPURL = "127.0.0.1:0", "mail.pit.test", "smtp://"+settings.Secret(lab.SMTPScript(t).Addr)
		s.SenderCheck, s.NameServer = "own", n.Addr
	})
	postfix := lab.StartPostfix(t, d.LMTPAddr, "pit.localhost")
	sign := lab.DKIM{Domain: "example.com", Selector: "one", Key: key, Names: []string{"From", "To", "Subject", "Message-ID"}}
	letter := func(id string) string {
		return sign.Sign(t, "From: \"Ana \\\"A\\\" M\" <ana@example.com>\r\nTo: play@pit.localhost\r\nSubject: hello  there\r\nMessage-ID: <"+id+"@example.com>\r\n\r\nnew practice saboteur seats=3\r\n.\r\n..two\r\n")
	}
	for id, raw := range map[string]string{"signed": letter("signed"), "altered": strings.Replace(letter("altered"), "seats=3", "seats=4", 1)} {
		client, err := smtp.Dial(postfix.SMTPAddr)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.bySMTP(client, "play@pit.localhost", raw); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	d.soon("both are decided", func() bool {
		return d.count("select count(*) from letters where message_id like '<%@example.com>'") == 2
	})
	for id, want := range map[string]string{"signed": "apply", "altered": "hold"} {
		var state, why string
		if err := d.Stores.DB.Pool().QueryRow(t.Context(), "select state, why from letters where message_id = $1", "<"+id+"@example.com>").Scan(&state, &why); err != nil || state != want {
			t.Errorf("%s: %s (%s), %v; want %s\n%s", id, state, why, err, want, postfix.Log(t))
		}
	}
}
