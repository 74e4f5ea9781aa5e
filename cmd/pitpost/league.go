package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/leagues"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

type leagueCmd struct {
	New        leagueNew       `cmd:"" help:"Make a league; the sign-up of its first season is open at once."`
	List       leagueList      `cmd:"" help:"List the leagues and where each stands."`
	Show       leagueShow      `cmd:"" help:"Show a league: dates, who is in, its groups."`
	Import     leagueImport    `cmd:"" help:"Put a list of people down for the season: a CSV file with name,address[,division][,zone][,lang]."`
	Open       leagueWord      `cmd:"" help:"Open the next season of a league that had ended."`
	Muster     leagueWord      `cmd:"" help:"Close the sign-up now, before its date."`
	Draw       leagueWord      `cmd:"" help:"Draw the groups now, before the date."`
	Close      leagueWord      `cmd:"" help:"End the season now: what runs is finished by bots and scored."`
	End        leagueWord      `cmd:"" help:"Let no season follow this one."`
	Drop       leagueWord      `cmd:"" help:"Take a player out of the season: drop winter Bo."`
	Substitute leagueWord      `cmd:"" help:"Give a player's groups to a substitute: substitute winter Bo with Cy."`
	Adjust     leagueAdjust    `cmd:"" help:"Give or take points, with the reason: adjust winter Bo -2 moves by telephone."`
	Organiser  leagueWord      `cmd:"" help:"Share the running out: organiser winter add ana@example.org."`
	Standings  leagueStandings `cmd:"" help:"Print the tables of a season, also as CSV or JSON."`
}

type leagueNew struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string   `arg:"" help:"One word that players type."`
	Organiser       string   `help:"The address of who runs it." required:"" placeholder:"ADDRESS"`
	Rules           string   `help:"A file with all rules as one JSON object, in place of the options." type:"path" placeholder:"FILE"`
	Options         []string `arg:"" optional:"" help:"Rules and dates as key=value, such as groups=3 start=2026-12-01."`
}

// Run creates the league.
func (c leagueNew) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	o := leagues.Order{Name: c.Name, Organiser: c.Organiser, Options: c.Options}
	if c.Rules != "" {
		if len(c.Options) > 0 {
			return misuse("--rules takes the place of all options; leave one of the two out")
		}
		var err error
		if o.Rules, err = os.ReadFile(c.Rules); err != nil {
			return fmt.Errorf("the rules cannot be read: %w", err)
		}
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	said, err := kept.House.NewLeague(ctx, o, failpoint.CurrentTime())
	return d.answer(kept, said, err)
}

type leagueList struct{ ofHouse }

// Run lists the leagues, one per line.
func (c leagueList) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	return d.leagueLine(ctx, kept, "league")
}

// leagueLine carries out a "league …" line and prints the answer.
func (d *desk) leagueLine(ctx context.Context, kept *stores.Stores, line string) error {
	said, err := kept.House.OperateLeague(ctx, line, failpoint.CurrentTime())
	if err == nil && !said.Done && len(said.Lines) == 1 && said.Lines[0].Key == "house.league-none" {
		return fmt.Errorf("there is no league %v: `pitpost league list` shows what there is", said.Lines[0].Args["league"])
	}
	return d.answer(kept, said, err)
}

type leagueShow struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string `arg:"" help:"The league."`
}

// Run shows a league, and the entrants and groups of its current season.
func (c leagueShow) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	if err := d.leagueLine(ctx, kept, "league "+c.Name); err != nil {
		return err
	}
	return kept.House.Ask(ctx, failpoint.CurrentTime(), func(w *world.Tx) {
		l := season.FindLeague(w, c.Name)
		s := w.SeasonOf(l.ID, 0)
		fmt.Fprintln(d.out)
		for _, e := range w.Entrants(s.ID) {
			division := ""
			if e.Division > 0 {
				division = fmt.Sprintf("division %d", e.Division)
			}
			fmt.Fprintln(d.out, strings.TrimRight(fmt.Sprintf("%-22s %-10s %s", e.Name, e.State, division), " "))
		}
		for _, m := range w.Groups(model.GroupFilter{Season: s.ID}) {
			names := engine.MapList(m.Seats, func(s model.LeagueSeat) string { return s.Name })
			number := "-"
			if m.Match != 0 {
				number = fmt.Sprintf("#%d", m.Match)
			}
			fmt.Fprintf(d.out, "group %-4d %-8s division %-3d %-9s %-9s %s  %s\n", m.No, number, m.Division, m.State, m.Game,
				minute(m.StartsAt), strings.Join(names, ", "))
		}
	})
}

type leagueWord struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string   `arg:"" help:"The league."`
	Words           []string `arg:"" optional:"" help:"What would stand after its name in a letter."`
}

// Run carries out the word by which the command was called.
func (c leagueWord) Run(ctx context.Context, d *desk, kept *stores.Stores, called *kong.Context) error {
	word := called.Selected().Name
	return d.leagueLine(ctx, kept, strings.Join(append([]string{"league", word, c.Name}, c.Words...), " "))
}

type leagueAdjust struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string   `arg:"" help:"The league."`
	Player          string   `arg:"" help:"Whose points."`
	Words           []string `arg:"" passthrough:"" help:"The points, such as -2, and the reason."`
}

// Run gives or takes points.
func (c leagueAdjust) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	return d.leagueLine(ctx, kept, strings.Join(append([]string{"league", "adjust", c.Name, c.Player}, c.Words...), " "))
}

type leagueImport struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string `arg:"" help:"The league."`
	File            string `arg:"" help:"The list, or - for what comes in." type:"path"`
}

// Run imports a list of people, all of them or none.
func (c leagueImport) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	people, err := d.signUps(c.File)
	if err != nil {
		return err
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	n, err := kept.House.ImportLeague(ctx, c.Name, people, failpoint.CurrentTime())
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "in: %d; asked by letter: %d; on the list before: %d; want no invitations: %d\n", n.Entered, n.Asked, n.Were, n.Blocked)
	if len(n.Lettered) > 0 {
		fmt.Fprintf(d.out, "these got a letter, since the name alone means something in a move: %s\n", strings.Join(n.Lettered, ", "))
	}
	return nil
}

func (d *desk) signUps(name string) ([]season.SignUp, error) {
	from, err := d.open(name)
	if err != nil {
		return nil, fmt.Errorf("the list cannot be read: %w", err)
	}
	defer from.Close()
	people, err := season.ReadSignUps(from)
	if err == nil {
		return people, nil
	}
	lines := strings.Split(err.Error(), "\n")
	for _, line := range lines {
		fmt.Fprintln(d.err, line)
	}
	what := "this line"
	if len(lines) > 1 {
		what = fmt.Sprintf("these %d lines", len(lines))
	}
	return nil, fmt.Errorf("%s: nobody was imported; mend %s and try again", name, what)
}

type leagueStandings struct {
	settings.Fields `embed:"" group:"Settings"`
	Name            string `arg:"" help:"The league."`
	Season          int    `help:"The number of the season; else the latest that was drawn." placeholder:"N"`
	CSV             bool   `name:"csv" help:"As CSV, a line for each player." xor:"form"`
	JSON            bool   `name:"json" help:"As JSON, with rules, seed, groups and results." xor:"form"`
}

// Run prints the tables of a season.
func (c leagueStandings) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
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
