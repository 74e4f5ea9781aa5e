package main

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// version is that of the next release in CHANGELOG.md.
const version = "0.1.0"

type versionCmd struct{}

// Help is what --help adds: an example.
func (versionCmd) Help() string { return "Example: pitpost version" }

// Run prints the version, and of which commit it is where that is known.
func (versionCmd) Run(d *desk) error {
	_, err := fmt.Fprintln(d.out, strings.TrimSpace("pitpost "+version+" "+revision()))
	return err
}

// revision names the commit it was built from, "" where that is not known.
func revision() string {
	name, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				name = s.Value[:min(12, len(s.Value))]
			case "vcs.modified":
				if s.Value == "true" {
					changed = " with changes"
				}
			}
		}
	}
	return name + changed
}
