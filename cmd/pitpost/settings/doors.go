package settings

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"

	"pitpost.example/engine"
	"pitpost.example/inbox/hook"
	"pitpost.example/token"
)

// broughtIn reports whether letters come by a way other than a mailbox.
func (s *Settings) broughtIn() bool { return s.LMTP != "" || len(s.HookPaths()) > 0 }

// Door returns the address whose every letter is for the house, also in a mailbox that somebody reads: play+pit@example.org.
func (s *Settings) Door() string {
	return token.ReplyAddress(s.Address, token.Door)
}

// Begin returns the address that a first letter is written to: that of the house, or its door in a mailbox that is
// shared, or of which that is not known yet.
func (s *Settings) Begin() string {
	if s.Mailbox == "own" || s.IMAPURL == "" {
		return s.Address
	}
	return s.Door()
}

// ProviderOfServer returns the domain of the company that runs a mail server, as far as its name tells: ionos.de of imap.ionos.de.
func ProviderOfServer(server string) string {
	u, err := url.Parse(server)
	if err != nil {
		return ""
	}
	domain, _ := publicsuffix.EffectiveTLDPlusOne(u.Hostname()) // "" for a number or a name without a dot
	return domain
}

// HookPaths returns the paths of the configured webhooks, nil if the configuration is wrong.
func (s *Settings) HookPaths() []string {
	h, err := s.Hooks()
	if err != nil {
		return nil
	}
	return h.Paths()
}

func (s *Settings) lmtp() error {
	switch {
	case s.LMTP == "" && s.MXName != "":
		return errors.New("MX_NAME is for letters by LMTP: set LMTP too, or leave it out")
	case s.LMTP == "" || filepath.IsAbs(s.LMTP):
		return nil
	case endpoint("LMTP", s.LMTP, true) != nil:
		return fmt.Errorf("LMTP is a place on this machine such as 127.0.0.1:2424 or /run/pitpost/lmtp, not %q: it asks for no password", s.LMTP)
	}
	return nil
}

var topic = regexp.MustCompile(`^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]+$`)

// Hooks returns the configured webhooks. Its errors contain no secret.
func (s *Settings) Hooks() (*hook.Hooks, error) {
	h := &hook.Hooks{Topic: s.SESTopic}
	for _, list := range []struct {
		name  string
		value Secret
		login bool
		to    *[]string
	}{
		{"MAILGUN_KEY", s.MailgunKey, false, &h.Mailgun}, {"POSTMARK_LOGIN", s.PostmarkLogin, true, &h.Postmark},
		{"SENDGRID_LOGIN", s.SendgridLogin, true, &h.SendGridAuth}, {"CLOUDFLARE_KEY", s.CloudflareKey, false, &h.Cloudflare},
		{"WEBHOOK_KEY", s.WebhookKey, false, &h.Plain},
	} {
		for _, one := range SplitList(string(list.value)) {
			user, password, both := strings.Cut(one, ":")
			switch {
			case list.login && (!both || user == "" || len(password) < 16):
				return nil, fmt.Errorf("%s is user:password, with a password of 16 characters or more", list.name)
			case len(one) < 16:
				return nil, fmt.Errorf("%s is shorter than 16 characters: anybody may try to guess it", list.name)
			}
			*list.to = append(*list.to, one)
		}
	}
	for _, one := range SplitList(s.SendgridKey) {
		key, err := hook.SendGridKey(one)
		if err != nil {
			return nil, fmt.Errorf("SENDGRID_KEY: %w", err)
		}
		h.SendGrid = append(h.SendGrid, key)
	}
	if s.SESTopic != "" && !topic.MatchString(s.SESTopic) {
		return nil, fmt.Errorf("SES_TOPIC is the ARN of an SNS topic, not %q", s.SESTopic)
	}
	return h, nil
}

// Amazon is the name by which SES signs its Authentication-Results.
const Amazon = "amazonses.com"

