package settings

import (
	"strings"
	"testing"

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
		_, err := LoadSettings(Fields{}, append(strings.Fields(environ), "PITPOST_DATA="+t.TempDir()))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", environ, err, want)
		}
	}
}

// For each way in somebody verifies senders, or the first line of serve names it. A mailbox at a known provider
// needs no setting for that.
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
	for environ, want := range map[string][2]string{ // the ways in without verification, and AUTHSERV_ID
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
		s, err := LoadSettings(Fields{}, append(strings.Fields(environ), "PITPOST_DATA="+t.TempDir()))
		if err != nil {
			t.Errorf("%s: %v", environ, err)
			continue
		}
		if got := s.NobodyVouches(); got != want[0] || s.AuthservID != want[1] {
			t.Errorf("%s\nnobody vouches at %q, AUTHSERV_ID %q; want %q", environ, got, s.AuthservID, want)
		}
	}
	_, err := LoadSettings(Fields{}, append(strings.Fields(out+lmtp+"PITPOST_AUTHSERV_ID=microsoft"), "PITPOST_DATA="+t.TempDir()))
	if err == nil || !strings.Contains(err.Error(), "AUTHSERV_ID=microsoft is for a mailbox there") {
		t.Errorf("any header would vouch for letters by LMTP: %v", err)
	}
}
