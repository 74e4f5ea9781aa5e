package main

import (
	"context"
	"fmt"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
)

type migrateCmd struct{ ofHouse }

// Run does nothing itself, because opening the stores migrates the schema.
func (c migrateCmd) Run(d *desk, s *settings.Settings) error {
	return d.withHouse(s, func(context.Context, *stores.Stores) error {
		fmt.Fprintln(d.out, "the schema is up to date")
		return nil
	})
}
