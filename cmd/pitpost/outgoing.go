package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"pitpost.example/mailer"
	"pitpost.example/mailer/hook"
	"pitpost.example/mailer/letter"
	"pitpost.example/mailer/send"
)

// domainRate is how many letters a minute one domain gets through a provider.
const domainRate = 120

// outgoing fills in and checks what is set about letters out.
func (s *settings) outgoing() error {
	host := ""
	if u, err := url.Parse(string(s.SMTPURL)); err == nil {
		host = u.Hostname()
	}
	if s.ReturnPath == "" {
		s.ReturnPath = "verp"
		if rewrites(host) {
			s.ReturnPath = "plain"
		}
	}
	// A relay on this machine has a pace of its own.
	if s.from["DOMAIN_RATE"] == "" && !s.builtIn() && !onLoopback(host) {
		s.DomainRate = domainRate
	}
	if s.DomainRate < 0 {
		return errors.New("DOMAIN_RATE is a number of letters a minute, 0 for no limit")
	}
	if err := oneOf("RETURN_PATH", s.ReturnPath, "verp", "plain"); err != nil {
		return err
	}
	if (s.DKIMSelector == "") != (s.DKIMKeyFile == "") {
		return errors.New("DKIM_SELECTOR and DKIM_KEY_FILE go together: set both or neither")
	}
	if s.DKIMDomain != "" && s.DKIMSelector == "" {
		return errors.New("DKIM_DOMAIN needs DKIM_SELECTOR and DKIM_KEY_FILE")
	}
	if s.DKIMDomain == "" && s.DKIMSelector != "" {
		_, s.DKIMDomain, _ = strings.Cut(s.Address, "@")
	}
	return nil
}

// rewrites knows the providers that put their own return address on each letter.
func rewrites(host string) bool {
	for _, name := range []string{"gmail.com", "googlemail.com", "office365.com", "outlook.com", "amazonaws.com", "sendgrid.net", "mailgun.org", "postmarkapp.com"} {
		if host == name || strings.HasSuffix(host, "."+name) {
			return true
		}
	}
	return false
}

// signer signs letters out; nil where no key is set.
func (s *settings) signer() (*send.Signer, error) {
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

// post is what takes letters to the relay.
func (st *station) post(writer *letter.Writer) (*send.Outbox, error) {
	signer, err := st.settings.signer()
	if err != nil {
		return nil, err
	}
	p := &send.Outbox{DB: st.db, Writer: mailer.Writer{Letters: writer}, Keys: st.keys, Address: st.settings.Address, Relay: st.relay, Log: st.log, Now: st.now, LimitADay: st.settings.SendLimit, Unsent: st.house.Unsent,
		Signer: signer, PlainReturn: st.settings.ReturnPath == "plain", Struck: st.house.MailFails,
		Pinger: hook.NewPinger(st.settings.PingLocal == "on"), Haste: st.house.Haste}
	if st.settings.DomainRate > 0 {
		p.Pace = send.NewPace(st.settings.DomainRate)
	}
	return p, nil
}
