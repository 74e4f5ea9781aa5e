package main

import (
	"context"
	"fmt"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
)

type migrateCmd struct {
	settings.Fields `embed:"" group:"Settings"`
}

// Help is what --help adds: an example.
func (migrateCmd) Help() string {
	return `Brings the tables up to date and ends; serve does the same when it starts. Many may run at once: one works, the others
wait for it.

Example: pitpost migrate --database-url postgres://pitpost@localhost/pitpost`
}

// Run migrates: opening what is kept does it.
func (c migrateCmd) Run(d *desk) error {
	return d.withHouse(c.Fields, func(context.Context, *stores.Stores) error {
		fmt.Fprintln(d.out, "the schema is up to date")
		return nil
	})
}
