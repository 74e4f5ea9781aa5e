package main

import (
	"fmt"
	"io"
	"os"

	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine/record"
)

type verifyCmd struct {
	cardFlag
	Files []string `arg:"" name:"file" help:"Records, also packed with gzip; - is standard input."`
}

// Help is what --help adds: an example.
func (verifyCmd) Help() string {
	return `Refolds each match with the rules and checks every line: header, numbers, every choice and all that followed
from it, legal lists, and the shuffles against the commitment. Prints "ok: M matches, N events", then the matches
that are still running, those whose shuffles could not be checked because their seed is not open, and those that an
older version rewound without shuffling what was undrawn. Of a wrong record it names the first wrong line and why, and ends with 1.

Examples:

  pitpost verify match-42.jsonl.gz
  pitpost simulate --matches 10 --seed 7 | pitpost verify -`
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
	f, err := openRecord(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return record.Verify(file, f, tally)
}

func openRecord(file string) (io.ReadCloser, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the record: %w", err)
	}
	return f, nil
}
