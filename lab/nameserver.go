package lab

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// NameServer is a DNS server on loopback, by UDP and TCP, with the records that a test adds.
type NameServer struct {
	Addr string // HOST:PORT

	mu    sync.Mutex
	names map[string]*known
}

// known has the records of a name.
type known struct {
	records []dnsmessage.Resource
	trouble dnsmessage.RCode
	mute    bool
	asked   int
}

// NewNameServer starts a name server without records. It stops when the test ends.
func NewNameServer(t testing.TB) *NameServer {
	t.Helper()
	n := &NameServer{names: map[string]*known{}}
	var tcp net.Listener
	var udp net.PacketConn
	for range 20 { // both need the same port, which may be in use for one of them
		var err error
		if tcp, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		if udp, err = net.ListenPacket("udp", tcp.Addr().String()); err == nil {
			break
		}
		tcp.Close()
	}
	if udp == nil {
		t.Fatal("no port is free for both UDP and TCP")
	}
	n.Addr = tcp.Addr().String()
	t.Cleanup(func() { tcp.Close(); udp.Close() })
	go n.datagrams(udp)
	go n.streams(tcp)
	return n
}

// TXT adds TXT records to a name; long texts are split into strings.
func (n *NameServer) TXT(name string, texts ...string) {
	for _, text := range texts {
		var parts []string
		for len(text) > 255 {
			parts, text = append(parts, text[:255]), text[255:]
		}
		n.add(name, dnsmessage.TypeTXT, &dnsmessage.TXTResource{TXT: append(parts, text)})
	}
}

// Hosts adds addresses to a name.
func (n *NameServer) Hosts(name string, addresses ...string) {
	for _, a := range addresses {
		if ip := netip.MustParseAddr(a); ip.Is4() {
			n.add(name, dnsmessage.TypeA, &dnsmessage.AResource{A: ip.As4()})
		} else {
			n.add(name, dnsmessage.TypeAAAA, &dnsmessage.AAAAResource{AAAA: ip.As16()})
		}
	}
}

// MX adds mail servers to a domain.
func (n *NameServer) MX(name string, hosts ...string) {
	for i, host := range hosts {
		n.add(name, dnsmessage.TypeMX, &dnsmessage.MXResource{Pref: uint16(i), MX: dnsmessage.MustNewName(dot(host))})
	}
}

// SRV adds a server to a service, such as _imaps._tcp.example.org.
func (n *NameServer) SRV(name, host string, port uint16) {
	n.add(name, dnsmessage.TypeSRV, &dnsmessage.SRVResource{Target: dnsmessage.MustNewName(dot(host)), Port: port})
}

// PTR adds names to an IPv4 address, or to the name of its reverse lookup (….arpa).
func (n *NameServer) PTR(address string, names ...string) {
	if !strings.HasSuffix(address, ".arpa") {
		b := netip.MustParseAddr(address).As4()
		address = fmt.Sprintf("%d.%d.%d.%d.in-addr.arpa", b[3], b[2], b[1], b[0])
	}
	for _, name := range names {
		n.add(address, dnsmessage.TypePTR, &dnsmessage.PTRResource{PTR: dnsmessage.MustNewName(dot(name))})
	}
}

// Fails answers queries for a name with SERVFAIL.
func (n *NameServer) Fails(name string) {
	n.of(name, func(k *known) { k.trouble = dnsmessage.RCodeServerFailure })
}

// Mute never answers queries for a name.
func (n *NameServer) Mute(name string) { n.of(name, func(k *known) { k.mute = true }) }

// Asked returns the number of queries for a name, or for all names if name is "".
func (n *NameServer) Asked(name string) (times int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for one, k := range n.names {
		if name == "" || one == strings.ToLower(dot(name)) {
			times += k.asked
		}
	}
	return times
}

// of calls do with the entry of a name, while it is locked.
func (n *NameServer) of(name string, do func(*known)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	name = strings.ToLower(dot(name))
	if n.names[name] == nil {
		n.names[name] = &known{}
	}
	do(n.names[name])
}

func dot(name string) string { return strings.TrimSuffix(name, ".") + "." }

func (n *NameServer) add(name string, kind dnsmessage.Type, body dnsmessage.ResourceBody) {
	head := dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(dot(name)), Type: kind, Class: dnsmessage.ClassINET}
	n.of(name, func(k *known) { k.records = append(k.records, dnsmessage.Resource{Header: head, Body: body}) })
}

func (n *NameServer) datagrams(conn net.PacketConn) {
	buf := make([]byte, 4096)
	for {
		size, peer, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		if out := n.answer(buf[:size], 1232); out != nil {
			_, _ = conn.WriteTo(out, peer)
		}
	}
}

func (n *NameServer) streams(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go n.stream(conn)
	}
}

func (n *NameServer) stream(conn net.Conn) {
	defer conn.Close()
	for {
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		buf := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(conn, buf); err != nil {
			return
		}
		out := n.answer(buf, 65535)
		if out == nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(out))), out...)); err != nil {
			return
		}
	}
}

// answer returns the answer to a query, nil for none.
func (n *NameServer) answer(question []byte, most int) []byte {
	var p dnsmessage.Parser
	head, err := p.Start(question)
	if err != nil {
		return nil
	}
	q, err := p.Question()
	if err != nil {
		return nil
	}
	var now known
	n.of(q.Name.String(), func(k *known) {
		k.asked++
		now = *k
	})
	if now.mute {
		return nil
	}
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: head.ID, Response: true, RecursionDesired: true, RecursionAvailable: true, RCode: now.trouble},
		Questions: []dnsmessage.Question{q}}
	switch {
	case now.trouble != dnsmessage.RCodeSuccess:
	case len(now.records) == 0:
		m.RCode = dnsmessage.RCodeNameError
	default:
		m.Answers = slices.DeleteFunc(slices.Clone(now.records), func(r dnsmessage.Resource) bool { return r.Header.Type != q.Type })
	}
	out, err := m.Pack()
	if err == nil && len(out) > most { // the client must ask again by TCP
		m.Answers, m.Truncated = nil, true
		out, err = m.Pack()
	}
	if err != nil {
		return nil
	}
	return out
}
