package attacks

import (
	"fmt"
	"strings"
	"testing"
)

// The mail server and the house find different senders in the same bytes.
func TestAttackBareCRShowsTwoSenders(t *testing.T) {
	t.Parallel()
	h := try(t, "hide a second sender behind a bare CR, a bare LF or a NUL, so that the first is vouched for").open("--authserv-id", voucher)
	h.match("new saboteur", bo, cy)
	before := h.state()
	for i, broken := range []string{
		"X-A: b\rFrom: %s\r\rzone Europe/Paris\r--\r\nFrom: evil@" + domain + "\r\n",
		"X-A: b\rFrom: %s\r\nFrom: evil@" + domain + "\r\n",
		"From: %s\rFrom: evil@" + domain + "\r\n",
		"X-A: b\nFrom: %s\n\nzone Europe/Rome\n--\r\nFrom: evil@" + domain + "\r\n",
		"X-A: b\nFrom: %s\r\n",
		"X-A: b\x00\r\nFrom: %s\r\n",
		"X-A: b\r\n\rFrom: %s\r\nFrom: evil@" + domain + "\r\n",
		"no field at all\r\nFrom: %s\r\n",
		"From : evil@" + domain + "\r\nFrom: %s\r\n",
	} {
		h.bring(h.lmtp, "LHLO", desk, fmt.Appendf(nil, "Authentication-Results: %s; dmarc=pass header.from=%s\r\n"+broken+
			"To: %s\r\nMessage-ID: <head%d@evil.example>\r\n\r\nzone Etc/GMT+%d\r\n", voucher, domain, ana, desk, i, i))
		h.unchanged(before, fmt.Sprintf("a letter with the head %q was carried out for Ana", broken))
		before = h.state()
	}
}

// Anybody can forge a report of spam or a bounce, about a letter whose Message-ID is all they know.
func TestAttackReportUnseatsAPlayer(t *testing.T) {
	t.Parallel()
	h := try(t, "end a player's mail by a report of spam or a bounce that names a letter of theirs").open()
	match := h.match("new saboteur", bo, cy)
	victim := h.turnOf(match, cy)
	before := h.state()
	report := func(to, kind, second, returned string) {
		raw := "From: Reports <reports@evil.example>\r\nTo: " + to + "\r\nSubject: report\r\nMessage-ID: <" + kind + to + "@evil.example>\r\nMIME-Version: 1.0\r\n" +
			"Content-Type: multipart/report; report-type=" + kind + "; boundary=\"=_b\"\r\n\r\n--=_b\r\nContent-Type: text/plain\r\n\r\nA report.\r\n--=_b\r\n" + second +
			"\r\n--=_b\r\nContent-Type: message/rfc822\r\n\r\nFrom: <" + desk + ">\r\nTo: " + cy + "\r\nSubject: turn\r\nMessage-ID: <" + returned + ">\r\n\r\nwords\r\n--=_b--\r\n"
		h.bring(h.lmtp, "LHLO", to, []byte(raw))
	}
	const spam = "Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\nOriginal-Mail-From: <%s>\r\nOriginal-Rcpt-To: <" + cy + ">\r\n"
	const bounce = "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.evil.example\r\n\r\nFinal-Recipient: rfc822; " + cy +
		"\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n"
	returned := strings.Trim(victim.header.Get("Return-Path"), "<>")
	if returned == "" || !strings.HasPrefix(returned, "play+") {
		h.Fatalf("the letter's return path is %q", returned)
	}
	for _, to := range []string{desk, victim.reply} {
		for range 3 {
			report(to, "feedback-report", fmt.Sprintf(spam, desk), victim.id)
			report(to, "feedback-report", fmt.Sprintf(spam, victim.reply), victim.id)
			report(to, "delivery-status", bounce, victim.id)
		}
	}
	h.net(letter{from: "mailer-daemon@evil.example", subject: "Undelivered Mail Returned to Sender", answers: victim, body: "550 5.1.1 <" + cy + ">: no such user"})
	h.unchanged(before, "a report by anybody counted")
	report(returned, "feedback-report", fmt.Sprintf(spam, returned), victim.id)
	if h.state() == before {
		h.Error("not even a report with the word of the return path counts, so this attack shows nothing")
	}
}

// Somebody forwards to the house a letter that its writer sent to somebody else, with a valid signature.
func TestAttackLetterToSomebodyElse(t *testing.T) {
	t.Parallel()
	h := try(t, "have a true letter carried out that was written to somebody else").open("--authserv-id", voucher)
	match := h.match("new saboteur", bo, cy)
	victim := h.due(match)
	before := h.state()
	for _, head := range []string{"", "Cc: someone@example.net\r\n", "X-Original-To: " + desk + "\r\n", "Delivered-To: " + desk + "\r\n", "Bcc: " + desk + "\r\n", "Resent-To: " + desk + "\r\n"} {
		for _, words := range []string{"pass 1", "resign", "zone Asia/Tokyo", "say hello", "yes"} {
			l := letter{from: victim, to: mallory, body: words,
				head: "Authentication-Results: " + voucher + "; dmarc=pass header.from=" + domain + "\r\n" + head}
			h.bring(h.lmtp, "LHLO", desk, h.raw(&l))
		}
	}
	h.unchanged(before, "it was carried out")
	if w := h.vouched(letter{from: victim, body: "say hello"}); w.state != "apply" {
		h.Errorf("not even a letter to the house is carried out (%s, %s), so this attack shows nothing", w.state, w.why)
	}
}
