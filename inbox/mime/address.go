package mime

import (
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// sender is the one author of a letter. Two headers, two addresses or a group
// mean that two programs may see two senders, so there is none.
func sender(from []string) (address, name string) {
	if len(from) != 1 || len(from[0]) > MaxField || strings.ContainsRune(from[0], 0) {
		return "", ""
	}
	list, err := addresses.ParseList(Guess([]byte(from[0])))
	if err != nil || len(list) != 1 || isGroup(from[0]) {
		return "", ""
	}
	address = Bare(list[0].Address)
	if address == "" {
		return "", ""
	}
	return address, OneLine(list[0].Name)
}

// isGroup reports a colon outside quotes and comments: "team: ana@example.org;".
func isGroup(value string) bool {
	quoted, depth := false, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\':
			i++
		case c == '"' && depth == 0:
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ':' && depth == 0:
			return true
		}
	}
	return false
}

var addresses = mail.AddressParser{WordDecoder: &Words}

// Bare is an address as it is kept: local part as it came, domain in
// lower-case ASCII; "" for a quoted local part or one that is too long.
func Bare(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 || len(address) > 254 || at > 64 {
		return ""
	}
	for _, r := range address[:at] {
		if unprintable(r) || turnsText(r) || strings.ContainsRune(`"(),:;<>@[\]`, r) {
			return ""
		}
	}
	domain, err := idna.Punycode.ToASCII(strings.ToLower(strings.TrimRight(address[at+1:], ".")))
	if err != nil || domain == "" || strings.ContainsAny(domain, "[]") || strings.ContainsFunc(domain, unprintable) {
		return ""
	}
	return address[:at] + "@" + domain
}

// turnsText reports an order to whatever shows the text: a separator of lines, or a mark that turns
// the order of reading.
func turnsText(r rune) bool { return r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// The headers where our own address may stand, what the delivering server
// wrote before what the sender wrote.
var recipientFields = []string{
	"delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-gm-original-to",
	"resent-to", "resent-cc", "to", "cc",
}

// recipients are the addresses where ours may stand, and those that the sender wrote to.
func recipients(h Header) (all, named []string) {
	for _, name := range recipientFields {
		for _, f := range h {
			if f.Name != name {
				continue
			}
			for _, address := range people(f.Value) {
				if len(all) < MaxPeople && !slices.Contains(all, address) {
					all = append(all, address)
				}
				if (name == "to" || name == "cc") && len(named) < MaxPeople {
					named = append(named, address)
				}
			}
		}
	}
	return all, named
}

// people are the addresses of a header, or, where it cannot be read, its
// pieces as they came: a gateway may have made a blank of our plus sign.
func people(value string) []string {
	value = value[:min(len(value), MaxField)]
	var list []string
	if parsed, err := addresses.ParseList(value); err == nil {
		for _, a := range parsed {
			if address := Bare(a.Address); address != "" {
				list = append(list, address)
			}
		}
		return list
	}
	for _, piece := range strings.Split(strings.ToValidUTF8(value, ""), ",") {
		if piece = OneLine(piece); piece != "" {
			list = append(list, ASCIIDomain(piece))
		}
	}
	return list
}

// ASCIIDomain is an address with its domain in lower-case ASCII, or what is none as it came.
func ASCIIDomain(piece string) string {
	at := strings.LastIndexByte(piece, '@')
	if at < 0 {
		return piece
	}
	if domain, err := idna.Punycode.ToASCII(strings.ToLower(strings.Trim(piece[at+1:], "<>. "))); err == nil {
		return piece[:at+1] + domain
	}
	return piece
}

// Below reports a host of a domain: itself, or one whose name ends in it.
func Below(host, domain string) bool {
	return domain != "" && (host == domain || strings.HasSuffix(host, "."+domain))
}
