package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"

	"pitpost.example/inbox"
	"pitpost.example/inbox/hook"
	"pitpost.example/inbox/intake"
)

// broughtIn says whether letters come by another way than a mailbox.
func (s *settings) broughtIn() bool {
	h, err := s.hooks()
	return s.LMTP != "" || err == nil && len(h.Paths()) > 0
}

func (s *settings) lmtp() error {
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

func (s *settings) webhooks() error {
	_, err := s.hooks()
	return err
}

var topic = regexp.MustCompile(`^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]+$`)

// hooks are the webhooks that are set up; its errors hold no secret.
func (s *settings) hooks() (*hook.Hooks, error) {
	h := &hook.Hooks{Topic: s.SESTopic}
	for _, list := range []struct {
		name  string
		value secret
		login bool
		to    *[]string
	}{
		{"MAILGUN_KEY", s.MailgunKey, false, &h.Mailgun}, {"POSTMARK_LOGIN", s.PostmarkLogin, true, &h.Postmark},
		{"SENDGRID_LOGIN", s.SendgridLogin, true, &h.SendGridAuth}, {"CLOUDFLARE_KEY", s.CloudflareKey, false, &h.Cloudflare},
		{"WEBHOOK_KEY", s.WebhookKey, false, &h.Plain},
	} {
		for _, one := range parted(string(list.value)) {
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
	for _, one := range parted(s.SendgridKey) {
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

// amazon is the name under which SES says who wrote a letter.
const amazon = "amazonses.com"

func parted(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
}

// webhooks serves what providers bring, nil where none is set up. Whose word on senders
// counts depends on who brings the letter: Amazon writes its own on top, and who posts with a
// secret of the host's may be named; with the others only what we find ourselves counts.
func (st *station) webhooks() (http.Handler, error) {
	h, err := st.settings.hooks()
	if err != nil {
		return nil, err
	}
	vouching := map[string]*inbox.Receiver{
		"ses": st.receiver(amazon, false), "webhook": st.receiver(st.settings.WebhookAuthservID, false),
		"cloudflare": st.receiver(st.settings.WebhookAuthservID, false),
	}
	others := st.receiver("", false)
	h.Take = func(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
		door.ReceivedAt = st.now()
		if r := vouching[string(door.Name)]; r != nil {
			return r.Take(ctx, raw, door)
		}
		return others.Take(ctx, raw, door)
	}
	h.Ours, h.Seen, h.Log, h.Meter = others.Addressed, st.db.FirstUnder, st.log, st.meter
	return h.Handler(), nil
}
