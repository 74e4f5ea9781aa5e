package backup

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/archive"
	"pitpost.example/failpoint"
)

// RestoreDatabase loads the dump, unless an earlier attempt has done so.
func (b *Backup) RestoreDatabase(ctx context.Context, url string) error {
	u, err := archive.Target(ctx, url)
	if err != nil {
		return err
	}
	if u == nil {
		failpoint.At("restore.empty")
		err := archive.Restore(ctx, url, b.Dump, b.About.Of)
		failpoint.At("restore.loaded")
		return err
	}
	if !u.Of.Equal(b.About.Of) {
		return fmt.Errorf("a restore to %s is not finished here, and this backup is of %s: take that one again, or another database",
			u.Of.Format(time.RFC3339), b.About.Of.Format(time.RFC3339))
	}
	return nil
}

// MakeSafe migrates a restored house and makes sure that letters from the lost time cannot be taken for answers
// to something else. Calling it again changes nothing.
func MakeSafe(ctx context.Context, s *settings.Settings, log *slog.Logger, now time.Time) (matches int, err error) {
	kept, err := stores.Options{Log: log, Restoring: true}.Open(ctx, s)
	if err != nil {
		return 0, err
	}
	defer kept.Close()
	u, err := archive.Begun(ctx, kept.DB)
	if err != nil || u == nil {
		return 0, err
	}
	if err := kept.House.Credit(ctx, now); err != nil {
		return 0, err
	}
	if err := archive.Renumber(ctx, kept.DB, u, now); err != nil {
		return 0, err
	}
	failpoint.At("restore.numbered")
	if matches, err = kept.House.Restored(ctx, now); err != nil {
		return 0, err
	}
	return matches, archive.Finish(ctx, kept.DB)
}
