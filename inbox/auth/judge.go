package auth

import (
	"cmp"
	"slices"
	"strings"
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

// voucher is a receiving server and how it writes what it found out.
type voucher struct {
	server   string // its name; "*." in front stands for any host below
	nameless bool   // it writes no name: then the topmost header of all is its own
	parted   bool   // it spreads its word over several headers
}

// vouchers are the servers of providers that a setting names by a word.
var vouchers = map[string]voucher{
	"gmail":     {server: "mx.google.com"},
	"microsoft": {nameless: true},
	"fastmail":  {server: "*.messagingengine.com", parted: true},
	"proton":    {server: "*.protonmail.ch", parted: true},
	"yahoo":     {server: "*.yahoo.com"},
}

// wrote says whether a header that gives that name as its writer's is the server's own.
func (v voucher) wrote(name string) bool {
	if suffix, several := strings.CutPrefix(v.server, "*"); several {
		return strings.HasSuffix(name, suffix)
	}
	return name == v.server
}

// Judge is the trust that Authentication-Results headers, topmost first, give to the address
// from. The server is named as it names itself, as *.NAME for all hosts below, or as gmail,
// microsoft, fastmail, proton or yahoo. A pass counts where it is for from's own domain or
// organisation. A header that cannot be read whole says nothing.
func Judge(headers []string, authservID, from string) Trust {
	if authservID == "" {
		return Unproved
	}
	authservID = strings.ToLower(authservID)
	who := cmp.Or(vouchers[authservID], voucher{server: authservID})
	domain := from[strings.LastIndexByte(from, '@')+1:]
	var all results
	for _, value := range headers {
		r, err := parseResults(value[:min(len(value), maxResults)], who.nameless)
		if !who.nameless && !who.wrote(r.server) {
			continue
		}
		if err != nil || len(value) > maxResults {
			return Unproved
		}
		all = all.below(r)
		if !who.parted {
			break
		}
	}
	return all.verdict(domain)
}

// below adds a header that stood below: it has no word on what those above spoke of, for it
// may be what a sender put there.
func (r results) below(other results) results {
	methods := r.methods
	for _, m := range other.methods {
		if len(r.of(m.name)) == 0 {
			methods = append(methods, m)
		}
	}
	return results{server: other.server, methods: methods}
}

func (r results) of(name string) (list []method) {
	for _, m := range r.methods {
		if m.name == name {
			list = append(list, m)
		}
	}
	return list
}

func (r results) verdict(domain string) Trust {
	passed, agreed := false, true
	policy := false
	for _, m := range r.of("dmarc") {
		switch m.result {
		case "fail":
			return Failed
		case "pass":
			passed = passed || Aligned(m.properties["header.from"], domain)
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
		return Unproved // a pass for somebody else, or nothing could be found out for now
	case slices.ContainsFunc(r.of("spf"), func(m method) bool { return m.result == "fail" }) && !r.signedBy(domain):
		return Failed
	}
	return Unproved
}

func (r results) signedBy(domain string) bool {
	for _, m := range r.of("dkim") {
		if m.result != "pass" {
			continue
		}
		signer := m.properties["header.d"]
		if signer == "" {
			id := m.properties["header.i"]
			signer = id[strings.LastIndexByte(id, '@')+1:]
		}
		if Aligned(signer, domain) {
			return true
		}
	}
	return false
}

// Trust is the same rule as for what a server reports: a pass of DMARC proves, its failure
// or, where the domain has no policy, that of SPF without a signature of theirs, forges.
func (r Report) Trust() Trust {
	switch {
	case r.DMARC == Pass:
		return Proved
	case r.DMARC == Fail:
		return Failed
	case r.DMARC == None && r.SPF == Fail && !r.Signed() && !r.has(TempError):
		return Failed
	}
	return Unproved
}
