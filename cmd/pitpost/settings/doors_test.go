package settings

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab"
)

const longSecret = "hunter2-hunter2-hunter2"

func sendgridKey(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(der)
}

func TestDoorSettings(t *testing.T) {
	s, err := LoadSettings(Fields{}, []string{"HOME=/h", "PITPOST_ADDRESS=play@example.org", "SMTP_URL=smtps://u:p@mail.example.org",
		"PITPOST_LMTP=/run/pitpost/lmtp", "PITPOST_MX_NAME=mail.example.org",
		"PITPOST_MAILGUN_KEY=" + longSecret + "," + longSecret + "2", "PITPOST_POSTMARK_LOGIN=post:" + longSecret,
		"PITPOST_SENDGRID_KEY=" + sendgridKey(t), "PITPOST_SENDGRID_LOGIN=grid:" + longSecret,
		"PITPOST_SES_TOPIC=arn:aws:sns:eu-west-1:123456789012:letters", "PITPOST_CLOUDFLARE_KEY=" + longSecret, "PITPOST_WEBHOOK_KEY=" + longSecret})
	if err != nil {
		t.Fatal(err)
	}
	h, err := s.Hooks()
	if err != nil || len(h.Mailgun) != 2 || len(h.SendGrid) != 1 || s.BuiltIn() {
		t.Errorf("%v, %d keys of Mailgun", err, len(h.Mailgun))
	}
	want := []string{"/in/cloudflare", "/in/mail", "/in/mailgun/mime", "/in/postmark", "/in/sendgrid", "/in/ses"}
	if got := h.Paths(); !slices.Equal(got, want) {
		t.Errorf("paths %q", got)
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s"} {
		if strings.Contains(fmt.Sprintf(form, *s), "hunter2") {
			t.Errorf("%s shows a secret", form)
		}
	}
}

func TestMicrosoftAndGmailByOAuth(t *testing.T) {
	refresh, client := lab.File(t, "refresh", "token\n"), lab.File(t, "client", " hush \n")
	s, err := LoadSettings(Fields{}, []string{"HOME=/h", "PITPOST_MICROSOFT=table@example.com", "PITPOST_OAUTH_CLIENT_ID=pit", "PITPOST_OAUTH_REFRESH_FILE=" + refresh})
	if err != nil {
		t.Fatal(err)
	}
	o := s.Account().OAuth
	if s.IMAPURL != "imaps://table%40example.com@outlook.office365.com/INBOX" || s.SMTPURL != "smtp://table%40example.com@smtp.office365.com:587" ||
		s.Address != "table@example.com" || o.ClientID != "pit" || o.RefreshFile != refresh ||
		o.TokenURL != "https://login.microsoftonline.com/common/oauth2/v2.0/token" || !strings.Contains(o.Scope, "offline_access") {
		t.Errorf("%q %q %+v", string(s.IMAPURL), string(s.SMTPURL), s)
	}
	s, err = LoadSettings(Fields{}, []string{"HOME=/h", "PITPOST_MICROSOFT=table@example.com",
		"PITPOST_OAUTH_CLIENT_ID=pit",
		"PITPOST_OAUTH_SECRET_FILE=" + client, "PITPOST_OAUTH_TOKEN_URL=https://login.microsoftonline.com/tenant/oauth2/v2.0/token"})
	if err != nil {
		t.Fatal(err)
	}
	if o := s.Account().OAuth; o.ClientSecret != "hush" || o.RefreshFile != "" || o.Scope != "https://outlook.office365.com/.default" {
		t.Errorf("%q %q", o.ClientSecret, o.Scope)
	}
	s, err = LoadSettings(Fields{}, []string{"HOME=/h", "PITPOST_GMAIL=table@example.com",
		"PITPOST_OAUTH_CLIENT_ID=pit",
		"PITPOST_OAUTH_SECRET_FILE=" + client, "PITPOST_OAUTH_REFRESH_FILE=" + refresh})
	if err != nil {
		t.Fatal(err)
	}
	if o := s.Account().OAuth; s.IMAPURL != "imaps://table%40example.com@imap.gmail.com/INBOX" || o.TokenURL != "https://oauth2.googleapis.com/token" || o.Scope != "" || s.SendLimit != 450 {
		t.Errorf("%q %+v", string(s.IMAPURL), s)
	}
	if s, err = LoadSettings(Fields{}, []string{"HOME=/h"}); err != nil || s.Account().OAuth != nil {
		t.Errorf("tokens without OAuth: %v", err)
	}
}

