package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/league"
	"pitpost.example/engine/rating"
	"pitpost.example/house/world"
)

type ratingsCmd struct {
	Show      ratingsShow      `cmd:"" default:"withargs" help:"List players by strength, or show one player's ratings and what changed them."`
	Check     ratingsCheck     `cmd:"" help:"Reckon all ratings anew from the log, each match by the rules it was rated by, and compare; changes nothing."`
	Recompute ratingsRecompute `cmd:"" help:"Make all ratings anew from the log, each match by the rules it was rated by."`
}

type ratingsShow struct {
	settings.Fields `embed:"" group:"Settings"`
	Game            string `help:"Only what was won in this game; without it, over all games." placeholder:"GAME"`
	Role            string `help:"Only what was won in this role of the game, such as miner." placeholder:"ROLE"`
	Player          string `arg:"" optional:"" help:"An address, or a player's number."`
}

// Run lists ratings, one per line.
func (c ratingsShow) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	kind := rating.Overall
	if c.Game != "" {
		kind = rating.KindOf(c.Game, c.Role)
	} else if c.Role != "" {
		return misuse("--role needs --game: a role is one of a game's")
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	if c.Game != "" && kept.House.Rules.Games(c.Game) == nil {
		return noGame(c.Game)
	}
	if c.Player != "" {
		if c.Game == "" {
			kind = ""
		}
		return c.history(ctx, d, kept, kind)
	}
	list, err := league.ListRatings(ctx, kept.DB, kind)
	if err != nil {
		return err
	}
	out := d.columns("rank", "points", "matches", "turns in time", "player", "address")
	for i, p := range list {
		fmt.Fprintf(out, "%d\t%d ± %d\t%d\t%s\t%d\t%s\n", i+1, p.Points(), p.Spread(), p.Matches, inTime(p.Turns), p.Player, p.Address)
	}
	return out.Flush()
}

func inTime(t rating.Turns) string {
	if t.Made+t.Missed == 0 {
		return "-"
	}
	return fmt.Sprintf("%d%% of %d", t.Percent(), t.Made+t.Missed)
}

// history prints a player's ratings and their changes, the latest first.
func (c ratingsShow) history(ctx context.Context, d *desk, kept *stores.Stores, kind string) error {
	var nobody error
	err := kept.House.Ask(ctx, time.Now(), func(w *world.Tx) {
		var player int64
		if player, nobody = findPlayer(w, c.Player); nobody != nil {
			return
		}
		fmt.Fprintf(d.out, "player %d, turns made in time: %s\n", player, inTime(w.TurnsOf(player)))
		out := d.columns("match", "rating", "place", "before", "after")
		for _, x := range w.RatingChanges(player, kind, 1_000_000) {
			fmt.Fprintf(out, "#%d\t%s\t%d of %d\t%d ± %d\t%d ± %d\n", x.Match, x.Kind, x.Place, x.Among,
				x.Before.Points(), x.Before.Spread(), x.After.Points(), x.After.Spread())
		}
		out.Flush() //nolint:errcheck // d.out remembers a failure, and fail reports it
	})
	return cmp.Or(err, nobody)
}

// findPlayer finds a player by address or number.
func findPlayer(w *world.Tx, who string) (int64, error) {
	if id, err := strconv.ParseInt(who, 10, 64); err == nil {
		if w.Player(id) == nil {
			return 0, fmt.Errorf("there is no player %d; see `pitpost player list`", id)
		}
		return id, nil
	}
	p, _ := w.PlayerByAddress(who)
	if p == nil {
		return 0, fmt.Errorf("nobody plays from %q; see `pitpost player list`", who)
	}
	return p.ID, nil
}

type ratingsCheck struct{ ofHouse }

// Run compares the stored ratings with those that follow from the log.
func (c ratingsCheck) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	got, err := kept.House.CompareRatings(ctx, time.Now())
	if err != nil {
		return err
	}
	if got.Wrong != "" {
		return errors.New(got.Wrong + "; `pitpost ratings recompute` makes all anew")
	}
	fmt.Fprintf(d.out, "ok: %s, %s\n", counted(got.Matches, "match", "matches"), counted(got.Ratings, "rating", "ratings"))
	return nil
}

type ratingsRecompute struct{ ofHouse }

// Run computes all ratings anew.
func (c ratingsRecompute) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	got, err := kept.House.RecomputeRatings(ctx, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "made anew: %s, %s\n", counted(got.Matches, "match", "matches"), counted(got.Ratings, "rating", "ratings"))
	return nil
}
