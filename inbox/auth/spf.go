package auth

import (
	"context"
	"net/netip"
	"strings"
)

// The limits of RFC 7208, 4.6.4.
const (
	termsMost = 10 // that ask name servers, in all records together
	voidsMost = 2  // questions without an answer
	namesMost = 10 // of one MX or PTR
)

// visit is one evaluation of SPF, through all records it leads to.
type visit struct {
	c            *Checker
	ip           netip.Addr
	local, owner string // the return address, taken apart
	helo         string
	terms, voids int
}

// spf asks whether the domain of the return address lets that client send for it; without a
// return address the name the client gave itself counts. It speaks for the domain it returns.
func (c *Checker) spf(ctx context.Context, m Mail) (Outcome, string) {
	ip := m.Client.Unmap()
	if m.Return == "" || !ip.IsValid() || !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return Unknown, ""
	}
	sender := m.Return
	if sender == "<>" {
		sender = "postmaster@" + strings.Trim(m.Helo, "[]")
	}
	at := strings.LastIndexByte(sender, '@')
	v := &visit{c: c, ip: ip.WithZone(""), owner: domainOf(sender), helo: ascii(m.Helo), local: "postmaster"}
	if at > 0 {
		v.local = sender[:at]
	}
	if !whole(v.owner) || literal(v.owner) {
		return None, v.owner
	}
	return v.host(ctx, v.owner), v.owner
}

func literal(domain string) bool {
	_, err := netip.ParseAddr(domain)
	return err == nil
}

// host is check_host() of RFC 7208 for one domain.
func (v *visit) host(ctx context.Context, domain string) Outcome {
	if !whole(domain) {
		return None
	}
	texts, err := v.c.texts(ctx, domain)
	if err != nil {
		return TempError
	}
	record, found := "", 0
	for _, t := range texts {
		if first, _, _ := strings.Cut(t, " "); strings.EqualFold(first, "v=spf1") {
			record, found = t, found+1
		}
	}
	switch found {
	case 0:
		return None
	case 1:
	default:
		return PermError
	}
	p, ok := parseRules(record)
	if !ok {
		return PermError
	}
	return v.follow(ctx, domain, p)
}

// follow tries the mechanisms in order; the first that matches decides.
func (v *visit) follow(ctx context.Context, domain string, p rules) Outcome {
	for _, t := range p.terms {
		if t.asks() {
			if v.terms++; v.terms > termsMost {
				return PermError
			}
		}
		matched, broken := v.match(ctx, domain, t)
		switch {
		case broken != "":
			return broken
		case matched:
			return t.outcome
		}
	}
	if p.redirect == "" {
		return Neutral
	}
	if v.terms++; v.terms > termsMost {
		return PermError
	}
	target, broken := v.expand(ctx, p.redirect, domain)
	if broken != "" {
		return broken
	}
	if out := v.host(ctx, target); out != None {
		return out
	}
	return PermError
}

// match tries one mechanism; broken ends the whole evaluation.
func (v *visit) match(ctx context.Context, domain string, t term) (matched bool, broken Outcome) {
	target := domain
	if t.domain != "" {
		if target, broken = v.expand(ctx, t.domain, domain); broken != "" {
			return false, broken
		}
	}
	switch t.name {
	case "all":
		return true, ""
	case "ip4", "ip6":
		return t.net.Contains(v.ip), ""
	case "include":
		return v.include(ctx, target)
	case "a":
		return v.within(ctx, target, t)
	case "mx":
		return v.exchangers(ctx, target, t)
	case "ptr":
		_, ok := v.named(ctx, target)
		return ok, ""
	}
	found, broken := v.addresses(ctx, "ip4", target) // exists
	return len(found) > 0, broken
}

func (v *visit) include(ctx context.Context, target string) (bool, Outcome) {
	switch out := v.host(ctx, target); out {
	case Pass:
		return true, ""
	case TempError:
		return false, TempError
	case PermError, None:
		return false, PermError
	}
	return false, ""
}
