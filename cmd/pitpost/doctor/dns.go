package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/mailer/send"
)

// Resolver is what the doctor asks for DNS records; net.Resolver is one.
type Resolver interface {
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupHost(ctx context.Context, name string) ([]string, error)
	LookupAddr(ctx context.Context, address string) ([]string, error)
}

// spfMost is how many records an SPF check follows, as RFC 7208 has it.
const spfMost = 10

// dnsCheck looks for what a domain must publish to have its mail believed. Each
// of its faults says the record to publish, word for word.
type dnsCheck struct {
	ask    Resolver
	domain string // of our address
	relay  string // the host that sends, "" for none
	signer *send.Signer
	broken error // says why there is no signer although one is set
}

func newDNSCheck(s *settings.Settings, ask Resolver) *dnsCheck {
	_, domain, _ := strings.Cut(s.Address, "@")
	c := &dnsCheck{ask: ask, domain: strings.ToLower(domain)}
	if u, err := url.Parse(string(s.SMTPURL)); err == nil {
		c.relay = strings.ToLower(u.Hostname())
	}
	c.signer, c.broken = s.Signer()
	return c
}

// published looks into the DNS.
func published(look func(*dnsCheck, context.Context) (string, error)) try {
	return func(v *visit, ctx context.Context) (string, error) { return look(v.dns, ctx) }
}

// ownRelay says whether the relay is the domain's own or this machine, and its
// name in the DNS thus the operator's business.
func (c *dnsCheck) ownRelay() bool {
	return c.relay != "" && (settings.OnLoopback(c.relay) || settings.Under(c.relay, c.domain))
}

// missing tells that there is no such record from a resolver that is away.
func missing(err error) bool {
	var dns *net.DNSError
	return err == nil || errors.As(err, &dns) && dns.IsNotFound
}

func (c *dnsCheck) mx(ctx context.Context) (string, error) {
	found, err := c.ask.LookupMX(ctx, c.domain)
	if !missing(err) {
		return "", err
	}
	var hosts []string
	for _, mx := range found {
		if mx.Host == "." {
			return "", fmt.Errorf("%s says that it takes no mail (MX \".\")", c.domain)
		}
		hosts = append(hosts, strings.TrimSuffix(mx.Host, "."))
	}
	if len(hosts) == 0 {
		return "", fmt.Errorf("%s has no MX record. Publish: %s. IN MX 10 %s", c.domain, c.domain, c.sender("mail."+c.domain+"."))
	}
	return strings.Join(hosts, ", "), nil
}

// sender is the relay's name where it has one in the DNS.
func (c *dnsCheck) sender(otherwise string) string {
	if c.relay == "" || settings.OnLoopback(c.relay) || net.ParseIP(c.relay) != nil {
		return otherwise
	}
	return c.relay + "."
}

func (c *dnsCheck) spf(ctx context.Context) (string, error) {
	texts, err := c.texts(ctx, c.domain, "v=spf1")
	if err != nil {
		return "", err
	}
	own := txt(c.domain, "v=spf1 "+c.mechanism()+" ~all")
	if len(texts) == 0 {
		return "", fmt.Errorf("%s has no SPF record. Publish: %s", c.domain, own)
	}
	if len(texts) > 1 {
		return "", fmt.Errorf("%s has %d SPF records, which counts as an error everywhere. Publish only: %s", c.domain, len(texts), txt(c.domain, joined(texts)))
	}
	text := texts[0]
	if strings.Contains(text, "+all") || strings.HasSuffix(text, " all") {
		return "", fmt.Errorf("the SPF record of %s lets everybody send in its name. Publish: %s", c.domain,
			txt(c.domain, strings.TrimSuffix(strings.TrimSuffix(text, "all"), "+")+"~all"))
	}
	n, err := c.lookups(ctx, text, 0)
	if err != nil {
		return "", err
	}
	if n > spfMost {
		return "", fmt.Errorf("the SPF record of %s asks for %d further records, and checkers stop at 10. Publish one with fewer include, a, mx and redirect terms, such as: %s",
			c.domain, n, own)
	}
	if want := c.mechanism(); strings.HasPrefix(want, "include:") && !strings.Contains(text, want) {
		return "", fmt.Errorf("the SPF record of %s does not name your provider. Publish: %s", c.domain,
			txt(c.domain, strings.Replace(text, "v=spf1", "v=spf1 "+want, 1)))
	}
	return text, nil
}

// mechanism is the term that lets our relay send.
func (c *dnsCheck) mechanism() string {
	for host, include := range map[string]string{"gmail.com": "_spf.google.com", "googlemail.com": "_spf.google.com", "office365.com": "spf.protection.outlook.com",
		"outlook.com": "spf.protection.outlook.com", "amazonaws.com": "amazonses.com", "sendgrid.net": "sendgrid.net", "mailgun.org": "mailgun.org",
		"fastmail.com": "spf.messagingengine.com"} {
		if settings.Under(c.relay, host) {
			return "include:" + include
		}
	}
	if c.relay == "" || settings.OnLoopback(c.relay) {
		return "mx"
	}
	if ip := net.ParseIP(c.relay); ip != nil {
		if ip.To4() != nil {
			return "ip4:" + c.relay
		}
		return "ip6:" + c.relay
	}
	return "a:" + c.relay
}

// lookups counts the further records that a check of an SPF record asks for.
func (c *dnsCheck) lookups(ctx context.Context, text string, depth int) (int, error) {
	n := 0
	for _, term := range strings.Fields(text)[1:] {
		term = strings.ToLower(strings.TrimLeft(term, "+-~?"))
		name, rest, _ := strings.Cut(strings.ReplaceAll(term, "redirect=", "redirect:"), ":")
		name, _, _ = strings.Cut(name, "/")
		if !slices.Contains([]string{"include", "a", "mx", "ptr", "exists", "redirect"}, name) {
			continue
		}
		n++
		if name != "include" && name != "redirect" || depth > 3 || n > 2*spfMost || strings.Contains(rest, "%") {
			continue
		}
		inner, err := c.texts(ctx, rest, "v=spf1")
		if err != nil {
			return 0, err
		}
		if len(inner) != 1 {
			return 0, fmt.Errorf("the SPF record of %s includes %s, which has none, so all checks fail. Publish it without %s", c.domain, rest, term)
		}
		more, err := c.lookups(ctx, inner[0], depth+1)
		if err != nil {
			return 0, err
		}
		n += more
	}
	return n, nil
}

// texts are the TXT records of a name that begin so.
func (c *dnsCheck) texts(ctx context.Context, name, begins string) ([]string, error) {
	all, err := c.ask.LookupTXT(ctx, name)
	if !missing(err) {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), func(t string) bool {
		return !strings.HasPrefix(strings.ToLower(strings.TrimSpace(t)), strings.ToLower(begins))
	}), nil
}

// joined is one SPF record that says what several say.
func joined(texts []string) string {
	terms := []string{"v=spf1"}
	for _, t := range texts {
		for _, term := range strings.Fields(t)[1:] {
			if !strings.HasSuffix(term, "all") && !slices.Contains(terms, term) {
				terms = append(terms, term)
			}
		}
	}
	return strings.Join(append(terms, "~all"), " ")
}

// txt is a record as a zone file has it: texts of more than 255 bytes in pieces.
func txt(name, text string) string {
	var pieces []string
	for len(text) > 255 {
		pieces = append(pieces, `"`+text[:255]+`"`)
		text = text[255:]
	}
	return name + ". IN TXT " + strings.Join(append(pieces, `"`+text+`"`), " ")
}
