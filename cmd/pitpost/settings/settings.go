// Package settings reads a house's settings from flags, environment, file and defaults, remembers where each
// one comes from, and checks all of them before anything is opened.
package settings

import (
	"cmp"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/server/timetable"
)

// Settings holds all settings, complete and checked.
type Settings struct {
	Values

	oauthSecret Secret // content of OAuthSecretFile

	From map[string]Source // by the setting's name; a default is not in it
	Keep archive.Keep      // how long things are kept

	Reports, Backups timetable.Schedule // zero means never

	Strange []string // variables that look like settings but are none

	Unread     []string // variables that stand in UnreadFile, where the package's unit once read them, and nowhere else
	UnreadFile string
}

// DefaultSettings returns the default settings of a house with its data in a folder.
func DefaultSettings(data string) *Settings {
	caps := world.DefaultCaps()
	return &Settings{From: map[string]Source{}, Values: Values{
		Address: "play@pit.localhost", Data: data,
		Sent: "delete", Junk: "read", SenderCheck: "server",
		PostSMTP: "127.0.0.1:2525", PostIMAP: "127.0.0.1:1143", HTTP: "127.0.0.1:8025",
		KeepLetters: "90d", KeepMail: "90d", KeepTraces: "400d", KeepMB: 4096,
		PingLocal: "off", Log: "text", LogLevel: "info",
		SendConnections: 4, BackupKeep: 7,
		InvitesALetter: caps.InvitesALetter, InvitesAHost: caps.InvitesAHost, InvitesOpen: caps.InvitesOpen, InvitesAPair: caps.InvitesAPair,
		InvitesAGuest: caps.InvitesAGuest, InvitesADay: caps.InvitesADay, NewALetter: caps.NewALetter, OpenMatches: caps.OpenMatches, StrangersADay: caps.StrangersADay,
	}}
}

// Domain returns the domain of the house's address.
func (s *Settings) Domain() string {
	_, domain, _ := strings.Cut(s.Address, "@")
	return domain
}

// BuiltIn reports whether the built-in post office is used.
func (s *Settings) BuiltIn() bool { return s.SMTPURL == "" }

// Complete derives settings from others and checks all of them.
func (s *Settings) Complete() error {
	if err := cmp.Or(s.passwords(), s.provider()); err != nil {
		return err
	}
	if s.Mailbox == "" && s.IMAPURL == "" {
		s.Mailbox = "own" // there is none, or that of the built-in post office
	}
	s.SecretFile = cmp.Or(s.SecretFile, filepath.Join(s.Data, "secret"))
	_, webhooks := s.Hooks()
	aliases := engine.MapList(SplitList(s.Also),
		func(alias string) error { return address("each address of ALSO", alias) })
	return cmp.Or(
		RequireOneOf("MAILBOX", cmp.Or(s.Mailbox, "own"), "shared", "own"),
		RequireOneOf("SENT", s.Sent, "delete", "keep"),
		RequireOneOf("JUNK", s.Junk, "read", "leave"),
		RequireOneOf("SENDER_CHECK", s.SenderCheck, "server", "own"),
		RequireOneOf("PING_LOCAL", s.PingLocal, "off", "on"),
		RequireOneOf("LOG", s.Log, "text", "json"),
		RequireOneOf("LOG_LEVEL", s.LogLevel, "debug", "info", "warn", "error"),
		s.oauth(),
		s.urls(),
		s.lmtp(),
		webhooks,
		s.senders(),
		s.outgoing(),
		address("ADDRESS", s.Address),
		cmp.Or(aliases...),
		endpoint("POST_SMTP", s.PostSMTP, true),
		endpoint("POST_IMAP", s.PostIMAP, true),
		endpoint("HTTP", s.HTTP, false),
		endpoint("METRICS", cmp.Or(s.Metrics, s.HTTP), false),
		s.public(),
		s.calendar(),
		s.kept(),
		s.numbers(),
	)
}

// Line is a setting for display: its name, its value with secrets hidden, and its source.
type Line struct {
	Name, Value string
	From        Source
}

// Lines returns all settings in the order of the flags.
func (s *Settings) Lines() []Line {
	var lines []Line
	for _, r := range Rows() {
		if r.Var != "CONFIG" {
			lines = append(lines, Line{r.Var, fmt.Sprint(r.of(&s.Values)), cmp.Or(s.From[r.Var], sourceDefault)})
		}
	}
	return lines
}

// Given names the settings that somebody has set for the house, but for those that only say where it lies.
func (s *Settings) Given() (names []string) {
	for _, r := range Rows() {
		switch from := s.From[r.Var]; {
		case slices.Contains([]string{"DATA", "SECRET_FILE", "DATABASE_URL", "DATABASE_PASSWORD", "RUN_AS"}, r.Var):
		case slices.Contains([]Source{"", sourceGmail, sourceMicrosoft, sourceIMAP}, from):
		default:
			names = append(names, r.Var)
		}
	}
	return names
}

// FreePorts replaces each default port that is in use with a free port of the loopback interface.
func (s *Settings) FreePorts() {
	usual := DefaultSettings("")
	for at, port := range map[*string]string{&s.PostSMTP: usual.PostSMTP, &s.PostIMAP: usual.PostIMAP, &s.HTTP: usual.HTTP} {
		if *at != port {
			continue
		}
		l, err := net.Listen("tcp", port)
		if err != nil {
			*at = "127.0.0.1:0"
			continue
		}
		l.Close()
	}
}
