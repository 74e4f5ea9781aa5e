package auth

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
)

// dmarc reports whether a check that passed speaks for the domain that the letter says it is from. The
// domain's wish about other letters does not matter, because a letter that fails changes nothing here
// whatever the policy. None means that the domain publishes no policy.
func (c *Checker) dmarc(ctx context.Context, from string, r Report) Result {
	t, out := c.published(ctx, from)
	if out != "" {
		return out
	}
	speaks := func(domain, mode string) bool {
		return domain == from || !strings.EqualFold(mode, "s") && SameOrganisation(domain, from)
	}
	doubt := false
	for _, s := range r.DKIM {
		if speaks(s.Domain, t["adkim"]) && s.Result == Pass {
			return Pass
		}
		doubt = doubt || s.Result == TempError
	}
	switch r.SPF {
	case Pass:
		if speaks(r.SPFDomain, t["aspf"]) {
			return Pass
		}
	case Unknown, TempError:
		doubt = true // it might have passed
	}
	if doubt {
		return TempError
	}
	return Fail
}

// published returns the policy of a domain, or if it has none that of its organisation.
func (c *Checker) published(ctx context.Context, from string) (tags, Result) {
	for _, domain := range []string{from, organisation(from)} {
		texts, err := c.texts(ctx, "_dmarc."+domain)
		if err != nil {
			return nil, TempError
		}
		var found []tags
		for _, text := range texts {
			if first, _, _ := strings.Cut(text, ";"); unfolded(first) != "v=DMARC1" {
				continue
			}
			if t, err := parseTags(text); err == nil {
				found = append(found, t)
			}
		}
		if len(found) > 1 || len(found) == 1 && !found[0].valid() {
			return nil, None
		}
		if len(found) == 1 {
			return found[0], ""
		}
	}
	return nil, None
}

// valid reports whether a record counts: it has a policy, or at least an address for reports.
func (t tags) valid() bool {
	return t["rua"] != "" || slices.Contains([]string{"none", "quarantine", "reject"}, strings.ToLower(t["p"]))
}

// spf asks whether the domain of the return address allows that client to send for it. If there is no return
// address, the HELO name counts. It also returns the domain that it checked.
func (c *Checker) spf(ctx context.Context, m Mail) (Result, string) {
	ip := m.Client.Unmap().WithZone("")
	if m.Return == "" || !ip.IsValid() || !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return Unknown, ""
	}
	return c.spfOf(ctx, m, ip)
}

// spfOf does the same for a client in any network, private ones too.
func (c *Checker) spfOf(ctx context.Context, m Mail, ip netip.Addr) (Result, string) {
	sender := m.Return
	if sender == "<>" {
		sender = strings.Trim(m.Helo, "[]")
	}
	owner, local := domainOf(sender), "postmaster"
	if at := strings.LastIndexByte(sender, '@'); at > 0 {
		local = strings.ReplaceAll(sender[:at], "@", "_") // the library cuts at the first @
	}
	if _, err := netip.ParseAddr(owner); err == nil || !queryable(owner) {
		return None, owner
	}
	out, _ := spf.CheckHostWithSender(ip.AsSlice(), ascii(m.Helo), local+"@"+owner,
		spf.WithContext(ctx), spf.WithResolver(spfDNS{c, ip}))
	if end, ok := ctx.Deadline(); ctx.Err() != nil || ok && time.Until(end) <= 0 {
		return TempError, owner // to the library, a client name that timed out is only missing
	}
	return Result(out), owner
}
