package auth

import (
	"context"
	"net/netip"
	"strings"
)

// void counts a question without an answer; too many end the evaluation.
func (v *visit) void() Outcome {
	if v.voids++; v.voids > voidsMost {
		return PermError
	}
	return ""
}

// addresses are those of a name, network "ip4" or "ip6".
func (v *visit) addresses(ctx context.Context, network, name string) ([]netip.Addr, Outcome) {
	if !whole(name) {
		return nil, v.void()
	}
	list, err := v.c.DNS.LookupNetIP(ctx, network, name+".")
	switch {
	case missing(err) || err == nil && len(list) == 0:
		return nil, v.void()
	case err != nil:
		return nil, TempError
	}
	return list, ""
}

// kin is the network the client's own address belongs to.
func (v *visit) kin() string {
	if v.ip.Is4() {
		return "ip4"
	}
	return "ip6"
}

// within says whether the client is near an address of a name.
func (v *visit) within(ctx context.Context, name string, t term) (bool, Outcome) {
	list, broken := v.addresses(ctx, v.kin(), name)
	for _, a := range list {
		bits := t.bits4
		if a = a.Unmap(); a.Is6() {
			bits = t.bits6
		}
		if near, err := a.Prefix(bits); err == nil && near.Contains(v.ip) {
			return true, ""
		}
	}
	return false, broken
}

// exchangers says whether the client is near one of a domain's mail servers.
func (v *visit) exchangers(ctx context.Context, name string, t term) (bool, Outcome) {
	if !whole(name) {
		return false, v.void()
	}
	list, err := v.c.DNS.LookupMX(ctx, name+".")
	switch {
	case missing(err) || err == nil && len(list) == 0:
		return false, v.void()
	case len(list) == 0:
		return false, TempError
	case len(list) > namesMost:
		return false, PermError
	}
	for _, mx := range list {
		host := ascii(mx.Host)
		if host == "" {
			continue // "no mail here", RFC 7505
		}
		if ok, broken := v.within(ctx, host, t); ok || broken != "" {
			return ok, broken
		}
	}
	return false, ""
}

// named is the client's own name at or below a domain, where that name leads back to it.
func (v *visit) named(ctx context.Context, domain string) (string, bool) {
	names, err := v.c.DNS.LookupAddr(ctx, v.ip.String())
	if err != nil {
		return "", false // a name server that is away means no name here
	}
	for _, name := range names[:min(len(names), namesMost)] {
		name = ascii(name)
		if name != domain && !strings.HasSuffix(name, "."+domain) || !whole(name) {
			continue
		}
		list, err := v.c.DNS.LookupNetIP(ctx, v.kin(), name+".")
		if err != nil {
			continue
		}
		for _, a := range list {
			if a.Unmap() == v.ip {
				return name, true
			}
		}
	}
	return "", false
}
