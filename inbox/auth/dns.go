package auth

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"
)

// Resolver asks name servers; a *net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	LookupAddr(ctx context.Context, addr string) ([]string, error)
}

// ResolverAt asks the name server at HOST:PORT, or those of this machine where that is "".
func ResolverAt(server string) Resolver {
	if server == "" {
		return &net.Resolver{PreferGo: true}
	}
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, server)
	}}
}

// missing tells a name without such records from a name server that does not answer.
func missing(err error) bool {
	dns, ok := errors.AsType[*net.DNSError](err)
	return ok && dns.IsNotFound
}

// texts are the TXT records of a name, none where it has none.
func (c *Checker) texts(ctx context.Context, name string) ([]string, error) {
	if !whole(name) {
		return nil, nil
	}
	list, err := c.DNS.LookupTXT(ctx, name+".")
	if missing(err) {
		return nil, nil
	}
	return list, err
}