// Each error names the setting and never contains the secret hunter2.
func TestWrongDoorSettings(t *testing.T) {
	file := lab.File(t, "file", "x")
	const real = "PITPOST_ADDRESS=a@example.org SMTP_URL=smtps://h "
	for environ, want := range map[string]string{
		real: "IMAP_URL is needed beside SMTP_URL",
		"SMTP_URL=smtps://h PITPOST_LMTP=/run/lmtp":                   "ADDRESS is needed",
		"PITPOST_LMTP=0.0.0.0:24":                                     "LMTP is a place on this machine",
		"PITPOST_LMTP=lmtp":                                           "LMTP is a place on this machine",
		"PITPOST_MX_NAME=mail.example.org":                            "MX_NAME is for letters by LMTP",
		"PITPOST_MAILGUN_KEY=hunter2":                                 "MAILGUN_KEY is shorter than 16",
		"PITPOST_WEBHOOK_KEY=" + longSecret + ",hunter2":              "WEBHOOK_KEY is shorter than 16",
		"PITPOST_POSTMARK_LOGIN=" + longSecret:                        "POSTMARK_LOGIN is user:password",
		"PITPOST_SENDGRID_LOGIN=user:hunter2":                         "SENDGRID_LOGIN is user:password",
		"PITPOST_SENDGRID_KEY=hunter2":                                "SENDGRID_KEY: a SendGrid key is",
		"PITPOST_SES_TOPIC=letters":                                   "SES_TOPIC is the ARN",
		"PITPOST_JUNK=eat":                                            "JUNK is read or leave",
		"PITPOST_GMAIL=a@example.com PITPOST_MICROSOFT=b@example.com": "GMAIL and MICROSOFT",
		"PITPOST_GMAIL=a@example.com PITPOST_GMAIL_PASSWORD_FILE=" + file + " PITPOST_OAUTH_REFRESH_FILE=" + file: "two ways in",
		"PITPOST_MICROSOFT=b@example.com":                                                            "MICROSOFT takes no password",
		"PITPOST_MICROSOFT=b@example.com PITPOST_OAUTH_SECRET_FILE=" + file:                          "OAUTH_TOKEN_URL is needed",
		"PITPOST_MICROSOFT=b@example.com PITPOST_OAUTH_REFRESH_FILE=" + file:                         "OAUTH_CLIENT_ID is needed",
		"PITPOST_MICROSOFT=b@example.com " + real:                                                    "MICROSOFT sets IMAP_URL",
		"PITPOST_OAUTH_CLIENT_ID=pit":                                                                "OAUTH_REFRESH_FILE is needed",
		"PITPOST_OAUTH_CLIENT_ID=pit PITPOST_OAUTH_REFRESH_FILE=" + file:                             "OAUTH_… is for a real mailbox",
		real + "IMAP_URL=imaps://u@h PITPOST_OAUTH_CLIENT_ID=pit PITPOST_OAUTH_REFRESH_FILE=" + file: "OAUTH_TOKEN_URL is the https",
		"PITPOST_MICROSOFT=b@example.com PITPOST_OAUTH_CLIENT_ID=pit PITPOST_OAUTH_TOKEN_URL=https://x.example/t PITPOST_OAUTH_SECRET_FILE=/none": "OAUTH_SECRET_FILE cannot be read",
	} {
		_, err := LoadSettings(Fields{}, append(strings.Fields(environ), "PITPOST_DATA="+t.TempDir()))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", environ, err, want)
		}
	}
}

// Where a first letter goes depends on whose mailbox it is.
func TestWhereOneBegins(t *testing.T) {
	s := DefaultSettings(t.TempDir())
	s.Address, s.Mailbox = "play@example.org", "shared"
	if got := s.Begin(); got != s.Address {
		t.Errorf("in the built-in post office: %s", got)
	}
	s.IMAPURL = "imap://127.0.0.1"
	if got := s.Begin(); got != "play+pit@example.org" || got != s.Door() {
		t.Errorf("in a shared mailbox: %s", got)
	}
	if s.Mailbox = "own"; s.Begin() != s.Address {
		t.Errorf("in one of its own: %s", s.Begin())
	}
}
