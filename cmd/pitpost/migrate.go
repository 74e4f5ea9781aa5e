package main

import (
	"fmt"

	"pitpost.example/cmd/pitpost/stores"
)

type migrateCmd struct{ ofHouse }

// Run does nothing itself, because opening the stores migrates the schema.
func (c migrateCmd) Run(d *desk, _ *stores.Stores) error {
	_, err := fmt.Fprintln(d.out, "the schema is up to date")
	return err
}
