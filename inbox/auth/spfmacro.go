package auth

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	macro = regexp.MustCompile(`%(?:\{([slodiphvSLODIPHV])([0-9]{0,3})([rR]?)([.\-+,/_=]*)\}|([%_-]))`)
	// plainMacro is text without a macro.
	plainMacro = regexp.MustCompile(`^[\x21-\x24\x26-\x7e]*$`)
)

// macroString reports text in which every % begins a macro that a domain may hold.
func macroString(s string) bool { return plainMacro.MatchString(macro.ReplaceAllString(s, "")) }

// expand puts in the macros of a domain-spec (RFC 7208, 7); what is too long loses its first
// labels.
func (v *visit) expand(ctx context.Context, spec, domain string) (string, Outcome) {
	broken := Outcome("")
	out := macro.ReplaceAllStringFunc(spec, func(found string) string {
		m := macro.FindStringSubmatch(found)
		switch m[5] {
		case "%":
			return "%"
		case "_":
			return " "
		case "-":
			return "%20"
		}
		text, ok := transformed(v.letter(ctx, m[1], domain), m[2], m[3], m[4])
		if !ok {
			broken = PermError
		}
		if m[1] >= "A" && m[1] <= "Z" {
			return url.QueryEscape(text)
		}
		return text
	})
	out = ascii(out)
	for len(out) > 253 {
		_, rest, cut := strings.Cut(out, ".")
		if !cut {
			break
		}
		out = rest
	}
	return out, broken
}

// letter is what one letter of a macro stands for.
func (v *visit) letter(ctx context.Context, letter, domain string) string {
	switch strings.ToLower(letter) {
	case "s":
		return v.local + "@" + v.owner
	case "l":
		return v.local
	case "o":
		return v.owner
	case "d":
		return domain
	case "i":
		return v.dotted()
	case "v":
		if v.ip.Is4() {
			return "in-addr"
		}
		return "ip6"
	case "h":
		return v.helo
	}
	if name, ok := v.named(ctx, domain); ok { // p
		return name
	}
	return "unknown"
}

// dotted is the client's address, of IPv6 each half byte for itself.
func (v *visit) dotted() string {
	if v.ip.Is4() {
		return v.ip.String()
	}
	var parts []string
	for _, b := range v.ip.As16() {
		parts = append(parts, fmt.Sprintf("%x", b>>4), fmt.Sprintf("%x", b&15))
	}
	return strings.Join(parts, ".")
}

// transformed cuts text at its delimiters, turns it round, and keeps the last parts.
func transformed(text, digits, reverse, delimiters string) (string, bool) {
	if delimiters == "" {
		delimiters = "."
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(delimiters, r) })
	if reverse != "" {
		slices.Reverse(parts)
	}
	if digits != "" {
		n, err := strconv.Atoi(digits)
		if err != nil || n == 0 {
			return "", false
		}
		parts = parts[max(0, len(parts)-n):]
	}
	return strings.Join(parts, "."), true
}
