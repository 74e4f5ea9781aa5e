package settings

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"pitpost.example/inbox/imap"
)

// provider fills in settings for known mail providers.
func (s *Settings) provider() error {
	if s.Gmail != "" && s.Microsoft != "" {
		return errors.New("GMAIL and MICROSOFT are two mailboxes: leave one out")
	}
	if s.mayLogInByToken() {
		s.usually("OAUTH_REFRESH_FILE", &s.OAuthRefreshFile, filepath.Join(s.Data, "refresh"), sourceDefault)
	}
	if err := cmp.Or(s.gmail(), s.microsoft()); err != nil {
		return err
	}
	s.knownVoucher()
	return nil
}

// mayLogInByToken reports whether the provider's mailbox has no other way to log in than the token file that
// `pitpost login` writes.
func (s *Settings) mayLogInByToken() bool {
	if s.Microsoft != "" && s.OAuthSecretFile == "" {
		return true
	}
	return s.Gmail != "" && s.OAuthClientID != "" && s.GmailPasswordFile == "" && s.MailPassword == ""
}

// gmail derives the two URLs from GMAIL, with an app password or OAuth.
func (s *Settings) gmail() error {
	switch {
	case s.Gmail == "" && s.GmailPasswordFile == "":
		return nil
	case s.Gmail == "" || s.GmailPasswordFile == "" && s.OAuthRefreshFile == "" && s.MailPassword == "":
		return errors.New("GMAIL and GMAIL_PASSWORD_FILE go together: set both or neither; OAUTH_CLIENT_ID and pitpost login google may stand for the password")
	case s.GmailPasswordFile != "" && s.OAuthRefreshFile != "":
		return errors.New("GMAIL_PASSWORD_FILE and OAUTH_REFRESH_FILE are two ways in: leave one out")
	case s.IMAPURL != "" || s.SMTPURL != "":
		return errors.New("GMAIL sets IMAP_URL and SMTP_URL: leave those out, or leave GMAIL out")
	}
	if err := address("GMAIL", s.Gmail); err != nil {
		return err
	}
	user := url.User(s.Gmail)
	switch {
	case s.MailPassword != "":
		user = url.UserPassword(s.Gmail, ungrouped(string(s.MailPassword)))
	case s.GmailPasswordFile != "":
		text, err := os.ReadFile(s.GmailPasswordFile)
		if err != nil {
			return fmt.Errorf("GMAIL_PASSWORD_FILE cannot be read: %w", err)
		}
		password := ungrouped(string(text))
		if password == "" {
			return errors.New("GMAIL_PASSWORD_FILE is empty: put an app password in it")
		}
		user = url.UserPassword(s.Gmail, password)
	default:
		s.usually("OAUTH_TOKEN_URL", &s.OAuthTokenURL, "https://oauth2.googleapis.com/token", sourceGmail)
	}
	s.mailbox(sourceGmail, s.Gmail, user, "imaps://imap.gmail.com", "smtps://smtp.gmail.com")
	s.account(sourceGmail, 450, 60, 4)
	return nil
}

// ungrouped removes the blanks from an app password, which Google shows in four groups.
func ungrouped(password string) string { return strings.Join(strings.Fields(password), "") }

// microsoft derives the two URLs from MICROSOFT. With a refresh token the program acts for the person who
// signed in, otherwise as an application that the tenant gave access to the mailbox.
func (s *Settings) microsoft() error {
	switch {
	case s.Microsoft == "":
		return nil
	case s.IMAPURL != "" || s.SMTPURL != "":
		return errors.New("MICROSOFT sets IMAP_URL and SMTP_URL: leave those out, or leave MICROSOFT out")
	case s.OAuthRefreshFile == "" && s.OAuthTokenURL == "":
		return errors.New("OAUTH_TOKEN_URL is needed for a program of its own: https://login.microsoftonline.com/TENANT/oauth2/v2.0/token")
	case s.OAuthClientID == "" && s.From["OAUTH_REFRESH_FILE"] == sourceDefault:
		return errors.New("MICROSOFT takes no password: set OAUTH_CLIENT_ID and say pitpost login microsoft, or set OAUTH_SECRET_FILE and OAUTH_TOKEN_URL with your tenant too")
	}
	if err := address("MICROSOFT", s.Microsoft); err != nil {
		return err
	}
	scope := "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access"
	if s.OAuthRefreshFile == "" {
		scope = "https://outlook.office365.com/.default"
	}
	s.usually("OAUTH_SCOPE", &s.OAuthScope, scope, sourceMicrosoft)
	s.usually("OAUTH_TOKEN_URL", &s.OAuthTokenURL, "https://login.microsoftonline.com/common/oauth2/v2.0/token", sourceMicrosoft)
	s.mailbox(sourceMicrosoft, s.Microsoft, url.User(s.Microsoft), "imaps://outlook.office365.com", "smtp://smtp.office365.com:587")
	s.account(sourceMicrosoft, 9000, 29, 3)
	return nil
}

