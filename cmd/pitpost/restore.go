package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"pitpost.example/cmd/pitpost/backup"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/archive"
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
	b, err := backup.Open(c.File, s.Data)
	if err != nil {
		return err
	}
	defer b.Close()
	if c.Check {
		return d.checkBackup(ctx, s, b)
	}
	if err := stores.WithDatabase(ctx, s, func(url string) error { return b.RestoreDatabase(ctx, url) }); err != nil {
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
	n, err := backup.MakeSafe(ctx, s, slog.New(slog.NewTextHandler(d.err, nil)), time.Now())
	if err != nil {
		return err
	}
	for _, line := range []string{secret, post} {
		if line != "" {
			fmt.Fprintln(d.out, line)
		}
	}
	fmt.Fprintf(d.out, "restored to %s: %s, %d of them running or about to begin and now asking anew; start `pitpost serve`\n",
		b.About.Of.Format(time.RFC3339), counted(b.About.Matches, "match", "matches"), n)
	return nil
}

// checkBackup checks that a backup can be opened and agrees with the house, in which matches may have gone on since.
func (d *desk) checkBackup(ctx context.Context, s *settings.Settings, b *backup.Backup) error {
	if err := b.KnowsSecret(s.SecretFile); err != nil {
		return err
	}
	var found *archive.Compared
	if err := stores.WithDatabase(ctx, s, func(url string) (err error) {
		found, err = archive.Compare(ctx, url, b.Dump)
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
