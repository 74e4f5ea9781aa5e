package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// pingTries is how often a ping is tried before it is given up.
const pingTries = 6

// errPrivate says that a name leads into a network of ours.
var errPrivate = errors.New("not a public address")

// Pinger posts a line of text to addresses on the web that players named.
type Pinger struct {
	client *http.Client
}

// NewPinger makes one that reaches public addresses only; with loopback also this machine's
// own, for a notifier that runs beside the house.
func NewPinger(loopback bool) *Pinger { return &Pinger{client: webClient(loopback, 10*time.Second)} }

// reachable says whether a player's ping may go to an address.
func reachable(at netip.AddrPort, loopback bool) bool {
	ip := at.Addr().Unmap()
	if ip.IsLoopback() {
		return loopback
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || at.Port() < 1024 && at.Port() != 80 && at.Port() != 443 {
		return false
	}
	for _, closed := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10"} {
		if netip.MustParsePrefix(closed).Contains(ip) {
			return false
		}
	}
	return true
}

// Post sends one line. The error names neither path nor query, which are as good as a
// password; later says that another try may do.
func (p *Pinger) Post(ctx context.Context, to, text string) (later bool, err error) {
	u, err := url.Parse(to)
	if err != nil {
		return false, errors.New("no address")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), strings.NewReader(text))
	if err != nil {
		return false, fmt.Errorf("%s: no request", u.Host)
	}
	req.Header.Set("Content-Type", "text/plain; charset=utf-8")
	req.Header.Set("User-Agent", "Pitpost")
	res, err := p.client.Do(req)
	if errors.Is(err, errPrivate) {
		return false, fmt.Errorf("%s: %w", u.Host, errPrivate)
	}
	if err != nil {
		return true, fmt.Errorf("%s: not reached", u.Host)
	}
	res.Body.Close()
	switch {
	case res.StatusCode < 300:
		return false, nil
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= 500:
		return true, fmt.Errorf("%s: answered %d", u.Host, res.StatusCode)
	}
	return false, fmt.Errorf("%s: answered %d", u.Host, res.StatusCode)
}

// pingOut posts a ping of the outbox, tries again for some hours, and then lets it be: the
// letter says the same.
func (p *Post) pingOut(ctx context.Context, n *model.Notice, now time.Time) (time.Duration, error) {
	var ping notice.Ping
	if err := json.Unmarshal(n.Params, &ping); err != nil {
		return 0, p.DB.Failed(ctx, n.ID, "not read")
	}
	player, err := p.DB.PlayerByID(ctx, n.Player)
	if err != nil {
		return 0, err
	}
	over := false
	if n.Match != 0 {
		if over, err = p.DB.StepPassed(ctx, n.Match, n.Seat, n.Step); err != nil {
			return 0, err
		}
	}
	if over || p.Pinger == nil || player == nil || player.Settings.Ping != ping.URL {
		return 0, p.DB.Supersede(ctx, n.ID)
	}
	later, err := p.Pinger.Post(ctx, ping.URL, p.Writer.Words.Printer(player.Lang, time.UTC).Print(ping.Says))
	switch {
	case err == nil:
		p.tell(slog.LevelInfo, "ping sent", n)
		return 0, p.DB.Sent(ctx, n.ID, "", now)
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case !later || n.Tries >= pingTries:
		p.tell(slog.LevelWarn, "ping given up", n, "tries", n.Tries, "err", err)
		return 0, p.DB.Failed(ctx, n.ID, err.Error())
	}
	wait := 30 * time.Second << (2 * (n.Tries - 1))
	return wait, p.DB.Again(ctx, n.ID, now.Add(wait), err.Error())
}
