package main

import (
	"bufio"
	"context"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine/record"
)

type recordCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           matchNumber `arg:"" help:"The match, such as 42."`
	Legal           bool        `help:"Before each choice write all that the seat could do."`
}

// Run writes the record to standard output.
func (c recordCmd) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	out := bufio.NewWriter(d.out)
	if err := keptRecord(ctx, kept, c.Match, record.Choice{Legal: c.Legal}, out); err != nil {
		return err
	}
	return out.Flush()
}
