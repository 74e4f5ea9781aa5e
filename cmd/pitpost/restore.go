package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/backup"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/archive"
	"pitpost.example/engine"
)

type restoreCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Check           bool   `help:"Only open the backup beside the house, which may be running, and compare the two."`
	File            string `arg:"" help:"A file that pitpost backup has written."`
}

// Run restores a backup.
func (c restoreCmd) Run(d *desk, s *settings.Settings) error {
	ctx := context.Background()
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be made: %w", err)
	}
	b, err := backup.UnpackBackup(c.File, s.Data)
	if err != nil {
		return err
	}
	defer b.Close()
	if c.Check {
		return d.checkBackup(ctx, s, b)
	}
	if s, err = underAddress(s, b.About.Address); err != nil {
		return err
	}
	if err := (stores.Options{Begin: true, Restored: b.About.House}).WithDatabase(ctx, s, func(url string) error { return b.RestoreDatabase(ctx, s, url) }); err != nil {
		return err
	}
	secret, err := b.RestoreSecret(s.SecretFile)
	post := ""
	if err == nil && s.BuiltIn() {
		post, err = b.RestorePost(s)
	}
	if err != nil {
		return err
	}
	if err := stores.MergeForgotten(stores.ForgottenFile(filepath.Dir(c.File)), stores.ForgottenFile(s.Data)); err != nil {
		return err
	}
	n, err := b.MakeSafe(ctx, s, slog.New(slog.NewTextHandler(d.err, nil)), time.Now())
	if err != nil {
		return err
	}
	for _, line := range []string{secret, post} {
		if line != "" {
			fmt.Fprintln(d.out, line)
		}
	}
	missing := stillToSet(s, b.About)
	next := "start `pitpost serve`"
	if len(missing) > 0 {
		next = "set its settings, then start `pitpost serve`"
	}
	fmt.Fprintf(d.out, "restored to %s: %s, %d of them running or about to begin and now asking anew; %s\n",
		b.About.Of.Format(time.RFC3339), counted(b.About.Matches, "match", "matches"), n, next)
	if len(missing) > 0 {
		fmt.Fprintf(d.out, "the house is %s, and these of its settings are not set here: %s\n", b.About.Address, strings.Join(missing, ", "))
		fmt.Fprintf(d.out, "until they are, no letter goes out or comes in: `pitpost serve` refuses under another address; to move the house to one, run `pitpost migrate --address NEW`\n")
	}
	return nil
}

// underAddress returns the settings with the address of a backup, which is that of the house. An address that was set
// must be the same.
func underAddress(s *settings.Settings, address string) (*settings.Settings, error) {
	if address == "" || strings.EqualFold(address, s.Address) {
		return s, nil
	}
	if s.From["ADDRESS"] != "" {
		return nil, fmt.Errorf("the backup belongs to %s, and the address here is %s: restore it with --address %s, then move the house with `pitpost migrate --address %s`", address, s.Address, address, s.Address)
	}
	own := *s
	own.Address = address
	return &own, nil
}

// stillToSet names the settings that the house of a backup had and that are not set here, if it cannot be served so.
func stillToSet(s *settings.Settings, a backup.About) (missing []string) {
	if s.From["ADDRESS"] != "" || strings.EqualFold(a.Address, settings.DefaultSettings("").Address) {
		return nil
	}
	names := a.Settings
	if !slices.Contains(names, "ADDRESS") && !slices.Contains(names, "GMAIL") && !slices.Contains(names, "MICROSOFT") {
		names = append([]string{"ADDRESS", "IMAP_URL", "SMTP_URL"}, names...) // taken by a command that did not know them
	}
	return engine.FilterList(names, func(name string) bool { return s.From[name] == "" })
}

// checkBackup checks that a backup can be opened and agrees with the house, in which matches may have gone on since.
func (d *desk) checkBackup(ctx context.Context, s *settings.Settings, b *backup.Backup) error {
	if err := b.KnowsSecret(s.SecretFile); err != nil {
		return err
	}
	var found *archive.Compared
	if err := (stores.Options{}).WithDatabase(ctx, s, func(url string) (err error) {
		found, err = archive.CompareDump(ctx, url, b.Dump)
		return err
	}); err != nil {
		return err
	}
	if len(found.Others) > 0 {
		return fmt.Errorf("the backup does not agree with this house about %s, first about #%d: it is of another house, or of a time that was taken back by a restore", counted(len(found.Others), "match", "matches"), found.Others[0])
	}
	fmt.Fprintf(d.out, "whole, as of %s: %s and %s, all as in this house, which has had %s since\n", b.About.Of.Format(time.RFC3339),
		counted(found.Matches, "match", "matches"), counted(found.Facts, "fact", "facts"), counted(found.Since, "fact", "facts"))
	return nil
}
