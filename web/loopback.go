package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// onlyHere lets through requests that a person on this machine makes in their browser:
// from a loopback peer, under a loopback name (another name may be a foreign site that has
// its name point here), and, where something is changed, from a page of our own.
func onlyHere(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !fromLoopback(r.RemoteAddr):
			http.Error(w, "The post office is open to programs on its own machine only.", http.StatusForbidden)
		case !isLoopbackName(r.Host):
			http.Error(w, "The post office answers to the name localhost only; open it by that name.", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !fromOwnPage(r):
			http.Error(w, "This was not sent from a page of the post office, so nothing was done.", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

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
	site, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
	if site != "" && site != "same-origin" {
		return false
	}
	if origin == "" {
		return site != ""
	}
	from, err := url.Parse(origin)
	return err == nil && from.Host != "" && strings.EqualFold(from.Host, r.Host)
}
