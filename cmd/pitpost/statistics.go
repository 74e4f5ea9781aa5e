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
	"pitpost.example/web/spectate"
)

type statisticsCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Game            string `help:"Of this game alone." placeholder:"GAME"`
	Edition         string `help:"Of this edition alone." placeholder:"EDITION"`
	Seats           int    `help:"Of tables of so many alone." placeholder:"N"`
	JSON            bool   `name:"json" help:"As JSON, the sums as they are kept (docs/api.md)."`
}

// Run prints the sums.
func (c statisticsCmd) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	names := kept.House.Rules.Names
	if c.Game != "" {
		if kept.House.Rules.Games(c.Game) == nil {
			return noGame(c.Game)
		}
		names = []string{c.Game}
	}
	print := kept.Words.Printer("en", time.UTC).Print
	for _, game := range names {
		rows, err := league.SumTallies(ctx, kept.DB, game)
		if err != nil {
			return err
		}
		rows = rows.Of(c.Edition, c.Seats)
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
}

// tellSums prints the sums of a game as sentences and percentages.
func tellSums(out io.Writer, game engine.Game, sums tally.Sums, print func(engine.Phrase) string) {
	say := func(key string, args ...any) string { return print(engine.Say(key, args...)) }
	side := func(key string) string { return spectate.PrintParty(game, key, print) }
	whole := sums.Whole(tally.Matches)
	fmt.Fprintf(out, "%s: %s\n", say(game.Name()+".title"), say("statistics.matches", "count", int(whole.N)))
	if whole.N == 0 {
		return
	}
	fmt.Fprintf(out, "  %s\n", say("statistics.turns-mean", "count", int(whole.Mean())))
	rounds, choices := sums.Whole(tally.Side).N, sums.Whole(tally.Choices).N
	part := func(title, what string, name func(string) string, share func(tally.Count) (of, all int64)) {
		counts := sums.Counts(what)
		if len(counts) == 0 {
			return
		}
		fmt.Fprintf(out, "  %s\n", say(title))
		for _, key := range slices.Sorted(maps.Keys(counts)) {
			if of, all := share(counts[key]); all > 0 {
				fmt.Fprintf(out, "    %-28s %5d of %-5d %3.0f %%\n", name(key), of, all, 100*float64(of)/float64(all))
			}
		}
	}
	won := func(s tally.Count) (int64, int64) { return s.Total, s.N }
	part("statistics.sides", tally.Side, side, func(s tally.Count) (int64, int64) { return s.N, rounds })
	part("statistics.roles", tally.Role, side, won)
	part("statistics.places", tally.Place, func(key string) string { return say("statistics.place", "place", key) }, won)
	part("statistics.days", tally.Days, func(key string) string { return "up to " + key }, func(s tally.Count) (int64, int64) { return s.N, whole.N })
	part("statistics.misses", tally.Misses, func(key string) string { return say("statistics.missed-" + key) }, func(s tally.Count) (int64, int64) { return s.N, choices })
}
