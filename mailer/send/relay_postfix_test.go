package send

import (
	"crypto/tls"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pitpost.example/lab"
)

// A real mail server with STARTTLS that does not forgive an aborted letter: without a RSET it answers the
// next MAIL with 503.
func TestRelayToPostfix(t *testing.T) {
	t.Parallel()
	d := lab.StartDovecot(t)
	p := lab.StartPostfix(t, d.LMTPAddr, "example.org")
	r := relayTo(t, p.SMTPAddr, "")
	r.TLS = &tls.Config{RootCAs: p.Pool, ServerName: "example.com"}
	send := func(to string, msg []byte) Answer { return r.Send(t.Context(), house, to, msg) }
	raw := rich(t)
	if out := send("ana@example.org", raw); out.Class != Delivered {
		t.Fatalf("%+v\n%s", out, p.Log(t))
	}
	if out := send("nobody@elsewhere.example", raw); out.Class != Never || out.BadAddress {
		t.Errorf("a domain it does not serve: %+v", out)
	}
	if out := send("ana@example.org", raw); out.Class != Delivered {
		t.Errorf("after a refusal: %+v", out)
	}
	if out := send("ana@example.org", make([]byte, 11<<20)); out.Class != Never || out.Enhanced != "5.3.4" {
		t.Errorf("a letter too large: %+v", out)
	}
	p.Restart(t)
	if out := send("ana@example.org", raw); out.Class != Delivered {
		t.Errorf("after a restart: %+v", out)
	}
	for i, text := range arrived(t, d, "ana@example.org", 3) {
		// The servers may only add header lines before ours.
		if !strings.HasSuffix(text, string(raw)) {
			t.Errorf("letter %d arrived otherwise than it was sent:\n%s", i, text)
		}
		if !strings.Contains(text, "ESMTPS id") {
			t.Errorf("letter %d came without TLS:\n%s", i, text)
		}
	}
}

// A server on this machine often has a certificate that nobody has signed. Letters to it do not leave the
// machine, so they are sent anyway.
func TestRelayToPostfixWithAnUnknownCertificate(t *testing.T) {
	t.Parallel()
	d := lab.StartDovecot(t)
	p := lab.StartPostfix(t, d.LMTPAddr, "example.org")
	if out := relayTo(t, p.SMTPAddr, "").Send(t.Context(), house, "ana@example.org", rich(t)); out.Class != Delivered {
		t.Errorf("%+v\n%s", out, p.Log(t))
	}
	for _, text := range arrived(t, d, "ana@example.org", 1) {
		if !strings.HasSuffix(text, string(rich(t))) || strings.Contains(text, "ESMTPS id") {
			t.Errorf("arrived as\n%s", text)
		}
	}
}

// arrived waits until a mailbox holds n letters and returns them.
func arrived(t *testing.T, d *lab.Dovecot, user string, n int) []string {
	t.Helper()
	c, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(user, lab.DovecotPassword).Wait(); err != nil {
		t.Fatal(err)
	}
	for giveUp := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		box, err := c.Select("INBOX", nil).Wait()
		if err != nil {
			t.Fatal(err)
		}
		if int(box.NumMessages) >= n {
			break
		}
		if time.Now().After(giveUp) {
			t.Fatalf("%d letters of %d arrived", box.NumMessages, n)
		}
	}
	section := &imap.FetchItemBodySection{Peek: true}
	var all imap.SeqSet
	all.AddRange(1, 0)
	fetched, err := c.Fetch(all, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range fetched {
		texts = append(texts, string(m.FindBodySection(section)))
	}
	return texts
}
