package hook

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// This machine is not called by its public address either, unless the host allows calls to it.
func TestThisMachineIsNotCalledByItsPublicAddress(t *testing.T) {
	own := []net.Addr{&net.IPNet{IP: net.ParseIP("127.0.0.1")}, &net.IPNet{IP: net.ParseIP("8.8.4.4")}, &net.IPNet{IP: net.ParseIP("2a00::7")}}
	for _, c := range []struct {
		at           string
		closed, open bool
	}{
		{"8.8.4.4:8080", false, true}, {"[::ffff:8.8.4.4]:443", false, true}, {"[2a00::7]:443", false, true}, {"127.0.0.1:8080", false, true},
		{"8.8.8.8:443", true, true}, {"10.0.0.1:443", false, false},
	} {
		at := netip.MustParseAddrPort(c.at)
		if closed, open := reachable(at, false, own), reachable(at, true, own); closed != c.closed || open != c.open {
			t.Errorf("%s is reached: %t, and with PING_LOCAL: %t", c.at, closed, open)
		}
	}
}

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
