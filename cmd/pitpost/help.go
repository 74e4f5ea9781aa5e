package main

import "strings"

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain."`
}

// Run prints the same help as --help. The parser then ends the process.
func (h helpCmd) Run(d *desk) error {
	if _, err := d.parser.Parse(append(h.Command, "--help")); err != nil {
		return misuse("there is no command %q (see `pitpost help`)", strings.Join(h.Command, " "))
	}
	return nil
}
