package postoffice

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxLocal is the longest local part of an address in bytes (RFC 5321).
const maxLocal = 64

// address is a recipient in the office's domain.
type address struct {
	full  string // as written: "Play+Token@pit.localhost"
	local string // its mailbox: "play"
}

// badAddress is the error for an address that has no mailbox in this office. Its text is a sentence for the
// person who wrote the address.
type badAddress struct {
	why     string
	foreign bool // the address may be valid, but elsewhere
}

func (e *badAddress) Error() string { return e.why }

// parseAddress returns the mailbox for a bare address. Case does not matter, nor does what follows a + in the
// local part.
func parseAddress(text, domain string) (address, error) {
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return address{}, &badAddress{why: fmt.Sprintf("%q is no address: it has no @", clip(text))}
	}
	local, host := text[:at], text[at+1:]
	if !strings.EqualFold(strings.TrimSuffix(host, "."), domain) {
		return address{}, &badAddress{foreign: true,
			why: fmt.Sprintf("this post office delivers to addresses at %s only, not to %s", domain, clip(host))}
	}
	name, _, _ := strings.Cut(local, "+")
	if !isLocalPart(local) || name == "" {
		return address{}, &badAddress{why: fmt.Sprintf("%q is no address: what stands before the @ cannot be a mailbox", clip(text))}
	}
	return address{full: text, local: strings.ToLower(norm.NFC.String(name))}, nil
}

// isLocalPart accepts dot-atoms with letters of any script. It refuses quoted local parts, which nobody uses
// and which would need quoting again in every header and link.
func isLocalPart(s string) bool {
	if len(s) > maxLocal || !utf8.ValidString(s) {
		return false
	}
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || strings.ContainsFunc(atom, func(r rune) bool { return !isAtomRune(r) }) {
			return false
		}
	}
	return true
}

// isAtomRune reports whether a rune may stand between the dots of a local part.
func isAtomRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r)
}

// clip makes a text from outside short and puts it on one line, for an answer.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) > 100 {
		return strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}

// escape makes a file name from the name of a mailbox or folder; unescape reverses it. The result is harmless
// in every file system and never begins with a dot.
func escape(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; isFileNameByte(c) || c == '.' && i > 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// isFileNameByte reports whether a byte stands for itself at every place in the name of a file.
func isFileNameByte(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-':
		return true
	}
	return false
}

// unescape returns false for a name that does not come from escape.
func unescape(file string) (string, bool) {
	name, err := url.PathUnescape(file)
	return name, err == nil && name != "" && escape(name) == file
}
