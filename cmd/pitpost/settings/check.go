package settings

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/server/timetable"
)

func (s *Settings) urls() error {
	if s.SMTPURL == "" && s.IMAPURL != "" {
		return errors.New("IMAP_URL and SMTP_URL go together: set both or neither")
	}
	if s.SMTPURL != "" && s.IMAPURL == "" && !s.broughtIn() {
		return errors.New("IMAP_URL is needed beside SMTP_URL, or LMTP, or a webhook: no letter could come in")
	}
	if s.SMTPURL != "" && s.From["ADDRESS"] == "" {
		return errors.New("ADDRESS is needed beside IMAP_URL and SMTP_URL: the address of that mailbox")
	}
	return cmp.Or(serverURL("IMAP_URL", s.IMAPURL, "imaps", "imap"), serverURL("SMTP_URL", s.SMTPURL, "smtps", "smtp"),
		serverURL("DATABASE_URL", s.DatabaseURL, "postgres", "postgresql"))
}

// serverURL checks a URL; its errors never quote the value. A database may also be given in the key=value form.
func serverURL(name string, value Secret, schemes ...string) error {
	if value == "" || name == "DATABASE_URL" && isKeyValueForm(string(value)) {
		return nil
	}
	u, err := url.Parse(string(value))
	mail, file := true, "MAIL_PASSWORD_FILE"
	if name == "DATABASE_URL" {
		mail, file = false, "DATABASE_PASSWORD_FILE"
	}
	if err != nil || mail && !namesMailServer(u) {
		return fmt.Errorf("%s is no URL such as %s://user:password@host (%%-escape special characters in the password, or put it alone into %s)", name, schemes[0], file)
	}
	if port, _ := strconv.Atoi(u.Port()); port > 65535 {
		return fmt.Errorf("the port of %s is 65535 at most", name)
	}
	if mail && u.User != nil && u.User.Username() == "" || name == "IMAP_URL" && u.User == nil {
		return fmt.Errorf("%s names no user: %s://user:password@host", name, schemes[0])
	}
	return RequireOneOf("the scheme of "+name, u.Scheme, schemes...)
}

// isKeyValueForm reports whether a database is given as "host=localhost dbname=pitpost".
func isKeyValueForm(value string) bool {
	return strings.Contains(value, "=") && !strings.Contains(value, "://")
}

// namesMailServer reports whether a URL has a host and nothing that comes from a password with characters
// that were not escaped: a query behind "?", a fragment behind "#", or an @ in the path behind "/".
func namesMailServer(u *url.URL) bool {
	spilled := u.RawQuery != "" || u.Fragment != "" || strings.Contains(u.EscapedPath(), "@")
	return u.Hostname() != "" && !spilled
}

// passwords puts passwords that are set separately into the URLs they
// belong to, so that nobody has to escape characters.
func (s *Settings) passwords() error {
	for _, one := range []struct {
		password Secret
		name     string
		into     *Secret
	}{{s.DatabasePassword, "DATABASE_URL", &s.DatabaseURL}, {s.MailPassword, "IMAP_URL", &s.IMAPURL}, {s.MailPassword, "SMTP_URL", &s.SMTPURL}} {
		if one.password == "" {
			continue
		}
		u, err := url.Parse(string(*one.into))
		if err != nil || u.Host == "" || u.User.Username() == "" {
			if *one.into == "" && one.name != "DATABASE_URL" {
				continue // letters may come by a way other than a mailbox
			}
			return fmt.Errorf("a password is set for %s, which is no URL with a user such as scheme://user@host", one.name)
		}
		if _, has := u.User.Password(); has {
			return fmt.Errorf("%s holds a password and another one is set beside it: leave one out", one.name)
		}
		u.User = url.UserPassword(u.User.Username(), string(one.password))
		*one.into = Secret(u.String())
	}
	return nil
}

// RequireOneOf returns an error unless a setting has one of the choices.
func RequireOneOf(name, value string, choices ...string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("%s is %s, not %q", name, strings.Join(choices, " or "), value)
}

func address(name, value string) error {
	if a, err := mail.ParseAddress(value); err != nil || a.Address != value || strings.Contains(value, "+") {
		return fmt.Errorf("%s is a plain mail address such as play@example.org, not %q", name, value)
	}
	return nil
}

// endpoint checks a host and port to listen at. If loopback is set,
// because every client there is trusted, it must be on this machine.
func endpoint(name, value string, loopback bool) error {
	host, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("%s is a host and a port such as 127.0.0.1:8025, not %q", name, value)
	}
	if loopback && !OnLoopback(host) {
		return fmt.Errorf("%s must be on this machine (127.0.0.1:PORT), not %q: the built-in post office asks for no password", name, value)
	}
	return nil
}

