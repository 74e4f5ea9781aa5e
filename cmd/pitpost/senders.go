package main

import (
	"context"
	"errors"
	"net"
	"strings"

	"pitpost/inbox"
	"pitpost/inbox/auth"
)

// senders checks how senders are told from forgers.
func (s *settings) senders() error {
	switch {
	case s.SenderCheck == "own" && !s.broughtIn():
		return errors.New("SENDER_CHECK=own is for letters by LMTP or webhook: of a mailbox's, its server knows who brought them; set AUTHSERV_ID")
	case s.NameServer != "" && s.SenderCheck != "own":
		return errors.New("NAME_SERVER is for SENDER_CHECK=own: set that too, or leave it out")
	case s.NameServer != "":
		return endpoint("NAME_SERVER", s.NameServer, false)
	}
	return nil
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
