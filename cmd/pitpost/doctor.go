package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/inbox/imap"
)

type doctorCmd struct {
	settingFields `embed:"" group:"Settings"`
	Quick         bool   `help:"Only ask a running server whether it is ready."`
	DNS           string `name:"dns" help:"Look for DNS records at this name server, such as your provider's own for one just published; else at NAME_SERVER, or the machine's." placeholder:"HOST:PORT"`
}

// Help is what --help adds: an example.
func (doctorCmd) Help() string {
	return `Tries each part and says how to mend what is wrong: settings, data folder, database, clock, reading mail, sending mail,
every other door for letters, and for a real domain its DNS records. Beside a running server it also looks at its
queues and clocks, without disturbing it. Ends with 1 if something needs mending.

Example: pitpost doctor`
}

// part is one thing the doctor tries.
type part struct {
	name string
	try  func(ctx context.Context) (found string, err error)
	mend string
}

// Run tries every part, each in its own time.
func (c doctorCmd) Run(d *desk) error {
	s, err := loadSettings(c.settingFields, d.environ)
	if err != nil {
		return err
	}
	if c.Quick {
		return quick(s)
	}
	ask, err := askAt(cmp.Or(c.DNS, s.NameServer))
	if err != nil {
		return err
	}
	sick := 0
	for _, p := range parts(s, ask, runningAt(s)) {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		found, err := p.try(ctx)
		cancel()
		if err == nil {
			fmt.Fprintf(d.out, "well  %-12s %s\n", p.name, found)
			continue
		}
		sick++
		fmt.Fprintf(d.out, "ill   %-12s %s\n      %-12s %s\n", p.name, oneLine(err), "", p.mend)
	}
	if sick > 0 {
		return fmt.Errorf("%d of the parts above need mending", sick)
	}
	return nil
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// quick is for a container's health check.
func quick(s *settings) error {
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

// parts are all that is tried; at is who listens at HTTP. A server of ours is not disturbed.
func parts(s *settings, ask resolver, at listener) []part {
	l := at.ours
	list := append(rightsParts(s), []part{ // as they are before anything is opened, and mended
		{"data", func(context.Context) (string, error) { return s.Data, writable(s.Data) },
			"Make the folder writable for this user, or name another with --data."},
		{"secret", func(context.Context) (string, error) {
			_, err := secretKeys(s.SecretFile)
			return s.SecretFile, err
		}, "Restore the file from a backup; without it no letter already sent can be answered."},
		diskPart(s),
		{"database", func(ctx context.Context) (string, error) {
			k, err := lookIn(ctx, s, l)
			if err != nil {
				return "", err
			}
			defer k.close()
			if l != nil {
				return "reached", k.db.Ping(ctx)
			}
			return "reached, schema up to date", k.db.Ping(ctx)
		}, "Install Postgres (Debian: apt-get install postgresql), or set DATABASE_URL to one that answers."},
		{"clock", func(ctx context.Context) (string, error) { return clockOff(ctx, s, l) },
			"Set the machine's clock, best by NTP (Debian: apt-get install systemd-timesyncd)."},
		{"leagues", func(ctx context.Context) (string, error) {
			k, err := lookIn(ctx, s, l)
			if err != nil {
				return "", fmt.Errorf("the database is away: %w", err)
			}
			defer k.close()
			return leagueMail(ctx, k, s.SendLimit)
		}, "Raise SEND_LIMIT if your provider allows it, use one that carries more, or make seasons gentler: a longer pace, at_once 1, more days of waves."},
		{"letters out", func(ctx context.Context) (string, error) {
			k, err := lookIn(ctx, s, l)
			if err != nil {
				return "", fmt.Errorf("the database is away: %w", err)
			}
			defer k.close()
			return unwritten(ctx, k)
		}, "Mend what the reason names; the server's log lines “letter not written” say more. What still waits is then written whole. " +
			"Who missed a letter that was set aside gets the position by writing `again`."},
	}...)
	list = append(list, liveParts(s, at)...)
	if s.builtIn() {
		list = append(list,
			part{"post office", func(context.Context) (string, error) { return ports(s, l) },
				"Stop what listens there, or name other ports with --post-smtp, --post-imap and --http."})
		return append(list, doorParts(s, l)...)
	}
	return append(append(list, realParts(s, ask)...), doorParts(s, l)...)
}

// unwritten tells of letters that could not be written. They are tried for five days, and those
// set aside are named for as long again and more.
func unwritten(ctx context.Context, k *keeping) (string, error) {
	const named = 14 * 24 * time.Hour
	u, err := k.db.UnwrittenMail(ctx, time.Now().Add(-named))
	if err != nil {
		return "", err
	}
	if u.Waiting+u.Aside > 0 {
		return "", fmt.Errorf("%d could not be written and are tried again, %d were set aside after the last try; %s: %s", u.Waiting, u.Aside, u.Last, u.Reason)
	}
	return "all could be written", nil
}

// realParts are those of real servers.
func realParts(s *settings, ask resolver) []part {
	tokens := s.tokens()
	list := []part{
		{"smtp", func(ctx context.Context) (string, error) {
			relay, err := newRelay(string(s.SMTPURL), tokens)
			if err != nil {
				return "", err
			}
			defer relay.Close()
			return hostPort(string(s.SMTPURL)), relay.Check(ctx)
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
func ports(s *settings, l *live) (string, error) {
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
func clockOff(ctx context.Context, s *settings, l *live) (string, error) {
	k, err := lookIn(ctx, s, l)
	if err != nil {
		return "", fmt.Errorf("it is compared with the database's, which is away: %w", err)
	}
	defer k.close()
	var theirs time.Time
	if err := k.db.Pool().QueryRow(ctx, "select clock_timestamp()").Scan(&theirs); err != nil {
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
