package settings

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"pitpost.example/inbox/imap"
	"pitpost.example/mailer/send"
)

// domainRate is how many letters a minute go to one domain through a provider, by default.
const domainRate = 120

// outgoing derives and checks the settings for outgoing mail.
func (s *Settings) outgoing() error {
	host := ""
	if u, err := url.Parse(string(s.SMTPURL)); err == nil {
		host = u.Hostname()
	}
	if s.ReturnPath == "" {
		s.ReturnPath = "verp"
		if slices.ContainsFunc(rewriters, func(name string) bool { return IsUnderDomain(host, name) }) {
			s.ReturnPath = "plain"
		}
	}
	// A relay on this machine limits its own rate.
	if s.From["DOMAIN_RATE"] == "" && !s.BuiltIn() && !OnLoopback(host) {
		s.DomainRate = domainRate
	}
	if err := RequireOneOf("RETURN_PATH", s.ReturnPath, "verp", "plain"); err != nil {
		return err
	}
	if (s.DKIMSelector == "") != (s.DKIMKeyFile == "") {
		return errors.New("DKIM_SELECTOR and DKIM_KEY_FILE go together: set both or neither")
	}
	if s.DKIMDomain != "" && s.DKIMSelector == "" {
		return errors.New("DKIM_DOMAIN needs DKIM_SELECTOR and DKIM_KEY_FILE")
	}
	if s.DKIMDomain == "" && s.DKIMSelector != "" {
		s.DKIMDomain = s.Domain()
	}
	return nil
}

// rewriters lists the providers that replace the return address of each letter with their own.
var rewriters = []string{"gmail.com", "googlemail.com", "office365.com", "outlook.com", "amazonaws.com", "sendgrid.net", "mailgun.org", "postmarkapp.com"}

// IsUnderDomain reports whether a host is domain or below it.
func IsUnderDomain(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain)
}

// Signer returns the DKIM signer, nil if no key is set.
func (s *Settings) Signer() (*send.Signer, error) {
	if s.DKIMKeyFile == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.DKIMKeyFile)
	if err != nil {
		return nil, fmt.Errorf("DKIM_KEY_FILE cannot be read: %w", err)
	}
	signer, err := send.NewSigner(s.DKIMDomain, strings.Split(s.DKIMSelector, ","), text)
	if err != nil {
		return nil, fmt.Errorf("DKIM_KEY_FILE: %w", err)
	}
	return signer, nil
}

// NewRelay returns the relay, which logs in with the mailbox's OAuth tokens if tokens is not nil.
func NewRelay(smtpURL string, tokens *imap.OAuth, connections int) (*send.Relay, error) {
	relay, err := send.NewRelay(smtpURL, connections)
	if err != nil {
		return nil, err
	}
	if tokens != nil {
		relay.Auth = tokens.Mechanism
	}
	return relay, nil
}

// OneSends reports whether the account's limits hold for all processes together, so that only one of them may send.
func (s *Settings) OneSends() bool { return s.SendRate > 0 || s.From["SEND_CONNECTIONS"] != "" }
