package browser

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// Metrics are for the house's operators, so a request by the public name does not find them.
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
		ServeInsideOnly(c.public, c.here, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
		if found := w.Code == 200; found != c.found {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	for public, abroad := range map[string]bool{"": false, "https://pit.example.org": true, "https://localhost:8443": false, "https://127.0.0.1": false} {
		if IsReachableAbroad(public) != abroad {
			t.Errorf("%q leads here from other machines: %t", public, !abroad)
		}
	}
}
