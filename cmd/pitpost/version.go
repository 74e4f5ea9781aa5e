package main

import (
	"fmt"
	"strings"

	"pitpost.example/cmd/pitpost/stores"
)

type versionCmd struct{}

// Run prints the version, and the commit if it is known.
func (versionCmd) Run(d *desk) error {
	_, err := fmt.Fprintln(d.out, strings.TrimSpace("pitpost "+stores.Version+" "+stores.ProgramRevision()))
	return err
}
