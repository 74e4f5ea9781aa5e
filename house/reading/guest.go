package reading

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Guest is somebody to invite.
type Guest struct {
	Name    string // "" where the address stands alone
	Address string // in small letters
	// Known says that the host knows the name alone and must not be told the
	// address.
	Known bool
}

// Called is the guest as the host may know them.
func (g Guest) Called() string {
	if g.Known {
		return g.Name
	}
	return g.Address
}

var bracket = regexp.MustCompile(`<([^<>]*)>`)

// Guests reads addresses, with or without names: "ana@x.org, Bo <bo@y.org>".
func Guests(text string) ([]Guest, *engine.Refusal) {
	text = strings.NewReplacer(" and ", ", ", "\n", ", ", ";", ",", "mailto:", "").Replace(text)
	var out []Guest
	for _, part := range strings.Split(text, ",") {
		part = strings.Trim(strings.TrimSpace(part), ".")
		if part == "" {
			continue
		}
		for _, piece := range pieces(part) {
			a, err := mail.ParseAddress(piece)
			if err != nil || !Plain(a.Address) {
				return nil, engine.Refuse("house.bad-address", "address", engine.Clip(piece))
			}
			g := Guest{Name: a.Name, Address: strings.ToLower(a.Address)}
			if !slices.ContainsFunc(out, func(o Guest) bool { return o.Address == g.Address }) {
				out = append(out, g)
			}
		}
	}
	return out, nil
}

// pieces parts addresses that stand side by side without a comma.
func pieces(part string) []string {
	if bracket.MatchString(part) {
		return []string{part}
	}
	if fields := strings.Fields(part); strings.Count(part, "@") == len(fields) {
		return fields
	}
	return []string{part}
}

// Plain refuses addresses that mail software reads in more than one way.
func Plain(address string) bool {
	at := strings.LastIndexByte(address, '@')
	local, domain := address[:max(at, 0)], address[at+1:]
	return at > 0 && len(address) <= 254 && len(local) <= 64 && !strings.ContainsAny(local, "\"@ <>()\\,;:") && !strings.ContainsFunc(address, engine.Steers) && strings.Trim(domain, ".") == domain && domain != ""
}
