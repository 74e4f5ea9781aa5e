package main

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/cmd/pitpost/backup"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
)

type backupCmd struct {
	settings.Fields `embed:"" group:"Settings"`
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
	err := stores.WithDatabase(ctx, s, func(url string) (err error) {
		a, size, err = backup.Write(ctx, s, url, c.File)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "%s: %s as of %s, %d KB\n", c.File, counted(a.Matches, "match", "matches"), a.Of.Format(time.RFC3339), (size+1023)/1024)
	return nil
}
