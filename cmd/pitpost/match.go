package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"pitpost/engine"
	"pitpost/house"
	"pitpost/mailer"
)

type matchCmd struct {
	New     matchNew  `cmd:"" help:"Open a match for a host, as if they had written \"new …\"."`
	List    matchList `cmd:"" help:"List all matches."`
	Show    matchShow `cmd:"" help:"Show where a match stands."`
	Start   matchWord `cmd:"" help:"Start with those who have said yes."`
	Pause   matchWord `cmd:"" help:"Let all clocks stand still."`
	Resume  matchWord `cmd:"" help:"Let them run again."`
	Extend  matchWord `cmd:"" help:"Give the present turn more time: extend 42 24h."`
	Kick    matchWord `cmd:"" help:"Take a player off a seat: kick 42 Bo."`
	Replace matchWord `cmd:"" help:"Offer a seat to another: replace 42 Bo with di@example.org."`
	Abort   matchWord `cmd:"" help:"End a match without a result."`
}

// Help is what --help adds: examples.
func (matchCmd) Help() string {
	return `What the host of a match can do by mail, the operator can do here; every seat is told.

Examples:

  pitpost match new --host ana@example.org saboteur with bo@example.org, cy@example.org rounds=1
  pitpost match list
  pitpost match extend 42 24h`
}

type matchNew struct {
	settingFields `embed:"" group:"Settings"`
	Host          string   `help:"The address of the host." required:"" placeholder:"ADDRESS"`
	Words         []string `arg:"" name:"words" help:"What would stand after \"new\" in a letter."`
}

// Run opens the match.
func (c matchNew) Run(d *desk) error {
	return d.withHouse(c.settingFields, func(ctx context.Context, k *keeping) error {
		said, err := k.house.OpenFor(ctx, c.Host, "", "new "+strings.Join(c.Words, " "), time.Now())
		if err != nil {
			return err
		}
		return d.answer(k, said)
	})
}

// answer prints what the house said; a refusal is the command's failure.
func (d *desk) answer(k *keeping, said *house.Said) error {
	print := k.words.Printer("en", time.UTC).Print
	var lines []string
	for _, p := range said.Lines {
		lines = append(lines, print(p))
	}
	if len(said.Near) > 0 {
		lines = append(lines, "Did you mean: "+strings.Join(said.Near, ", ")+"?")
	}
	if !said.Done {
		return errors.New(strings.Join(lines, " "))
	}
	fmt.Fprintln(d.out, strings.Join(lines, "\n"))
	return nil
}

type matchWord struct {
	settingFields `embed:"" group:"Settings"`
	Match         string   `arg:"" help:"The match, such as 42."`
	Words         []string `arg:"" optional:"" help:"What stands after the word."`
}

// Run carries the word out: the one the command is called by.
func (c matchWord) Run(d *desk, called *kong.Context) error {
	word := called.Selected().Name
	id, err := matchNumber(c.Match)
	if err != nil {
		return err
	}
	return d.withHouse(c.settingFields, func(ctx context.Context, k *keeping) error {
		said, err := k.house.Operate(ctx, id, strings.TrimSpace(word+" "+strings.Join(c.Words, " ")), time.Now())
		if err != nil {
			return noMatch(err, id)
		}
		return d.answer(k, said)
	})
}

type matchList struct {
	settingFields `embed:"" group:"Settings"`
	All           bool `help:"Those that are over, too."`
}

// Run lists matches, a line each.
func (c matchList) Run(d *desk) error {
	return d.withHouse(c.settingFields, func(ctx context.Context, k *keeping) error {
		phases := []string{"lobby", "running", "paused"}
		if c.All {
			phases = nil
		}
		rows, err := k.db.Matches(ctx, phases...)
		if err != nil {
			return err
		}
		for _, r := range rows {
			seats, err := k.db.Seats(ctx, r.ID)
			if err != nil {
				return err
			}
			var names []string
			for _, s := range seats {
				if s.State != "uninvited" && s.State != "declined" {
					names = append(names, s.Name)
				}
			}
			fmt.Fprintf(d.out, "#%-5d %-9s %-9s %-9s %s\n", r.ID, r.Phase, r.Game, r.Edition, strings.Join(names, ", "))
		}
		return nil
	})
}

type matchShow struct {
	settingFields `embed:"" group:"Settings"`
	Match         string `arg:"" help:"The match, such as 42."`
	Secrets       bool   `help:"Show hands and roles too; the seats of a running match are told."`
}

// Run shows a match.
func (c matchShow) Run(d *desk) error {
	id, err := matchNumber(c.Match)
	if err != nil {
		return err
	}
	return d.withHouse(c.settingFields, func(ctx context.Context, k *keeping) error {
		if c.Secrets {
			if err := k.house.Looked(ctx, id, time.Now()); err != nil {
				return noMatch(err, id)
			}
		}
		t, err := k.db.Fold(ctx, id, 0)
		if err != nil {
			return noMatch(err, id)
		}
		print := k.words.Printer("en", time.UTC).Print
		fmt.Fprintf(d.out, "#%d %s, edition %s, %s\n", t.Row.ID, t.Row.Game, t.Row.Edition, t.Row.Phase)
		due := t.Match.ToMove()
		for _, s := range t.Seats {
			mark := ""
			if slices.Contains(due, s.Name) {
				mark = "to move"
			}
			fmt.Fprintf(d.out, "%-20s %-9s %s\n", s.Name, s.State, mark)
		}
		if t.Match.State() == nil {
			return nil
		}
		d.show(t.Match.State().View(""), print)
		if c.Secrets {
			for _, name := range t.Match.Names() {
				v := t.Match.State().View(name)
				fmt.Fprintf(d.out, "\n%s: %s %s\n", name, words(v.You, print), hand(v, print))
			}
		}
		return nil
	})
}

func (d *desk) show(v engine.View, print func(engine.Phrase) string) {
	fmt.Fprintln(d.out)
	for _, row := range mailer.Board(v, print) {
		fmt.Fprintln(d.out, strings.TrimRight(row, " "))
	}
	fmt.Fprintln(d.out, words(v.Table, print))
}

// listed joins phrases by commas.
func listed(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = print(p)
	}
	return strings.Join(out, ", ")
}

func words(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = print(p)
	}
	return strings.Join(out, " ")
}

func hand(v engine.View, print func(engine.Phrase) string) string {
	out := make([]string, len(v.Hand))
	for i, h := range v.Hand {
		out[i] = h.Place + " " + print(h.Name)
	}
	return strings.Join(out, ", ")
}
