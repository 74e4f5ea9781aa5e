package main

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/cmd/pitpost/backup"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/archive"
)

type backupCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Empty           bool   `help:"Write it although there is no match in the house yet."`
	File            string `arg:"" help:"The file to write; one that is there is replaced once the new one is whole."`
}

// Run writes a backup.
func (c backupCmd) Run(d *desk, s *settings.Settings) error {
	if c.File == "-" {
		return misuse("a backup is a file of its own, closed to others: name one")
	}
	ctx := context.Background()
	var a *backup.About
	var size int64
	err := stores.Options{}.WithDatabase(ctx, s, func(url string) (err error) {
		if _, matches, _, err := archive.ReadDumpInfo(ctx, url); err == nil && matches == 0 && !c.Empty {
			return fmt.Errorf("there is no match in this house: the data folder is %s and the database %s. If it is the one you mean, say --empty", s.Data, stores.DatabaseName(s))
		}
		a, size, err = backup.WriteBackup(ctx, s, url, c.File)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "%s: %s as of %s, %d KB\n", c.File, counted(a.Matches, "match", "matches"), a.Of.Format(time.RFC3339), (size+1023)/1024)
	return nil
}
