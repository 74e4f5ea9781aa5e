package doctor

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
	"pitpost.example/mailer/send"
)

// dkim compares the published keys with the keys that sign.
func dkim(v *visit, ctx context.Context) (string, error) {
	if v.broken != nil {
		return "", v.broken
	}
	if v.signer == nil {
		return "the provider signs, or nobody: DKIM_KEY_FILE is not set", nil
	}
	var names []string
	for _, r := range v.signer.Records() {
		texts, err := v.ask.LookupTXT(ctx, r.Name)
		if err != nil && !auth.HasNoRecord(err) {
			return "", v.unheard("TXT", r.Name, err)
		}
		right := slices.ContainsFunc(texts, func(t string) bool { return tag(t, "p") == tag(r.Text, "p") })
		switch {
		case len(texts) == 0:
			return "", fmt.Errorf("the key that signs is not published. Publish: %s", txt(r.Name, r.Text))
		case !right:
			return "", fmt.Errorf("another key is published than the one that signs. Publish in its place: %s", txt(r.Name, r.Text))
		}
		names = append(names, r.Name)
	}
	return "published at " + strings.Join(names, ", "), nil
}

// tag returns the value of a tag in a record such as "v=DKIM1; p=…", without blanks.
func tag(record, name string) string {
	for _, pair := range strings.Split(record, ";") {
		if n, value, ok := strings.Cut(pair, "="); ok && strings.TrimSpace(n) == name {
			return strings.Join(strings.Fields(value), "")
		}
	}
	return ""
}

// dmarc looks for a record of the domain, then of the registered domain above it.
func dmarc(v *visit, ctx context.Context) (string, error) {
	names := []string{v.domain}
	if whole, err := publicsuffix.EffectiveTLDPlusOne(v.domain); err == nil && whole != v.domain {
		names = append(names, whole)
	}
	for _, name := range names {
		texts, err := v.texts(ctx, "_dmarc."+name, "v=DMARC1")
		if err != nil {
			return "", err
		}
		if len(texts) > 1 {
			return "", fmt.Errorf("_dmarc.%s has %d DMARC records, which counts as none. Publish only: %s", name, len(texts), txt("_dmarc."+name, texts[0]))
		}
		if len(texts) == 0 {
			continue
		}
		if policy := strings.ToLower(tag(texts[0], "p")); policy != "none" && policy != "quarantine" && policy != "reject" {
			return "", fmt.Errorf("the DMARC record at _dmarc.%s has no policy. Publish: %s", name, txt("_dmarc."+name, "v=DMARC1; p=none"))
		}
		if signs := v.signer != nil && !v.aligned(texts[0]); signs {
			return "", fmt.Errorf("the DMARC record at _dmarc.%s wants the signing domain to be the address's own (adkim=s): set DKIM_DOMAIN to %s. Or publish: %s",
				name, v.domain, txt("_dmarc."+name, "v=DMARC1; p="+tag(texts[0], "p")))
		}
		return texts[0], nil
	}
	return "", fmt.Errorf("%s has no DMARC record. Publish: %s", v.domain, txt("_dmarc."+v.domain, "v=DMARC1; p=none"))
}

// aligned reports whether our signatures count under a DMARC record.
func (v *visit) aligned(record string) bool {
	return tag(record, "adkim") != "s" ||
		slices.ContainsFunc(v.signer.Records(), func(r send.Record) bool { return strings.HasSuffix(r.Name, "._domainkey."+v.domain) })
}

// ptr checks that the address of the sending server has a name that resolves to that address again.
func ptr(v *visit, ctx context.Context) (string, error) {
	host := v.relay
	if settings.OnLoopback(host) {
		mx, err := v.ask.LookupMX(ctx, v.domain)
		if err != nil && !auth.HasNoRecord(err) {
			return "", v.unheard("MX", v.domain, err)
		}
		if len(mx) == 0 {
			return "", &Unasked{fmt.Errorf("it is not known by which address this machine sends: %s has no MX record", v.domain), "See the part mx."}
		}
		host = strings.TrimSuffix(mx[0].Host, ".")
	}
	addresses, err := v.ask.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return "", v.unheard("address", host, err)
	}
	var found []string
	for _, address := range addresses {
		address = address.Unmap()
		names, err := v.ask.LookupAddr(ctx, address.String())
		if err != nil && !auth.HasNoRecord(err) {
			return "", v.unheard("PTR", address.String(), err)
		}
		leads, err := v.leadTo(ctx, names, address)
		if err != nil {
			return "", err
		}
		if !leads {
			return "", fmt.Errorf("%s has no name that leads back to it. Publish: %s IN PTR %s", address, reverse(address), v.named(host))
		}
		found = append(found, address.String())
	}
	return strings.Join(found, ", ") + " have names that lead back", nil
}

// leadTo reports whether one of the names has an address. It returns an error if that cannot be told.
func (v *visit) leadTo(ctx context.Context, names []string, address netip.Addr) (leads bool, unheard error) {
	for _, name := range names {
		back, err := v.ask.LookupNetIP(ctx, "ip", strings.TrimSuffix(name, "."))
		switch {
		case err != nil && !auth.HasNoRecord(err):
			unheard = v.unheard("address", name, err)
		case slices.ContainsFunc(back, func(a netip.Addr) bool { return a.Unmap() == address }):
			return true, nil
		}
	}
	return false, unheard
}

// reverse returns the DNS name for the reverse lookup of an address.
func reverse(address netip.Addr) string {
	bytes := address.AsSlice()
	if len(bytes) == 4 {
		return fmt.Sprintf("%d.%d.%d.%d.in-addr.arpa.", bytes[3], bytes[2], bytes[1], bytes[0])
	}
	var parts []string
	for _, b := range slices.Backward(bytes) {
		parts = append(parts, fmt.Sprintf("%x.%x", b&15, b>>4))
	}
	return strings.Join(parts, ".") + ".ip6.arpa."
}
