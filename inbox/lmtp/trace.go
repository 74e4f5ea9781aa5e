package lmtp

import (
	"bufio"
	"bytes"
	"net/netip"
	"regexp"
	"strings"
)

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
