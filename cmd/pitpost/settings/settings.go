// Package settings reads what a house is set to from flags, environment, file and defaults, keeps
// where each setting comes from, and checks them all before anything is opened.
package settings

import (
	"cmp"
	"fmt"
	"net"
	"path/filepath"
	"reflect"
	"strings"

	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/house/timetable"
	"pitpost.example/house/world"
)

// Settings are all settings, complete and checked.
type Settings struct {
	Values

	oauthSecret Secret // what OAuthSecretFile holds

	From map[string]Source // by the setting's name; absent for a default
	Keep archive.Keep      // how long things are kept

	Reports, Backups timetable.Schedule // when they come; zero for never

	Strange []string // what in the environment looks like a setting and is none
}

// Defaults are the settings of a house that keeps its data in a folder, before any source is asked.
func Defaults(data string) *Settings {
	s := &Settings{From: map[string]Source{}, Values: Values{
		Address: "play@pit.localhost", Data: data,
		Mailbox: "shared", Sent: "delete", Junk: "read", SenderCheck: "server",
		PostSMTP: "127.0.0.1:2525", PostIMAP: "127.0.0.1:1143", HTTP: "127.0.0.1:8025",
		KeepLetters: "90d", KeepMail: "90d", KeepTraces: "400d", KeepMB: 4096,
		PingLocal: "off", Log: "text", LogLevel: "info",
		SendConnections: 4, BackupKeep: 7,
	}}
	for field, value := range reflect.ValueOf(world.DefaultCaps()).Fields() {
		reflect.ValueOf(&s.Values).Elem().FieldByName(field.Name).Set(value)
	}
	return s
}

// Domain is that of the house's address.
func (s *Settings) Domain() string {
	_, domain, _ := strings.Cut(s.Address, "@")
	return domain
}

// BuiltIn says whether the post office is the one inside.
func (s *Settings) BuiltIn() bool { return s.SMTPURL == "" }

// Complete fills in what follows from other settings and checks them all.
func (s *Settings) Complete() error {
	if err := cmp.Or(s.passwords(), s.provider()); err != nil {
		return err
	}
	s.SecretFile = cmp.Or(s.SecretFile, filepath.Join(s.Data, "secret"))
	_, webhooks := s.Hooks()
	aliases := engine.Each(Parted(s.Also), func(alias string) error { return address("each address of ALSO", alias) })
	return cmp.Or(
		OneOf("MAILBOX", s.Mailbox, "shared", "own"),
		OneOf("SENT", s.Sent, "delete", "keep"),
		OneOf("JUNK", s.Junk, "read", "leave"),
		OneOf("SENDER_CHECK", s.SenderCheck, "server", "own"),
		OneOf("PING_LOCAL", s.PingLocal, "off", "on"),
		OneOf("LOG", s.Log, "text", "json"),
		OneOf("LOG_LEVEL", s.LogLevel, "debug", "info", "warn", "error"),
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

// Line is a setting as it stands: its name, its value with secrets hidden, and where it is from.
type Line struct {
	Name, Value string
	From        Source
}

// Lines are all settings, in the order of the flags.
func (s *Settings) Lines() []Line {
	var lines []Line
	for field, value := range reflect.ValueOf(s.Values).Fields() {
		if name := field.Tag.Get("var"); name != "CONFIG" {
			lines = append(lines, Line{name, fmt.Sprint(value.Interface()), cmp.Or(s.From[name], sourceDefault)})
		}
	}
	return lines
}

// FreePorts puts a free port of loopback in the place of each usual one that somebody listens on.
func (s *Settings) FreePorts() {
	usual := Defaults("")
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
