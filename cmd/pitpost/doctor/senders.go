package doctor

import (
	"context"
	"errors"
	"net"
	"strings"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
)

// vouchPart looks whether each door has somebody who vouches for senders.
func vouchPart(s *settings.Settings) Part {
	return Part{"senders", func(context.Context) (string, error) {
		if doors := s.NobodyVouches(); doors != "" {
			return "", errors.New("nobody vouches for who wrote a letter that comes by " + doors)
		}
		var said []string
		for _, v := range s.Vouchers() {
			said = append(said, v.Door+": "+v.By)
		}
		return strings.Join(said, ", "), nil
	}, "For imap and lmtp set AUTHSERV_ID to the first word of the Authentication-Results header in a letter you received; for /in/mail and /in/cloudflare WEBHOOK_AUTHSERV_ID; where no server writes one, SENDER_CHECK=own (docs/doors.md)."}
}

// senderParts are what looking at senders here needs.
func senderParts(s *settings.Settings) []Part {
	if s.SenderCheck != "own" {
		return nil
	}
	list := []Part{{"name server", func(ctx context.Context) (string, error) { return asked(ctx, s) },
		"Set NAME_SERVER to a name server that answers, or leave it out for this machine's."}}
	if s.LMTP == "" {
		return list
	}
	return append(list, Part{"mx name", func(context.Context) (string, error) {
		if s.MXName == "" {
			return "", errors.New("MX_NAME is not set, so nobody knows who brought a letter, and SPF cannot be looked at")
		}
		return s.MXName, nil
	}, "Set it to the name your mail server writes after \"by\" in its Received header (Postfix: postconf myhostname)."})
}

// asked asks the name server something, whatever it answers.
func asked(ctx context.Context, s *settings.Settings) (string, error) {
	_, domain, _ := strings.Cut(s.Address, "@")
	_, err := auth.ResolverAt(s.NameServer).LookupTXT(ctx, domain+".")
	var dns *net.DNSError
	if err != nil && !(errors.As(err, &dns) && dns.IsNotFound) {
		return "", err
	}
	return "it answers", nil
}