func (s *Settings) public() error {
	s.PublicURL = strings.TrimSuffix(s.PublicURL, "/")
	value := s.PublicURL
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err == nil && u.Host != "" && (u.Path != "" || u.RawQuery != "" || u.Fragment != "") {
		return fmt.Errorf("PUBLIC_URL ends with the host or its port, not %q: the pages need a host name of their own", value)
	}
	if err == nil && u.Scheme == "http" && OnLoopback(u.Hostname()) {
		return nil // for trying the pages at home
	}
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("PUBLIC_URL begins with https://, not %q; to try the pages on this machine alone, http://localhost:8025 will do", value)
	}
	return nil
}

// Caps returns the limits on invitations, matches and letters to strangers.
func (s *Settings) Caps() *world.Caps {
	return &world.Caps{InvitesALetter: s.InvitesALetter, InvitesAHost: s.InvitesAHost, InvitesOpen: s.InvitesOpen, InvitesAPair: s.InvitesAPair,
		InvitesAGuest: s.InvitesAGuest, InvitesADay: s.InvitesADay, NewALetter: s.NewALetter, OpenMatches: s.OpenMatches, StrangersADay: s.StrangersADay}
}

// counts describes what the numeric settings count, and their least values; those of Caps are not in it.
var counts = map[string]struct {
	of    string
	least int64
}{
	"KEEP_MB": {" of megabytes", 0}, "SEND_LIMIT": {" of letters a day", 0}, "DOMAIN_RATE": {" of letters a minute", 0},
	"SEND_RATE": {" of letters a minute", 0}, "SEND_CONNECTIONS": {" of connections", 1}, "BACKUP_KEEP": {" of backups", 1},
}

// numbers checks that no number is too small.
func (s *Settings) numbers() error {
	for _, r := range Rows() {
		of := counts[r.Var]
		if !r.number || r.of(&s.Values).Int() >= of.least {
			continue
		}
		rest := "0 for no limit"
		if of.least > 0 {
			rest = "1 or more"
		}
		return fmt.Errorf("%s is a number%s, %s", r.Var, of.of, rest)
	}
	return nil
}

// SecretFiles lists the files with secrets, whether they exist or not. It leaves out those given to a
// container, because their modes are managed outside of it.
func (s *Settings) SecretFiles() []string {
	names := []string{s.SecretFile, filepath.Join(s.Data, "pitpost.yaml"), s.GmailPasswordFile, s.OAuthSecretFile, s.OAuthRefreshFile, s.DKIMKeyFile}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" || strings.HasPrefix(name, "/run/secrets/") })
}

// keepLeast is the shortest time for which anything is kept, so that a typo such as 1h for 1d does not empty the house.
const keepLeast = 24 * time.Hour

// span parses a length of time such as 90d; 0 means forever.
func span(name, value string) (time.Duration, error) {
	d, ok := engine.ParseSpan(value)
	if !ok || d > 0 && d < keepLeast {
		return 0, fmt.Errorf("%s is a number of days such as 90d, one at least, or 0 for ever, not %q", name, value)
	}
	return d, nil
}

// kept parses and checks how long things are kept.
func (s *Settings) kept() (err error) {
	k := &s.Keep
	for _, one := range []struct {
		name, value string
		into        *time.Duration
	}{{"KEEP_LETTERS", s.KeepLetters, &k.Letters}, {"KEEP_MAIL", s.KeepMail, &k.Mail}, {"KEEP_TRACES", s.KeepTraces, &k.Traces}} {
		if *one.into, err = span(one.name, one.value); err != nil {
			return err
		}
	}
	if k.Traces != 0 && (k.Mail == 0 || k.Mail > k.Traces || k.Letters == 0 || k.Letters > k.Traces) {
		return errors.New("KEEP_TRACES is at least as long as KEEP_LETTERS and KEEP_MAIL")
	}
	k.Bytes = int64(s.KeepMB) << 20
	return nil
}

// calendar parses the schedules of backups and reports, and checks the settings that belong to them.
func (s *Settings) calendar() (err error) {
	if s.Operator != "" {
		if err := address("OPERATOR", s.Operator); err != nil {
			return err
		}
	}
	switch {
	case s.ReportAt != "" && s.Operator == "":
		return errors.New("REPORT_AT needs OPERATOR, the address that the report goes to")
	case (s.BackupAt == "") != (s.BackupTo == ""):
		return errors.New("BACKUP_AT and BACKUP_TO go together: set both or neither")
	}
	for _, one := range []struct {
		name, text string
		into       *timetable.Schedule
	}{{"REPORT_AT", s.ReportAt, &s.Reports}, {"BACKUP_AT", s.BackupAt, &s.Backups}} {
		if one.text == "" {
			continue
		}
		if *one.into, err = timetable.ParseSchedule(one.text); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}
