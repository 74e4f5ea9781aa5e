package main

import (
	"fmt"
	"os"

	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine/record"
)

type verifyCmd struct {
	cardFlag
	Files []string `arg:"" name:"file" help:"Records, also packed with gzip; - is standard input."`
}

// Run verifies the files in order, up to the first fault.
func (c verifyCmd) Run(d *desk) error {
	games, err := c.games()
	if err != nil {
		return err
	}
	tally := record.Tally{Games: games}
	for _, file := range c.Files {
		if err := c.one(d, file, &tally); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.out, "ok: %d matches, %d events\n", tally.Matches, tally.Events)
	for _, match := range tally.Running {
		fmt.Fprintf(d.out, "match %s is still running\n", terminal.Printable(match))
	}
	for _, match := range tally.Unchecked {
		fmt.Fprintf(d.out, "match %s: there is no seed, its shuffles were not checked\n", terminal.Printable(match))
	}
	for _, match := range tally.Unshuffled {
		fmt.Fprintf(d.out, "match %s: it was rewound by an older version, and the deck was left as it lay\n", terminal.Printable(match))
	}
	return nil
}

func (verifyCmd) one(d *desk, file string, tally *record.Tally) error {
	if file == "-" {
		return record.Verify("standard input", d.in, tally)
	}
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("cannot read the record: %w", err)
	}
	defer f.Close()
	return record.Verify(file, f, tally)
}
