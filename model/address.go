package model

import (
	"regexp"
	"strings"
)

// Fit makes a key, an id or an address fit for Postgres, which takes neither NUL nor bytes
// that are no UTF-8. Nothing else is taken out, or two of them could become one.
func Fit(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// Folded is the form in which an address is kept and looked for.
func Folded(address string) string { return Fit(strings.ToLower(strings.TrimSpace(address))) }

var (
	domainOf = regexp.MustCompile(`[^@]*$`)
	afterAt  = regexp.MustCompile(`@[^@]*$`)
	plus     = regexp.MustCompile(`(.)[+].*$`)
)

// Mailbox is the one behind an address as it is kept: what follows a plus reaches the same person, and
// so do the points of Gmail. Postgres has it as a function of that name.
func Mailbox(address string) string {
	domain := domainOf.FindString(address)
	local := plus.ReplaceAllString(afterAt.ReplaceAllString(address, ""), "$1")
	if domain == "gmail.com" || domain == "googlemail.com" {
		return strings.ReplaceAll(local, ".", "") + "@gmail.com"
	}
	return local + "@" + domain
}
