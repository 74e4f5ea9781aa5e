package auth

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// SameOrganisation reports whether two domains belong to the same organisation. International names may be in either
// spelling.
func SameOrganisation(a, b string) bool {
	a, b = ascii(a), ascii(b)
	return a != "" && a == b || organisation(a) != "" && organisation(a) == organisation(b)
}

// organisation returns the registered domain above a domain, or "" for a public suffix.
func organisation(domain string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return org
}

// ascii returns a domain in lower-case ASCII without the final dot.
func ascii(domain string) string {
	domain = strings.TrimRight(strings.ToLower(domain), ".")
	if short, err := idna.Punycode.ToASCII(domain); err == nil {
		return short
	}
	return domain
}

// queryable reports whether a domain has at least two labels and can be looked up.
func queryable(domain string) bool {
	if len(domain) > 253 || !strings.Contains(domain, ".") {
		return false
	}
	return !slices.ContainsFunc(strings.Split(domain, "."), func(label string) bool {
		return label == "" || len(label) > 63 || strings.ContainsFunc(label, func(r rune) bool { return r <= ' ' || r >= 0x7f })
	})
}

// Resolver looks up names. *net.Resolver implements it.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	LookupAddr(ctx context.Context, addr string) ([]string, error)
}

// ResolverAt returns a resolver that asks the name server at HOST:PORT, or this machine's name servers if
// server is "".
func ResolverAt(server string) *net.Resolver {
	if server == "" {
		return &net.Resolver{PreferGo: true}
	}
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, server)
	}}
}

// HasNoRecord reports whether an error means that a name has no such records, and not that a name server did not
// answer.
func HasNoRecord(err error) bool {
	dns, ok := errors.AsType[*net.DNSError](err)
	return ok && dns.IsNotFound
}

// texts returns the TXT records of a name, nil if it has none.
func (c *Checker) texts(ctx context.Context, name string) ([]string, error) {
	if !queryable(name) {
		return nil, nil
	}
	list, err := c.DNS.LookupTXT(ctx, name+".")
	if HasNoRecord(err) {
		return nil, nil
	}
	return list, err
}
