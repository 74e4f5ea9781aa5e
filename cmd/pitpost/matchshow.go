package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

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
	for _, row := range render.Board(v, print) {
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
