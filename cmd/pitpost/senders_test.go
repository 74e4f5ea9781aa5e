package main

import (
	"bytes"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"pitpost.example/lab"
)

func TestSenderCheckSettings(t *testing.T) {
	const real = "PITPOST_ADDRESS=a@example.org SMTP_URL=smtps://h IMAP_URL=imaps://u@h "
	for environ, want := range map[string]string{
		real + "PITPOST_SENDER_CHECK=own":                                                         "SENDER_CHECK=own is for letters by LMTP",
		real + "PITPOST_SENDER_CHECK=perhaps":                                                     "SENDER_CHECK is server or own",
		real + "PITPOST_NAME_SERVER=127.0.0.1:53":                                                 "NAME_SERVER is for SENDER_CHECK=own",
		real + "PITPOST_LMTP=/run/lmtp PITPOST_SENDER_CHECK=own PITPOST_NAME_SERVER=here":         "NAME_SERVER",
		real + "PITPOST_LMTP=/run/lmtp PITPOST_SENDER_CHECK=own PITPOST_NAME_SERVER=127.0.0.1:53": "",
		real + "PITPOST_WEBHOOK_KEY=" + longSecret + " PITPOST_SENDER_CHECK=own":                  "",
		"PITPOST_LMTP=/run/lmtp PITPOST_SENDER_CHECK=own":                                         "",
	} {
		_, err := loadSettings(settingFields{}, append(strings.Fields(environ), "PITPOST_DATA="+t.TempDir()))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", environ, err, want)
		}
	}
}

// Each door has somebody who vouches for senders, or the first line of serve says
// which has not; a mailbox at a provider that is known needs no setting.
func TestWhoVouchesAtEachDoor(t *testing.T) {
	const (
		out      = "PITPOST_ADDRESS=a@example.org SMTP_URL=smtps://h "
		mailbox  = out + "IMAP_URL=imaps://u@h "
		atGoogle = out + "IMAP_URL=imaps://u:p@IMAP.gmail.com/INBOX "
		lmtp     = "PITPOST_LMTP=/run/lmtp "
	)
	keys := "PITPOST_MAILGUN_KEY=" + longSecret + " PITPOST_POSTMARK_LOGIN=post:" + longSecret + " PITPOST_SENDGRID_LOGIN=grid:" + longSecret +
		" PITPOST_SES_TOPIC=arn:aws:sns:eu-west-1:123456789012:letters PITPOST_CLOUDFLARE_KEY=" + longSecret + " PITPOST_WEBHOOK_KEY=" + longSecret + " "
	password := lab.File(t, "password", "x")
	gmail := "PITPOST_GMAIL=a@example.com PITPOST_GMAIL_PASSWORD_FILE=" + password
	for environ, want := range map[string][2]string{ // at which doors nobody vouches, and AUTHSERV_ID
		"PITPOST_LOG=text":                    {"", ""},
		mailbox:                               {"imap", ""},
		mailbox + "PITPOST_AUTHSERV_ID=mx.h":  {"", "mx.h"},
		atGoogle:                              {"", "mx.google.com"},
		atGoogle + "PITPOST_AUTHSERV_ID=mx.h": {"", "mx.h"},
		atGoogle + lmtp:                       {"imap lmtp", ""},
		atGoogle + lmtp + "PITPOST_SENDER_CHECK=own": {"", "mx.google.com"},
		gmail: {"", "mx.google.com"},
		"PITPOST_MICROSOFT=a@example.com PITPOST_OAUTH_CLIENT_ID=pit PITPOST_OAUTH_REFRESH_FILE=" + password: {"", "microsoft"},
		out + "IMAP_URL=imaps://u:p@imap.fastmail.com":                                                       {"", "fastmail"},
		out + lmtp:                              {"lmtp", ""},
		out + lmtp + "PITPOST_AUTHSERV_ID=mx.h": {"", "mx.h"},
		out + lmtp + "PITPOST_SENDER_CHECK=own": {"", ""},
		lmtp:                                    {"lmtp", ""},
		keys:                                    {"/in/cloudflare /in/mail /in/mailgun/mime /in/postmark /in/sendgrid", ""},
		keys + "PITPOST_SENDER_CHECK=own":       {"", ""},
		keys + "PITPOST_WEBHOOK_AUTHSERV_ID=mx.h PITPOST_AUTHSERV_ID=mx.h": {"/in/mailgun/mime /in/postmark /in/sendgrid", "mx.h"},
	} {
		s, err := loadSettings(settingFields{}, append(strings.Fields(environ), "PITPOST_DATA="+t.TempDir()))
		if err != nil {
			t.Errorf("%s: %v", environ, err)
			continue
		}
		if got := s.nobodyVouches(); got != want[0] || s.AuthservID != want[1] {
			t.Errorf("%s\nnobody vouches at %q, AUTHSERV_ID %q; want %q", environ, got, s.AuthservID, want)
		}
	}
	_, err := loadSettings(settingFields{}, append(strings.Fields(out+lmtp+"PITPOST_AUTHSERV_ID=microsoft"), "PITPOST_DATA="+t.TempDir()))
	if err == nil || !strings.Contains(err.Error(), "AUTHSERV_ID=microsoft is for a mailbox there") {
		t.Errorf("any header would vouch for letters by LMTP: %v", err)
	}
}

