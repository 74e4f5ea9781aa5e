package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

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
	s, err := loadSettings(settingFields{}, []string{"HOME=/h", "PITPOST_ADDRESS=play@example.org", "SMTP_URL=smtps://u:p@mail.example.org",
		"PITPOST_LMTP=/run/pitpost/lmtp", "PITPOST_MX_NAME=mail.example.org",
		"PITPOST_MAILGUN_KEY=" + longSecret + "," + longSecret + "2", "PITPOST_POSTMARK_LOGIN=post:" + longSecret,
		"PITPOST_SENDGRID_KEY=" + sendgridKey(t), "PITPOST_SENDGRID_LOGIN=grid:" + longSecret,
		"PITPOST_SES_TOPIC=arn:aws:sns:eu-west-1:123456789012:letters", "PITPOST_CLOUDFLARE_KEY=" + longSecret, "PITPOST_WEBHOOK_KEY=" + longSecret})
	if err != nil {
		t.Fatal(err)
	}
	h, err := s.hooks()
	if err != nil || len(h.Mailgun) != 2 || len(h.SendGrid) != 1 || s.builtIn() {
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
	s, err := loadSettings(settingFields{}, []string{"HOME=/h", "PITPOST_MICROSOFT=table@example.com", "PITPOST_OAUTH_CLIENT_ID=pit", "PITPOST_OAUTH_REFRESH_FILE=" + refresh})
	if err != nil {
		t.Fatal(err)
	}
	o := s.tokens()
	if s.IMAPURL != "imaps://table%40example.com@outlook.office365.com/INBOX" || s.SMTPURL != "smtp://table%40example.com@smtp.office365.com:587" ||
		s.Address != "table@example.com" || o.ClientID != "pit" || o.RefreshFile != refresh ||
		o.TokenURL != "https://login.microsoftonline.com/common/oauth2/v2.0/token" || !strings.Contains(o.Scope, "offline_access") {
		t.Errorf("%q %q %+v", string(s.IMAPURL), string(s.SMTPURL), s)
	}
	s, err = loadSettings(settingFields{}, []string{"HOME=/h", "PITPOST_MICROSOFT=table@example.com", "PITPOST_OAUTH_CLIENT_ID=pit",
		"PITPOST_OAUTH_SECRET_FILE=" + client, "PITPOST_OAUTH_TOKEN_URL=https://login.microsoftonline.com/tenant/oauth2/v2.0/token"})
	if err != nil {
		t.Fatal(err)
	}
	if o := s.tokens(); o.ClientSecret != "hush" || o.RefreshFile != "" || o.Scope != "https://outlook.office365.com/.default" {
		t.Errorf("%q %q", o.ClientSecret, o.Scope)
	}
	s, err = loadSettings(settingFields{}, []string{"HOME=/h", "PITPOST_GMAIL=table@example.com", "PITPOST_OAUTH_CLIENT_ID=pit",
		"PITPOST_OAUTH_SECRET_FILE=" + client, "PITPOST_OAUTH_REFRESH_FILE=" + refresh})
	if err != nil {
		t.Fatal(err)
	}
	if o := s.tokens(); s.IMAPURL != "imaps://table%40example.com@imap.gmail.com/INBOX" || o.TokenURL != "https://oauth2.googleapis.com/token" || o.Scope != "" || s.SendLimit != 450 {
		t.Errorf("%q %+v", string(s.IMAPURL), s)
	}
	if s, err = loadSettings(settingFields{}, []string{"HOME=/h"}); err != nil || s.tokens() != nil {
		t.Errorf("tokens without OAuth: %v", err)
	}
}

// Each complaint names the setting and never the secret hunter2.
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
		_, err := loadSettings(settingFields{}, append(strings.Fields(environ), "PITPOST_DATA="+t.TempDir()))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", environ, err, want)
		}
	}
}

// checkup runs the doctor's parts of some names and returns what they find or why not.
func checkup(t *testing.T, s *settings, names ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, p := range parts(s, mended(), runningAt(s)) {
		if !slices.Contains(names, p.name) {
			continue
		}
		text, err := p.try(t.Context())
		if err != nil {
			text = "ill: " + oneLine(err)
		}
		if found[p.name] = text; p.mend == "" {
			t.Errorf("%s: no word on how to mend it", p.name)
		}
	}
	return found
}

