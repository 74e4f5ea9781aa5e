package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/league"
	"pitpost.example/engine"
	"pitpost.example/engine/tally"
)

type statisticsCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Game            string `help:"Of this game alone." placeholder:"GAME"`
	Edition         string `help:"Of this edition alone." placeholder:"EDITION"`
	Seats           int    `help:"Of tables of so many alone." placeholder:"N"`
	JSON            bool   `name:"json" help:"As JSON, the sums as they are kept (docs/api.md)."`
	Recount         bool   `help:"Make the sums anew from the log first."`
}

// Run prints the sums.
func (c statisticsCmd) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		names := kept.House.Rules.Names
		if c.Game != "" {
			if kept.House.Rules.Games(c.Game) == nil {
				return misuse("there is no game %q", c.Game)
			}
			names = []string{c.Game}
		}
		if c.Recount {
			n, err := kept.House.RecountStatistics(ctx, time.Now())
			if err != nil {
				return err
			}
			fmt.Fprintf(d.err, "%s counted anew\n", counted(n, "match", "matches"))
		}
		print := kept.Words.Printer("en", time.UTC).Print
		for _, game := range names {
			rows, err := league.Tallies(ctx, kept.DB, game)
			if err != nil {
				return err
			}
			rows = slices.DeleteFunc(rows, func(r league.Tallied) bool {
				return c.Edition != "" && r.Edition != c.Edition || c.Seats != 0 && r.Seats != c.Seats
			})
			if c.JSON {
				for _, r := range rows {
					if err := json.NewEncoder(d.out).Encode(r); err != nil {
						return err
					}
				}
				continue
			}
			tellSums(d.out, kept.House.Rules.Games(game), rows, print)
		}
		return nil
	})
}

// tellSums prints the sums of a game as sentences and shares.
func tellSums(out io.Writer, game engine.Game, rows []league.Tallied, print func(engine.Phrase) string) {
	type sum struct{ n, total int64 }
	sums := map[string]map[string]sum{}
	for _, r := range rows {
		if sums[r.What] == nil {
			sums[r.What] = map[string]sum{}
		}
		s := sums[r.What][r.Key]
		sums[r.What][r.Key] = sum{s.n + r.N, s.total + r.Total}
	}
	say := func(key string, args ...any) string { return print(engine.Say(key, args...)) }
	side := func(key string) string {
		parties, named := game.(engine.Parties)
		switch {
		case key == "":
			return say("statistics.nobody")
		case named:
			return print(parties.Party(key))
		}
		return key
	}
	whole := sums[tally.Matches][""]
	fmt.Fprintf(out, "%s: %s\n", say(game.Name()+".title"), say("statistics.matches", "count", int(whole.n)))
	if whole.n == 0 {
		return
	}
	fmt.Fprintf(out, "  %s\n", say("statistics.turns-mean", "count", int((whole.total+whole.n/2)/whole.n)))
	var rounds int64
	for _, s := range sums[tally.Side] {
		rounds += s.n
	}
	choices := sums[tally.Choices][""].n
	part := func(title, what string, name func(string) string, share func(sum) (of, all int64)) {
		if len(sums[what]) == 0 {
			return
		}
		fmt.Fprintf(out, "  %s\n", say(title))
		for _, key := range slices.Sorted(maps.Keys(sums[what])) {
			if of, all := share(sums[what][key]); all > 0 {
				fmt.Fprintf(out, "    %-28s %5d of %-5d %3.0f %%\n", name(key), of, all, 100*float64(of)/float64(all))
			}
		}
	}
	won := func(s sum) (int64, int64) { return s.total, s.n }
	part("statistics.sides", tally.Side, side, func(s sum) (int64, int64) { return s.n, rounds })
	part("statistics.roles", tally.Role, side, won)
	part("statistics.places", tally.Place, func(key string) string { return say("statistics.place", "place", key) }, won)
	part("statistics.days", tally.Days, func(key string) string { return "up to " + key }, func(s sum) (int64, int64) { return s.n, whole.n })
	part("statistics.misses", tally.Misses, func(key string) string { return say("statistics.missed-" + key) }, func(s sum) (int64, int64) { return s.n, choices })
}
