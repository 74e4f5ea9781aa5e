package auth

import (
	"context"
	"errors"
	"net"
	"regexp"
	"strings"
)

// wholeSPF is a record without a mistake anywhere (RFC 7208, 4.6 and 12). The library reads no
// further than the term that decides, so that it would take a pass from a broken record.
var wholeSPF, wholeDomain = func() (record, domain *regexp.Regexp) {
	const (
		macro = `%(?:[%_-]|\{[slodiphv](?:0*[1-9][0-9]*)?r?[-.+,/_=]*\})`
		text  = `(?:[\x21-\x24\x26-\x7e]|` + macro + `)*`
		label = `(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])`
		name  = text + `(?:\.` + label + `\.?|` + macro + `)` // it ends as a name does, or as a macro makes it
		octet = `(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])`
		bits4 = `/(?:[12]?[0-9]|3[0-2])`
		bits6 = `/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8])`
	)
	mechanisms := strings.Join([]string{
		`all`,
		`(?:include|exists):` + name,
		`ptr(?::` + name + `)?`,
		`(?:a|mx)(?::` + name + `)?(?:` + bits4 + `)?(?:/` + bits6 + `)?`,
		`ip4:` + octet + `(?:\.` + octet + `){3}(?:` + bits4 + `)?`,
		`ip6:[0-9a-f]*:[0-9a-f:.]*(?:` + bits6 + `)?`,
	}, "|")
	return regexp.MustCompile(`(?i)^v=spf1(?: +(?:[a-z][a-z0-9._-]*=` + text + `|[-+~?]?(?:` + mechanisms + `)))* *$`), regexp.MustCompile(`(?i)^` + name + `$`)
}()

// modifiers are those that name a domain.
var modifiers = regexp.MustCompile(`(?i) (redirect|exp)=([^ ]*)`)

// broken says whether a record has a mistake anywhere.
func broken(record string) bool {
	seen := map[string]bool{}
	for _, m := range modifiers.FindAllStringSubmatch(record, -1) {
		which := strings.ToLower(m[1])
		if seen[which] || !wholeDomain.MatchString(m[2]) {
			return true
		}
		seen[which] = true
	}
	return !wholeSPF.MatchString(record)
}

var errBrokenSPF = errors.New("a mistake in an SPF record")

// spfDNS answers the questions of the library that evaluates SPF. All trouble but a missing
// name is temporary to it, whatever the resolver calls it.
type spfDNS struct {
	c  *Checker
	v4 bool // the client came by IPv4, so that no IPv6 address can be its own
}

func (d spfDNS) LookupTXT(ctx context.Context, name string) ([]string, error) {
	name, ok := asked(name)
	if !ok {
		return nil, errNoName
	}
	texts, err := d.c.DNS.LookupTXT(ctx, name)
	for _, t := range texts {
		first, _, _ := strings.Cut(t, " ")
		if strings.EqualFold(first, "v=spf1") && broken(t) {
			return nil, errBrokenSPF // for good, not for now
		}
	}
	return texts, answer(err)
}

func (d spfDNS) LookupMX(ctx context.Context, name string) ([]*net.MX, error) {
	name, ok := asked(name)
	if !ok {
		return nil, errNoName
	}
	list, err := d.c.DNS.LookupMX(ctx, name)
	return list, answer(err)
}

// LookupIPAddr needs an answer for each kind of address asked for: one kind alone would
// make a client look foreign because a name server was away.
func (d spfDNS) LookupIPAddr(ctx context.Context, name string) ([]net.IPAddr, error) {
	name, ok := asked(name)
	if !ok {
		return nil, errNoName
	}
	networks := []string{"ip4", "ip6"}
	if d.v4 {
		networks = networks[:1]
	}
	var all []net.IPAddr
	for _, network := range networks {
		list, err := d.c.DNS.LookupNetIP(ctx, network, name)
		if err != nil && !missing(err) {
			return nil, answer(err)
		}
		for _, a := range list {
			all = append(all, net.IPAddr{IP: a.AsSlice()})
		}
	}
	return all, nil
}

func (d spfDNS) LookupAddr(ctx context.Context, address string) ([]string, error) {
	names, err := d.c.DNS.LookupAddr(ctx, address)
	if len(names) > 0 {
		return names, nil // those of them that are names
	}
	return nil, answer(err)
}

// asked is a name as name servers are asked for it, from the root; what a macro made too long
// loses its first labels (RFC 7208, 7.3).
func asked(name string) (string, bool) {
	name = ascii(name)
	for len(name) > 253 {
		_, rest, cut := strings.Cut(name, ".")
		if !cut {
			break
		}
		name = rest
	}
	return name + ".", whole(name)
}

var errNoName = &net.DNSError{Err: "not a name", IsNotFound: true}

func answer(err error) error {
	switch {
	case err == nil:
		return nil
	case missing(err):
		return errNoName
	}
	return &net.DNSError{Err: err.Error(), IsTemporary: true}
}
