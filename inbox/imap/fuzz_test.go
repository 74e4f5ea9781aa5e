package imap

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// FuzzIMAP checks that a connection ends with letters or an error, whatever the server answers.
func FuzzIMAP(f *testing.F) {
	for _, answer := range []string{"* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\nT1 OK done\r\n", "* 1 FETCH (UID 1 INTERNALDATE \"03-Aug-2026 09:00:00 +0000\" RFC822.SIZE 5)\r\nT2 OK x\r\n",
		"* 1 FETCH (UID 1 BODY[] {5}\r\n3 C5\n)\r\nT3 OK x\r\n", "* 1 FETCH (UID 1 BODY[] NIL)\r\n* BYE x\r\n", "* 9 EXPUNGE\r\nT1 NO [OVERQUOTA] x\r\n", "* LIST () \"/\" INBOX\r\n", "* 1 FETCH (" + strings.Repeat("(", 50)} {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, answers string) {
		near, far := net.Pipe()
		defer far.Close()
		conn := &countedConn{Conn: near}
		line := &connection{watchdog: &watchdog{conn: conn, silence: 200 * time.Millisecond, bounds: new(boundedConn)}, folder: "INBOX", news: make(chan struct{}, 1)}
		go func() { _, _ = io.Copy(io.Discard, far) }()
		go func() {
			_, _ = io.WriteString(far, "* PREAUTH [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready\r\n"+answers)
			far.Close()
		}()
		if err := line.watchdog.guard(t.Context(), "greeting", func() error { return line.greet(Account{}, address{host: "x"}, false) }); err != nil {
			return
		}
		list, err := line.List(t.Context(), func(uint32) (uint32, error) { return 0, nil })
		if err == nil {
			_, _ = line.Fetch(t.Context(), []uint32{1, 2}, wholeLetter(100))
		}
		for _, letter := range list.letters {
			if letter.uid == 0 || letter.at.IsZero() {
				t.Errorf("listed %+v", letter)
			}
		}
		_ = conn.Close()
		_ = pick(nil, imap.MailboxAttrJunk)
	})
}

// FuzzOAuth checks that no answer of a token server leads to a token with a line end, or to an error with the
// server's words.
func FuzzOAuth(f *testing.F) {
	for _, body := range []string{`{"access_token":"abc","expires_in":3600}`, `{"access_token":"a\nb"}`, `{"error":"invalid_grant"}`, `{"access_token":"abc","expires_in":"-1","refresh_token":"d"}`, `[`, ``} {
		f.Add(200, body)
	}
	f.Add(400, `{"error":"secret words"}`)
	f.Fuzz(func(t *testing.T, code int, body string) {
		if code < 100 || code > 599 {
			return
		}
		o := &OAuth{TokenURL: "http://token.test/", ClientID: "x", Client: &http.Client{Transport: canned{code, body}}}
		word, err := o.Token(t.Context())
		if err == nil && (word == "" || strings.ContainsFunc(word, unfit)) {
			t.Errorf("token %q", word)
		}
		if err != nil && strings.Contains(err.Error(), "secret words") {
			t.Errorf("error %v", err)
		}
	})
}

// canned gives every request the same answer.
type canned struct {
	code int
	body string
}

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.WriteHeader(c.code)
	_, _ = io.WriteString(w, c.body)
	answer := w.Result()
	answer.Request = r
	answer.Body = io.NopCloser(bufio.NewReader(answer.Body))
	return answer, nil
}
