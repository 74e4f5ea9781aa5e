package settings

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"pitpost.example/inbox/hook"
)

// broughtIn reports whether letters come by a way other than a mailbox.
func (s *Settings) broughtIn() bool { return s.LMTP != "" || len(s.HookPaths()) > 0 }

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
		for _, one := range Parted(string(list.value)) {
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
	for _, one := range Parted(s.SendgridKey) {
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

// Parted splits a list at commas, blanks and line ends.
func Parted(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
}
