package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// settings are all settings, complete and checked.
type settings struct {
	Address           string
	Data              string
	SecretFile        string
	DatabaseURL       secret // "" for the built-in cluster
	IMAPURL, SMTPURL  secret // both "" for the built-in post office
	Gmail             string
	GmailPasswordFile string
	Mailbox           string // shared or own
	Sent              string // delete or keep
	AuthservID        string
	SendLimit         int // a day; 0 for none
	PostSMTP          string
	PostIMAP          string
	HTTP              string
	PublicURL         string
	ClonkCards        string // "" for the house's own table
	Log               string // text or json

	from map[string]source // by the setting's name; absent for a default
}

func defaults(data string) *settings {
	return &settings{
		Address: "play@pit.localhost", Data: data,
		Mailbox: "shared", Sent: "delete",
		PostSMTP: "127.0.0.1:2525", PostIMAP: "127.0.0.1:1143", HTTP: "127.0.0.1:8025",
		Log: "text", from: map[string]source{},
	}
}

// builtIn says whether the post office is the one inside.
func (s *settings) builtIn() bool { return s.IMAPURL == "" }

// complete fills in what follows from other settings and checks them all.
func (s *settings) complete() error {
	if err := s.gmail(); err != nil {
		return err
	}
	if s.SecretFile == "" {
		s.SecretFile = filepath.Join(s.Data, "secret")
	}
	checks := []error{
		oneOf("MAILBOX", s.Mailbox, "shared", "own"),
		oneOf("SENT", s.Sent, "delete", "keep"),
		oneOf("LOG", s.Log, "text", "json"),
		s.urls(),
		address("ADDRESS", s.Address),
		endpoint("POST_SMTP", s.PostSMTP, true),
		endpoint("POST_IMAP", s.PostIMAP, true),
		endpoint("HTTP", s.HTTP, false),
		public(s.PublicURL),
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

// gmail turns GMAIL into the two URLs.
func (s *settings) gmail() error {
	switch {
	case s.Gmail == "" && s.GmailPasswordFile == "":
		return nil
	case s.Gmail == "" || s.GmailPasswordFile == "":
		return errors.New("GMAIL and GMAIL_PASSWORD_FILE go together: set both or neither")
	case s.IMAPURL != "" || s.SMTPURL != "":
		return errors.New("GMAIL sets IMAP_URL and SMTP_URL: leave those out, or leave GMAIL out")
	}
	if err := address("GMAIL", s.Gmail); err != nil {
		return err
	}
	text, err := os.ReadFile(s.GmailPasswordFile)
	if err != nil {
		return fmt.Errorf("GMAIL_PASSWORD_FILE cannot be read: %w", err)
	}
	password := strings.Join(strings.Fields(string(text)), "") // Google prints it in four groups
	if password == "" {
		return errors.New("GMAIL_PASSWORD_FILE is empty: put an app password in it")
	}
	user := url.UserPassword(s.Gmail, password)
	s.IMAPURL = secret((&url.URL{Scheme: "imaps", User: user, Host: "imap.gmail.com", Path: "/INBOX"}).String())
	s.SMTPURL = secret((&url.URL{Scheme: "smtps", User: user, Host: "smtp.gmail.com"}).String())
	s.from["IMAP_URL"], s.from["SMTP_URL"] = "GMAIL", "GMAIL"
	if s.from["ADDRESS"] == "" {
		s.Address, s.from["ADDRESS"] = s.Gmail, "GMAIL"
	}
	if s.from["SEND_LIMIT"] == "" {
		s.SendLimit, s.from["SEND_LIMIT"] = 450, "GMAIL"
	}
	return nil
}
