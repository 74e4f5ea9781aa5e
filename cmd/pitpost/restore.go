package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db"
	"pitpost.example/failpoint"
)

type restoreCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	File            string `arg:"" help:"A file that pitpost backup has written." type:"existingfile"`
}

// Help is what --help adds: an example.
func (restoreCmd) Help() string {
	return `Brings a backup into an empty house: another data folder, or a DATABASE_URL with nothing in it. Nothing that is there is
overwritten; broken off, it is run again. Afterwards every match that was running asks its seats anew and tells them to
when the house was restored, and whoever answers a letter from the time that is lost is told so: no such letter moves
anything. Then start ` + "`pitpost serve`" + ` as before.

Example: pitpost restore /var/backups/pitpost-Mon.tar --data /var/lib/pitpost-new`
}

// Run restores a backup.
func (c restoreCmd) Run(d *desk) error {
	s, err := settings.Load(c.Fields, d.environ)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be made: %w", err)
	}
	b, err := openBackup(c.File, s.Data)
	if err != nil {
		return err
	}
	defer b.close()
	if err := stores.WithDatabase(ctx, s, func(ctx context.Context, url string) error { return b.restoreDatabase(ctx, url) }); err != nil {
		return err
	}
	said, err := b.restoreSecret(s.SecretFile)
	if err == nil && s.BuiltIn() {
		var more string
		more, err = b.restorePost(s)
		said = append(said, more)
	}
	if err != nil {
		return err
	}
	n, err := makeSafe(ctx, s, slog.New(slog.NewTextHandler(d.err, nil)), time.Now())
	if err != nil {
		return err
	}
	for _, line := range said {
		if line != "" {
			fmt.Fprintln(d.out, line)
		}
	}
	fmt.Fprintf(d.out, "restored to %s: %d matches, %d of them running or about to begin and now asking anew; start `pitpost serve`\n",
		b.about.Of.Format(time.RFC3339), b.about.Matches, n)
	return nil
}

// restoreDatabase loads the dump, unless an earlier try has done so.
func (b *backup) restoreDatabase(ctx context.Context, url string) error {
	u, err := db.Target(ctx, url)
	if err != nil {
		return err
	}
	if u == nil {
		failpoint.At("restore.empty")
		err := db.Restore(ctx, url, b.dump, b.about.Of)
		failpoint.At("restore.loaded")
		return err
	}
	if !u.Of.Equal(b.about.Of) {
		return fmt.Errorf("a restore to %s is not finished here, and this backup is of %s: take that one again, or another database",
			u.Of.Format(time.RFC3339), b.about.Of.Format(time.RFC3339))
	}
	return nil
}

// makeSafe brings a restored house up to date and makes it safe from letters of the time
// that is lost. Done twice it does nothing the second time.
func makeSafe(ctx context.Context, s *settings.Settings, log *slog.Logger, now time.Time) (matches int, err error) {
	k, err := (&stores.Stores{Settings: s, Log: log, Restoring: true}).Opened(ctx)
	if err != nil {
		return 0, err
	}
	defer k.Close()
	u, err := k.DB.Unfinished(ctx)
	if err != nil || u == nil {
		return 0, err
	}
	if err := k.House.Credit(ctx, now); err != nil {
		return 0, err
	}
	if err := k.DB.Renumber(ctx, u, now); err != nil {
		return 0, err
	}
	failpoint.At("restore.numbered")
	if matches, err = k.House.Restored(ctx, now); err != nil {
		return 0, err
	}
	return matches, k.DB.FinishRestore(ctx)
}

// syncFolder makes a rename in a folder outlive a power cut.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// writeWhole writes a file for its owner alone, beside it first, so that it is never
// there half.
func writeWhole(name string, text []byte) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(text)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return errors.Join(os.Rename(file.Name(), name), syncFolder(filepath.Dir(name)))
}
