package signin

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/imap"
	"pitpost.example/lab"
)

// said is the output that the person at the terminal reads; act is called with the address in it.
type said struct{ act func(address string) }

var anAddress = regexp.MustCompile(`http\S+`)

func (s said) Write(b []byte) (int, error) {
	s.act(anAddress.FindString(string(b)))
	return len(b), nil
}

// Somebody signs in: by a page that redirects back, by one whose last address is pasted, and by a code to type.
// Each time the token is stored where serve reads it, is closed to others, and opens the mailbox.
func TestSignIn(t *testing.T) {
	t.Parallel()
	box := lab.StartDovecot(t)
	server := startProvider(t, func() string { return box.AccessToken("table@example.org", time.Hour) })
	server.Asks = 1
	open := func(address string, follow bool) string {
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			if follow {
				return nil
			}
			return http.ErrUseLastResponse
		}}
		answer, err := client.Get(address)
		if err != nil {
			t.Error(err)
			return ""
		}
		answer.Body.Close()
		return answer.Header.Get("Location")
	}
	paste, terminal := io.Pipe()
	page := Provider{Page: server.URL + "/page", Scope: "mail"}
	for name, way := range map[string]struct {
		provider Provider
		act      func(address string)
	}{
		"a page":         {page, func(address string) { go open(address, true) }},
		"a pasted page":  {page, func(address string) { go func() { _, _ = io.WriteString(terminal, "\n"+open(address, false)+"\n") }() }},
		"a code to type": {Provider{Device: server.URL + "/device", Scope: "mail"}, func(string) {}},
	} {
		o := &imap.OAuth{TokenURL: server.URL + "/token", ClientID: "pit", RefreshFile: filepath.Join(t.TempDir(), "refresh")}
		var in io.Reader = strings.NewReader("")
		if name == "a pasted page" {
			in = paste
		}
		if name == "a code to type" {
			server.Expires = 7 * 24 * 3600
		}
		if err := AskToSignIn(t.Context(), way.provider, o, "table@example.org", in, said{way.act}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if info, err := os.Stat(o.RefreshFile); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: the token's file: %v, %v", name, info, err)
		}
		account := imap.Account{URL: "imap://table%40example.org@" + box.IMAPAddr, OAuth: &imap.OAuth{TokenURL: o.TokenURL, ClientID: "pit", RefreshFile: o.RefreshFile}}
		if _, err := imap.CheckAccount(t.Context(), account); err != nil {
			t.Errorf("%s: the mailbox stays closed: %v", name, err)
		}
		dies, err := account.OAuth.Dies()
		if err != nil || dies.IsZero() != (server.Expires == 0) {
			t.Errorf("%s: the token dies on %v, %v", name, dies, err)
		}
		server.Expires = 0
	}
}

// A provider that refuses and a stranger's page give no token, and no error shows one.
func TestSignInRefused(t *testing.T) {
	t.Parallel()
	server := startProvider(t, func() string { return "hush" })
	o := &imap.OAuth{TokenURL: server.URL + "/none", ClientID: "pit", RefreshFile: filepath.Join(t.TempDir(), "refresh")}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := AskToSignIn(ctx, Provider{Page: server.URL + "/page"}, o, "table@example.org", strings.NewReader("http://127.0.0.1/?code=x&state=forged\n"), said{func(address string) {
		go func() {
			if answer, err := http.Get(address); err == nil {
				answer.Body.Close()
			}
		}()
	}})
	if err == nil || !strings.Contains(err.Error(), "404") || strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(o.RefreshFile); err == nil {
		t.Error("a token is kept of which there is none")
	}
}
