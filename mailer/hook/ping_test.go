package hook

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A ping is one POST of one line. It follows no redirects and reaches only public addresses, and its errors
// do not contain the path.
func TestPing(t *testing.T) {
	var got []string
	inner := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Method+" "+r.URL.Path+" "+string(body))
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/topic", http.StatusFound)
		case "/busy":
			w.WriteHeader(http.StatusTooManyRequests)
		case "/broken":
			w.WriteHeader(http.StatusBadGateway)
		}
	}))
	defer inner.Close()
	open, closed := NewPinger(true), NewPinger(false)
	for _, c := range []struct {
		p     *Pinger
		to    string
		later bool
		fails string
	}{
		{open, inner.URL + "/topic", false, ""},
		{open, inner.URL + "/moved", false, "answered 302"},
		{open, inner.URL + "/busy", true, "answered 429"},
		{open, inner.URL + "/broken", true, "answered 502"},
		{closed, inner.URL + "/topic", false, "not a public address"},
		{closed, strings.Replace(inner.URL, "127.0.0.1", "localhost", 1) + "/topic", false, "not a public address"},
		{open, "http://10.0.0.1/topic", false, "not a public address"},
		{open, "http://169.254.169.254/topic", false, "not a public address"},
		{open, "http://[fe80::1]/topic", false, "not a public address"},
		{open, "http://[fd00::1]/topic", false, "not a public address"},
		{open, "http://[::ffff:192.168.0.1]/topic", false, "not a public address"},
		{open, "http://100.64.0.1/topic", false, "not a public address"},
	} {
		later, err := c.p.Post(context.Background(), c.to, "Pitpost: your turn in #42")
		switch {
		case later != c.later || (err == nil) != (c.fails == ""):
			t.Errorf("%s: later %t, %v", c.to, later, err)
		case err != nil && (!strings.Contains(err.Error(), c.fails) || strings.Contains(err.Error(), "/topic")):
			t.Errorf("%s: %v", c.to, err)
		}
	}
	if len(got) != 4 || got[0] != "POST /topic Pitpost: your turn in #42" {
		t.Errorf("the server heard %q", got)
	}
}
