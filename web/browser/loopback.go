package browser

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// OnlyHere lets through requests that a person on this machine makes in their browser:
// from a loopback peer, through no proxy, under a loopback name (another name may be a foreign
// site that has its name point here), and, where something is changed, from a page of our own.
func OnlyHere(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !fromLoopback(r.RemoteAddr):
			http.Error(w, "The post office is open to programs on its own machine only.", http.StatusForbidden)
		case forwarded(r):
			http.Error(w, "The post office is not shown through a proxy: everybody's mail lies open in it.", http.StatusForbidden)
		case !isLoopbackName(r.Host):
			http.Error(w, "The post office answers to the name localhost only; open it by that name.", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !fromOwnPage(r):
			http.Error(w, "This was not sent from a page of the post office, so nothing was done.", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// Inside keeps a page from the outside: what a proxy passed on, or was asked for under the
// public name, finds nothing here. public is PUBLIC_URL, "" for none; with here, only
// programs on this machine find it.
func Inside(public string, here bool, next http.Handler) http.Handler {
	name := ""
	if u, err := url.Parse(public); err == nil {
		name = u.Hostname()
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := url.URL{Host: r.Host}
		if forwarded(r) || name != "" && !isLoopbackName(name) && strings.EqualFold(asked.Hostname(), name) || here && !fromLoopback(r.RemoteAddr) {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Abroad says whether a public address leads here from other machines.
func Abroad(public string) bool {
	u, err := url.Parse(public)
	return err == nil && u.Host != "" && !isLoopbackName(u.Host)
}

// forwarded says whether a request was passed on by a proxy. Most say so in a field of their
// own; one that says nothing and speaks HTTP/1.0 is one too, for no browser does.
func forwarded(r *http.Request) bool {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded") || slices.Contains(forwarders, name) {
			return true
		}
	}
	return !r.ProtoAtLeast(1, 1)
}

var forwarders = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Original-Host", "X-Original-Forwarded-For", "True-Client-Ip", "Cf-Connecting-Ip"}

func fromLoopback(remote string) bool {
	peer, err := netip.ParseAddrPort(remote)
	return err == nil && peer.Addr().Unmap().IsLoopback()
}

// isLoopbackName reports whether a Host header names this machine and nothing else.
func isLoopbackName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// fromOwnPage needs at least one sign of where a request comes from, and no sign against it.
func fromOwnPage(r *http.Request) bool {
	return !FromElsewhere(r, "") && (r.Header.Get("Sec-Fetch-Site") != "" || origin(r) != "")
}

// FromElsewhere says whether a browser tells that a page of another site sends a form: by Sec-Fetch-Site, and
// an older one by Origin. public is PUBLIC_URL, for proxies that ask under another name; "" for none.
func FromElsewhere(r *http.Request, public string) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site != "same-origin"
	}
	from, err := url.Parse(origin(r))
	if err != nil || from.Host == "" {
		return origin(r) != ""
	}
	ours, err := url.Parse(public)
	return !strings.EqualFold(from.Host, r.Host) && (err != nil || !strings.EqualFold(from.Host, ours.Host))
}

// origin is that of the page which sends a form; "" where it is not said, as of pages that keep their address to
// themselves.
func origin(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Origin"), "null") }
