package imap

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/lab"
)

// tokenServer is a token endpoint with one valid refresh token at a time.
type tokenServer struct {
	*httptest.Server
	mu      sync.Mutex
	refresh string // the valid one
	next    string // handed out with the next access token, "" for none
	access  func() string
	asked   []url.Values
	answer  string // sent instead of a token
	code    int
}

func startTokens(t *testing.T, access func() string) *tokenServer {
	t.Helper()
	s := &tokenServer{refresh: "first", access: access}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *tokenServer) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := r.ParseForm(); err != nil {
		http.Error(w, "no form", http.StatusBadRequest)
		return
	}
	s.asked = append(s.asked, r.PostForm)
	w.Header().Set("Content-Type", "application/json")
	grant := r.PostForm.Get("grant_type")
	switch {
	case s.code != 0:
		w.WriteHeader(s.code)
		fmt.Fprint(w, s.answer)
	case grant == "client_credentials" && r.PostForm.Get("client_secret") == "hush",
		grant == "refresh_token" && r.PostForm.Get("refresh_token") == s.refresh && r.PostForm.Get("client_id") == "pit":
		fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":"3600","refresh_token":%q}`, s.access(), s.next)
		if s.next != "" {
			s.refresh, s.next = s.next, ""
		}
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant","error_description":"hush first"}`)
	}
}

func (s *tokenServer) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

func refreshFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "refresh")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOAuthRefresh(t *testing.T) {
	n := 0
	s := startTokens(t, func() string { n++; return fmt.Sprint("access-", n) })
	o := &OAuth{TokenURL: s.URL, ClientID: "pit", Scope: "mail", RefreshFile: refreshFile(t, "first\n")}
	token := func(want string) {
		t.Helper()
		if got, err := o.Token(t.Context()); err != nil || got != want {
			t.Errorf("token %q, %v; want %q", got, err, want)
		}
	}
	token("access-1")
	token("access-1")
	o.until = o.until.Add(-58 * time.Minute)
	token("access-1")
	s.next = "second" // Microsoft returns a new refresh token each time
	o.until = o.until.Add(-2 * time.Minute)
	token("access-2")
	if text, err := os.ReadFile(o.RefreshFile); err != nil || strings.TrimSpace(string(text)) != "second" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if info, err := os.Stat(o.RefreshFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is open to others: %v, %v", info.Mode(), err)
	}
	o.Refused("another")
	token("access-2")
	o.Refused("access-2")
	token("access-3")
	if s.asked[0].Get("scope") != "mail" || s.asked[0].Has("client_secret") {
		t.Errorf("asked %v", s.asked[0])
	}
	// Somebody signs in again, which replaces the file.
	s.refresh = "third"
	o.Refused("access-3")
	if _, err := o.Token(t.Context()); !errors.Is(err, errGrant) || strings.Contains(err.Error(), "hush") || !strings.Contains(err.Error(), "[invalid_grant]") {
		t.Errorf("a withdrawn refresh token: %v", err)
	}
	if err := os.WriteFile(o.RefreshFile, []byte("third"), 0o600); err != nil {
		t.Fatal(err)
	}
	token("access-4")
}

func TestOAuthTroubles(t *testing.T) {
	s := startTokens(t, func() string { return "access" })
	if got, err := (&OAuth{TokenURL: s.URL, ClientID: "pit", ClientSecret: "hush"}).Token(t.Context()); err != nil || got != "access" {
		t.Errorf("by the client's own rights: %q, %v", got, err)
	}
	for _, c := range []struct {
		code    int
		answer  string
		refused bool
	}{
		{503, "hush", false}, {200, "{}", false}, {200, "hush", false}, {200, `{"access_token":"a\u0001b"}`, false}, {302, "", false},
		{401, `{"error":"invalid_client"}`, true}, {400, `{"error":"hush hush"}`, true}, {400, "", true},
	} {
		s.code, s.answer = c.code, c.answer
		_, err := (&OAuth{TokenURL: s.URL, ClientID: "pit", RefreshFile: refreshFile(t, "first")}).Token(t.Context())
		if err == nil || errors.Is(err, errGrant) != c.refused || strings.Contains(err.Error(), "hush") {
			t.Errorf("%d %q: %v", c.code, c.answer, err)
		}
	}
	s.Close()
	for _, o := range []*OAuth{
		{TokenURL: s.URL, RefreshFile: refreshFile(t, "first")}, {TokenURL: s.URL, RefreshFile: refreshFile(t, " \n")},
		{TokenURL: s.URL, RefreshFile: filepath.Join(t.TempDir(), "none")}, {TokenURL: "::"},
	} {
		if _, err := o.Token(t.Context()); err == nil {
			t.Errorf("%s gives a token", o.TokenURL)
		}
	}
	readOnly := &OAuth{RefreshFile: "/proc/pitpost/none", refresh: "new"}
	if err := readOnly.keep(); err == nil || readOnly.read == "new" || readOnly.refresh != "new" {
		t.Error("a file that may not be changed is said to hold the token")
	}
}

