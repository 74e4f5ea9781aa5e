package auth

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wholeSPF matches a record without any mistake (RFC 7208, 4.6 and 12). The library stops reading at the term
// that decides, so it would accept a pass from a broken record.
var wholeSPF, wholeDomain = func() (record, domain *regexp.Regexp) {
	const (
		macro = `%(?:[%_-]|\{[slodiphv](?:0*[1-9][0-9]*)?r?[-.+,/_=]*\})`
		text  = `(?:[\x21-\x24\x26-\x7e]|` + macro + `)*`
		label = `(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])`
		name  = text + `(?:\.` + label + `\.?|` + macro + `)` // ends like a name, or in a macro
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

// modifiers matches the modifiers that name a domain.
var modifiers = regexp.MustCompile(`(?i) (redirect|exp)=([^ ]*)`)

// broken reports whether a record has a mistake anywhere.
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

// spfDNS answers the look-ups of the SPF library. Every error of the resolver is temporary to the library,
// whatever the resolver calls it, except a missing name.
type spfDNS struct {
	c      *Checker
	client netip.Addr
}

func (d spfDNS) LookupTXT(ctx context.Context, name string) ([]string, error) {
	name, ok := absolute(name)
	if !ok {
		return nil, errNoName
	}
	texts, err := d.c.DNS.LookupTXT(ctx, name)
	for i, t := range texts {
		first, _, _ := strings.Cut(t, " ")
		if !strings.EqualFold(first, "v=spf1") {
			continue
		}
		if broken(t) {
			return nil, errors.New("a mistake in an SPF record") // a permanent error
		}
		if now := d.withClientName(ctx, t, strings.TrimSuffix(name, ".")); now != t {
			texts = slices.Clone(texts) // a cache may still hold the original
			texts[i] = now
		}
	}
	return texts, answer(err)
}

func (d spfDNS) LookupMX(ctx context.Context, name string) ([]*net.MX, error) {
	name, ok := absolute(name)
	if !ok {
		return nil, errNoName
	}
	list, err := d.c.DNS.LookupMX(ctx, name)
	return list, answer(err)
}

// LookupIPAddr returns an error unless it got an answer for each kind of address that the client may have.
// Otherwise a client could look foreign because a name server did not answer.
func (d spfDNS) LookupIPAddr(ctx context.Context, name string) ([]net.IPAddr, error) {
	name, ok := absolute(name)
	if !ok {
		return nil, errNoName
	}
	networks := []string{"ip4", "ip6"}
	if d.client.Is4() { // the client then has no IPv6 address
		networks = networks[:1]
	}
	var all []net.IPAddr
	for _, network := range networks {
		list, err := d.c.DNS.LookupNetIP(ctx, network, name)
		if err != nil && !HasNoRecord(err) {
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
		return names, nil // those of the answers that are valid names
	}
	return nil, answer(err)
}

// clientName matches the macro %{p} for the client's name, which the library replaces by "unknown" without a
// look-up.
var clientName = regexp.MustCompile(`(?i)%\{p([0-9]*)(r?)([-.+,/_=]*)\}`)

// withClientName replaces that macro in a record by the client's name (RFC 7208, 7.3).
func (d spfDNS) withClientName(ctx context.Context, record, domain string) string {
	if !clientName.MatchString(record) {
		return record
	}
	name := d.nameOf(ctx, domain)
	return clientName.ReplaceAllStringFunc(record, func(macro string) string {
		f := clientName.FindStringSubmatch(macro)
		labels := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(cmp.Or(f[3], "."), r) })
		if f[2] != "" {
			slices.Reverse(labels)
		}
		if n, err := strconv.Atoi(f[1]); err == nil && n < len(labels) {
			labels = labels[len(labels)-n:]
		}
		return strings.Join(labels, ".")
	})
}

// namesMost limits how many names of a client are looked up (RFC 7208, 4.6.4).
const namesMost = 10

var hostName = regexp.MustCompile(`^[a-z0-9._-]+$`)

// nameOf returns a name of the client that also resolves to the client: the domain itself if possible, then a
// name below it, then any other. If there is none, it returns "unknown".
func (d spfDNS) nameOf(ctx context.Context, domain string) string {
	names, _ := d.c.DNS.LookupAddr(ctx, d.client.String()) // a failed look-up means unknown
	best, rank := "unknown", 0
	for _, name := range names[:min(len(names), namesMost)] {
		name = ascii(name)
		fits := 1
		if strings.HasSuffix(name, "."+domain) {
			fits = 2
		} else if name == domain {
			fits = 3
		}
		if fits <= rank || !queryable(name) || !hostName.MatchString(name) {
			continue
		}
		addresses, err := d.LookupIPAddr(ctx, name)
		if err == nil && slices.ContainsFunc(addresses, func(a net.IPAddr) bool { return a.IP.Equal(d.client.AsSlice()) }) {
			best, rank = name, fits
		}
	}
	return best
}

// absolute returns a name in absolute form for a look-up. A name that a macro made too long loses its first
// labels (RFC 7208, 7.3). ok is false if the name cannot be looked up.
func absolute(name string) (string, bool) {
	name = ascii(name)
	for len(name) > 253 {
		_, name, _ = strings.Cut(name, ".")
	}
	return name + ".", queryable(name)
}

var errNoName = &net.DNSError{Err: "not a name", IsNotFound: true}

func answer(err error) error {
	switch {
	case err == nil:
		return nil
	case HasNoRecord(err):
		return errNoName
	}
	return &net.DNSError{Err: err.Error(), IsTemporary: true}
}
