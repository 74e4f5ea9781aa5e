package postoffice

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxLocal is the longest local part of an address, in bytes, as mail has it.
const maxLocal = 64

// address is one recipient in the office's domain.
type address struct {
	full  string // as it was written: "Play+Token@pit.localhost"
	local string // the mailbox it belongs to: "play"
}

// badAddress is an address that this office has no mailbox for. Its text is a sentence for
// the person who wrote the address.
type badAddress struct {
	why     string
	foreign bool // the address may be a good one, but elsewhere
}

func (e *badAddress) Error() string { return e.why }

// parseAddress finds the mailbox of a bare address. What stands behind a + in the local part
// is the sender's affair and does not choose the mailbox, nor does case.
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

// isLocalPart takes dot-atoms with letters of any script: quoted forms, which nobody uses,
// would need quoting again in every header and link.
func isLocalPart(s string) bool {
	if s == "" || len(s) > maxLocal || !utf8.ValidString(s) || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..") {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".!#$%&'*+-/=?^_`{|}~", r)
	})
}

// clip keeps an answer short and on one line, whatever was sent.
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

// escape makes a file name of a mailbox's or folder's name, which unescape reads back. It
// leaves alone what is harmless in every file system and never yields a leading dot.
func escape(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' && i > 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// unescape reports false for a name that escape has not made.
func unescape(file string) (string, bool) {
	name, err := url.PathUnescape(file)
	return name, err == nil && name != "" && escape(name) == file
}
