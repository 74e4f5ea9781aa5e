package main

import (
	"fmt"
	"strconv"

	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine/record"
)

type verifyCmd struct {
	cardFlag
	Files []string `arg:"" name:"file" help:"Records, also packed with gzip; - is standard input."`
}

// Run verifies the files in order and stops at the first error.
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
	fmt.Fprintf(d.out, "ok: %s, %s\n", counted(tally.Matches, "match", "matches"), counted(tally.Events, "event", "events"))
	for _, stop := range tally.Running {
		after := "with its header"
		if stop.After > 0 {
			after = fmt.Sprintf("after event %d", stop.After)
		}
		fmt.Fprintf(d.out, "match %s: its record stops %s, before the end of the match\n", terminal.MakePrintable(stop.Match), after)
	}
	for _, match := range tally.Unchecked {
		fmt.Fprintf(d.out, "match %s: there is no seed, its shuffles were not checked\n", terminal.MakePrintable(match))
	}
	for _, match := range tally.Unshuffled {
		fmt.Fprintf(d.out, "match %s: it was rewound by an older version, and the deck was left as it lay\n", terminal.MakePrintable(match))
	}
	return nil
}

// counted returns a number with the right form of its noun.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}

func (verifyCmd) one(d *desk, file string, tally *record.Tally) error {
	f, err := d.open(file)
	if err != nil {
		return fmt.Errorf("cannot read the record: %w", err)
	}
	defer f.Close()
	if file == "-" {
		file = "standard input"
	}
	return record.VerifyFile(file, f, tally)
}
