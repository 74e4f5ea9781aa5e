package doctor

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"
)

func oauth(v *visit, ctx context.Context) (string, error) {
	_, err := v.account.OAuth.Token(ctx)
	return "access tokens can be had", err
}

func imapServer(v *visit, ctx context.Context) (string, error) {
	return settings.HostPort(v.account.URL), imap.Check(ctx, v.account)
}

func junk(v *visit, ctx context.Context) (string, error) {
	name, err := imap.JunkFolder(ctx, v.account)
	name = cmp.Or(name, "the account has no folder for spam")
	return name, err
}

func smtpServer(v *visit, ctx context.Context) (string, error) {
	relay, err := settings.NewRelay(string(v.set.SMTPURL), v.account.OAuth)
	if err != nil {
		return "", err
	}
	defer relay.Close()
	return settings.HostPort(string(v.set.SMTPURL)), relay.Check(ctx)
}

// lmtpServer says whether our running server takes letters there, or one could.
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
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return "", err
	}
	greeting, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(greeting, "220 pitpost") {
		return "", errors.New("another program holds " + at)
	}
	return "a server takes letters at " + at, nil
}

// webhooks asks our running server for each of them, which must want a POST.
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
			return "", err
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusMethodNotAllowed {
			return "", fmt.Errorf("the running server has no door at %s: start it anew with these settings", path)
		}
	}
	return "open: " + addresses, nil
}

// senders looks whether each door has somebody who vouches for senders.
func senders(v *visit, _ context.Context) (string, error) {
	if doors := v.set.NobodyVouches(); doors != "" {
		return "", errors.New("nobody vouches for who wrote a letter that comes by " + doors)
	}
	var said []string
	for _, one := range v.set.Vouchers() {
		said = append(said, one.Door+": "+one.By)
	}
	return strings.Join(said, ", "), nil
}

// nameServer asks it something, whatever it answers.
func nameServer(v *visit, ctx context.Context) (string, error) {
	_, domain, _ := strings.Cut(v.set.Address, "@")
	if _, err := auth.ResolverAt(v.set.NameServer).LookupTXT(ctx, domain+"."); !missing(err) {
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
