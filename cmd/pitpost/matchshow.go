package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/cmd/pitpost/terminal"
)

type matchShow struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           matchNumber `arg:"" help:"The match, such as 42."`
	Secrets         bool        `help:"Show hands and roles too; the seats of a running match are told."`
}

// Run shows a match.
func (c matchShow) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	if c.Secrets {
		if err := kept.House.NoteOperatorLooked(ctx, int64(c.Match), time.Now()); err != nil {
			return noMatch(err, c.Match)
		}
	}
	t, err := kept.DB.Fold(ctx, int64(c.Match), 0)
	if err != nil {
		return noMatch(err, c.Match)
	}
	print := kept.Words.Printer("en", time.UTC).Print
	fmt.Fprintf(d.out, "#%d %s, edition %s, %s\n", t.Row.ID, t.Row.Game, t.Row.Edition, t.Row.Phase)
	if t.Row.Referee != 0 {
		fmt.Fprintf(d.out, "%-20s referee, without a seat\n", t.Row.RefereeName)
	}
	due := t.Match.ToMove()
	for _, s := range t.Seats {
		mark := ""
		if slices.Contains(due, s.Name) {
			mark = "to move"
			if c := t.Clock(s.No); c != nil && c.StoppedAt == nil && time.Until(c.Soft) < unlimited {
				mark += ", until " + minute(c.Soft) + " UTC"
			}
		}
		fmt.Fprintf(d.out, "%-20s %-9s %s\n", s.Name, s.State, mark)
	}
	if t.Match.State() == nil {
		return nil
	}
	v := t.Match.State().View("")
	terminal.PrintBoard(d.out, v, print)
	fmt.Fprintln(d.out, terminal.JoinPhrases(v.Table, print))
	if c.Secrets {
		for _, name := range t.Match.Names() {
			v := t.Match.State().View(name)
			fmt.Fprintf(d.out, "\n%s: %s %s\n", name, terminal.JoinPhrases(v.You, print),
				terminal.NameHandCards(v, print))
		}
	}
	return nil
}
