package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/templates"
)

type lettersCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	State           string      `help:"Only letters that ended so." placeholder:"apply|hold|refuse|drop|set-aside"`
	Match           matchNumber `help:"Only letters about this match." placeholder:"NUMBER"`
	Since           string      `help:"Only letters taken since a day (2026-08-03), a time (2026-08-03T09:00:00Z), or so long ago (36h)." placeholder:"WHEN"`
	Limit           int         `help:"At most so many, the latest; 0 for all." default:"100" placeholder:"N"`
	Trace           string      `help:"The life of one letter, by its id in the list or in the log: what it did, what was written for it, whether that is sent." placeholder:"ID"`
}

// Run lists letters, one per line.
func (c lettersCmd) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	if c.State != "" {
		if err := settings.RequireOneOf("--state", c.State, "apply", "hold", "refuse", "drop",
			"set-aside"); err != nil {
			return usageError{err}
		}
	}
	if c.Trace != "" {
		return d.follow(ctx, s, c.Trace)
	}
	from, err := since(c.Since, time.Now())
	if err != nil {
		return err
	}
	if c.Limit < 0 {
		return misuse("--limit is a number of letters, 0 for all")
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	list, err := mail.ListLettersIn(ctx, kept.DB, mail.LetterQuery{State: model.LetterState(c.State), Match: int64(c.Match), Since: from, Limit: c.Limit})
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "%-12s  %-19s  %-10s %-28s %-5s %-9s  %s\n", "letter", "taken (UTC)", "by", "from", "match", "state", "why")
	for _, l := range list {
		l.Why = reason(kept.Words, l.Why)
		fmt.Fprintln(d.out, letterLine(l, kept.Settings.Address))
	}
	if c.State != "" || c.Match != 0 {
		return nil
	}
	days, err := mail.ListLeftAlone(ctx, kept.DB)
	for _, day := range slices.Backward(days) {
		if !day.Day.Add(24 * time.Hour).Before(from) {
			fmt.Fprintf(d.out, "%d left alone on %s: not for the house, by MAILBOX=shared\n", day.Letters, day.Day.UTC().Format(time.DateOnly))
		}
	}
	return err
}

func letterLine(l mail.LetterLine, mailbox string) string {
	match, sender, why := "-", "-", ""
	if l.Match != 0 {
		match = fmt.Sprintf("#%d", l.Match)
	}
	if l.Sender != "" {
		sender = bare(l.Sender, mailbox)
	}
	if l.Why != "" {
		why = "  " + terminal.MakePrintable(l.Why)
	}
	return strings.TrimRight(fmt.Sprintf("%s  %s  %-10s %-28s %-5s %-9s%s", l.ID, l.TakenAt.UTC().Format("2006-01-02 15:04:05"),
		terminal.MakePrintable(string(l.Door)), sender, match, l.State, why), " ")
}

// reason puts into words why a letter ended as it did. For a refusal the key of what its sender was told is
// noted, without what stood in the message: that stays with the players.
func reason(words *templates.Catalog, why string) string {
	return strings.ReplaceAll(words.Printer("en", time.UTC).Print(engine.Say(why)), "<no value>", "…")
}

// bare hides the part after the plus in our own address, because it may be a token.
func bare(sender, mailbox string) string {
	local, domain, _ := strings.Cut(strings.ToLower(mailbox), "@")
	if s := strings.ToLower(sender); strings.HasPrefix(s, local) && strings.HasSuffix(s, "@"+domain) && s != strings.ToLower(mailbox) {
		return local + "+…@" + domain
	}
	return terminal.MakePrintable(sender)
}

// since parses a day, a time, or a duration before now; "" means no limit.
func since(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	if ago, err := time.ParseDuration(s); err == nil && ago > 0 {
		return now.Add(-ago), nil
	}
	return time.Time{}, misuse("--since is a day such as 2026-08-03, a time such as 2026-08-03T09:00:00Z, or a length such as 36h, not %q", s)
}
