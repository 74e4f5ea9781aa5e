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
	// handedIn is how a server writes that somebody signed in handed it a letter.
	handedIn = regexp.MustCompile(`(?i)\bwith\s+(?:utf8)?(?:e?smtps?a|http)`)
	// literal is the address of who did, in brackets.
	literal = regexp.MustCompile(`\[(?:IPv6:)?([0-9a-fA-F:.]{2,45})\]`)
)

// fingerprints are the marks by which letters of one person resemble each other: the network they
// were handed in from, the device that named them, the program that wrote them. Only keyed
// hashes leave this function.
func (r *Receiver) fingerprints(from string, raw []byte) []model.Sign {
	top, _, err := mime.SplitHeader(raw)
	if err != nil {
		return nil
	}
	var out []model.Sign
	for _, mark := range [...]struct {
		kind  model.SignKind
		value string
	}{
		{model.SignNetwork, network(top)}, {model.SignDevice, device(top, from)}, {model.SignProgram, program(top)},
	} {
		if mark.value != "" {
			out = append(out, model.Sign{Kind: mark.kind, Hash: []byte(r.Keys.Sign("sign "+string(mark.kind), mark.value))})
		}
	}
	return out
}

// network is the block of addresses a letter was handed in from: of the first hop where
// somebody signed in. Letters of providers that do not say have none; a server's own address
// would be that of all its users.
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

// block is the part of a public address that a household or a small office shares: a /24, or
// a /56 of IPv6; "" for any other address.
func block(text string) string {
	ip, _ := netip.ParseAddr(text) // what is none is no unicast either
	ip = ip.Unmap()
	shared := netip.MustParsePrefix("100.64.0.0/10") // of a carrier, for many homes
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || shared.Contains(ip) {
		return ""
	}
	bits := 56
	if ip.Is4() {
		bits = 24
	}
	p, _ := ip.Prefix(bits) // no address is shorter
	return p.String()
}

// device is the name of the machine in a Message-ID, where it is neither the sender's domain
// nor a name that every machine has.
func device(top mime.Header, from string) string {
	id := strings.ToLower(strings.Trim(top.Get("message-id"), "<> "))
	_, host, ok := strings.Cut(id, "@")
	_, own, _ := strings.Cut(strings.ToLower(from), "@")
	if !ok || host == "" || len(host) > 255 || strings.HasPrefix(host, "localhost") || mime.Below(host, own) || mime.Below(own, host) ||
		slices.ContainsFunc(providers, func(provider string) bool { return mime.Below(host, provider) }) {
		return ""
	}
	return host
}

// providers have names for machines that stand in everybody's letters.
var providers = []string{"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com", "apple.com", "me.com",
	"gmx.net", "gmx.de", "gmx.com", "web.de", "protonmail.com", "proton.me", "messagingengine.com", "amazonses.com", "sendgrid.net", "mailgun.org"}

// program is what the mail program calls itself, with its version.
func program(top mime.Header) string {
	return cmp.Or(top.Get("user-agent"), top.Get("x-mailer"))
}