// SplitList splits a list at commas, blanks and line ends.
func SplitList(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
}

// senders checks the settings about verifying senders.
func (s *Settings) senders() error {
	switch {
	case strings.ContainsAny(s.AuthservID+s.WebhookAuthservID, " \t\r\n;,\""):
		return errors.New("AUTHSERV_ID and WEBHOOK_AUTHSERV_ID are a word each, such as mx.example.org")
	case s.SenderCheck == "own" && !s.broughtIn():
		return errors.New("SENDER_CHECK=own is for letters by LMTP or webhook: of a mailbox's, its server knows who brought them; set AUTHSERV_ID")
	case s.LMTP != "" && strings.EqualFold(s.LMTPVoucher(), "microsoft"):
		return errors.New("AUTHSERV_ID=microsoft is for a mailbox there: name your own mail server for LMTP, or set SENDER_CHECK=own")
	case s.NameServer != "" && s.SenderCheck != "own":
		return errors.New("NAME_SERVER is for SENDER_CHECK=own: set that too, or leave it out")
	case s.NameServer != "":
		return endpoint("NAME_SERVER", s.NameServer, false)
	}
	return nil
}

// knownVouchers has the value of AUTHSERV_ID for providers whose
// servers verify senders, by the host of their mailboxes.
var knownVouchers = map[string]string{
	"imap.gmail.com": "mx.google.com", "imap.googlemail.com": "mx.google.com", "outlook.office365.com": "microsoft",
	"imap.fastmail.com": "fastmail", "imap.mail.yahoo.com": "yahoo",
}

// knownVoucher sets AUTHSERV_ID for a mailbox at a known provider. It does not if letters by LMTP would trust
// the same name, because they do not pass that provider, and anybody could write its header.
func (s *Settings) knownVoucher() {
	u, err := url.Parse(string(s.IMAPURL))
	if err != nil || s.LMTP != "" && s.SenderCheck != "own" {
		return
	}
	if known := knownVouchers[strings.ToLower(u.Hostname())]; known != "" {
		s.usually("AUTHSERV_ID", &s.AuthservID, known, sourceIMAP)
	}
}

// LMTPVoucher returns the server whose statements about senders count for letters by LMTP. It is "" if there is
// a mailbox too and letters by LMTP are checked here, because AUTHSERV_ID then belongs to the mailbox.
func (s *Settings) LMTPVoucher() string {
	if s.IMAPURL != "" && s.SenderCheck == "own" {
		return ""
	}
	return s.AuthservID
}

// Voucher is a way in for letters and who verifies senders there, "" for nobody.
type Voucher struct{ Door, By string }

// Vouchers lists the ways in that are configured.
func (s *Settings) Vouchers() []Voucher {
	var list []Voucher
	own := ""
	if s.SenderCheck == "own" {
		own = "looked at here"
	}
	switch {
	case s.BuiltIn():
		list = append(list, Voucher{"post office", s.Domain()})
	case s.IMAPURL != "":
		list = append(list, Voucher{"imap", s.AuthservID})
	}
	if s.LMTP != "" {
		list = append(list, Voucher{"lmtp", cmp.Or(s.LMTPVoucher(), own)})
	}
	for _, path := range s.HookPaths() {
		by := own
		switch path {
		case hook.Prefix + "ses":
			by = Amazon
		case hook.Prefix + "mail", hook.Prefix + "cloudflare":
			by = cmp.Or(s.WebhookAuthservID, own)
		}
		list = append(list, Voucher{path, by})
	}
	return list
}

// NobodyVouches names the ways in at which nobody verifies senders, "" if there are none.
func (s *Settings) NobodyVouches() string {
	open := engine.FilterList(s.Vouchers(), func(v Voucher) bool { return v.By == "" })
	return strings.Join(engine.MapList(open, func(v Voucher) string { return v.Door }), " ")
}
