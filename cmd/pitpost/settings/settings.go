// Package settings reads what a house is set to from flags, environment, file and defaults, keeps
// where each setting comes from, and checks them all before anything is opened.
package settings

import (
	"errors"
	"path/filepath"

	"pitpost.example/house"
)

// settings are all settings, complete and checked.
type Settings struct {
	Address           string
	Also              string // other addresses that lead to it, parted by commas
	Data              string
	SecretFile        string
	DatabaseURL       Secret // "" for the built-in cluster
	IMAPURL, SMTPURL  Secret // both "" for the built-in post office
	Gmail             string
	GmailPasswordFile string
	Microsoft         string
	OAuthTokenURL     string
	OAuthClientID     string
	OAuthSecretFile   string
	OAuthRefreshFile  string
	OAuthScope        string
	Mailbox           string // shared or own
	Sent              string // delete or keep
	Junk              string // read or leave
	AuthservID        string
	LMTP              string // "" for none
	MXName            string
	SenderCheck       string // server or own
	NameServer        string // "" for this machine's
	MailgunKey        Secret // this and the next: several parted by commas
	PostmarkLogin     Secret
	SendgridKey       string
	SendgridLogin     Secret
	SESTopic          string
	CloudflareKey     Secret
	WebhookKey        Secret
	WebhookAuthservID string
	KeepLetters       string // days or hours, such as 90d; 0 is for ever in all of these
	KeepMail          string
	KeepTraces        string
	KeepMB            int
	SendLimit         int    // a day; 0 for none
	DomainRate        int    // a minute; 0 for none
	ReturnPath        string // verp or plain
	DKIMDomain        string
	DKIMSelector      string // "" for no signature
	DKIMKeyFile       string
	PostSMTP          string
	PostIMAP          string
	HTTP              string
	PublicURL         string
	Metrics           string // "" for at HTTP
	PingLocal         string // off or on
	ClonkCards        string // "" for the house's own table
	Log               string // text or json
	RunAs             string // "" to stay who starts it
	house.Caps

	oauthSecret Secret // what OAuthSecretFile holds

	From map[string]Source // by the setting's name; absent for a default
}

func Defaults(data string) *Settings {
	return &Settings{
		Address: "play@pit.localhost", Data: data,
		Mailbox: "shared", Sent: "delete", Junk: "read", SenderCheck: "server",
		PostSMTP: "127.0.0.1:2525", PostIMAP: "127.0.0.1:1143", HTTP: "127.0.0.1:8025",
		KeepLetters: "90d", KeepMail: "90d", KeepTraces: "400d", KeepMB: 4096,
		PingLocal: "off", Log: "text", Caps: house.DefaultCaps(), From: map[string]Source{},
	}
}

// builtIn says whether the post office is the one inside.
func (s *Settings) BuiltIn() bool { return s.SMTPURL == "" }

// complete fills in what follows from other settings and checks them all.
func (s *Settings) Complete() error {
	if err := s.provider(); err != nil {
		return err
	}
	if s.SecretFile == "" {
		s.SecretFile = filepath.Join(s.Data, "secret")
	}
	checks := []error{
		OneOf("MAILBOX", s.Mailbox, "shared", "own"),
		OneOf("SENT", s.Sent, "delete", "keep"),
		OneOf("JUNK", s.Junk, "read", "leave"),
		OneOf("SENDER_CHECK", s.SenderCheck, "server", "own"),
		OneOf("PING_LOCAL", s.PingLocal, "off", "on"),
		OneOf("LOG", s.Log, "text", "json"),
		s.oauth(),
		s.urls(),
		s.lmtp(),
		s.webhooks(),
		s.senders(),
		s.outgoing(),
		address("ADDRESS", s.Address),
		s.also(),
		endpoint("POST_SMTP", s.PostSMTP, true),
		endpoint("POST_IMAP", s.PostIMAP, true),
		endpoint("HTTP", s.HTTP, false),
		metrics(s.Metrics),
		public(s.PublicURL),
		s.kept(),
		s.caps(),
	}
	for _, err := range checks {
		if err != nil {
			return err
		}
	}
	if s.SendLimit < 0 {
		return errors.New("SEND_LIMIT is a number of letters a day, 0 for no limit")
	}
	return nil
}
