package inbox

import (
	"bufio"
	"bytes"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// nullSender is the return address of a bounce.
const nullSender = "<>"

// arrive adds to a letter what its envelope says: whom it was sent to, also where no
// header names them, and that a letter without a return address wants no answer.
func (l *Letter) arrive(e *Envelope) {
	if e == nil || l == nil {
		return
	}
	to := make([]string, 0, len(e.To)+len(l.To))
	for _, address := range append(slices.Clone(e.To), l.To...) {
		if len(to) < maxPeople && !slices.Contains(to, address) {
			to = append(to, address)
		}
	}
	l.To = to
	if e.From == nullSender && l.Automatic == "" {
		l.Automatic = "a bounce: no return address"
	}
}

// Addressed says whether a recipient is this house: its address or an alias, alone or with an
// addition that may be a token. A word that has a token's place and length and is none
// of ours was never an address here.
func (r *Receiver) Addressed(recipient string) bool {
	address := bare(strings.Trim(recipient, "<>"))
	if address == "" {
		return false
	}
	tokens, altered := r.Keys.Find([]string{address}, r.Mailbox)
	if altered > 0 {
		return false
	}
	return len(tokens) > 0 || r.reaches(address)
}

// toUs says whether its sender addressed a letter to this house. One who wrote to somebody
// else did not mean us, though whoever passes the letter on can show that it is true.
func (r *Receiver) toUs(l *Letter) bool {
	return slices.ContainsFunc(l.Named, r.reaches)
}

func (r *Receiver) reaches(address string) bool {
	return reaches(address, r.Mailbox) || slices.ContainsFunc(r.Also, func(alias string) bool { return reaches(address, alias) })
}

// reaches says whether letters to an address come to a mailbox: it is that one, alone or with an
// addition.
func reaches(address, mailbox string) bool {
	at, our := strings.LastIndexByte(address, '@'), strings.LastIndexByte(mailbox, '@')
	if at < 0 || our < 0 || !strings.EqualFold(asciiDomain(address)[at+1:], asciiDomain(mailbox)[our+1:]) {
		return false
	}
	local, ours := strings.ToLower(address[:at]), strings.ToLower(mailbox[:our])
	return local == ours || strings.HasPrefix(local, ours+"+")
}

// receivedFrom is the first line of trace that an SMTP server writes:
// "from HELO (NAME [IP]) (more) by SERVER".
var receivedFrom = regexp.MustCompile(`(?is)^\s*from\s+(\S+)\s+\((?:[^()\[\]]*\s)?\[(?:ipv6:)?([0-9a-f.:]+)\][^()]*\)(?:\s+\((?:[^()]|\([^()]*\))*\))*\s+by\s+(\S+)`)

// client is who brought the letter to our own mail server, by the topmost Received header
// and only where our server wrote that: what stands below was written by strangers.
func client(raw []byte, server string) (ip netip.Addr, helo string) {
	if server == "" {
		return netip.Addr{}, ""
	}
	m := receivedFrom.FindStringSubmatch(topmost(raw, "received"))
	if m == nil || !strings.EqualFold(strings.TrimSuffix(m[3], ";"), server) {
		return netip.Addr{}, ""
	}
	ip, err := netip.ParseAddr(m[2])
	if err != nil {
		return netip.Addr{}, ""
	}
	return ip.Unmap(), m[1]
}

// topmost is the first header of that name, its folds kept, among the first 8 KiB.
func topmost(raw []byte, name string) string {
	scan := bufio.NewScanner(bytes.NewReader(raw[:min(len(raw), 8<<10)]))
	value, found := "", false
	for scan.Scan() {
		line := scan.Text()
		switch folded := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"); {
		case line == "" || found && !folded:
			return value
		case found:
			value += " " + strings.TrimSpace(line)
		case !folded:
			if field, rest, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(field), name) {
				value, found = rest, true
			}
		}
	}
	return value
}
