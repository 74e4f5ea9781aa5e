package hook

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// errPrivate means that a name resolves to an address that is not public.
var errPrivate = errors.New("not a public address")

// Pinger posts a line of text to web addresses that players named.
type Pinger struct {
	client *http.Client
}

// NewPinger returns a Pinger that only reaches public addresses. If loopback is set, it also reaches this
// machine, for a notifier that runs beside the house.
func NewPinger(loopback bool) *Pinger { return &Pinger{client: PublicClient(loopback, 10*time.Second)} }

// reachable reports whether calls may go to an address. own are those of this machine, which are reached past every
// firewall in front of it.
func reachable(at netip.AddrPort, loopback bool, own []net.Addr) bool {
	ip := at.Addr().Unmap()
	if ip.IsLoopback() {
		return loopback
	}
	if !loopback && slices.ContainsFunc(own, func(a net.Addr) bool {
		mine, ok := a.(*net.IPNet)
		return ok && mine.IP.Equal(ip.AsSlice())
	}) {
		return false
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || at.Port() < 1024 && at.Port() != 80 && at.Port() != 443 {
		return false
	}
	return !slices.ContainsFunc(closed, func(block string) bool { return netip.MustParsePrefix(block).Contains(ip) })
}

// closed lists blocks of addresses that look public but are not.
var closed = []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10"}

// Post sends one line. The error contains neither path nor query, because these are as secret as a password.
// later reports whether another try may succeed.
func (p *Pinger) Post(ctx context.Context, to, text string) (later bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(text))
	if err != nil {
		return false, errors.New("no address")
	}
	req.Header.Set("Content-Type", "text/plain; charset=utf-8")
	got := ask(p.client, req, time.Now())
	if got.ok() {
		return false, nil
	}
	return got.down() && !got.private, fmt.Errorf("%s: %s", req.URL.Host, got.said)
}

// PublicClient returns an HTTP client for addresses that people named. It only reaches public addresses, and this
// machine if loopback is set. It follows no redirects and uses no proxy.
func PublicClient(loopback bool, timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		// This check comes after the name was resolved, and the connection goes to the address that was
		// checked. So a name that resolves to something else the second time does not get around it.
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		own, err := net.InterfaceAddrs()
		if err != nil || !reachable(at, loopback, own) {
			return errPrivate
		}
		return nil
	}}
	return &http.Client{
		Timeout:       timeout,
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, TLSHandshakeTimeout: 5 * time.Second, MaxResponseHeaderBytes: 16 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
