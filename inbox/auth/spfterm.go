package auth

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

// rules are one SPF record.
type rules struct {
	terms    []term
	redirect string // a domain-spec, "" for none
}

// term is one mechanism and what it says of whoever it matches.
type term struct {
	outcome      Outcome
	name         string
	domain       string // a domain-spec, "" for the domain at hand
	net          netip.Prefix
	bits4, bits6 int
}

// asks says whether a mechanism asks name servers, which only ten may.
func (t term) asks() bool { return t.name != "all" && t.name != "ip4" && t.name != "ip6" }

var (
	modifier   = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9._-]*)=(.*)$`)
	lengths    = regexp.MustCompile(`^(?:/([0-9]{1,2}))?(?://([0-9]{1,3}))?$`)
	qualifiers = map[string]Outcome{"": Pass, "+": Pass, "-": Fail, "~": SoftFail, "?": Neutral}
)

// parseRules reads a record whole; a mistake anywhere spoils it, as RFC 7208, 4.6 asks.
func parseRules(record string) (rules, bool) {
	var p rules
	seen := map[string]bool{}
	for _, word := range strings.Fields(record)[1:] {
		if m := modifier.FindStringSubmatch(word); m != nil {
			name := strings.ToLower(m[1])
			if !macroString(m[2]) || seen[name] || (name == "redirect" || name == "exp") && m[2] == "" {
				return p, false
			}
			if name == "redirect" {
				p.redirect = m[2]
			}
			seen[name] = name == "redirect" || name == "exp" // others may come again
			continue
		}
		t, ok := parseTerm(word)
		if !ok {
			return p, false
		}
		p.terms = append(p.terms, t)
	}
	return p, true
}

func parseTerm(word string) (term, bool) {
	sign, rest := "", word
	if strings.ContainsRune("+?~-", rune(word[0])) {
		sign, rest = word[:1], word[1:]
	}
	t := term{outcome: qualifiers[sign], bits4: 32, bits6: 128}
	end := strings.IndexAny(rest, ":/")
	if end < 0 {
		end = len(rest)
	}
	t.name = strings.ToLower(rest[:end])
	arg, given := strings.CutPrefix(rest[end:], ":")
	switch t.name {
	case "all":
		return t, rest[end:] == ""
	case "ip4", "ip6":
		return t.network(arg, given)
	case "include", "exists":
		t.domain = arg
		return t, given && arg != "" && macroString(arg)
	case "ptr":
		t.domain = arg
		return t, (given && arg != "" || rest[end:] == "") && macroString(arg)
	case "a", "mx":
		return t.near(arg, given)
	}
	return t, false
}

// network reads ip4:192.0.2.0/24 and its like.
func (t term) network(arg string, given bool) (term, bool) {
	address, bits, cut := strings.Cut(arg, "/")
	ip, err := netip.ParseAddr(address)
	if err != nil || !given || ip.Zone() != "" || ip.Is4() != (t.name == "ip4") {
		return t, false
	}
	n := ip.BitLen()
	if cut {
		if n, err = strconv.Atoi(bits); err != nil || bits[0] == '+' || n < 0 || n > ip.BitLen() {
			return t, false
		}
	}
	t.net = netip.PrefixFrom(ip, n).Masked()
	return t, true
}

// near reads what stands behind a or mx: a domain, lengths, both or nothing. A slash
// inside a macro's braces is no length.
func (t term) near(arg string, given bool) (term, bool) {
	start := strings.LastIndexByte(arg, '}') + 1
	if i := strings.IndexByte(arg[start:], '/'); i >= 0 {
		t.domain, arg = arg[:start+i], arg[start+i:]
	} else {
		t.domain, arg = arg, ""
	}
	m := lengths.FindStringSubmatch(arg)
	if m == nil || given == (t.domain == "") || !macroString(t.domain) {
		return t, false
	}
	for i, bits := range []*int{&t.bits4, &t.bits6} {
		if m[i+1] == "" {
			continue
		}
		n, err := strconv.Atoi(m[i+1])
		if err != nil || n > *bits {
			return t, false
		}
		*bits = n
	}
	return t, true
}
