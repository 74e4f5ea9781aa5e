package inbox

import (
	"cmp"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
	"pitpost.example/model"
)

var (
	// handedIn matches how a server notes in Received that an authenticated user submitted the letter.
	handedIn = regexp.MustCompile(`(?i)\bwith\s+(?:utf8)?(?:e?smtps?a|http)`)
	// literal matches that user's IP address, in brackets.
	literal = regexp.MustCompile(`\[(?:IPv6:)?([0-9a-fA-F:.]{2,45})\]`)
)

// fingerprints returns marks that letters of the same person share: the network they were submitted from,
// the device in their Message-ID, and the mail program. Only keyed hashes leave this function.
func (r *Receiver) fingerprints(from string, raw []byte) []model.Sign {
	top, _, _ := mime.SplitHeader(raw) // a header that cannot be read has no marks
	var out []model.Sign
	mark := func(kind model.SignKind, value string) {
		if value != "" {
			out = append(out, model.Sign{Kind: kind, Hash: []byte(r.Keys.Sign("sign "+string(kind), value))})
		}
	}
	mark(model.SignNetwork, network(top))
	mark(model.SignDevice, device(top, from))
	mark(model.SignProgram, program(top))
	return out
}

// network returns the address block that a letter was submitted from, taken from the first hop with an
// authenticated user. It is "" for providers that do not say, because a server's own address would be
// shared by all its users.
func network(top mime.Header) string {
	for _, f := range slices.Backward(top) {
		if f.Name != "received" || len(f.Value) > mime.MaxField || !handedIn.MatchString(f.Value) {
			continue
		}
		by, _, _ := strings.Cut(f.Value, " by ")
		if m := literal.FindStringSubmatch(by); m != nil {
			return block(m[1])
		}
		return ""
	}
	return block(strings.Trim(top.Get("x-originating-ip"), "[] "))
}

// block returns the part of a public address that a household or a small office shares, a /24 or for IPv6
// a /56. It is "" for any other address.
func block(text string) string {
	ip, _ := netip.ParseAddr(text) // the zero Addr of a failed parse is not a unicast address either
	ip = ip.Unmap()
	shared := netip.MustParsePrefix("100.64.0.0/10") // carrier-grade NAT, shared by many homes
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || shared.Contains(ip) {
		return ""
	}
	bits := 56
	if ip.Is4() {
		bits = 24
	}
	p, _ := ip.Prefix(bits) // no error: every address has that many bits
	return p.String()
}

// device returns the host in the Message-ID, or "" if that is the sender's own domain or a name that many
// machines share.
func device(top mime.Header, from string) string {
	id := strings.ToLower(strings.Trim(top.Get("message-id"), "<> "))
	_, host, ok := strings.Cut(id, "@")
	_, own, _ := strings.Cut(strings.ToLower(from), "@")
	theirs := mime.IsBelowDomain(host, own) || mime.IsBelowDomain(own, host)
	if !ok || host == "" || len(host) > 255 || theirs || isSharedHost(host) {
		return ""
	}
	return host
}

// isSharedHost reports whether many machines bear a name, so that it identifies none.
func isSharedHost(host string) bool {
	return strings.HasPrefix(host, "localhost") ||
		slices.ContainsFunc(providers, func(provider string) bool { return mime.IsBelowDomain(host, provider) })
}

// providers lists domains whose host names occur in everybody's letters and so identify nobody.
var providers = []string{"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com", "apple.com", "me.com",
	"gmx.net", "gmx.de", "gmx.com", "web.de", "protonmail.com", "proton.me", "messagingengine.com", "amazonses.com", "sendgrid.net", "mailgun.org"}

// program returns the mail program's name for itself, usually with its version.
func program(top mime.Header) string {
	return cmp.Or(top.Get("user-agent"), top.Get("x-mailer"))
}
