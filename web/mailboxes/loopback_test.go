package mailboxes

import (
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
			if old { // as nginx does by default
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
