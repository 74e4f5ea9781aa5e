// Package doctor looks at a house from outside: it tries each part, beside a running server without
// disturbing it, and says how to mend what is ill.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"pitpost.example/db/mail"

	"pitpost.example/inbox/imap"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/house/timetable"
)

// Part is one thing the doctor tries.
type Part struct {
	Name string
	Try  func(ctx context.Context) (found string, err error)
	Mend string
}

// Quick is for a container's health check.
func Quick(s *settings.Settings) error {
	at := knock(s)
	switch {
	case at.other != nil:
		return at.other
	case at.ours == nil:
		return errors.New("no server answers at HTTP: start one with `pitpost serve`")
	}
	if _, err := at.ours.get("/readyz"); err != nil {
		return errors.New("the server is not ready: `pitpost doctor` says which part")
	}
	return nil
}

// Parts are all that is tried: jobs are those of the timetable, ask is asked for DNS records. A
// server of ours that is running is not disturbed.
func Parts(s *settings.Settings, jobs []timetable.Job, ask Resolver) []Part {
	at := runningAt(s)
	l := at.ours
	list := append(rightsParts(s), []Part{ // as they are before anything is opened, and mended
		{"data", func(context.Context) (string, error) { return s.Data, writable(s.Data) },
			"Make the folder writable for this user, or name another with --data."},
		{"secret", func(context.Context) (string, error) {
			_, err := stores.Keys(s.SecretFile)
			return s.SecretFile, err
		}, "Restore the file from a backup; without it no letter already sent can be answered."},
		diskPart(s),
		{"database", func(ctx context.Context) (string, error) {
			k, err := open(ctx, s, l)
			if err != nil {
				return "", err
			}
			defer k.Close()
			if l != nil {
				return "reached", k.DB.Ping(ctx)
			}
			return "reached, schema up to date", k.DB.Ping(ctx)
		}, "Install Postgres (Debian: apt-get install postgresql), or set DATABASE_URL to one that answers."},
		{"clock", func(ctx context.Context) (string, error) { return clockOff(ctx, s, l) },
			"Set the machine's clock, best by NTP (Debian: apt-get install systemd-timesyncd)."},
		{"leagues", kept(s, l, func(ctx context.Context, k *stores.Stores) (string, error) { return leagueMail(ctx, k, s.SendLimit) }),
			"Raise SEND_LIMIT if your provider allows it, use one that carries more, or make seasons gentler: a longer pace, at_once 1, more days of waves."},
		{"letters out", kept(s, l, unwritten), "Mend what the reason names; the server's log lines “letter not written” say more. What still waits is then written whole. " +
			"Who missed a letter that was set aside gets the position by writing `again`."},
	}...)
	list = append(list, liveParts(s, jobs, at)...)
	if s.BuiltIn() {
		list = append(list,
			Part{"post office", func(context.Context) (string, error) { return ports(s, l) },
				"Stop what listens there, or name other ports with --post-smtp, --post-imap and --http."})
		return append(list, doorParts(s, l)...)
	}
	return append(append(list, realParts(s, ask)...), doorParts(s, l)...)
}

// unwritten tells of letters that could not be written. They are tried for five days, and those
// set aside are named for as long again and more.
func unwritten(ctx context.Context, k *stores.Stores) (string, error) {
	const named = 14 * 24 * time.Hour
	u, err := mail.UnwrittenSince(ctx, k.DB, time.Now().Add(-named))
	if err != nil {
		return "", err
	}
	if u.Waiting+u.Aside > 0 {
		return "", fmt.Errorf("%d could not be written and are tried again, %d were set aside after the last try; %s: %s", u.Waiting, u.Aside, u.Last, u.Reason)
	}
	return "all could be written", nil
}

// realParts are those of real servers.
func realParts(s *settings.Settings, ask Resolver) []Part {
	tokens := s.Tokens()
	list := []Part{
		{"smtp", func(ctx context.Context) (string, error) {
			relay, err := settings.NewRelay(string(s.SMTPURL), tokens)
			if err != nil {
				return "", err
			}
			defer relay.Close()
			return settings.HostPort(string(s.SMTPURL)), relay.Check(ctx)
		}, "Check SMTP_URL: host, port, user and password, and that the provider lets this machine send."},
	}
	list = append(list, dnsParts(s, ask)...)
	if s.IMAPURL != "" {
		list = append(mailboxParts(s, imap.Account{URL: string(s.IMAPURL), OAuth: tokens}), list...)
	}
	return list
}

func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(dir, ".doctor")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		return err
	}
	return os.Remove(name)
}

// ports says whether the post office's ports are free, or held by a house that
// is running.
func ports(s *settings.Settings, l *live) (string, error) {
	if l != nil {
		return "in use, as they should be: your own server is running", nil
	}
	for _, addr := range []string{s.PostSMTP, s.PostIMAP, s.HTTP} {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return "", fmt.Errorf("no server of this house is running, and another program holds %s: %w", addr, err)
		}
		_ = l.Close()
	}
	return "its ports are free", nil
}

// clockOff compares our clock with the database server's.
func clockOff(ctx context.Context, s *settings.Settings, l *live) (string, error) {
	k, err := open(ctx, s, l)
	if err != nil {
		return "", fmt.Errorf("it is compared with the database's, which is away: %w", err)
	}
	defer k.Close()
	var theirs time.Time
	if err := k.DB.Pool().QueryRow(ctx, "select clock_timestamp()").Scan(&theirs); err != nil {
		return "", err
	}
	off := time.Since(theirs).Abs()
	if off > time.Minute {
		return "", fmt.Errorf("it is %s off the database's", off.Round(time.Second))
	}
	if time.Now().Year() < 2026 {
		return "", errors.New("it stands in the past")
	}
	return "right", nil
}
