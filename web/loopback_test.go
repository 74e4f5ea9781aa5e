package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestOnlyTheirOwnMachineIsServed(t *testing.T) {
	s := open(t)
	s.submit(digest, "ana@pit.localhost")
	for name, c := range map[string]struct {
		method, remote, host string
		header               map[string]string
		want                 int
	}{
		"loopback":             {"GET", "127.0.0.1:1", "127.0.0.1:8025", nil, 200},
		"loopback 6":           {"GET", "[::1]:1", "[::1]:8025", nil, 200},
		"mapped":               {"GET", "[::ffff:127.0.0.1]:1", "localhost", nil, 200},
		"a localhost name":     {"GET", "127.0.0.1:1", "pit.localhost:8025", nil, 200},
		"another machine":      {"GET", "192.0.2.1:1", "127.0.0.1:8025", nil, 403},
		"passed on":            {"GET", "127.0.0.1:1", "127.0.0.1:8025", map[string]string{"X-Forwarded-For": "192.0.2.1"}, 403},
		"passed on, in short":  {"GET", "127.0.0.1:1", "localhost:8025", map[string]string{"Forwarded": "for=192.0.2.1"}, 403},
		"passed on by nginx":   {"GET", "127.0.0.1:1", "127.0.0.1:8025", map[string]string{"X-Real-IP": "192.0.2.1"}, 403},
		"passed on in silence": {"GET/1.0", "127.0.0.1:1", "127.0.0.1:8025", nil, 403},
		"no peer":              {"GET", "", "127.0.0.1:8025", nil, 403},
		"rebound name":         {"GET", "127.0.0.1:1", "evil.example:8025", nil, 403},
		"name with prefix":     {"GET", "127.0.0.1:1", "localhost.evil.example", nil, 403},
		"no name":              {"GET", "127.0.0.1:1", "", nil, 403},
		"own form":             {"POST", "127.0.0.1:1", "localhost:8025", map[string]string{"Origin": "http://localhost:8025"}, 303},
		"own form, no origin":  {"POST", "127.0.0.1:1", "localhost:8025", map[string]string{"Sec-Fetch-Site": "same-origin"}, 303},
		"no sign":              {"POST", "127.0.0.1:1", "localhost:8025", nil, 403},
		"foreign origin":       {"POST", "127.0.0.1:1", "localhost:8025", map[string]string{"Origin": "http://evil.example"}, 403},
		"another port":         {"POST", "127.0.0.1:1", "localhost:8025", map[string]string{"Origin": "http://localhost:9999"}, 403},
		"null origin":          {"POST", "127.0.0.1:1", "localhost:8025", map[string]string{"Origin": "null"}, 403},
		"cross site":           {"POST", "127.0.0.1:1", "localhost:8025", map[string]string{"Origin": "http://localhost:8025", "Sec-Fetch-Site": "cross-site"}, 403},
	} {
		t.Run(name, func(t *testing.T) {
			path, form := "/", url.Values{"to": {"bo@pit.localhost"}}.Encode()
			if c.method == "POST" {
				path = "/mailbox/ana@pit.localhost/send"
			}
			method, old := strings.CutSuffix(c.method, "/1.0")
			r := httptest.NewRequest(method, path, strings.NewReader(form))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.RemoteAddr, r.Host = c.remote, c.host
			for key, value := range c.header {
				r.Header.Set(key, value)
			}
			if old { // as nginx asks where nothing else is set
				r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.0", 1, 0
			}
			w := httptest.NewRecorder()
			s.page.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			if c.want == 403 && (strings.Contains(w.Body.String(), "ana@") || len(w.Body.String()) < 30) {
				t.Errorf("refused with %q", w.Body)
			}
		})
	}
}

// Figures are for whoever watches the house, and not for those who come by its public name.
func TestFiguresStayInside(t *testing.T) {
	for name, c := range map[string]struct {
		public, remote, host string
		header               string
		here, found          bool
	}{
		"this machine":               {"https://pit.example.org", "127.0.0.1:1", "127.0.0.1:8025", "", false, true},
		"another machine":            {"https://pit.example.org", "10.0.0.7:1", "pitpost:8025", "", false, true},
		"by the public name":         {"https://pit.example.org", "127.0.0.1:1", "pit.example.org", "", false, false},
		"by the public name, a port": {"https://PIT.example.org/", "127.0.0.1:1", "pit.example.org:443", "", false, false},
		"passed on":                  {"https://pit.example.org", "127.0.0.1:1", "127.0.0.1:8025", "X-Forwarded-For", false, false},
		"no public name":             {"", "10.0.0.7:1", "10.0.0.1:8025", "", false, true},
		"no public name, passed on":  {"", "127.0.0.1:1", "127.0.0.1:8025", "Via", false, false},
		"another address is set":     {"", "10.0.0.7:1", "10.0.0.1:8025", "", true, false},
		"the same, this machine":     {"", "127.0.0.1:1", "127.0.0.1:8025", "", true, true},
		"public to this machine":     {"https://pit.localhost", "127.0.0.1:1", "pit.localhost", "", false, true},
	} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr, r.Host = c.remote, c.host
		if c.header != "" {
			r.Header.Set(c.header, "192.0.2.1")
		}
		w := httptest.NewRecorder()
		Inside(c.public, c.here, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
		if found := w.Code == 200; found != c.found {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	for public, abroad := range map[string]bool{"": false, "https://pit.example.org": true, "https://localhost:8443": false, "https://127.0.0.1": false} {
		if Abroad(public) != abroad {
			t.Errorf("%q leads here from other machines: %t", public, !abroad)
		}
	}
}
