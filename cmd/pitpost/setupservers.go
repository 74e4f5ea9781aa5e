package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// mailServer is a mail server as it was named by whoever sets up a house.
type mailServer struct {
	scheme, user, password, host, folder string // host with a port, if one was named
}

// serverOf takes apart a URL, or only a host, as people write them: the user may be an address.
func serverOf(scheme, named string) (s mailServer) {
	if before, after, ok := strings.Cut(named, "://"); ok {
		scheme, named = before, after
	}
	s.scheme = scheme
	if at := strings.LastIndexByte(named, '@'); at >= 0 {
		user, password, _ := strings.Cut(named[:at], ":")
		s.user, s.password, named = unescaped(user), unescaped(password), named[at+1:]
	}
	host, folder, _ := strings.Cut(named, "/")
	s.host, s.folder = host, unescaped(strings.Trim(folder, "/"))
	return s
}

// unescaped decodes %20 and the like; what is not escaped stays as it is.
func unescaped(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// url returns the URL of a server for the user that was named with it, or else for this one.
func (s mailServer) url(user string) string {
	if s.user != "" {
		user = s.user
	}
	u := url.URL{Scheme: s.scheme, User: url.User(user), Host: s.host, Path: s.folder}
	if s.password != "" {
		u.User = url.UserPassword(user, s.password)
	}
	return u.String()
}

// passwordIn matches the password in a URL, which is not shown.
var passwordIn = regexp.MustCompile(`(://[^:/]*):[^/]*@`)

// lookTime is how long the names of a domain's servers are looked for.
const lookTime = 6 * time.Second

// usualServers returns the servers by which a domain's mail is read and sent: those that its DNS names for that
// (RFC 6186), else the first usual name that is there. What flags or answers have named is not looked for.
func (c *setupCmd) usualServers(domain string) (in, out string) {
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	in, out = "imaps://mail."+domain, "smtps://mail."+domain
	if c.IMAP+c.before[&c.IMAP] == "" {
		in = cmp.Or(c.published(ctx, "imaps", "imaps", "993", domain), c.there(ctx, "imaps", "imap."+domain, "mail."+domain), in)
	}
	if c.SMTP+c.before[&c.SMTP] == "" {
		out = cmp.Or(c.published(ctx, "submissions", "smtps", "465", domain), c.published(ctx, "submission", "smtp", "587", domain),
			c.there(ctx, "smtps", "smtp."+domain, "mail."+domain), out)
	}
	return in, out
}

// published returns the URL of the server that a domain names for a service, "" for none.
func (c *setupCmd) published(ctx context.Context, service, scheme, usualPort, domain string) string {
	_, found, _ := c.names.LookupSRV(ctx, service, "tcp", domain+".") // the best first; what cannot be looked up is asked for
	for _, one := range found {
		host, port := strings.TrimSuffix(one.Target, "."), fmt.Sprint(one.Port)
		switch {
		case host == "": // the domain has no such service
		case port == usualPort:
			return scheme + "://" + host
		default:
			return scheme + "://" + net.JoinHostPort(host, port)
		}
	}
	return ""
}

// there returns the URL of the first host that has an address, "" for none.
func (c *setupCmd) there(ctx context.Context, scheme string, hosts ...string) string {
	for _, host := range hosts {
		if found, err := c.names.LookupNetIP(ctx, "ip", host+"."); err == nil && len(found) > 0 {
			return scheme + "://" + host
		}
	}
	return ""
}
