package main

import (
	"bufio"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/engine/record"
)

type recordCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           string `arg:"" help:"The match, such as 42."`
	Legal           bool   `help:"Before each choice write all that the seat could do."`
}

// Run writes the record to standard output.
func (c recordCmd) Run(d *desk, s *settings.Settings) error {
	out := bufio.NewWriter(d.out)
	if err := d.keptRecord(s, c.Match, record.Choice{Legal: c.Legal}, out); err != nil {
		return err
	}
	return out.Flush()
}
