package auth

import (
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Aligned reports two domains of one organisation, in either spelling of international names.
func Aligned(a, b string) bool {
	a, b = ascii(a), ascii(b)
	if a == "" || b == "" {
		return false
	}
	return a == b || organisation(a) != "" && organisation(a) == organisation(b)
}

// organisation is the domain that somebody registered, "" for a suffix that many share.
func organisation(domain string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return org
}

// ascii is a domain in lower case, international names in ASCII, without the last dot.
func ascii(domain string) string {
	domain = strings.TrimRight(strings.ToLower(domain), ".")
	if short, err := idna.Punycode.ToASCII(domain); err == nil {
		return short
	}
	return domain
}

// whole reports a name of two labels at least that can be asked for.
func whole(domain string) bool {
	if len(domain) > 253 || !strings.Contains(domain, ".") {
		return false
	}
	return !slices.ContainsFunc(strings.Split(domain, "."), func(label string) bool {
		return label == "" || len(label) > 63 || strings.ContainsFunc(label, func(r rune) bool { return r <= ' ' || r >= 0x7f })
	})
}