func TestDoctorOfDoors(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	s := *d.settings
	s.HTTP, s.PublicURL = d.httpAddr, "https://pit.example.org/"
	d.soon("the house is ready", func() bool { return quick(&s) == nil })
	got := checkup(t, &s, "lmtp", "webhooks")
	if !strings.HasPrefix(got["lmtp"], "a server takes letters at /") || got["webhooks"] != "open: https://pit.example.org/in/mail" {
		t.Errorf("%q", got)
	}
	s.CloudflareKey = hookSecret
	if got := checkup(t, &s, "webhooks"); !strings.Contains(got["webhooks"], "ill: the running server has no door at /in/cloudflare") {
		t.Errorf("%q", got)
	}
	s.PublicURL, s.LMTP = "", d.smtpAddr
	if got := checkup(t, &s, "lmtp", "webhooks"); !strings.Contains(got["webhooks"], "ill: PUBLIC_URL is not set") || !strings.Contains(got["lmtp"], "ill: another program holds") {
		t.Errorf("%q", got)
	}
	s.HTTP, s.PublicURL, s.LMTP = lab.Nowhere(t), "https://pit.example.org", filepath.Join(t.TempDir(), "lmtp")
	if got := checkup(t, &s, "lmtp", "webhooks"); !strings.HasSuffix(got["lmtp"], "is free") || !strings.HasPrefix(got["webhooks"], "to be given to the provider: ") {
		t.Errorf("%q", got)
	}
	s.LMTP = "/none/lmtp"
	if got := checkup(t, &s, "lmtp"); !strings.HasPrefix(got["lmtp"], "ill: ") {
		t.Errorf("%q", got)
	}
}

// A mailbox that is logged in to by tokens: the doctor tries the token server, the log-in and
// the folder for spam, and a house whose letters come by LMTP alone needs none of them.
func TestDoctorOfMailboxByOAuth(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecotOAuth(t)
	good := true
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if !good {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":"invalid_grant"}`)
			return
		}
		fmt.Fprintf(w, `{"access_token":%q,"expires_in":3600}`, server.AccessToken("play@example.org", 1e12))
	}))
	t.Cleanup(tokens.Close)
	s := ownSettings(t)
	s.Address, s.from["ADDRESS"] = "play@example.org", "flag"
	s.IMAPURL = secret("imap://" + url.PathEscape("play@example.org") + "@" + server.IMAPAddr + "/INBOX")
	s.SMTPURL = secret("smtp://" + lab.Nowhere(t))
	s.OAuthTokenURL, s.OAuthClientID, s.OAuthRefreshFile = tokens.URL, "pit", lab.File(t, "refresh", "token")
	if err := s.complete(); err != nil {
		t.Fatal(err)
	}
	got := checkup(t, s, "oauth", "imap", "junk")
	if got["oauth"] != "access tokens can be had" || got["imap"] != server.IMAPAddr || got["junk"] != "the account has no folder for spam" {
		t.Errorf("%q", got)
	}
	good = false
	if got := checkup(t, s, "oauth", "imap", "junk"); !strings.Contains(got["oauth"], "[invalid_grant]") || !strings.HasPrefix(got["imap"], "ill: ") {
		t.Errorf("%q", got)
	}
	s.IMAPURL, s.OAuthRefreshFile, s.LMTP = "", "", "127.0.0.1:0"
	if got := checkup(t, s, "oauth", "imap", "junk", "lmtp"); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// A house without a mailbox: letters in by LMTP, letters out by a relay.
func TestHouseByLMTPAlone(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0") // a relay that says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	st := opened(t, func(s *settings) {
		s.Address, s.from["ADDRESS"] = "play@pit.test", "flag"
		s.SMTPURL, s.LMTP, s.AuthservID = secret("smtp://"+l.Addr().String()), "127.0.0.1:0", "mx.pit.test"
	})
	if st.poller != nil || st.imapAddr != "none" || !strings.HasPrefix(st.alsoAt(), " lmtp=127.0.0.1:") {
		t.Errorf("imap=%s%s", st.imapAddr, st.alsoAt())
	}
	if err := st.ready(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
	raw := "Authentication-Results: mx.pit.test; dmarc=pass header.from=example.org\r\nFrom: Ana <ana@example.org>\r\nTo: play@pit.test\r\n" +
		"Message-ID: <new@example.org>\r\nSubject: hello\r\n\r\nnew practice saboteur seats=3\r\n"
	conn, err := net.Dial("tcp", st.lmtpAddr)
	if err != nil {
		t.Fatal(err)
	}
	client := smtp.NewClientLMTP(conn)
	defer client.Close()
	if err := client.SendMail("ana@example.org", []string{"play@pit.test"}, strings.NewReader(raw)); err != nil {
		t.Fatal(err)
	}
	var state, door string
	if err := st.db.Pool().QueryRow(t.Context(), "select state, door from letters").Scan(&state, &door); err != nil || state != "apply" || door != "lmtp" {
		t.Errorf("%q by %q, %v", state, door, err)
	}
}
