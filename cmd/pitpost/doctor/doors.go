package doctor

import (
	"bufio"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/engine"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"
)

// dyingSoon is how long before a refresh token expires the check begins to fail.
const dyingSoon = 3 * 24 * time.Hour

func oauth(v *visit, ctx context.Context) (string, error) {
	if _, err := v.account.OAuth.Token(ctx); err != nil {
		if _, away := errors.AsType[net.Error](err); away {
			err = &Unasked{err, "See that this machine reaches the provider's server for tokens (OAUTH_TOKEN_URL)."}
		}
		return "", err
	}
	dies, err := v.account.OAuth.Dies()
	switch {
	case err != nil:
		return "", err
	case dies.IsZero():
		return "access tokens can be had", nil
	case time.Until(dies) < dyingSoon:
		return "", fmt.Errorf("the refresh token dies on %s: Google gives programs in status “Testing” seven days at a time; publish the program in its console, then sign in anew", dies.Format(time.RFC3339))
	}
	return "access tokens can be had until " + dies.Format(time.RFC3339), nil
}

// switches has a row for each known error of connections and logins.
//
//go:embed switches.txt
var switches string

// switchedOff adds to a known error what to do about it.
func switchedOff(err error) error {
	for says, mend := range engine.TableRows(switches) {
		if err != nil && strings.Contains(err.Error(), says) {
			return fmt.Errorf("%w:%s", err, mend)
		}
	}
	return err
}

func imapServer(v *visit, ctx context.Context) (string, error) {
	_, err := imap.CheckAccount(ctx, v.account)
	return settings.HostPort(v.account.URL), switchedOff(err)
}

func junk(v *visit, ctx context.Context) (string, error) {
	name, err := imap.JunkFolder(ctx, v.account)
	if err != nil && !imap.IsServerAnswer(err) {
		return "", &Unasked{err, "See the part imap."}
	}
	return cmp.Or(name, "the account has no folder for spam"), err
}

func smtpServer(v *visit, ctx context.Context) (string, error) {
	relay, err := settings.NewRelay(string(v.set.SMTPURL), v.account.OAuth, 1)
	if err != nil {
		return "", err
	}
	defer relay.Close()
	return settings.HostPort(string(v.set.SMTPURL)), switchedOff(relay.Check(ctx))
}

// lmtpServer checks whether the running server takes letters by LMTP, or could.
func lmtpServer(v *visit, ctx context.Context) (string, error) {
	at, network := v.set.LMTP, "tcp"
	if filepath.IsAbs(at) {
		network = "unix"
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, at)
	if err != nil {
		l, err := lmtp.Listen(at)
		if err != nil {
			return "", err
		}
		return at + " is free", l.Close()
	}
	defer conn.Close()
	if v.idle() {
		return "", errors.New("no server of this house is running, and another program holds " + at)
	}
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second)) // a connection that cannot be read either fails below
	greeting, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(greeting, "220 pitpost") {
		return "", errors.New("another program holds " + at)
	}
	return "a server takes letters at " + at, nil
}

// webhooks checks that the running server answers at each webhook, with an error to anything but a POST.
func webhooks(v *visit, _ context.Context) (string, error) {
	paths := v.set.HookPaths()
	if v.set.PublicURL == "" {
		return "", errors.New("PUBLIC_URL is not set, so no provider can reach them: " + strings.Join(paths, " "))
	}
	base := strings.TrimSuffix(v.set.PublicURL, "/")
	addresses := base + strings.Join(paths, " "+base)
	if v.idle() {
		return "to be given to the provider: " + addresses, nil
	}
	for _, path := range paths {
		answer, err := v.live.ask(path, "")
		if err != nil {
			return "", &Unasked{err, "See the part server."}
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusMethodNotAllowed {
			return "", fmt.Errorf("the running server has no door at %s: start it anew with these settings", path)
		}
	}
	return "open: " + addresses, nil
}

// senders checks whether the senders of letters are verified for each way in.
func senders(v *visit, _ context.Context) (string, error) {
	if doors := v.set.NobodyVouches(); doors != "" {
		return "", errors.New("nobody vouches for who wrote a letter that comes by " + doors)
	}
	said := engine.MapList(v.set.Vouchers(), func(one settings.Voucher) string { return one.Door + ": " + one.By })
	return strings.Join(said, ", "), nil
}

// nameServer checks that the name server answers, no matter what.
func nameServer(v *visit, ctx context.Context) (string, error) {
	if _, err := auth.ResolverAt(v.set.NameServer).LookupTXT(ctx, v.domain+"."); err != nil && !auth.HasNoRecord(err) {
		return "", err
	}
	return "it answers", nil
}

func mxName(v *visit, _ context.Context) (string, error) {
	if v.set.MXName == "" {
		return "", errors.New("MX_NAME is not set, so nobody knows who brought a letter, and SPF cannot be looked at")
	}
	return v.set.MXName, nil
}
