package mime

import (
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// sender returns the one author of a letter. It returns none if there are two From headers, two addresses or
// a group, because two programs may then show different senders.
func sender(from []string) (address, name string) {
	if len(from) != 1 || len(from[0]) > MaxField || strings.ContainsRune(from[0], 0) {
		return "", ""
	}
	list, err := addresses.ParseList(DecodeGuess([]byte(from[0])))
	if err != nil || len(list) != 1 || isGroup(from[0]) {
		return "", ""
	}
	address = BareAddress(list[0].Address)
	if address == "" {
		return "", ""
	}
	return address, OneLine(list[0].Name)
}

// isGroup reports whether a value has a colon outside quotes and comments, as in "team: ana@example.org;".
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

// BareAddress returns an address in the form in which we keep it: the local part unchanged, the domain in lower-case
// ASCII. It returns "" if the local part is quoted or a part is too long.
func BareAddress(address string) string {
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
	if err != nil || domain == "" || strings.ContainsFunc(domain, outsideHostName) {
		return ""
	}
	return address[:at] + "@" + domain
}

// outsideHostName reports whether a rune cannot stand in a domain of the net, in ASCII.
func outsideHostName(r rune) bool {
	letter, digit := r >= 'a' && r <= 'z', r >= '0' && r <= '9'
	return !letter && !digit && r != '-' && r != '.'
}

// turnsText reports whether a rune controls how text is shown: a line separator, or a mark that changes the
// direction of reading.
func turnsText(r rune) bool { return r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// recipientFields lists the headers in which our own address may be. Those written by the delivering server
// come before those written by the sender.
var recipientFields = []string{
	"delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-gm-original-to",
	"resent-to", "resent-cc", "to", "cc",
}

// recipients returns the addresses that may be ours, and those that the sender wrote to, in To and in Cc.
func recipients(h Header) (all, to, cc []string) {
	for _, name := range recipientFields {
		for _, value := range h.All(name) {
			for _, address := range people(value) {
				if len(all) < MaxPeople && !slices.Contains(all, address) {
					all = append(all, address)
				}
				switch {
				case len(to)+len(cc) >= MaxPeople:
				case name == "to":
					to = append(to, address)
				case name == "cc":
					cc = append(cc, address)
				}
			}
		}
	}
	return all, to, cc
}

// people returns the addresses in a header value. If the value cannot be parsed, it returns its pieces
// between commas, because a gateway may have turned the plus sign of our address into a blank.
func people(value string) []string {
	value = value[:min(len(value), MaxField)]
	var list []string
	if parsed, err := addresses.ParseList(value); err == nil {
		for _, a := range parsed {
			if address := BareAddress(a.Address); address != "" {
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

// ASCIIDomain returns an address with its domain in lower-case ASCII. A text without a domain is returned
// unchanged.
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

// IsBelowDomain reports whether a host is the domain or in it.
func IsBelowDomain(host, domain string) bool {
	return domain != "" && (host == domain || strings.HasSuffix(host, "."+domain))
}
