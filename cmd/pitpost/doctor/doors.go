package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"

	"pitpost.example/cmd/pitpost/settings"
)

// mailboxParts are those of a mailbox that is read.
func mailboxParts(s *settings.Settings, account imap.Account) []Part {
	var list []Part
	if account.OAuth != nil {
		list = append(list, Part{"oauth", func(ctx context.Context) (string, error) {
			_, err := account.OAuth.Token(ctx)
			return "access tokens can be had", err
		}, "Sign in anew for the scope, put the refresh token into OAUTH_REFRESH_FILE, and check OAUTH_CLIENT_ID and OAUTH_SECRET_FILE."})
	}
	list = append(list, Part{"imap", func(ctx context.Context) (string, error) {
		return settings.HostPort(account.URL), imap.Check(ctx, account)
	}, "Check IMAP_URL: host, port, user and password (with Gmail and Fastmail an app password)."})
	if s.Junk != "read" {
		return list
	}
	return append(list, Part{"junk", func(ctx context.Context) (string, error) {
		name, err := imap.JunkFolder(ctx, account)
		if name == "" {
			name = "the account has no folder for spam"
		}
		return name, err
	}, "Let the mailbox be opened by IMAP, or set JUNK=leave."})
}

// doorParts are those of the doors beside the mailbox.
func doorParts(s *settings.Settings, l *live) []Part {
	var list []Part
	if s.LMTP != "" {
		list = append(list, Part{"lmtp", func(ctx context.Context) (string, error) { return lmtpOpen(ctx, s, l) },
			"Stop what listens there or name another place with --lmtp; a socket's folder must be there and writable."})
	}
	if h, err := s.Hooks(); err == nil && len(h.Paths()) > 0 {
		list = append(list, Part{"webhooks", func(context.Context) (string, error) { return hooksOpen(s, l, h.Paths()) },
			"Set PUBLIC_URL to the https address that leads to HTTP, and give the provider that address with the path."})
	}
	return append(append(list, vouchPart(s)), senderParts(s)...)
}

// lmtpOpen says whether our running server takes letters there, or one could.
func lmtpOpen(ctx context.Context, s *settings.Settings, l *live) (string, error) {
	network := "tcp"
	if filepath.IsAbs(s.LMTP) {
		network = "unix"
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, s.LMTP)
	if err != nil {
		l, err := lmtp.Listen(s.LMTP)
		if err != nil {
			return "", err
		}
		return s.LMTP + " is free", l.Close()
	}
	defer conn.Close()
	if l == nil {
		return "", errors.New("no server of this house is running, and another program holds " + s.LMTP)
	}
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return "", err
	}
	greeting, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(greeting, "220 pitpost") {
		return "", errors.New("another program holds " + s.LMTP)
	}
	return "a server takes letters at " + s.LMTP, nil
}

// hooksOpen asks our running server for each webhook, which must want a POST.
func hooksOpen(s *settings.Settings, l *live, paths []string) (string, error) {
	if s.PublicURL == "" {
		return "", errors.New("PUBLIC_URL is not set, so no provider can reach them: " + strings.Join(paths, " "))
	}
	base := strings.TrimSuffix(s.PublicURL, "/")
	addresses := base + strings.Join(paths, " "+base)
	if l == nil {
		return "to be given to the provider: " + addresses, nil
	}
	for _, path := range paths {
		answer, err := l.ask(path, nil)
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