// mailbox sets the URLs of a provider's servers for a user, and the house's address.
func (s *Settings) mailbox(from Source, address string, user *url.Userinfo, imap, smtp string) {
	in, out := strings.Split(imap, "://"), strings.Split(smtp, "://")
	s.IMAPURL = Secret((&url.URL{Scheme: in[0], User: user, Host: in[1], Path: "/INBOX"}).String())
	s.SMTPURL = Secret((&url.URL{Scheme: out[0], User: user, Host: out[1]}).String())
	s.From["IMAP_URL"], s.From["SMTP_URL"] = from, from
	if s.From["ADDRESS"] == "" {
		s.Address, s.From["ADDRESS"] = address, from
	}
}

// account sets the sending limits, a little below what a provider allows one
// account: letters a day, letters a minute, and connections.
func (s *Settings) account(from Source, aDay, aMinute, connections int) {
	for _, one := range []struct {
		name  string
		value *int
		most  int
	}{{"SEND_LIMIT", &s.SendLimit, aDay}, {"SEND_RATE", &s.SendRate, aMinute}, {"SEND_CONNECTIONS", &s.SendConnections, connections}} {
		if s.From[one.name] == "" {
			*one.value, s.From[one.name] = one.most, from
		}
	}
}

// usually sets a setting that no source has set.
func (s *Settings) usually(name string, value *string, usual string, from Source) {
	if *value == "" {
		*value, s.From[name] = usual, from
	}
}

// oauth checks that OAuth is configured completely, and reads the client's secret.
func (s *Settings) oauth() error {
	if s.OAuthRefreshFile == "" && s.OAuthSecretFile == "" {
		if s.OAuthClientID != "" || s.OAuthTokenURL != "" || s.OAuthScope != "" {
			return errors.New("OAUTH_REFRESH_FILE is needed for OAuth, or OAUTH_SECRET_FILE for a program of its own")
		}
		return nil
	}
	switch {
	case s.IMAPURL == "":
		return errors.New("OAUTH_… is for a real mailbox: set GMAIL, MICROSOFT, or IMAP_URL and SMTP_URL")
	case s.OAuthClientID == "":
		return errors.New("OAUTH_CLIENT_ID is needed for OAuth: the program's id at the provider")
	}
	u, err := url.Parse(s.OAuthTokenURL)
	if err != nil || !isTokenServer(u) {
		return errors.New("OAUTH_TOKEN_URL is the https:// address of the provider's token server")
	}
	if s.OAuthSecretFile != "" {
		text, err := os.ReadFile(s.OAuthSecretFile)
		if err != nil {
			return fmt.Errorf("OAUTH_SECRET_FILE cannot be read: %w", err)
		}
		if s.oauthSecret = Secret(strings.TrimSpace(string(text))); s.oauthSecret == "" {
			return errors.New("OAUTH_SECRET_FILE is empty: put the client's secret in it")
		}
	}
	return nil
}

// isTokenServer reports whether a URL may be asked for tokens: it is reached by TLS or is on this machine,
// and has no user.
func isTokenServer(u *url.URL) bool {
	private := u.Scheme == "https" || u.Scheme == "http" && OnLoopback(u.Hostname())
	return private && u.Host != "" && u.User == nil
}

// OnLoopback reports whether a host is this machine.
func OnLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Account returns the mailbox to read; its URL is empty if there is none.
func (s *Settings) Account() imap.Account {
	account := imap.Account{URL: string(s.IMAPURL)}
	if s.OAuthRefreshFile != "" || s.OAuthSecretFile != "" {
		account.OAuth = &imap.OAuth{TokenURL: s.OAuthTokenURL, ClientID: s.OAuthClientID, ClientSecret: string(s.oauthSecret),
			Scope: s.OAuthScope, RefreshFile: s.OAuthRefreshFile}
	}
	return account
}

// HostPort returns the host and port of a mail server's URL, with
// the usual port if the URL has none; "none" for no URL.
func HostPort(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "none"
	}
	ports := map[string]string{"smtp": "587", "smtps": "465", "imap": "143", "imaps": "993"}
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), ports[u.Scheme]))
}
