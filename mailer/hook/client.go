package hook

import (
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// Client reaches addresses on the web that people named: public ones only, with loopback also this
// machine's own. It follows no redirect and asks no proxy.
func Client(loopback bool, timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		// Looked at after the name was resolved, and it is this address that is
		// connected to: a name that leads elsewhere the second time gains nothing.
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		if !reachable(at, loopback) {
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
