package auth

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
)

// spf asks whether the domain of the return address lets that client send for it; without a
// return address the name the client gave itself counts. It speaks for the domain it returns.
func (c *Checker) spf(ctx context.Context, m Mail) (Outcome, string) {
	ip := m.Client.Unmap().WithZone("")
	if m.Return == "" || !ip.IsValid() || !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return Unknown, ""
	}
	sender := m.Return
	if sender == "<>" {
		sender = strings.Trim(m.Helo, "[]")
	}
	owner, local := domainOf(sender), "postmaster"
	if at := strings.LastIndexByte(sender, '@'); at > 0 {
		local = strings.ReplaceAll(sender[:at], "@", "_") // the library cuts at the first
	}
	if !whole(owner) || literal(owner) {
		return None, owner
	}
	out, _ := spf.CheckHostWithSender(ip.AsSlice(), ascii(m.Helo), local+"@"+owner,
		spf.WithContext(ctx), spf.WithResolver(spfDNS{c, ip.Is4()}))
	if end, ok := ctx.Deadline(); ctx.Err() != nil || ok && time.Until(end) <= 0 {
		return TempError, owner // to the library a client's name that did not come is no name
	}
	return Outcome(out), owner
}

func literal(domain string) bool {
	_, err := netip.ParseAddr(domain)
	return err == nil
}
