package imap

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Account is a mailbox on an IMAP server and the means to log in to it.
type Account struct {
	// URL is imaps://user:password@host[:port][/FOLDER], or imap:// for STARTTLS. Only a server on loopback
	// may do without encryption. The default folder is INBOX.
	URL string
	// TLS replaces the default settings. If its ServerName is empty, the URL's host is used.
	TLS *tls.Config
	// OAuth, if set, logs in with access tokens instead of the password.
	OAuth *OAuth
	// CommandTimeout is how long the server may be silent during a command before the connection is closed,
	// by default 60 s.
	CommandTimeout time.Duration

	trace io.Writer // gets the whole dialogue with the password; for tests only
}

// address is a parsed Account.URL.
type address struct {
	secure         bool // TLS from the first byte
	host, port     string
	user, password string
	folder         string
}

var errURL = errors.New("IMAP_URL must look like imaps://user:password@host/INBOX; " +
	"in user and password write % / ? # and blanks as %25 %2F %3F %23 %20")

// parse parses the URL. Its errors never repeat the URL, because that holds the password.
func (a Account) parse() (address, error) {
	u, err := url.Parse(a.URL)
	if err != nil || u.Hostname() == "" || u.User == nil || u.RawQuery != "" || u.Fragment != "" {
		return address{}, errURL
	}
	adr := address{host: u.Hostname(), port: u.Port(), user: u.User.Username()}
	adr.password, _ = u.User.Password()
	port, known := map[string]string{"imaps": "993", "imap": "143"}[u.Scheme]
	if !known {
		return address{}, errURL
	}
	adr.secure, adr.port = u.Scheme == "imaps", cmp.Or(adr.port, port)
	if adr.folder = strings.Trim(u.Path, "/"); adr.folder == "" || strings.EqualFold(adr.folder, "INBOX") {
		adr.folder = "INBOX"
	}
	return adr, nil
}

// tlsConfig returns the TLS settings for this server, as a copy that may be changed.
func (a Account) tlsConfig(host string) *tls.Config {
	config := cmp.Or(a.TLS, &tls.Config{MinVersion: tls.VersionTLS12}).Clone()
	config.ServerName = cmp.Or(config.ServerName, host)
	return config
}

func (a Account) commandTimeout() time.Duration {
	return cmp.Or(a.CommandTimeout, time.Minute)
}

// CheckAccount logs in to a mailbox and opens its folder, and returns how many letters lie there. It returns the error
// that prevents that.
func CheckAccount(ctx context.Context, a Account) (letters int, err error) {
	line, err := a.dial(ctx)
	if err != nil {
		return 0, err
	}
	defer line.Close()
	box, err := ask(ctx, line.watchdog, "open folder "+line.folder, func() (*imap.SelectData, error) {
		return line.client.Select(line.folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	})
	if err != nil {
		return 0, err
	}
	return int(box.NumMessages), nil
}

// IsLoginRefused reports whether a server refuses the log-in.
func IsLoginRefused(err error) bool { return errors.Is(err, errRefused) }

// JunkFolder returns the name of an account's spam folder, or "" if it has none.
func JunkFolder(ctx context.Context, a Account) (string, error) {
	line, err := a.dial(ctx)
	if err != nil {
		return "", err
	}
	defer line.Close()
	return line.junk(ctx)
}