func TestOAuthMechanism(t *testing.T) {
	s := startTokens(t, func() string { return "access" })
	o := &OAuth{TokenURL: s.URL, ClientID: "pit", RefreshFile: refreshFile(t, "first")}
	for _, c := range []struct{ has, name, first string }{
		{"XOAUTH2 OAUTHBEARER PLAIN", "XOAUTH2", "user=ana@example.org\x01auth=Bearer access\x01\x01"},
		{"OAUTHBEARER PLAIN", "OAUTHBEARER", "n,a=ana@example.org,\x01auth=Bearer access\x01\x01"},
		{"PLAIN", "XOAUTH2", "user=ana@example.org\x01auth=Bearer access\x01\x01"},
	} {
		m, err := o.Mechanism(t.Context(), "ana@example.org", func(name string) bool { return strings.Contains(" "+c.has+" ", " "+name+" ") })
		if err != nil {
			t.Fatal(err)
		}
		name, first, err := m.Start()
		if name != c.name || string(first) != c.first || err != nil {
			t.Errorf("%s: %s %q %v", c.has, name, first, err)
		}
	}
}

// The poller logs in to a real Dovecot with tokens. A token that Dovecot no longer takes is renewed at once.
// If there is no new one, the poller logs an error and waits long.
func TestATokenThatEndsOrIsWithdrawnIsRenewed(t *testing.T) {
	server := lab.StartDovecot(t)
	const user = "ana@example.org"
	life := time.Hour
	s := startTokens(t, func() string { return server.AccessToken(user, life) })
	o := &OAuth{TokenURL: s.URL, ClientID: "pit", RefreshFile: refreshFile(t, "first")}
	logs, d := new(journal), new(desk)
	cfg := quick("imap://" + url.PathEscape(user) + "@" + server.IMAPAddr)
	cfg.Account.OAuth = o
	p := NewPoller(cfg, d.take, logs.logger())
	stop := runPoller(t, p)
	server.Deliver(t, user, []byte(mailText("by token")))
	soon(t, "a letter is taken", func() bool { return p.Stats().Processed.Load() == 1 })
	if s.count() != 1 {
		t.Errorf("%d tokens were asked for", s.count())
	}

	// The cached token seems valid but has expired at the server.
	o.mu.Lock()
	o.access, o.until = server.AccessToken(user, -time.Minute), time.Now().Add(time.Hour)
	o.mu.Unlock()
	server.Restart(t)
	server.Deliver(t, user, []byte(mailText("after it was over")))
	soon(t, "the next letter is taken", func() bool { return p.Stats().Processed.Load() == 2 })
	if s.count() != 2 || strings.Contains(logs.String(), "refuses the log-in") {
		t.Errorf("%d tokens were asked for:\n%s", s.count(), logs)
	}

	s.mu.Lock()
	s.refresh = "withdrawn"
	s.mu.Unlock()
	o.mu.Lock()
	o.access = ""
	o.mu.Unlock()
	server.Restart(t)
	soon(t, "the alarm", func() bool { return strings.Contains(logs.String(), "no access to the mailbox by OAuth") })
	before, polled := s.count(), p.Stats().LastPoll()
	time.Sleep(time.Second)
	if asked := s.count() - before; asked > 6 {
		t.Errorf("%d requests within a second", asked)
	}
	if !p.Stats().LastPoll().Equal(polled) {
		t.Error("a mailbox that is closed was counted as read")
	}
	stop()
	for _, secret := range []string{"first", "withdrawn", "eyJ", "Bearer"} {
		if strings.Contains(logs.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// Both mechanisms, with valid and invalid tokens, at a real server.
func TestOAuthDovecot(t *testing.T) {
	server := lab.StartDovecot(t)
	const user = "bo@example.org"
	for _, c := range []struct {
		name   string
		life   time.Duration
		bearer bool
		fails  bool
	}{
		{"XOAUTH2", time.Hour, false, false}, {"OAUTHBEARER", time.Hour, true, false},
		{"XOAUTH2, too old", -time.Minute, false, true}, {"OAUTHBEARER, too old", -time.Minute, true, true},
	} {
		way := startLink(t, server.IMAPAddr)
		if c.bearer { // like a server that only offers this one
			way.alters = strings.NewReplacer("STARTTLS", "XXX", "AUTH=XOAUTH2", "XXX")
		}
		account := quick("imap://" + url.PathEscape(user) + "@" + way.Addr).Account
		asked := 0
		s := startTokens(t, func() string { asked++; return server.AccessToken(user, c.life) })
		o := &OAuth{TokenURL: s.URL, ClientID: "pit", RefreshFile: refreshFile(t, "first")}
		trace := new(journal)
		account.OAuth, account.trace = o, trace
		line, err := account.dial(t.Context())
		if (err != nil) != c.fails || c.fails && !errors.Is(err, errRefused) {
			t.Errorf("%s: %v", c.name, err)
		}
		if line != nil {
			line.Close()
		}
		if bearer := strings.Contains(trace.String(), "AUTHENTICATE OAUTHBEARER"); bearer != c.bearer {
			t.Errorf("%s: OAUTHBEARER is used: %v", c.name, bearer)
		}
		if c.fails && asked != 2 {
			t.Errorf("%s: %d tokens were asked for", c.name, asked)
		}
		if c.fails && !strings.Contains(trace.String(), base64.StdEncoding.EncodeToString([]byte{1})) {
			t.Errorf("%s: the server's reason was not answered", c.name)
		}
	}
}
