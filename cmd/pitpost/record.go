package main

import (
	"bufio"
	"io"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/engine/record"
)

// keptRecord writes the record of a match that the house keeps, and notes for
// its seats that somebody looked. An unknown match is an error.
type keptRecord func(s *settings.Settings, match string, c record.Choice, w io.Writer) error

type recordCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           string `arg:"" help:"The match, such as 42."`
	Legal           bool   `help:"Before each choice write all that the seat could do."`
}

// Run writes the record to standard output.
func (c recordCmd) Run(d *desk) error {
	s, err := settings.Load(c.Fields, d.environ)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(d.out)
	if err := d.kept(s, c.Match, record.Choice{Legal: c.Legal}, out); err != nil {
		return err
	}
	return out.Flush()
}
