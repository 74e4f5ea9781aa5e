package auth

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"
)

// Trust says how far the sender named in a letter is believed.
type Trust string

// The degrees of trust.
const (
	Proved   Trust = "proved"   // our server vouches for the sender's domain
	Unproved Trust = "unproved" // nobody confirms or denies it
	Failed   Trust = "failed"   // our server says that the sender is forged
)

// maxResults limits how many bytes of a header are read. Servers write less.
const maxResults = 16 << 10

// voucher is a receiving server and how it writes its results.
type voucher struct {
	server   string // its name; a leading "*." stands for any host below
	nameless bool   // it writes no name, so the topmost header of all is its own
	parted   bool   // it spreads its results over several headers
}

// vouchers maps words that a setting may use to the servers of providers.
var vouchers = map[string]voucher{
	"gmail":     {server: "mx.google.com"},
	"microsoft": {nameless: true},
	"fastmail":  {server: "*.messagingengine.com", parted: true},
	"proton":    {server: "*.protonmail.ch", parted: true},
	"yahoo":     {server: "*.yahoo.com"},
}

// wrote reports whether a header that names its writer comes from this server.
func (v voucher) wrote(name string) bool {
	if suffix, several := strings.CutPrefix(v.server, "*"); several {
		return strings.HasSuffix(name, suffix)
	}
	return name == v.server
}

// JudgeTrust returns the trust that Authentication-Results headers, topmost first, give to the address from.
// authservID is the server's name in these headers, *.NAME for all hosts below NAME, or gmail, microsoft,
// fastmail, proton or yahoo. A pass counts if it is for from's own domain or organisation. A header that
// cannot be parsed completely proves nothing.
func JudgeTrust(headers []string, authservID, from string) Trust {
	all, ok := resultsOf(headers, authservID)
	if !ok {
		return Unproved
	}
	return all.verdict(domainOf(from))
}

// CameDirectly reports whether the same headers say that a letter came straight from the servers of from's organisation,
// which alone could have changed it (SPF).
func CameDirectly(headers []string, authservID, from string) bool {
	all, ok := resultsOf(headers, authservID)
	return ok && slices.ContainsFunc(all.of("spf"), func(m method) bool {
		return m.result == "pass" && SameOrganisation(domainOf(m.properties["smtp.mailfrom"]), domainOf(from))
	})
}

// resultsOf reads the results that count; false if there are none, or one cannot be parsed completely.
func resultsOf(headers []string, authservID string) (all results, ok bool) {
	if authservID == "" {
		return all, false
	}
	authservID = strings.ToLower(authservID)
	who, counted := cmp.Or(vouchers[authservID], voucher{server: authservID}), 0
	for _, value := range headers {
		r, err := parseResults(value[:min(len(value), maxResults)], who.nameless)
		if !who.nameless && !who.wrote(r.server) {
			continue
		}
		if err != nil || len(value) > maxResults {
			return results{}, false
		}
		// What a header above has already reported does not count here, because the sender may have written this header.
		fresh := slices.DeleteFunc(r.methods, func(m method) bool { return len(all.of(m.name)) > 0 })
		for i := range fresh {
			fresh[i].header = counted
		}
		counted++
		all.methods = append(all.methods, fresh...)
		if !who.parted {
			break
		}
	}
	return all, true
}

func (r results) of(name string) []method {
	return slices.DeleteFunc(slices.Clone(r.methods), func(m method) bool { return m.name != name })
}

func (r results) verdict(domain string) Trust {
	passed, agreed := false, true
	policy := false
	for _, m := range r.of("dmarc") {
		switch m.result {
		case "fail":
			return Failed
		case "pass":
			passed = passed || SameOrganisation(m.properties["header.from"], domain)
		case "none", "permerror":
			agreed = false
			continue
		default:
			agreed = false
		}
		policy = true
	}
	switch {
	case passed && agreed:
		return Proved
	case policy:
		return Unproved // a pass for another domain, or no result at present
	case r.signedBeside(domain):
		return Proved // its domain has no policy, but its signature holds, by whatever way the letter came
	case slices.ContainsFunc(r.of("spf"), func(m method) bool { return m.result == "fail" }) && !r.signedBy(domain):
		return Failed
	}
	return Unproved
}

// signedBeside reports whether a signature of the domain holds, by the header that says what DMARC came to, or by the topmost
// one. A header below may be the sender's own.
func (r results) signedBeside(domain string) bool {
	header := 0
	if policies := r.of("dmarc"); len(policies) > 0 {
		header = policies[0].header
	}
	beside := results{methods: slices.DeleteFunc(r.of("dkim"), func(m method) bool { return m.header != header })}
	return beside.signedBy(domain)
}

func (r results) signedBy(domain string) bool {
	return slices.ContainsFunc(r.of("dkim"), func(m method) bool {
		signer := cmp.Or(m.properties["header.d"], domainOf(m.properties["header.i"]))
		return m.result == "pass" && SameOrganisation(signer, domain)
	})
}

// IsFieldSigned reports whether every DKIM signature of from's organisation covers a field. Whoever passes a letter on can
// change or add a field that is not covered, and the signature stays valid.
func IsFieldSigned(signatures []string, from, field string) bool {
	for _, value := range signatures {
		t, err := parseTags(value)
		if err != nil {
			return false
		}
		if SameOrganisation(t["d"], domainOf(from)) && !t.covers(field) {
			return false
		}
	}
	return true
}

func (t tags) covers(field string) bool {
	return slices.Contains(strings.Split(strings.ToLower(unfolded(t["h"])), ":"), field)
}

// SignedIdentity returns what the DKIM signatures of from's organisation know a letter by if they leave its Message-ID
// open, so that whoever passes the letter on can give it another: the same text of the same Date, or the signature
// itself. It returns "" if they all cover the Message-ID. ok is false if whoever passes the letter on can add to its
// text, or if two signatures know it by different things, of which one could be taken away.
func SignedIdentity(signatures []string, from, date string) (same string, ok bool) {
	for _, value := range signatures {
		t, err := parseTags(value)
		if err != nil {
			return "", false
		}
		if !SameOrganisation(t["d"], domainOf(from)) {
			continue
		}
		if _, partial := t["l"]; partial {
			return "", false
		}
		if t.covers("message-id") {
			continue
		}
		one := "text " + unfolded(t["bh"]) + " of " + unfolded(date)
		if !t.covers("date") {
			// Decoded, because one signature can be written in several ways.
			made, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(unfolded(t["b"]), "="))
			if err != nil {
				return "", false
			}
			one = "signature " + string(made)
		}
		if same != "" && same != one {
			return "", false
		}
		same = one
	}
	return same, true
}

// Straight reports whether our own checks say the same.
func (r Report) Straight(from string) bool {
	return r.SPF == Pass && SameOrganisation(r.SPFDomain, domainOf(from))
}

// Trust applies the same rule to our own checks. A DMARC pass proves the sender, and so does a signature of a domain without
// a policy. A DMARC failure means a forgery, and so does an SPF failure of a domain without either.
func (r Report) Trust() Trust {
	switch {
	case r.DMARC == Pass:
		return Proved
	case r.DMARC == Fail:
		return Failed
	case r.DMARC == None && r.Signed():
		return Proved
	case r.DMARC == None && r.SPF == Fail && !r.has(TempError):
		return Failed
	}
	return Unproved
}
