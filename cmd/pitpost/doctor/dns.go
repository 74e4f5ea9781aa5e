package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
)

// spfMost is how many lookups an SPF check may make (RFC 7208, section 4.6.4).
const spfMost = 10

// unheard returns the error for records that nobody could say whether they are published, naming who was asked.
func (v *visit) unheard(kind, name string, err error) error {
	server, why := v.server, err.Error()
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		server, why = cmp.Or(server, dns.Server), dns.Err
	}
	return &Unasked{fmt.Errorf("the name server %s does not tell the %s of %s: %s", cmp.Or(server, "of this machine"), kind, name, why),
		"Nothing is known of what is published. Have this machine reach a name server (/etc/resolv.conf), or name one: `pitpost doctor --dns HOST:53`."}
}

// ownRelay reports whether the relay is on this machine or in our own domain, so that its name in the DNS is
// the operator's responsibility.
func (v *visit) ownRelay() bool {
	return v.relay != "" && (settings.OnLoopback(v.relay) || settings.IsUnderDomain(v.relay, v.domain))
}

func mx(v *visit, ctx context.Context) (string, error) {
	found, err := v.ask.LookupMX(ctx, v.domain)
	if err != nil && !auth.HasNoRecord(err) {
		return "", v.unheard("MX", v.domain, err)
	}
	var hosts []string
	for _, mx := range found {
		if mx.Host == "." {
			return "", fmt.Errorf("%s says that it takes no mail (MX \".\")", v.domain)
		}
		hosts = append(hosts, strings.TrimSuffix(mx.Host, "."))
	}
	if len(hosts) == 0 {
		return "", fmt.Errorf("%s has no MX record. Publish: %s. IN MX 10 %s", v.domain, v.domain, v.named(v.relay))
	}
	return strings.Join(hosts, ", "), nil
}

// named returns a host as it is written in a zone file. For a host without a name in the DNS it proposes the usual one.
func (v *visit) named(host string) string {
	if host == "" || settings.OnLoopback(host) || net.ParseIP(host) != nil {
		return "mail." + v.domain + "."
	}
	return host + "."
}

func spf(v *visit, ctx context.Context) (string, error) {
	texts, err := v.texts(ctx, v.domain, "v=spf1")
	if err != nil {
		return "", err
	}
	own := txt(v.domain, "v=spf1 "+v.mechanism()+" ~all")
	if len(texts) == 0 {
		return "", fmt.Errorf("%s has no SPF record. Publish: %s", v.domain, own)
	}
	if len(texts) > 1 {
		return "", fmt.Errorf("%s has %d SPF records, which counts as an error everywhere. Publish only: %s", v.domain, len(texts), txt(v.domain, joined(texts)))
	}
	text := texts[0]
	if strings.Contains(text, "+all") || strings.HasSuffix(text, " all") {
		return "", fmt.Errorf("the SPF record of %s lets everybody send in its name. Publish: %s", v.domain,
			txt(v.domain, strings.TrimSuffix(strings.TrimSuffix(text, "all"), "+")+"~all"))
	}
	n, err := v.lookups(ctx, text, 0)
	if err != nil {
		return "", err
	}
	if n > spfMost {
		return "", fmt.Errorf("the SPF record of %s asks for %d further records, and checkers stop at 10. Publish one with fewer include, a, mx and redirect terms, such as: %s",
			v.domain, n, own)
	}
	if want := v.mechanism(); strings.HasPrefix(want, "include:") && !strings.Contains(text, want) {
		return "", fmt.Errorf("the SPF record of %s does not name your provider. Publish: %s", v.domain,
			txt(v.domain, strings.Replace(text, "v=spf1", "v=spf1 "+want, 1)))
	}
	return text, nil
}

// mechanism returns the SPF term that allows our relay to send.
func (v *visit) mechanism() string {
	for host, include := range map[string]string{"gmail.com": "_spf.google.com", "googlemail.com": "_spf.google.com", "office365.com": "spf.protection.outlook.com",
		"outlook.com": "spf.protection.outlook.com", "amazonaws.com": "amazonses.com", "sendgrid.net": "sendgrid.net", "mailgun.org": "mailgun.org",
		"fastmail.com": "spf.messagingengine.com"} {
		if settings.IsUnderDomain(v.relay, host) {
			return "include:" + include
		}
	}
	if v.relay == "" || settings.OnLoopback(v.relay) {
		return "mx"
	}
	if ip := net.ParseIP(v.relay); ip != nil {
		if ip.To4() != nil {
			return "ip4:" + v.relay
		}
		return "ip6:" + v.relay
	}
	return "a:" + v.relay
}

// lookups counts the lookups that an SPF record needs.
func (v *visit) lookups(ctx context.Context, text string, depth int) (int, error) {
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
		inner, err := v.texts(ctx, rest, "v=spf1")
		if err != nil {
			return 0, err
		}
		if len(inner) != 1 {
			return 0, fmt.Errorf("the SPF record of %s includes %s, which has none, so all checks fail. Publish it without %s", v.domain, rest, term)
		}
		more, err := v.lookups(ctx, inner[0], depth+1)
		if err != nil {
			return 0, err
		}
		n += more
	}
	return n, nil
}

// texts returns those TXT records of a name that begin with a prefix.
func (v *visit) texts(ctx context.Context, name, begins string) ([]string, error) {
	all, err := v.ask.LookupTXT(ctx, name)
	if err != nil && !auth.HasNoRecord(err) {
		return nil, v.unheard("TXT", name, err)
	}
	return slices.DeleteFunc(slices.Clone(all), func(t string) bool {
		return !strings.HasPrefix(strings.ToLower(strings.TrimSpace(t)), strings.ToLower(begins))
	}), nil
}

// joined merges several SPF records into one.
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

// txt returns a TXT record for a zone file, in which texts of more than 255 bytes are split.
func txt(name, text string) string {
	var pieces []string
	for piece := range slices.Chunk([]byte(text), 255) {
		pieces = append(pieces, `"`+string(piece)+`"`)
	}
	return name + ". IN TXT " + strings.Join(pieces, " ")
}
