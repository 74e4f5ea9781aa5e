package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db/lookup"
)

type matchList struct {
	settings.Fields `embed:"" group:"Settings"`
	Open            bool `help:"Only those that are not over."`
	Limit           int  `help:"At most so many, the latest; 0 for all." default:"100" placeholder:"N"`
	JSON            bool `name:"json" help:"As JSON, a line for each match."`
}

// Run lists matches, one per line.
func (c matchList) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	if c.Limit < 0 {
		return misuse("--limit is a number of matches, 0 for all")
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	rows, err := lookup.ListMatches(ctx, kept.DB, c.Open, c.Limit)
	if err != nil {
		return err
	}
	if c.JSON {
		lines := json.NewEncoder(d.out)
		for _, r := range rows {
			if err := lines.Encode(r); err != nil {
				return err
			}
		}
		return nil
	}
	out := d.columns("match", "state", "game", "edition", "seats", "to move, until when (UTC)")
	for _, r := range rows {
		fmt.Fprintf(out, "#%d\t%s\t%s\t%s\t%s\t%s\n", r.Match, r.Phase, r.Game, r.Edition, strings.Join(r.Seats, ", "), dueNow(r))
	}
	return out.Flush()
}

// columns begins a table with a heading over each column. Its rows have tabs between; Flush prints it.
func (d *desk) columns(headings ...string) *tabwriter.Writer {
	out := tabwriter.NewWriter(d.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, strings.Join(headings, "\t"))
	return out
}

// dueNow says whom a match waits for, and until when; for a match that is over, since when.
func dueNow(r lookup.ListedMatch) string {
	if r.Ended != nil {
		return "over since " + minute(*r.Ended)
	}
	var who []string
	for i, name := range r.ToMove {
		until := "no limit"
		switch at := r.Until[i]; {
		case r.Stopped[i]:
			until = "the clock stands"
		case time.Until(at) < unlimited:
			until = minute(at)
		}
		who = append(who, name+" "+until)
	}
	return strings.Join(who, ", ")
}

// unlimited is further away than any deadline that can be set.
const unlimited = 10 * 365 * 24 * time.Hour

func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }
