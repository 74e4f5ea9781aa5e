package settings

import (
	"cmp"
	"errors"
	"net/url"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/inbox/hook"
)

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
	open := engine.Where(s.Vouchers(), func(v Voucher) bool { return v.By == "" })
	return strings.Join(engine.Each(open, func(v Voucher) string { return v.Door }), " ")
}
