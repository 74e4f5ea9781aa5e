package main

import (
	"context"
	"fmt"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/house/season"
)

type leagueStandings struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string `arg:"" help:"The league."`
	Season          int    `help:"The number of the season; else the latest that was drawn." placeholder:"N"`
	CSV             bool   `name:"csv" help:"As CSV, a line for each player." xor:"form"`
	JSON            bool   `name:"json" help:"As JSON, with rules, seed, groups and results." xor:"form"`
}

// Run prints a season's tables.
func (c leagueStandings) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		s, err := kept.House.SeasonSheet(ctx, c.Name, c.Season)
		if err != nil {
			return err
		}
		if s == nil {
			return fmt.Errorf("there is no league %s, or no such season of it: `pitpost league list` shows what there is", c.Name)
		}
		switch {
		case c.CSV:
			_, err = d.out.Write(s.CSV())
		case c.JSON:
			var data []byte
			if data, err = s.JSON(); err == nil {
				_, err = fmt.Fprintf(d.out, "%s\n", data)
			}
		default:
			d.printStandings(s)
		}
		return err
	})
}

func (d *desk) printStandings(s *season.Sheet) {
	fmt.Fprintf(d.out, "%s, season %d, %s\n", s.League.Name, s.Season.No, s.Season.State)
	division := 0
	for _, r := range s.Rows {
		if r.Division != division {
			division = r.Division
			fmt.Fprintf(d.out, "\nDivision %d\n", division)
		}
		note := map[int]string{1: " up", -1: " down"}[r.Move]
		if r.Left {
			note += " gone"
		}
		fmt.Fprintf(d.out, "%4d  %-22s points %8s, %d played, %s won, %d missed%s\n", r.Rank, r.Name, r.Points.Decimal(), r.Played, r.Wins.Decimal(), r.Misses, note)
	}
}
