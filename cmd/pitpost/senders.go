package main

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/url"
	"strings"

	"pitpost.example/inbox"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/hook"
)

// senders checks how senders are told from forgers.
func (s *settings) senders() error {
	switch {
	case s.SenderCheck == "own" && !s.broughtIn():
		return errors.New("SENDER_CHECK=own is for letters by LMTP or webhook: of a mailbox's, its server knows who brought them; set AUTHSERV_ID")
	case s.LMTP != "" && strings.EqualFold(s.lmtpVoucher(), "microsoft"):
		return errors.New("AUTHSERV_ID=microsoft is for a mailbox there: name your own mail server for LMTP, or set SENDER_CHECK=own")
	case s.NameServer != "" && s.SenderCheck != "own":
		return errors.New("NAME_SERVER is for SENDER_CHECK=own: set that too, or leave it out")
	case s.NameServer != "":
		return endpoint("NAME_SERVER", s.NameServer, false)
	}
	return nil
}

// knownVouchers are the providers whose servers check who wrote a letter, by the host that
// their mailboxes are read at, as AUTHSERV_ID names them.
var knownVouchers = map[string]string{
	"imap.gmail.com": "mx.google.com", "imap.googlemail.com": "mx.google.com", "outlook.office365.com": "microsoft",
	"imap.fastmail.com": "fastmail", "imap.mail.yahoo.com": "yahoo",
}

// knownVoucher sets AUTHSERV_ID for a mailbox at a provider that is known, unless letters come by
// LMTP under the same name: there that provider has no say, and anybody could write its header.
func (s *settings) knownVoucher() {
	u, err := url.Parse(string(s.IMAPURL))
	if err != nil || s.LMTP != "" && s.SenderCheck != "own" {
		return
	}
	if known := knownVouchers[strings.ToLower(u.Hostname())]; known != "" {
		s.usually("AUTHSERV_ID", &s.AuthservID, known, sourceIMAP)
	}
}

// lmtpVoucher is the server whose word on senders counts for letters by LMTP. Beside a mailbox,
// AUTHSERV_ID is the mailbox's where letters by LMTP are looked at here.
func (s *settings) lmtpVoucher() string {
	if s.IMAPURL != "" && s.SenderCheck == "own" {
		return ""
	}
	return s.AuthservID
}

// vouching is a door for letters and who says there who wrote one, "" for nobody.
type vouching struct{ door, by string }

// vouchers are the doors that are set up.
func (s *settings) vouchers() []vouching {
	var list []vouching
	own := ""
	if s.SenderCheck == "own" {
		own = "looked at here"
	}
	_, domain, _ := strings.Cut(s.Address, "@")
	switch {
	case s.builtIn():
		list = append(list, vouching{"post office", domain})
	case s.IMAPURL != "":
		list = append(list, vouching{"imap", s.AuthservID})
	}
	if s.LMTP != "" {
		list = append(list, vouching{"lmtp", cmp.Or(s.lmtpVoucher(), own)})
	}
	h, err := s.hooks()
	if err != nil {
		return list
	}
	for _, path := range h.Paths() {
		by := own
		switch path {
		case hook.Prefix + "ses":
			by = amazon
		case hook.Prefix + "mail", hook.Prefix + "cloudflare":
			by = cmp.Or(s.WebhookAuthservID, own)
		}
		list = append(list, vouching{path, by})
	}
	return list
}

// nobodyVouches says at which doors nobody tells who wrote a letter; "" for none.
func (s *settings) nobodyVouches() string {
	var doors []string
	for _, v := range s.vouchers() {
		if v.by == "" {
			doors = append(doors, v.door)
		}
	}
	return strings.Join(doors, " ")
}

// vouchPart looks whether each door has somebody who vouches for senders.
func vouchPart(s *settings) part {
	return part{"senders", func(context.Context) (string, error) {
		if doors := s.nobodyVouches(); doors != "" {
			return "", errors.New("nobody vouches for who wrote a letter that comes by " + doors)
		}
		var said []string
		for _, v := range s.vouchers() {
			said = append(said, v.door+": "+v.by)
		}
		return strings.Join(said, ", "), nil
	}, "For imap and lmtp set AUTHSERV_ID to the first word of the Authentication-Results header in a letter you received; for /in/mail and /in/cloudflare WEBHOOK_AUTHSERV_ID; where no server writes one, SENDER_CHECK=own (docs/doors.md)."}
}

// senderParts are what looking at senders here needs.
func senderParts(s *settings) []part {
	if s.SenderCheck != "own" {
		return nil
	}
	list := []part{{"name server", func(ctx context.Context) (string, error) { return asked(ctx, s) },
		"Set NAME_SERVER to a name server that answers, or leave it out for this machine's."}}
	if s.LMTP == "" {
		return list
	}
	return append(list, part{"mx name", func(context.Context) (string, error) {
		if s.MXName == "" {
			return "", errors.New("MX_NAME is not set, so nobody knows who brought a letter, and SPF cannot be looked at")
		}
		return s.MXName, nil
	}, "Set it to the name your mail server writes after \"by\" in its Received header (Postfix: postconf myhostname)."})
}

// asked asks the name server something, whatever it answers.
func asked(ctx context.Context, s *settings) (string, error) {
	_, domain, _ := strings.Cut(s.Address, "@")
	_, err := auth.ResolverAt(s.NameServer).LookupTXT(ctx, domain+".")
	var dns *net.DNSError
	if err != nil && !(errors.As(err, &dns) && dns.IsNotFound) {
		return "", err
	}
	return "it answers", nil
}

// own is a receiver that also looks itself at letters of which no server of ours says
// anything, where that is set.
func (st *station) own(r *inbox.Receiver) *inbox.Receiver {
	if st.settings.SenderCheck == "own" {
		r.Evaluate = inbox.Evaluation(&auth.Checker{DNS: auth.ResolverAt(st.settings.NameServer), Now: st.now})
	}
	return r
}
