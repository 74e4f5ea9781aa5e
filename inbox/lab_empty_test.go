package inbox

import (
	"encoding/base64"
	"strings"
	"testing"

	"pitpost.example/inbox/reply"
)

func TestEmptyReplyOnlyQuoteOnlySignatureOnlyEmoji(t *testing.T) {
	s := newStand(t)
	for name, body := range map[string]string{
		"empty":          "",
		"blanks":         " \n\u00a0\n\t\n",
		"only quote":     "On 21/11/2026 09:00, Saboteur wrote:\n" + quoted(digestText(s), "> "),
		"only signature": "-- \nAna Perez",
		"device":         "Sent from my iPhone",
		"only greeting":  "Hello all,\n\nAna",
		"invisible":      "\u200b\u2060\ufeff",
	} {
		s.stopped(name, s.bring(s.letter(s.toMove(), turnSubject, "", body)), "refuse", "no command read", 1)
	}
	s.stopped("a reaction", s.bring(s.letter(s.toMove(), turnSubject, "", "\U0001f44d\U0001f3fd")), "refuse", "no command read", 0)
}

func TestSubjectOnlyMoveAndSubjectUnchanged(t *testing.T) {
	s := newStand(t)
	s.applied("subject alone", s.bring(s.letter(s.toMove(), "pass 1", "", "")))
	s.applied("behind Re:", s.bring(s.letter(s.toMove(), "Re: AW: pass 1", "", "\n-- \nAna")))
	s.applied("encoded", s.bring(s.letter(s.toMove(), "=?utf-8?Q?pass=C2=A01?=", "", "")))
	s.stopped("unchanged", s.bring(s.letter(s.toMove(), turnSubject, "", "")), "refuse", "no command read", 1)
	s.stopped("Re: your turn", s.bring(s.letter(s.toMove(), "Re: your turn", "", "")), "refuse", "no command read", 1)
	s.stopped("forwarded", s.bring(s.letter(s.toMove(), "Fwd: pass 1", "", "")), "refuse", "no command read", 1)
	e := s.bring(s.letter(s.toMove(), "pass 2", "", "pass 1"))
	s.applied("the body goes first", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

func TestMoveInAnAttachmentACalendarEntryAndAForwardedLetter(t *testing.T) {
	s := newStand(t)
	w := writerOf(s)
	empty := "Content-Type: text/plain\n\n"
	for name, part := range map[string]string{
		"attachment": "Content-Type: text/plain; name=move.txt\nContent-Disposition: attachment; filename=move.txt\n\npass 1",
		"calendar":   "Content-Type: text/calendar; name=move.ics\nContent-Disposition: attachment; filename=move.ics\n\nBEGIN:VCALENDAR\nDESCRIPTION:pass 1\nEND:VCALENDAR",
		"forwarded":  "Content-Type: message/rfc822\n\nFrom: bo@example.net\nSubject: pass 1\n\npass 1",
	} {
		headers, body := mixed("mixed", empty, part)
		m := s.toMove()
		last := s.number("select coalesce(max(id), 0) from outbox")
		s.stopped(name, s.bring(s.letter(m, turnSubject, headers, body)), "refuse", "letter.attached", 1)
		l, err := w.WriteFrom(t.Context(), nil, &s.told(last)[0], s.now)
		raw := l.Raw
		if text := reply.QuotableText(raw); err != nil || !strings.Contains(text, "I don’t read attachments") || strings.Contains(text, "“”") {
			t.Errorf("%s: the receipt reads, %v:\n%s", name, err, text)
		}
		headers, body = mixed("mixed", empty+"pass 1", part)
		s.applied(name+" beside a move", s.bring(s.letter(s.toMove(), turnSubject, headers, body)))
	}
}

// Sealed letters and their signatures are not opened. The house asks for plain text.
func TestWinmailDatPGPEncryptedAndOpaqueSMIME(t *testing.T) {
	s := newStand(t)
	coded := base64.StdEncoding.EncodeToString([]byte("x\x9f\x3e\x22 pass 1 resign"))
	const base = "Content-Transfer-Encoding: base64\n"
	for name, c := range map[string][2]string{
		"winmail.dat": {"Content-Type: application/ms-tnef; name=winmail.dat\n" + base, coded},
		"opaque":      {"Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n" + base, coded},
		"enveloped":   {"Content-Type: application/x-pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n" + base, coded},
		"PGP/MIME": {"Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n",
			"--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n\nabcd\n-----END PGP MESSAGE-----\n--b--"},
		"PGP in the text": {"", "-----BEGIN PGP MESSAGE-----\n\n" + coded + "\n-----END PGP MESSAGE-----"},
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, c[0], c[1]))
		s.stopped(name, e, "refuse", "letter.", 1)
		if !strings.Contains(e.lines(), "letter.sealed") && !strings.Contains(e.lines(), "letter.attached") {
			t.Errorf("%s: the receipt says no reason: %s", name, e.lines())
		}
	}
	headers, body := mixed("mixed", "Content-Type: text/plain\n\npass 1", "Content-Type: application/ms-tnef; name=winmail.dat\n"+base+"\n"+coded)
	s.applied("winmail.dat beside text", s.bring(s.letter(s.toMove(), turnSubject, headers, body)))
}

func TestPGPClearSignedWithDashEscapes(t *testing.T) {
	s := newStand(t)
	const signature = "\n-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0W\nresign\n=abcd\n-----END PGP SIGNATURE-----"
	const top = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
	s.applied("plain", s.bring(s.letter(s.toMove(), turnSubject, "", top+"pass 1\n"+signature)))
	e := s.bring(s.letter(s.toMove(), turnSubject, "", top+"- - pass 1\n\n- -- \nAna\nresign\n"+signature))
	s.applied("dash-escaped", e)
	if strings.Contains(e.lines(), "resign") {
		t.Errorf("read: %s", e.lines())
	}
}
