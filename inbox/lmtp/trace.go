package lmtp

import (
	"bufio"
	"bytes"
	"net/netip"
	"net/textproto"
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
	head, _ := textproto.NewReader(bufio.NewReader(bytes.NewReader(raw[:min(len(raw), 8<<10)]))).ReadMIMEHeader()
	m := receivedFrom.FindStringSubmatch(head.Get("Received"))
	if m == nil || !strings.EqualFold(strings.TrimSuffix(m[3], ";"), server) {
		return netip.Addr{}, ""
	}
	ip, err := netip.ParseAddr(m[2])
	if err != nil {
		return netip.Addr{}, ""
	}
	return ip.Unmap(), m[1]
}
