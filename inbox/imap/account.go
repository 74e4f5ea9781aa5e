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

	"github.com/emersion/go-sasl"
)

// Account is a mailbox on an IMAP server and how to get into it.
type Account struct {
	// URL is imaps://user:password@host[:port][/FOLDER], or imap:// for STARTTLS; without
	// encryption only a server on loopback is spoken to. The folder is INBOX by default.
	URL string
	// TLS replaces the default settings; its ServerName is filled in when empty.
	TLS *tls.Config
	// Auth, when set, gives the SASL mechanism to log in with in place of the password.
	// It is asked anew at each log-in, so that a token can be refreshed.
	Auth func(ctx context.Context, user string) (sasl.Client, error)
	// OAuth, when set, logs in with access tokens in place of the password.
	OAuth *OAuth
	// CommandTimeout is how long the server may be silent in the middle of a command
	// before the connection is given up: 60 s by default.
	CommandTimeout time.Duration

	trace io.Writer // sees the whole dialogue, password and all: for tests alone
}

// address is an Account's URL taken apart.
type address struct {
	secure         bool // TLS from the first byte
	host, port     string
	user, password string
	folder         string
}

var errURL = errors.New("IMAP_URL must look like imaps://user:password@host/INBOX; " +
	"in user and password write % / ? # and blanks as %25 %2F %3F %23 %20")

// parse takes the URL apart. Its errors never repeat the URL, which holds the password.
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

// tlsConfig returns the settings for this server, a copy that may be changed.
func (a Account) tlsConfig(host string) *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.TLS != nil {
		config = a.TLS.Clone()
	}
	config.ServerName = cmp.Or(config.ServerName, host)
	return config
}

func (a Account) commandTimeout() time.Duration {
	return cmp.Or(a.CommandTimeout, time.Minute)
}

// Check logs in to a mailbox and out again, and says what keeps it from
// that.
func Check(ctx context.Context, a Account) error {
	line, err := a.dial(ctx)
	if err != nil {
		return err
	}
	line.Close()
	return nil
}

// JunkFolder names the folder in which an account keeps spam, "" for none.
func JunkFolder(ctx context.Context, a Account) (string, error) {
	line, err := a.dial(ctx)
	if err != nil {
		return "", err
	}
	defer line.Close()
	name, err := line.junk(ctx)
	if errors.Is(err, errNoJunk) {
		return "", nil
	}
	return name, err
}
