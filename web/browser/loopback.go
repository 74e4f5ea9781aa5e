package browser

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// ServeBrowserHereOnly lets only requests through that a person on this machine makes in a browser: from a loopback
// address, through no proxy, under a loopback name (a foreign site can make its own name point here), and, if
// the request changes something, from one of our own pages.
func ServeBrowserHereOnly(next http.Handler) http.Handler {
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

// ServeInsideOnly hides a page from the outside: a request through a proxy, or under the host name of public
// (PUBLIC_URL, may be ""), gets 404. If here is set, so does every request from another machine.
func ServeInsideOnly(public string, here bool, next http.Handler) http.Handler {
	abroad := IsReachableAbroad(public)
	u, _ := url.Parse(public) // it can be parsed if it is abroad
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := url.URL{Host: r.Host}
		if forwarded(r) || abroad && strings.EqualFold(asked.Hostname(), u.Hostname()) || here && !fromLoopback(r.RemoteAddr) {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// IsReachableAbroad reports whether a public address can be reached from other machines.
func IsReachableAbroad(public string) bool {
	u, err := url.Parse(public)
	return err == nil && u.Host != "" && !isLoopbackName(u.Host)
}

// forwarded reports whether a request came through a proxy. Most proxies add a header field; a request in
// HTTP/1.0 counts as forwarded too, since no browser sends one.
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

// fromOwnPage reports whether a form comes from one of our own pages. It needs at least one header that says
// so, and none that denies it.
func fromOwnPage(r *http.Request) bool {
	return !IsFromOtherSite(r, "") && (r.Header.Get("Sec-Fetch-Site") != "" || origin(r) != "")
}

// IsFromOtherSite reports whether a form was sent from a page of another site, by Sec-Fetch-Site or, for older
// browsers, by Origin. public is PUBLIC_URL, for proxies that pass a request on under another name; it may be "".
func IsFromOtherSite(r *http.Request, public string) bool {
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

// origin returns the Origin header, or "" if it is missing or "null", which pages that hide their address send.
func origin(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Origin"), "null") }
