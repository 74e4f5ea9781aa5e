package desk

import (
	"net/url"
	"strings"
)

// The uses under which what is kept of the web is sealed.
const (
	SealURL    = "webhook url"
	SealSecret = "webhook secret"
	SealTold   = "told once"
)

// webAddress reads an address on the web; nil for what is none, holds a password, or is longer
// than any should be.
func WebAddress(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || len(text) > 500 || strings.ContainsAny(text, " \t\n") {
		return nil
	}
	u.Fragment = ""
	return u
}