func TestDoctorNamesTheDoorsWhereNobodyVouches(t *testing.T) {
	s := defaults(t.TempDir())
	found, err := vouchPart(s).try(t.Context())
	if err != nil || found != "post office: pit.localhost" {
		t.Errorf("the post office: %q, %v", found, err)
	}
	s.LMTP = "/run/lmtp"
	if _, err = vouchPart(s).try(t.Context()); err == nil || !strings.HasSuffix(err.Error(), "comes by lmtp") {
		t.Errorf("LMTP without a server that vouches: %v", err)
	}
	s.AuthservID = "mx.example.org"
	if found, err = vouchPart(s).try(t.Context()); err != nil || !strings.HasSuffix(found, ", lmtp: mx.example.org") {
		t.Errorf("LMTP with one: %q, %v", found, err)
	}
}

// TestSendersAreLookedAtHere brings letters straight from the net, by LMTP behind a mail
// server and by webhook, to a house that asks the DNS itself.
func TestSendersAreLookedAtHere(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.TXT("example.com", "v=spf1 ip4:192.0.2.1 -all")
	n.TXT("_dmarc.example.com", "v=DMARC1; p=none")
	n.TXT("example.net", "v=spf1 ip4:192.0.2.1 -all")
	n.TXT("example.org", "v=spf1 ip4:192.0.2.1 -all")
	n.Fails("_dmarc.example.org")
	d := realHouse(t, func(s *settings) {
		s.LMTP, s.MXName, s.WebhookKey = "127.0.0.1:0", "mail.pit.test", hookSecret
		s.SMTPURL = "smtp://" + secret(lab.SMTPScript(t).Addr)
		s.SenderCheck, s.NameServer = "own", n.Addr
	})
	lmtp := func(from, raw string) error {
		conn, err := net.Dial("tcp", d.lmtpAddr)
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
		r, err := http.NewRequest(http.MethodPost, "http://"+d.httpAddr+"/in/mail", bytes.NewReader([]byte(strings.Replace(body, "%", id+".hook", 1))))
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
			err := d.db.Pool().QueryRow(t.Context(), "select state, why from letters where message_id = $1", "<"+id+"."+door+"@example.com>").Scan(&state, &why)
			if err != nil || state != c.state {
				t.Errorf("%s by %s: %s (%s), %v; want %s", name, door, state, why, err, c.state)
			}
		}
	}
}

func TestDoctorAsksTheNameServer(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.TXT("example.org", "v=spf1 -all")
	s := &settings{Address: "play@example.org", SenderCheck: "own", NameServer: n.Addr, LMTP: "/run/lmtp"}
	said := func() string {
		var b strings.Builder
		for _, p := range senderParts(s) {
			text, err := p.try(t.Context())
			b.WriteString(p.name + ": " + text)
			if err != nil {
				b.WriteString("fails")
			}
			b.WriteString("; ")
		}
		return b.String()
	}
	if got := said(); got != "name server: it answers; mx name: fails; " {
		t.Error(got)
	}
	s.MXName = "mx.example.org"
	s.Address = "play@nobody.example"
	if got := said(); got != "name server: it answers; mx name: mx.example.org; " {
		t.Error(got)
	}
	n.Fails("nobody.example")
	if got := said(); !strings.HasPrefix(got, "name server: fails; ") {
		t.Error(got)
	}
	s.SenderCheck = "server"
	if got := said(); got != "" {
		t.Error(got)
	}
}

// TestSignedLettersThroughPostfix: a signature must hold for the bytes that a real mail server
// hands on. Who brought them is this machine, of which nothing follows.
func TestSignedLettersThroughPostfix(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.TXT("_dmarc.example.com", "v=DMARC1; p=reject")
	key := lab.RSAKey(t, 2048)
	n.DKIM(t, "one._domainkey.example.com", key, "")
	d := realHouse(t, func(s *settings) {
		s.LMTP, s.MXName, s.SMTPURL = "127.0.0.1:0", "mail.pit.test", "smtp://"+secret(lab.SMTPScript(t).Addr)
		s.SenderCheck, s.NameServer = "own", n.Addr
	})
	postfix := lab.StartPostfix(t, d.lmtpAddr, "pit.localhost")
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
		if err := d.db.Pool().QueryRow(t.Context(), "select state, why from letters where message_id = $1", "<"+id+"@example.com>").Scan(&state, &why); err != nil || state != want {
			t.Errorf("%s: %s (%s), %v; want %s\n%s", id, state, why, err, want, postfix.Log(t))
		}
	}
}
