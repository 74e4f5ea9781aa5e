package main

import (
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

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/doctor"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// checkup runs the doctor's checks with the given names and returns what they find, or their errors.
func checkup(t *testing.T, s *settings.Settings, names ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, p := range doctor.ListChecks(s, app.ListJobs(nil), nil) {
		if !slices.Contains(names, p.Name) {
			continue
		}
		text, err := p.Try(t.Context())
		if err != nil {
			text = "ill: " + oneLine(err)
		}
		if found[p.Name] = text; p.Mend == "" {
			t.Errorf("%s: no word on how to mend it", p.Name)
		}
	}
	return found
}

func TestDoctorOfDoors(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	s := *d.Stores.Settings
	s.HTTP, s.PublicURL = d.HTTPAddr, "https://pit.example.org/"
	d.soon("the house is ready", func() bool { return doctor.CheckReady(&s) == nil })
	got := checkup(t, &s, "lmtp", "webhooks")
	if !strings.HasPrefix(got["lmtp"], "a server takes letters at /") || got["webhooks"] != "open: https://pit.example.org/in/mail" {
		t.Errorf("%q", got)
	}
	s.CloudflareKey = hookSecret
	if got := checkup(t, &s, "webhooks"); !strings.Contains(got["webhooks"], "ill: the running server has no door at /in/cloudflare") {
		t.Errorf("%q", got)
	}
	s.PublicURL, s.LMTP = "", d.SMTPAddr
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

// For a mailbox with OAuth the doctor tries the token server, the login and the spam folder. A house that only
// takes letters by LMTP has none of these checks.
func TestDoctorOfMailboxByOAuth(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecot(t)
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
	s.Address, s.From["ADDRESS"] = "play@example.org", "flag"
	s.IMAPURL = settings.Secret("imap://" + url.PathEscape("play@example.org") + "@" + server.IMAPAddr + "/INBOX")
	s.SMTPURL = settings.Secret("smtp://" + lab.Nowhere(t))
	s.OAuthTokenURL, s.OAuthClientID, s.OAuthRefreshFile = tokens.URL, "pit", lab.File(t, "refresh", "token")
	if err := s.Complete(); err != nil {
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

// A house without a mailbox: letters come in by LMTP and go out through a relay.
func TestHouseByLMTPAlone(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0") // a relay that never answers
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	st := opened(t, func(s *settings.Settings) {
		s.Address, s.From["ADDRESS"] = "play@pit.test", "flag"
		s.SMTPURL, s.LMTP, s.AuthservID = settings.Secret("smtp://"+l.Addr().String()), "127.0.0.1:0", "mx.pit.test"
	})
	if st.Poller != nil || st.IMAPAddr != "none" || !strings.HasPrefix(st.AlsoAt(), " lmtp=127.0.0.1:") {
		t.Errorf("imap=%s%s", st.IMAPAddr, st.AlsoAt())
	}
	if err := st.Ready(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
	raw := "Authentication-Results: mx.pit.test; dmarc=pass header.from=example.org\r\nFrom: Ana <ana@example.org>\r\nTo: play@pit.test\r\n" +
		"Message-ID: <new@example.org>\r\nSubject: hello\r\n\r\nnew practice saboteur seats=3\r\n"
	conn, err := net.Dial("tcp", st.LMTPAddr)
	if err != nil {
		t.Fatal(err)
	}
	client := smtp.NewClientLMTP(conn)
	defer client.Close()
	if err := client.SendMail("ana@example.org", []string{"play@pit.test"}, strings.NewReader(raw)); err != nil {
		t.Fatal(err)
	}
	var state, door string
	if err := st.Stores.DB.Pool().QueryRow(t.Context(), "select state, door from letters").Scan(&state, &door); err != nil || state != "apply" || door != "lmtp" {
		t.Errorf("%q by %q, %v", state, door, err)
	}
}
