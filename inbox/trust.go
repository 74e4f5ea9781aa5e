package inbox

import (
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Trust is how far the sender a letter names is believed.
type Trust string

// The degrees of trust.
const (
	Proved   Trust = "proved"   // our server vouches for the sender's domain
	Unproved Trust = "unproved" // nobody says yes or no
	Failed   Trust = "failed"   // our server says the sender is forged
)

// maxResults is how many bytes of a header are read, more than servers write.
const maxResults = 16 << 10

// Trust judges by the topmost Authentication-Results header that names our
// receiving server, and by no other. With authservID "" no server vouches.
func (l *Letter) Trust(authservID string) Trust {
	return Judge(l.Results, authservID, l.From)
}

// Judge is the trust that Authentication-Results headers, topmost first, give
// to the address from. A pass counts where it is for from's own domain or
// organisation. A header that cannot be read whole says nothing.
func Judge(headers []string, authservID, from string) Trust {
	if authservID == "" {
		return Unproved
	}
	domain := from[strings.LastIndexByte(from, '@')+1:]
	for _, value := range headers {
		if len(value) > maxResults {
			continue
		}
		r, err := parseResults(value)
		if r.server != strings.ToLower(authservID) {
			continue
		}
		if err != nil {
			return Unproved
		}
		return r.verdict(domain)
	}
	return Unproved
}

func (r results) verdict(domain string) Trust {
	dmarc, pass := false, false
	for _, m := range r.methods {
		if m.name != "dmarc" {
			continue
		}
		switch m.result {
		case "fail":
			return Failed
		case "pass":
			dmarc = true
			pass = pass || aligned(m.properties["header.from"], domain)
		}
	}
	switch {
	case pass:
		return Proved
	case dmarc:
		return Unproved // a pass for somebody else
	case r.spfFails() && !r.signedBy(domain):
		return Failed
	}
	return Unproved
}

func (r results) spfFails() bool {
	for _, m := range r.methods {
		if m.name == "spf" && m.result == "fail" {
			return true
		}
	}
	return false
}

func (r results) signedBy(domain string) bool {
	for _, m := range r.methods {
		if m.name != "dkim" || m.result != "pass" {
			continue
		}
		signer := m.properties["header.d"]
		if signer == "" {
			id := m.properties["header.i"]
			signer = id[strings.LastIndexByte(id, '@')+1:]
		}
		if aligned(signer, domain) {
			return true
		}
	}
	return false
}

// aligned reports two domains of one organisation.
func aligned(a, b string) bool {
	a, b = asciiLower(a), asciiLower(b)
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	orgA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	orgB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && orgA == orgB
}

func asciiLower(domain string) string {
	domain = strings.TrimRight(strings.ToLower(domain), ".")
	if ascii, err := idna.Punycode.ToASCII(domain); err == nil {
		return ascii
	}
	return domain
}
