package report

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pitpost.example/model"
)

// form is a row of testdata/bounces.txt.
type form struct{ provider, shape, status, said, reason string }

func readForms(t *testing.T) (all []form) {
	t.Helper()
	text, err := os.ReadFile("testdata/bounces.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		cell := strings.Split(line, " | ")
		if len(cell) != 5 {
			t.Fatalf("%d cells in %q", len(cell), line)
		}
		all = append(all, form{cell[0], cell[1], strings.Trim(cell[2], "-"), strings.ReplaceAll(cell[3], "@", "ana@example.com"), cell[4]})
	}
	return all
}

// mail returns the form as a mail.
func (f form) mail() []byte {
	const mark = "X-Pitpost: m4rk"
	subject, kind, body := "Undelivered Mail Returned to Sender", `multipart/report; report-type=delivery-status; boundary="b"`, ""
	fields := "Reporting-MTA: dns; relay.example.org\r\n\r\nFinal-Recipient: rfc822; ana@example.com\r\nAction: failed\r\nStatus: " + f.status +
		"\r\nDiagnostic-Code: smtp; " + f.said + "\r\n"
	if f.reason == "delivered" {
		fields = strings.Replace(fields, "Action: failed\r\n", "", 1)
	}
	returned := "--b\r\nContent-Type: text/rfc822-headers\r\n\r\n" + mark + "\r\nSubject: no such user, mailbox full\r\n\r\n--b--\r\n"
	words, charset, status := "I could not deliver your letter. "+f.said, "utf-8", "message/delivery-status"
	switch f.shape {
	case "utf-7":
		words, charset = "Ihre Nachricht wurde nicht zugestellt +AD0-", "unicode-1-1-utf-7"
	case "html":
		words = "<html><body><b>Delivery has failed</b> &#8211; " + f.said + "</body></html>"
	case "exim":
		kind, subject = "text/plain; charset=utf-8", "Mail delivery failed: returning message to sender"
		body = "This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\n" +
			"recipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ana@example.com\r\n    " + f.said +
			"\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n" + mark + "\r\nSubject: mailbox full\r\n"
	case "qmail":
		kind, subject = "text/plain", "failure notice"
		body = "Hi. This is the qmail-send program at mx.example.org.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\n" +
			"This is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\n<ana@example.com>:\r\n" + f.said + "\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n" + mark + "\r\n"
	case "plain":
		kind, subject = "text/plain; charset=utf-8", "Undeliverable: hello"
		body = "The original message was received at Sat, 28 Nov 2026 09:10:00 +0000\r\n\r\n" + f.said + "\r\n\r\nOriginal message headers:\r\n\r\n" + mark + "\r\n"
	case "json":
		kind, subject = "text/plain", "AWS Notification Message"
		inner, _ := json.Marshal(map[string]any{"notificationType": "Bounce", "mail": map[string]any{"source": "play@example.org",
			"headers": []any{map[string]string{"name": "X-Pitpost", "value": "m4rk"}}},
			"bounce": map[string]any{"bounceType": "Permanent", "bouncedRecipients": []any{map[string]string{"emailAddress": "ana@example.com", "action": "failed", "status": f.status, "diagnosticCode": "smtp; " + f.said}}}})
		outer, _ := json.Marshal(map[string]string{"Type": "Notification", "Message": string(inner)})
		body = string(outer) + "\r\n\r\n--\r\nIf you wish to stop receiving notifications from this topic, please click\r\n"
	}
	if body == "" {
		body = "--b\r\nContent-Type: text/" + map[bool]string{true: "html", false: "plain"}[f.shape == "html"] + "; charset=" + charset + "\r\n\r\n" + words +
			"\r\n--b\r\nContent-Type: " + status + "\r\n\r\n" + fields + "\r\n" + returned
	}
	head := "Return-Path: <>\r\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example.org>\r\nTo: play@example.org\r\nSubject: " + subject + "\r\nContent-Type: " + kind + "\r\n"
	if f.shape == "unfolded" {
		head = strings.Replace(head, `; boundary="b"`, ";\r\nboundary=\"b\"", 1)
	}
	return []byte(head + "\r\n" + body)
}

// count is how a provider's forms are seen.
type count struct{ forms, dead, seen, living, called, reason int }

// What servers say is read for what it means: who is dead, and who only takes no mail today. `make bounces` prints the
// table. Every second row is counted apart: words are looked for in the first half alone, so that the second measures.
func TestBouncesAreReadForWhatTheyMean(t *testing.T) {
	table, order := map[string]*count{}, []string{}
	for i, f := range readForms(t) {
		half := []string{"(half to choose words by)", "(half to measure alone)"}[i%2]
		r := ParseReport(f.mail(), NullPath)
		var got verdict
		if r != nil {
			got = r.VerdictFor("ana@example.com")
		}
		if r == nil || !slices.Contains(r.Marks, "m4rk") {
			t.Errorf("%s, %s, %q: not known to be about our letter: %+v", f.provider, f.shape, f.said, r)
		}
		dead, hard, reason := model.BounceReason(f.reason).IsDead(), got.Kind() == model.BounceHard, string(got.Reason())
		if f.reason == "delivered" {
			reason = map[bool]string{true: f.reason, false: reason}[got.Kind() == ""]
		}
		if dead != hard {
			t.Errorf("%s, %s, %q: %s, not %s", f.provider, f.shape, f.said, reason, f.reason)
		} else if reason != f.reason {
			t.Logf("%s, %s, %q: %s, not %s", f.provider, f.shape, f.said, reason, f.reason)
		}
		for _, name := range []string{f.provider, half, "(together)"} {
			if table[name] == nil {
				table[name], order = &count{}, append(order, name)
			}
			table[name].add(dead, hard, reason == f.reason)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return strings.Index(a, "(") - strings.Index(b, "(") })
	fmt.Printf("%-28s forms  dead  seen  living  called dead  reason right\n", "provider")
	for _, name := range order {
		c := table[name]
		fmt.Printf("%-28s %5d %5d %5d %7d %12d %13d\n", name, c.forms, c.dead, c.seen, c.living, c.called, c.reason)
	}
	if c := table["(together)"]; c.seen*100 < c.dead*95 || c.called*100 > c.living || c.dead < 50 || c.living < 50 {
		t.Errorf("of %d dead %d are seen, of %d living %d called dead", c.dead, c.seen, c.living, c.called)
	}
}

func (c *count) add(dead, hard, right bool) {
	c.forms++
	if dead {
		c.dead++
		if hard {
			c.seen++
		}
	} else {
		c.living++
		if hard {
			c.called++
		}
	}
	if right {
		c.reason++
	}
}
